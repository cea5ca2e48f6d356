// Fingers, mouse and keys. Touches are found by their coordinates in the root, whatever element lies there.

import { rootsAround, scaleOf } from './dom.js';
import { isStill } from './surroundings.js';

/** By which share of its visible part a key scrolls a list. */
const jumps = { Home: -Infinity, PageUp: -0.875, PageDown: 0.875, End: Infinity };
const forward = { x: ['ArrowLeft', 'ArrowRight'], y: ['ArrowUp', 'ArrowDown'] };

/** The longest time in milliseconds that a browser takes to make a click of a tap. */
const clickDelay = 1000;

export class Input {
    #root;
    #view;
    #semantics;
    #due;
    #down = new Set();
    /** When a finger went up last; clicks that do not follow it come from keys or from assistive technology. */
    #upTime = -Infinity;

    /**
     * `due(time)` is called with the time at which the view wants to be told the time, `listen(kind, listener)` to hear of
     * events of the root.
     */
    constructor(root, view, semantics, due, listen) {
        this.#root = root;
        this.#view = view;
        this.#semantics = semantics;
        this.#due = due;
        listen('pointerdown', (event) => this.#began(event));
        listen('pointermove', (event) => this.#follow('moved', event));
        listen('pointerup', (event) => this.#follow('ended', event));
        listen('pointercancel', (event) => this.#follow('cancelled', event));
        listen('click', (event) => this.#clicked(event));
        listen('keydown', (event) => this.#pressed(event));
        listen('contextmenu', (event) => {
            // The menu would take the finger away before a long click.
            const [x, y] = this.#place(event);
            if (this.#down.size > 0 && this.#semantics.takes('longClick', x, y)) event.preventDefault();
        });
    }

    /** Takes fingers away that are lost: of a view that is hidden, or was taken to another place and hears of them no more. */
    cancelLost() {
        for (const pointer of this.#down) {
            if (!this.#isHidden && this.#root.hasPointerCapture(pointer)) continue;
            this.#down.delete(pointer);
            this.#view.touch('cancelled', pointer, 0, 0, performance.now() / 1000);
        }
    }

    get #isHidden() {
        return this.#root.getClientRects().length === 0;
    }

    #began(event) {
        if (event.button !== 0 || isOfPage(event, this.#root)) return;
        this.#down.add(event.pointerId);
        // A mouse that leaves the view while it is down must be followed, and a finger whose element goes away.
        capture(this.#root, event.pointerId);
        this.#touch('began', event);
    }

    #follow(phase, event) {
        if (!this.#down.has(event.pointerId)) return;
        // A view that was hidden just now still follows the finger, which presses nothing there any more.
        if (phase === 'ended' && this.#isHidden) phase = 'cancelled';
        if (phase !== 'moved') this.#down.delete(event.pointerId);
        if (phase === 'ended') this.#upTime = event.timeStamp;
        if (phase === 'ended' && event.pointerType !== 'mouse') this.#keepClick(event.pointerId);
        this.#touch(phase, event);
    }

    /**
     * Keeps the browser's click of a tap from what lies elsewhere: what the tap took away or brought up passes it to
     * whatever is there now. The view may be closed by then.
     */
    #keepClick(pointer) {
        const tap = new AbortController();
        const listen = (kind, listener) => addEventListener(kind, listener, { capture: true, signal: tap.signal });
        listen('click', (event) => {
            // Not every browser says which finger clicked; a script's click has no count.
            if (event.detail === 0 || (event.pointerId ?? pointer) !== pointer) return;
            tap.abort();
            if (isIn(event, this.#root)) return;
            event.preventDefault();
            event.stopImmediatePropagation();
        });
        listen('pointerdown', () => tap.abort());
        setTimeout(() => tap.abort(), clickDelay);
    }

    #touch(phase, event) {
        const [x, y] = this.#place(event);
        this.#due(this.#view.touch(phase, event.pointerId, x, y, event.timeStamp / 1000));
    }

    /** The place of an event in the view, also if the page scales or moves it by a transform. */
    #place(event) {
        const frame = this.#root.getBoundingClientRect();
        const scale = scaleOf(this.#root, frame);
        return [(event.clientX - frame.left) / scale, (event.clientY - frame.top) / scale];
    }

    #clicked(event) {
        if (isOfPage(event, this.#root)) return;
        const isPointer = event.detail > 0 && event.timeStamp - this.#upTime < clickDelay;
        this.#upTime = -Infinity;
        if (!isPointer) this.#perform(this.#semantics.find(event), 'click', event);
    }

    #pressed(event) {
        if (isOfPage(event, this.#root) || event.defaultPrevented) return;
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const record = this.#semantics.find(event);
        if (!record) return;
        // A button turns these keys into a click itself.
        if ((event.key === 'Enter' || event.key === ' ') && record.element.localName !== 'button') {
            this.#perform(record, 'click', event);
        } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
            this.#perform(record, 'longClick', event);
        } else if (event.key in jumps) {
            // Browsers scroll by these keys only what stands upright. What has no more passes them on.
            const share = jumps[event.key];
            if (this.#jump(record, share) || record.surface?.scroller.slide(share, !isStill())) event.preventDefault();
        } else {
            this.#turn(record, event);
        }
    }

    /** Goes to an end of the list around an element, if browsers do not come so far; returns whether it does. */
    #jump(record, share) {
        if (Number.isFinite(share)) return false;
        let offset;
        const mover = this.#semantics.around(record, ({ surface }) => (offset = surface?.scroller.leave(share > 0)));
        if (mover) this.#view.scroll(mover.surface.scroller.node, ...offset);
        return Boolean(mover);
    }

    /** Arrows along the direction of pages, or of a slider, go to the next one and back. */
    #turn(record, event) {
        const mover = this.#semantics.around(record, ({ surface, actions }) => {
            const goesThere = forward[surface?.scroller?.axis]?.includes(event.key);
            return goesThere && (actions.includes('increment') || actions.includes('decrement'));
        });
        if (!mover) return;
        const { scroller } = mover.surface;
        const keys = forward[scroller.axis];
        const isReversed = scroller.axis === 'x' && scroller.isRightToLeft;
        const isForward = (event.key === keys[1]) !== isReversed;
        scroller.interrupt();
        // At an end, too, the browser should not scroll by a few pixels instead.
        event.preventDefault();
        this.#perform(mover, isForward ? 'increment' : 'decrement', event);
    }

    #perform(record, action, event) {
        if (!record?.actions.includes(action)) return;
        event.preventDefault();
        this.#view.perform(record.node, action);
    }
}

/** Whether an event comes from an element of the page in a slot. */
function isOfPage(event, root) {
    for (const element of event.composedPath()) {
        if (element === root) return false;
        if (element.localName === 'slot') return true;
    }
    return false;
}

/** Whether an event that the window hears comes from a root; a closed shadow tree around it only shows its host. */
function isIn(event, root) {
    const path = event.composedPath();
    return path.includes(root) || rootsAround(root).some(({ host }) => host === path[0]);
}

function capture(root, pointer) {
    try {
        root.setPointerCapture(pointer);
    } catch {
        // The pointer is gone already.
    }
}
