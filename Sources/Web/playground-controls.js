// Tabs, and bars between panes that can be moved: with a mouse, a finger, or the arrow keys; and what all parts of the page use.

/** The tabs of a `tablist`, each with `aria-controls`; the left and right keys choose the next one. */
export class Tabs {
    #tabs;
    #changed;

    constructor(list, changed = () => {}) {
        this.#tabs = [...list.querySelectorAll('[role=tab]')];
        this.#changed = changed;
        for (const tab of this.#tabs) tab.addEventListener('click', () => this.choose(tab.dataset.tab));
        list.addEventListener('keydown', (event) => {
            const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            const count = this.#tabs.length;
            const at = this.#tabs.findIndex((tab) => tab.dataset.tab === this.chosen);
            const next = step ? (at + step + count) % count : { Home: 0, End: count - 1 }[event.key];
            if (next === undefined) return;
            event.preventDefault();
            this.choose(this.#tabs[next].dataset.tab);
            this.#tabs[next].focus();
        });
        this.choose(this.#tabs[0].dataset.tab);
    }

    chosen = '';

    choose(name) {
        if (name === this.chosen) return;
        this.chosen = name;
        for (const tab of this.#tabs) {
            const isChosen = tab.dataset.tab === name;
            tab.setAttribute('aria-selected', String(isChosen));
            tab.tabIndex = isChosen ? 0 : -1;
            document.getElementById(tab.getAttribute('aria-controls')).hidden = !isChosen;
        }
        this.#changed(name);
    }

    /** Shows a number beside the name of a tab, or nothing for 0. */
    count(name, count, kind = '') {
        const tab = this.#tabs.find((tab) => tab.dataset.tab === name);
        const badge = tab.querySelector('.count');
        badge.textContent = count > 0 ? String(count) : '';
        badge.className = `count ${kind}`;
    }
}

/**
 * Makes a `separator` movable. It changes a number, which `read` gives and `write` takes, by the pixels that it is moved
 * along its axis, times `factor`. The function that is returned tells screen readers of a number that changed otherwise.
 */
export function makeMovable(bar, { axis, read, write, range, factor = () => 1 }) {
    const across = axis === 'x';
    const limit = (value) => {
        const { least, most } = range();
        return Math.min(most, Math.max(least, Math.round(value)));
    };
    const tell = () => {
        const { least, most } = range();
        bar.setAttribute('aria-valuemin', String(Math.round(least)));
        bar.setAttribute('aria-valuemax', String(Math.round(most)));
        bar.setAttribute('aria-valuenow', String(Math.round(read())));
    };
    let start = null;
    bar.addEventListener('pointerdown', (event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        bar.setPointerCapture(event.pointerId);
        bar.focus({ preventScroll: true });
        start = { at: across ? event.clientX : event.clientY, value: read(), factor: factor() };
    });
    bar.addEventListener('pointermove', (event) => {
        if (!start) return;
        write(limit(start.value + ((across ? event.clientX : event.clientY) - start.at) * start.factor));
        tell();
    });
    for (const kind of ['pointerup', 'pointercancel']) bar.addEventListener(kind, () => (start = null));
    bar.addEventListener('keydown', (event) => {
        const keys = across ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
        const direction = keys.indexOf(event.key);
        if (direction < 0) return;
        event.preventDefault();
        write(limit(read() + (direction === 0 ? -1 : 1) * (event.shiftKey ? 1 : 10)));
        tell();
    });
    bar.tabIndex = 0;
    bar.addEventListener('focus', tell);
    tell();
    return tell;
}

export function find(id) {
    return document.getElementById(id);
}

/** Calls a function once the frame that is being made has been painted. */
export function afterPaint(body) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => body();
    port2.postMessage(null);
}
