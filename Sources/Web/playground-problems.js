// Problems of the source, of the data and of the picture: where they are, and what can be done.

import { make } from './playground-panels.js';
import { LineMap } from './playground-positions.js';

/**
 * Gives diagnostics of the compiler offsets in a text: `start` and `end`, also in the edits of fix-its.
 *
 * @param origin the editor that the text is in
 */
export function located(diagnostics, text, origin) {
    if (diagnostics.length === 0) return [];
    const map = new LineMap(text);
    const range = ({ line, column, endLine, endColumn }) => ({
        start: map.offset(line, column),
        end: map.offset(endLine ?? line, endColumn ?? column),
    });
    return diagnostics.map((diagnostic) => ({
        ...diagnostic,
        ...range(diagnostic),
        origin,
        notes: diagnostic.notes.map((note) => ({ ...note, ...range(note) })),
        fixIts: diagnostic.fixIts.map(({ message, edits }) => ({
            message,
            edits: edits.map((edit) => ({ ...range(edit), text: edit.text })),
        })),
    }));
}

/** Makes a problem of a mistake in JSON. */
export function mistake({ message, start, end }, text, origin) {
    const place = new LineMap(text).position(start);
    return { severity: 'error', id: '', message, ...place, start, end, origin, notes: [], fixIts: [] };
}

/** Makes a problem that has no place. */
export function placeless(message, severity = 'error', origin = '') {
    return { severity, id: '', message, origin, notes: [], fixIts: [] };
}

/** The list of problems. */
export class Problems {
    #list;
    #jump;
    #fix;
    #shown = '';

    /**
     * @param jump called with an origin and the offsets of a place
     * @param fix called with an origin and the edits of a fix-it
     */
    constructor(list, { jump, fix }) {
        this.#list = list;
        this.#jump = jump;
        this.#fix = fix;
    }

    show(problems) {
        const text = JSON.stringify(problems);
        if (text === this.#shown) return;
        this.#shown = text;
        const rows = problems.slice(0, 200).map((problem) => this.#row(problem));
        if (problems.length === 0) rows.push(make('p', 'none', 'No problems.'));
        if (problems.length > 200) rows.push(make('p', 'none', `${problems.length - 200} more`));
        this.#list.replaceChildren(...rows);
    }

    #row(problem) {
        const { severity, message, id, origin, notes, fixIts } = problem;
        const row = make('li', `problem ${severity}`);
        const head = make('div', 'head');
        head.append(make('span', 'severity', severity), this.#place(problem, origin), make('span', 'message', message));
        if (id) head.append(make('code', 'id', id));
        row.append(head);
        for (const note of notes) {
            const line = make('div', 'note');
            line.append(make('span', 'severity', 'note'), this.#place(note, origin), make('span', 'message', note.message));
            row.append(line);
        }
        for (const { message, edits } of fixIts) {
            const button = make('button', 'fix', sentence(message));
            button.type = 'button';
            button.addEventListener('click', () => this.#fix(origin, edits));
            row.append(button);
        }
        return row;
    }

    #place({ line, column, start, end }, origin) {
        if (line === undefined) return make('span', 'place', origin);
        const where = origin === 'source' ? '' : `${origin} `;
        const button = make('button', 'place', `${where}${line}:${column}`);
        button.type = 'button';
        button.setAttribute('aria-label', `Go to ${where}line ${line}, column ${column}`);
        button.addEventListener('click', () => this.#jump(origin, start, end));
        return button;
    }
}

function sentence(text) {
    return text.charAt(0).toUpperCase() + text.slice(1);
}
