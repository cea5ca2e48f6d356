// What is known about the template and the picture, each in its own tab. Everything is inserted as text.

/** No list shows more rows than this; a picture may have a hundred thousand nodes. */
const mostRows = 2000;
const mostEvents = 200;

/** Rows of which one has the focus; the one under the mouse or with the focus is marked in the picture. */
export class Rows {
    #list;
    #mark;
    #frames = [];

    /** @param mark called with the frame of a row, or `null` */
    constructor(list, mark) {
        this.#list = list;
        this.#mark = mark;
        const rowOf = (event) => event.target.closest('[data-row]');
        const show = (event) => this.#mark(this.#frames[rowOf(event)?.dataset.row] ?? null);
        list.addEventListener('pointerover', show);
        list.addEventListener('pointerleave', () => this.#mark(null));
        list.addEventListener('focusin', show);
        list.addEventListener('focusout', () => this.#mark(null));
        list.addEventListener('keydown', (event) => {
            const row = rowOf(event);
            const steps = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' };
            const ends = { Home: 'firstElementChild', End: 'lastElementChild' };
            const next = row?.[steps[event.key]] ?? list[ends[event.key]];
            if (!next || !(event.key in steps || event.key in ends)) return;
            event.preventDefault();
            this.#focus(next);
        });
    }

    /** @param rows `{ parts: [[class, text]], depth, frame, label }` */
    show(rows, none) {
        const focused = this.#list.contains(document.activeElement) ? Number(document.activeElement.dataset.row) : -1;
        this.#frames = rows.map((row) => row.frame);
        const shown = rows.slice(0, mostRows).map((row, i) => {
            const element = make('div', 'row');
            element.setAttribute('role', this.#list.getAttribute('role') === 'tree' ? 'treeitem' : 'option');
            if (this.#list.getAttribute('role') === 'tree') element.setAttribute('aria-level', String(row.depth + 1));
            element.dataset.row = String(i);
            element.tabIndex = i === 0 ? 0 : -1;
            element.style.setProperty('--depth', String(Math.min(40, row.depth)));
            element.append(...row.parts.filter(([, text]) => text !== '').map(([kind, text]) => make('span', kind, text)));
            return element;
        });
        if (rows.length === 0) shown.push(make('p', 'none', none));
        if (rows.length > mostRows) shown.push(make('p', 'none', `${rows.length - mostRows} more`));
        this.#list.replaceChildren(...shown);
        if (focused >= 0 && focused < shown.length) this.#focus(shown[focused]);
    }

    #focus(row) {
        if (row.dataset.row === undefined) return;
        for (const other of this.#list.querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
        row.tabIndex = 0;
        row.focus();
    }
}

/** The rows of the tree of nodes. */
export function nodeRows(nodes) {
    return nodes.map(({ component, id, name, depth, frame, hidden }) => ({
        depth,
        frame: hidden ? null : frame,
        parts: [
            ['component', component],
            ['id', id ? `#${id}` : ''],
            ['string', name ? `"${name}"` : ''],
            ['frame', hidden ? 'hidden' : frameText(frame)],
        ],
    }));
}

/** The rows of the elements for screen readers. */
export function elementRows(elements) {
    return elements.map((element) => {
        const { role, label, value, states, actions, frame, parent, entry, count, page } = element;
        let depth = 0;
        for (let at = parent; at !== null && at !== undefined && depth < 40; at = elements[at]?.parent) depth += 1;
        const about = [
            entry !== null && entry !== undefined && `item ${entry + 1}`,
            count !== null && count !== undefined && `${count} items`,
            page !== null && page !== undefined && `page ${page + 1}`,
            ...states,
            actions.length > 0 && `(${actions.join(', ')})`,
        ];
        return {
            depth,
            frame,
            parts: [
                ['component', role],
                ['string', label ? `"${label}"` : ''],
                ['number', value ?? ''],
                ['about', about.filter(Boolean).join(' ')],
                ['frame', frameText(frame)],
            ],
        };
    });
}

/** The events of the picture, the last one at the end. */
export class EventLog {
    #list;
    count = 0;

    constructor(list) {
        this.#list = list;
        this.clear();
    }

    add(kind, detail) {
        if (this.count === 0) this.#list.replaceChildren();
        this.count += 1;
        const row = make('div', 'row');
        row.append(make('span', 'component', kind), make('span', 'detail', describe(detail)));
        const isAtEnd = this.#list.scrollTop + this.#list.clientHeight > this.#list.scrollHeight - 30;
        this.#list.append(row);
        while (this.#list.children.length > mostEvents) this.#list.firstElementChild.remove();
        if (isAtEnd) this.#list.scrollTop = this.#list.scrollHeight;
    }

    clear() {
        this.count = 0;
        const none = 'Nothing has happened yet. Click in the picture.';
        this.#list.replaceChildren(make('p', 'none', none));
    }
}

function describe(detail) {
    if (detail?.error) return String(detail.error);
    const known = Object.entries(detail ?? {}).filter(([, value]) => value !== null && value !== undefined && value !== '');
    return known.filter(([name]) => name !== 'kind').map(([name, value]) => `${name} ${JSON.stringify(value)}`).join('  ');
}

/** The bytes of the file, line by line with what they mean. */
export function showHex(list, text) {
    const lines = text.split('\n').map((line) => {
        const [, place, bytes, meaning] = /^([0-9a-f]{6})((?: +[0-9a-f]{2})+(?: {2,}|$))(.*)$/.exec(line) ?? [];
        if (!place) return make('div', 'heading', line.replace(/^; /, ''));
        const row = make('div', 'byte');
        row.append(make('span', 'number', place), make('span', 'bytes', bytes), make('span', 'meaning', meaning));
        return row;
    });
    list.replaceChildren(...lines);
}

export function frameText(frame) {
    if (!frame) return '';
    const [x, y, width, height] = frame.map((value) => Math.round(Number(value) * 100) / 100);
    return `${x},${y} ${width}×${height}`;
}

export function make(name, className, text) {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
}
