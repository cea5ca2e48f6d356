// What is shown, for those who do not see it or use a keyboard: real buttons, links, headings and lists in front of the
// picture, without a look of their own. They stand in the `div` of their scroller, so that they move with it.
//
// The order of the document is that of reading. A scroller or a view of the app is drawn among other things, so what is
// read before it goes into a chunk that stands before it, and the rest to the end.

import { Placing, keepFocus, make } from './dom.js';

const tags = { button: 'button', link: 'a', text: 'span' };

export class Semantics {
    #painter;
    #patch;
    #records = new Map();
    #entries = new Set();
    #byElement = new WeakMap();
    #all = [];

    constructor(painter, patch) {
        this.#painter = painter;
        this.#patch = patch;
    }

    /** The record of the element that an event of the document came from: its node, actions, frame and scroller. */
    find(event) {
        for (const element of event.composedPath()) {
            const record = this.#byElement.get(element);
            if (record) return record;
            if (element === this.#painter.root) break;
        }
        return null;
    }

    /** The record around another one that is wanted, or the record itself. */
    around(record, isWanted) {
        while (record && !isWanted(record)) record = this.#all[record.parent] ?? null;
        return record;
    }

    /** Whether something at a point takes an action. */
    takes(action, x, y) {
        return this.#all.some(({ actions, frame }) => actions.includes(action) && contains(frame, [x, y, 0, 0]));
    }

    /** Shows the elements. */
    show(elements) {
        keepFocus(this.#painter.root, () => this.#show(elements));
    }

    #show(elements) {
        const parents = new Set(elements.map((element) => element.parent));
        const scrolling = this.#painter.surfaces.filter((surface) => surface.scroller);
        const surfaces = new Map(scrolling.map((surface) => [surface.node, surface]));
        const previous = this.#records;
        this.#records = new Map();
        this.#all = elements.map((element, index) => {
            const surface = (element.count !== null && surfaces.get(element.node)) || null;
            surfaces.delete(surface?.node);
            // The same node is the same element, wherever its entry moves: somebody may read it, or have the focus there.
            const key = `${element.node}#${surface ? 'scroller' : (tags[element.role] ?? 'div')}`;
            const known = previous.get(key);
            const isKnown = known && (!surface || known.element === surface.element);
            const record = isKnown ? known : this.#make(element, surface);
            Object.assign(record, { ...element, surface, hasMembers: parents.has(index) });
            this.#records.set(key, record);
            return record;
        });
        for (const surface of surfaces.values()) this.#describe(surface.element, { tabindex: '-1' });
        this.#chooseHosts();
        this.#removeOthers(previous);
        this.#place();
    }

    #make(element, surface) {
        const made = surface ? surface.element : make(tags[element.role] ?? 'div', 'said');
        if (made.localName === 'button') made.type = 'button';
        const record = { element: made };
        this.#byElement.set(made, record);
        return record;
    }

    /** Finds the element that each one belongs into: a chunk of a surface, or the element of a group. */
    #chooseHosts() {
        const { rootSurface, slotStops } = this.#painter;
        const runs = new Map();
        const stoppedAt = new Map();
        const end = (surface, stop) => {
            this.#endRun(surface, runs.get(surface) ?? [], stop, stoppedAt.get(surface));
            runs.set(surface, []);
            stoppedAt.set(surface, stop.top);
        };
        let next = 0;
        const passSlots = (isPassed) => {
            for (; next < slotStops.length && isPassed(slotStops[next]); next += 1) end(slotStops[next].parent, slotStops[next]);
        };
        for (const record of this.#all) {
            passSlots(({ place }) => place < record.place);
            const parent = this.#all[record.parent];
            const surface = parent ? (parent.surface ?? parent.home) : rootSurface;
            // What is in a group moves with the surface of the group.
            record.home = surface;
            record.group = parent && !parent.surface ? parent : null;
            if (record.group) continue;
            if (!runs.has(surface)) runs.set(surface, []);
            if (!record.surface) {
                runs.get(surface).push(record);
            } else if (record.surface.parent === surface) {
                end(surface, record.surface);
            }
        }
        passSlots(() => true);
        for (const [surface, run] of runs) for (const record of run) record.host = surface.end;
        const stops = new Set([...this.#painter.surfaces, ...slotStops]);
        for (const surface of this.#painter.surfaces) {
            for (const [stop, chunk] of surface.chunks) {
                if (stops.has(stop) && chunk.isUsed) continue;
                chunk.element.remove();
                surface.chunks.delete(stop);
            }
            for (const chunk of surface.chunks.values()) chunk.isUsed = false;
        }
    }

    /** Gives what is read before a scroller or a view of the app a chunk that stands before it. */
    #endRun(surface, run, stop, before) {
        if (run.length === 0) return;
        let chunk = surface.chunks.get(stop);
        if (!chunk) {
            chunk = { element: make('div', 'chunk'), isUsed: true };
            surface.chunks.set(stop, chunk);
            this.#painter.keep(chunk.element);
        }
        chunk.isUsed = true;
        const { element } = chunk;
        // An element that moves loses the focus, so that it only moves if it must.
        const comes = (first, second) => first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING;
        const isBetween = comes(element, stop.top) && (!before || before === stop.top || comes(before, element));
        if (!element.parentNode || !isBetween) surface.element.insertBefore(element, stop.top);
        for (const record of run) record.host = element;
    }

    #removeOthers(previous) {
        for (const [key, record] of previous) {
            if (this.#records.get(key) === record) continue;
            if (record.surface) {
                this.#describe(record.element, { tabindex: '-1' });
                continue;
            }
            const hadFocus = record.element === record.element.getRootNode().activeElement;
            // Whoever reads on continues in the list whose entry is gone.
            if (hadFocus) record.home?.element.focus?.({ preventScroll: true });
            record.element.remove();
        }
    }

    #place() {
        const patch = this.#patch;
        const placing = new Placing(new WeakSet());
        const entries = new Map();
        const named = new Set();
        const used = new Set();
        for (const record of this.#all) {
            this.#describe(record.element, describe(record));
            if (record.surface) continue;
            const { frame, home, group, element } = record;
            const [left, top] = group ? group.frame : [home.x, home.y];
            patch.place(element, frame[0] - left, frame[1] - top, frame[2], frame[3]);
            const name = record.hasMembers ? 'said members' : isUnder(record) ? 'said under' : 'said';
            patch.attribute(element, 'class', name);
            // Before members come, because this takes out whatever is there.
            record.text = textOf(record);
            if (record.text === '') patch.text(element, '');
            const host = group ? group.element : record.host;
            const parent = this.#all[record.parent];
            if (record.entry === null || !(parent?.count > 0)) {
                placing.put(host, element);
                continue;
            }
            const entry = this.#entry(host, record, parent, entries, used, named);
            placing.put(host, entry);
            placing.put(entry, element);
        }
        for (const element of this.#entries) if (!used.has(element)) element.remove();
        this.#entries = used;
        for (const { element, text } of this.#all) if (text) patch.text(element, text);
    }

    /** The element around what belongs to one entry of a list, or to one page. */
    #entry(host, record, parent, entries, used, named) {
        const key = `${parent.node}#${record.entry}#${hostNumber(host)}`;
        let element = entries.get(key);
        if (!element) {
            // What stands in an element stays there, also if the entry has another number than before.
            const around = record.element.parentNode;
            element = this.#entries.has(around) && !used.has(around) ? around : make('div', 'entry');
            entries.set(key, element);
            used.add(element);
            const isPage = parent.role === 'pages';
            const { count } = parent;
            // What is left of an entry behind a scroller or a view of the app is no other one.
            const place = `${parent.node}#${record.entry}`;
            const isRest = named.has(place);
            named.add(place);
            this.#describe(element, isRest ? {} : {
                role: isPage ? 'group' : 'listitem',
                'aria-label': isPage ? `${record.entry + 1} / ${count}` : null,
                'aria-posinset': isPage ? null : String(record.entry + 1),
                'aria-setsize': isPage ? null : String(count),
            });
        }
        return element;
    }

    #describe(element, attributes) {
        for (const name of attributeNames) this.#patch.attribute(element, name, attributes[name] ?? null);
    }
}

const attributeNames = [
    'role', 'tabindex', 'aria-label', 'aria-level', 'aria-posinset', 'aria-setsize',
    'aria-valuetext', 'aria-valuenow', 'aria-disabled', 'aria-expanded', 'aria-pressed', 'aria-current',
];

/** The attributes of an element. */
function describe(record) {
    const { role, states, surface, hasMembers, actions, value } = record;
    const has = (state) => (states.includes(state) ? 'true' : null);
    const isMoved = surface && surface.scroller.axis && !surface.scroller.isLocked;
    const isUsed = surface ? isMoved || actions.length > 0 : isPressed(record);
    // A button gets the focus by itself.
    const isReached = isUsed && record.element.localName !== 'button';
    const attributes = {
        'aria-disabled': has('disabled'),
        'aria-expanded': has('expanded'),
        'aria-pressed': role === 'button' ? has('selected') : null,
        'aria-current': role === 'button' ? null : has('selected'),
        'aria-label': isText(record) && !hasMembers ? null : said(record) || null,
        tabindex: isReached ? '0' : surface ? '-1' : null,
    };
    switch (role) {
        case 'link': return { ...attributes, role: 'link', tabindex: '0' };
        case 'header': return { ...attributes, role: 'heading', 'aria-level': '2' };
        case 'image': return { ...attributes, role: 'img' };
        case 'list': return { ...attributes, role: 'list' };
        case 'pages': return { ...attributes, role: 'group' };
        case 'progress': {
            const percent = /^(\d+)%$/.exec(value ?? '')?.[1] ?? null;
            const values = { 'aria-valuetext': value, 'aria-valuenow': percent };
            return { ...attributes, ...values, role: 'progressbar', 'aria-label': record.label || null };
        }
        case 'none': return { ...attributes, role: hasMembers ? 'group' : null };
        default: return attributes;
    }
}

/** The text of an element: its own, or one for what has no text. A scroller's element has none, nor has one with members. */
function textOf(record) {
    return !record.surface && !record.hasMembers && isText(record) ? said(record) : '';
}

/** Whether an element is read by its content; others have a label. */
function isText({ role }) {
    return role === 'text' || role === 'header' || role === 'none';
}

function said({ label, value }) {
    return [label, value].filter(Boolean).join(', ');
}

/** Whether something else must get the fingers: what scrolls or is the app's own behind a text, or its view in a button. */
function isUnder(record) {
    const { frame, home } = record;
    if (!isPressed(record)) return home.obstacles.some(({ box }) => intersects(frame, box));
    return home.obstacles.some(({ box, isSlot }) => isSlot && contains(frame, box));
}

function isPressed({ actions }) {
    return actions.includes('click') || actions.includes('longClick');
}

function contains([x, y, width, height], [left, top, across, down]) {
    return left >= x && top >= y && left + across <= x + width && top + down <= y + height;
}

function intersects([x, y, width, height], [left, top, across, down]) {
    return left < x + width && x < left + across && top < y + height && y < top + down;
}

const hostNumbers = new WeakMap();
let hostCount = 0;

/** A number for a chunk, because an entry around a scroller has a part before that and one after. */
function hostNumber(host) {
    if (!hostNumbers.has(host)) hostNumbers.set(host, (hostCount += 1));
    return hostNumbers.get(host);
}
