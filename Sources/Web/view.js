// One open view of a template, without any document: what `mount` shows and what tests drive.

const phases = { began: 0, moved: 1, ended: 2, cancelled: 3 };
const actions = { click: 0, longClick: 1, increment: 2, decrement: 3 };
/** Events that nobody took are dropped beyond this number, the oldest first. */
const keptEvents = 1000;

/** An open view. After `dispose()`, or when its player stopped, every call does nothing or throws an error. */
export class View {
    /** The number of properties of the document that showing this view has changed so far. */
    touched = 0;
    /** How often it was laid out and drawn: whoever shows it finds out that somebody else did so. */
    layoutCount = 0;
    displayCount = 0;
    #player;
    #number;
    /** How often fonts had arrived when it was laid out last, or told of them. */
    #arrivals;
    #listeners = new Map();
    #news = { events: [], issues: [], needsLayout: true, needsDisplay: true };

    /** The options that the view was opened with, which whoever shows it does not change. */
    settings;

    constructor(player, number, settings = {}) {
        this.#player = player;
        this.#number = number;
        this.settings = settings;
    }

    get player() {
        return this.#player;
    }

    get isOpen() {
        return this.#number !== null && !this.#player.isStopped;
    }

    /** Shows other data: a value, or JSON in UTF-8. */
    update(data) {
        this.#call('vv_update', data === undefined ? new Uint8Array(0) : data);
        this.#drain();
    }

    /** Shows the versions of its templates that were added since; returns whether any was another. */
    follow() {
        const { changed } = this.#player.call('vv_follow', [this.#number]);
        this.#drain();
        return changed;
    }

    /** Changes the environment: width, scale, textScale, appearance, direction, locale, values, turnsPages. */
    configure(changes) {
        this.#call('vv_configure', changes);
        this.#drain();
    }

    /** Lays out; without a height the view is as high as its content. */
    layout(width, height = NaN) {
        this.#arrivals = this.#player.tellFonts(this.#number, this.#arrivals);
        const size = this.#player.call('vv_layout', [this.#number, width, height]);
        this.layoutCount += 1;
        this.#drain();
        return size;
    }

    /** The display list, from back to front. */
    display({ culling = false } = {}) {
        const list = this.#player.call('vv_display', [this.#number, culling ? 1 : 0]);
        this.displayCount += 1;
        this.#news.needsDisplay = false;
        return list;
    }

    /** The elements for screen readers, in reading order. */
    elements() {
        return this.#player.call('vv_elements', [this.#number]).elements;
    }

    /** The nodes in pre-order. */
    tree() {
        return this.#player.call('vv_tree', [this.#number]).nodes;
    }

    /** Tracks a finger; returns the time in seconds at which to call `advance`, or -1. */
    touch(phase, finger, x, y, time) {
        return this.#do('vv_touch', phases[phase] ?? -1, finger, x, y, time) ?? -1;
    }

    /** Does what is due by a time; returns the next such time, or -1. */
    advance(time) {
        return this.#do('vv_advance', time) ?? -1;
    }

    /** Makes items of lists ahead of the user, at most a number of them; returns whether there are more to make. */
    prepare(count) {
        return this.#do('vv_prepare', count) === 1;
    }

    /** Scrolls a container, named by the number of its node. */
    scroll(node, x, y) {
        this.#do('vv_scroll', node, x, y);
    }

    /** Turns the pages of a node. */
    turn(node, page) {
        this.#do('vv_turn', node, page);
    }

    /** Tells which part of the view is on the screen. */
    expose(x, y, width, height) {
        this.#do('vv_expose', x, y, width, height);
    }

    /** Does an action of an element, named by the number of its node. */
    perform(node, action) {
        return this.#do('vv_perform', node, actions[action] ?? -1) === 1;
    }

    /** Tells the natural size of an image that has arrived, or `null` for one whose size is no longer needed. */
    image(source, width, height) {
        if (!this.isOpen) return;
        this.#player.send('vv_image', [this.#number], { source, width, height });
        this.#drain();
    }

    /** Tells that fonts have arrived. */
    fonts() {
        if (!this.isOpen) return;
        this.#arrivals = this.#player.tellFonts(this.#number, NaN);
        this.#drain();
    }

    /**
     * Calls a function with each event of a kind (`click`, `longClick`, …), with each event (`*`), with each problem
     * (`issue`), or when there is something to lay out or to draw (`change`). Returns a function that ends this.
     */
    on(kind, listener) {
        const listeners = this.#listeners.get(kind) ?? new Set();
        const isFirst = listeners.size === 0;
        this.#listeners.set(kind, listeners);
        listeners.add(listener);
        // What is wrong with the first data is found before anybody can listen, and told once.
        if (isFirst && kind === 'issue') for (const issue of [...this.#news.issues]) this.#tell(kind, issue);
        return () => listeners.delete(listener);
    }

    /** What is to be done; what happened stays to be taken. */
    get needs() {
        const { needsLayout, needsDisplay } = this.#news;
        return { needsLayout, needsDisplay };
    }

    /** What happened since the last call: events, issues, and what is to be done. */
    take() {
        const news = this.#news;
        this.#news = { ...news, events: [], issues: [] };
        return news;
    }

    /** Closes the view. */
    dispose() {
        if (this.#number === null) return;
        if (this.isOpen) this.#player.number('vv_close', this.#number);
        this.#number = null;
        this.#listeners.clear();
    }

    #call(name, value) {
        return this.#player.call(name, [this.#number], value);
    }

    #do(name, ...numbers) {
        if (!this.isOpen) return undefined;
        const result = this.#player.number(name, this.#number, ...numbers);
        this.#drain();
        return result;
    }

    /** Takes what a call caused, and tells the listeners, which may call anything again. */
    #drain() {
        if (!this.isOpen) return;
        const { events, issues, needsLayout, needsDisplay } = this.#player.call('vv_take', [this.#number]);
        const news = this.#news;
        news.events.push(...events);
        if (news.events.length > keptEvents) news.events.splice(0, news.events.length - keptEvents);
        news.issues.push(...issues);
        if (news.issues.length > keptEvents) news.issues.splice(0, news.issues.length - keptEvents);
        Object.assign(news, { needsLayout, needsDisplay });
        for (const issue of issues) this.#tell('issue', issue);
        for (const event of events) {
            this.#tell(event.kind, event);
            this.#tell('*', event);
        }
        if (needsLayout || needsDisplay) this.#tell('change');
    }

    #tell(kind, event) {
        for (const listener of [...(this.#listeners.get(kind) ?? [])]) {
            try {
                listener(event);
            } catch (error) {
                // What the app did wrong must not stop what the view still has to do.
                report(error);
            }
        }
    }
}

/** Tells the page of a mistake in its code, as the browser does. */
export function report(error) {
    if (globalThis.reportError) queueMicrotask(() => globalThis.reportError(error));
    else console.error(error);
}
