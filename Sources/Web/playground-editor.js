// An editor: a textarea, and behind it the same text with colours and underlined problems. The textarea's own letters are
// transparent, so typing, selecting, undoing, input methods and screen readers are those of the browser.

import { make } from './playground-panels.js';
import { linesOf, tokens } from './playground-tokens.js';

/** Beyond this many characters the text has no colours, so that typing stays quick. */
const longestColoured = 200_000;
/** The height of a line, as in the style sheet. */
const lineHeight = 20;
/** How many lines above and below those that are seen are there too, so that scrolling never shows a gap. */
const spare = 8;

export class Editor {
    /** What is typed into. */
    area = document.createElement('textarea');
    #numbers = make('div', 'numbers');
    #layer = make('div', 'layer');
    #field = make('div', 'field');
    #language;
    #marks = [];
    #tokens = [];
    #shown = [];
    #shownNumbers = [];
    /** The line that the layer begins with; only lines that can be seen are in it. */
    #first = 0;
    #height = 400;
    #isStale = true;
    #context = null;

    /**
     * @param host the element to fill
     * @param label what screen readers call it
     * @param language the colours: `xml`, `asv` or `json`
     * @param changed called with the event of each change
     */
    constructor(host, { label, language = 'json', changed }) {
        this.#language = language;
        const gutter = make('div', 'gutter');
        gutter.append(this.#numbers);
        const { area } = this;
        area.setAttribute('aria-label', label);
        area.spellcheck = false;
        area.wrap = 'off';
        for (const name of ['autocapitalize', 'autocomplete', 'autocorrect']) area.setAttribute(name, 'off');
        for (const hidden of [gutter, this.#layer]) hidden.setAttribute('aria-hidden', 'true');
        this.#field.append(this.#layer, area);
        host.append(gutter, this.#field);
        area.addEventListener('input', (event) => {
            this.#isStale = true;
            changed(event);
        });
        area.addEventListener('scroll', () => this.#follow(), { passive: true });
        new ResizeObserver(([{ contentRect }]) => {
            this.#height = contentRect.height;
            if (!this.#isStale) this.#showLines();
        }).observe(this.#field);
        area.addEventListener('keydown', (event) => this.#pressed(event));
    }

    get text() {
        return this.area.value;
    }

    /** Shows another text; there is nothing to undo then. */
    set text(text) {
        this.area.value = text;
        this.area.setSelectionRange(0, 0);
        this.area.scrollTo(0, 0);
        this.#follow();
        this.#isStale = true;
    }

    set language(language) {
        this.#isStale ||= language !== this.#language;
        this.#language = language;
    }

    /** What is underlined: `{ start, end, severity }` with offsets of the text. */
    set marks(marks) {
        if (JSON.stringify(marks) === JSON.stringify(this.#marks)) return;
        this.#marks = marks;
        this.#isStale = true;
    }

    /** Brings colours, underlines and line numbers up to date. */
    render() {
        if (!this.#isStale) return;
        this.#isStale = false;
        const { text } = this;
        this.#tokens = text.length > longestColoured ? [] : tokens(text, this.#language);
        this.#showLines();
    }

    #showLines() {
        const { text } = this;
        const first = this.#first;
        const last = first + Math.ceil(this.#height / lineHeight) + 2 * spare;
        const lines = linesOf(text, this.#tokens, this.#marks, first, last);
        this.#shown = replaceLines(this.#layer, this.#shown, lines.map(signature), (i) => lineElement(lines[i]));
        const severities = lines.map(severityOf);
        const keys = severities.map((severity, i) => `${first + i + 1} ${severity}`);
        const number = (i) => make('div', severities[i], String(first + i + 1));
        this.#shownNumbers = replaceLines(this.#numbers, this.#shownNumbers, keys, number);
    }

    /** Moves the selection to a part of the text, shows it, and gives it the focus. */
    select(start, end = start) {
        const { area } = this;
        area.focus({ preventScroll: true });
        area.setSelectionRange(start, end);
        const before = area.value.slice(0, start);
        const top = (before.split('\n').length - 1) * lineHeight;
        if (top < area.scrollTop || top + lineHeight * 2 > area.scrollTop + area.clientHeight) {
            area.scrollTop = Math.max(0, top - area.clientHeight / 3);
        }
        const column = start - (before.lastIndexOf('\n') + 1);
        const width = this.#letterWidth();
        if (column * width < area.scrollLeft || column * width > area.scrollLeft + area.clientWidth - 80) {
            area.scrollLeft = Math.max(0, column * width - area.clientWidth / 2);
        }
        area.closest('.pane')?.scrollIntoView({ block: 'nearest' });
    }

    /** Replaces parts of the text, `{ start, end, text }`, as one step that can be undone. */
    edit(edits) {
        const { area } = this;
        const before = area.value;
        let after = before;
        const ordered = edits.map((edit, order) => ({ ...edit, order }));
        ordered.sort((a, b) => b.start - a.start || b.order - a.order);
        for (const { start, end, text } of ordered) after = after.slice(0, start) + text + after.slice(end);
        if (after === before) return;
        let first = 0;
        while (first < before.length && before[first] === after[first]) first += 1;
        let last = 0;
        const most = Math.min(before.length, after.length) - first;
        while (last < most && before[before.length - 1 - last] === after[after.length - 1 - last]) last += 1;
        area.focus();
        area.setSelectionRange(first, before.length - last);
        insert(area, after.slice(first, after.length - last));
    }

    #pressed(event) {
        const isPlain = !event.isComposing && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
        if (event.key !== 'Enter' || !isPlain) return;
        // A new line begins below the one before.
        const { area } = this;
        const before = area.value.slice(0, area.selectionStart);
        const indent = /(?:^|\n)([ \t]*)[^\n]*$/.exec(before)?.[1] ?? '';
        if (indent === '') return;
        event.preventDefault();
        insert(area, `\n${indent}`);
    }

    #letterWidth() {
        const style = getComputedStyle(this.area);
        this.#context ??= document.createElement('canvas').getContext('2d');
        this.#context.font = `${style.fontSize} ${style.fontFamily}`;
        return this.#context.measureText('0').width;
    }

    /** Scrolls what is behind the textarea with it. */
    #follow() {
        const { scrollLeft, scrollTop } = this.area;
        const first = Math.max(0, Math.floor(scrollTop / lineHeight) - spare);
        if (first !== this.#first) {
            this.#first = first;
            if (this.#isStale) this.render();
            else this.#showLines();
        }
        const top = first * lineHeight - scrollTop;
        this.#layer.style.setProperty('transform', `translate(${-scrollLeft}px, ${top}px)`);
        this.#numbers.style.setProperty('transform', `translateY(${top}px)`);
    }
}

/** Types a text over the selection, so that it can be undone. */
function insert(area, text) {
    // Nothing else that browsers offer keeps what can be undone.
    const isDone = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
    if (isDone) return;
    area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Replaces those children that differ, between the first and the last that are the same; returns the new keys. */
function replaceLines(parent, before, after, lineAt) {
    let first = 0;
    while (first < before.length && first < after.length && before[first] === after[first]) first += 1;
    let last = 0;
    const most = Math.min(before.length, after.length) - first;
    while (last < most && before[before.length - 1 - last] === after[after.length - 1 - last]) last += 1;
    const next = parent.children[before.length - last] ?? null;
    for (let i = before.length - last - 1; i >= first; i -= 1) parent.children[i].remove();
    const added = document.createDocumentFragment();
    for (let i = first; i < after.length - last; i += 1) added.append(lineAt(i));
    parent.insertBefore(added, next);
    return after;
}

function lineElement(pieces) {
    const line = make('div', 'line');
    for (const { text, kind, severity } of pieces) {
        if (kind === '' && severity === '') {
            line.append(text);
            continue;
        }
        line.append(make('span', `${kind} ${severity}${text === '' ? ' empty' : ''}`.trim(), text));
    }
    return line;
}

function signature(pieces) {
    return pieces.map(({ text, kind, severity }) => `${text}\t${kind}\t${severity}`).join('\n');
}

function severityOf(pieces) {
    const severities = pieces.map((piece) => piece.severity);
    return ['error', 'warning', 'note'].find((severity) => severities.includes(severity)) ?? '';
}
