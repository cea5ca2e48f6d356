// One scrolling container: a real `div` that the browser scrolls, with its inertia and its snapping.
//
// Three lengths differ: the offset of the runtime counts from where reading begins; the place in the content counts
// from its upper left corner; and the `div` scrolls over a spacer, which is shorter than very long content and begins
// at `base` of it, because browsers cannot lay out more than some million pixels of the screen, of which a page that is
// zoomed has many for each of its own.

import { make } from './dom.js';

const longestSpace = 1_500_000;
/** Places that differ less are the same: browsers round to device pixels, which are larger where a page is zoomed out. */
const slack = () => Math.max(0.5, 0.5 / devicePixelRatio);
/** Pages before and after the shown one at which the browser can stop. */
const stopsAround = 2;

export class Scroller {
    element = make('div', 'scroll');
    /** The node's number. */
    node = -1;
    isPaged = false;
    axis = '';
    isLocked = false;
    isRightToLeft = false;
    /** Whether the next report is of a movement that is over. */
    isAtRest = false;
    #space = make('div', 'space');
    #stops = [];
    #size = [0, 0];
    #view = [0, 0];
    #base = [0, 0];
    /** The offset of the runtime. */
    #offset = [0, 0];
    /** Where the runtime says that the `div` should be scrolled. */
    #wanted = [0, 0];
    /** Where the `div` was when the runtime was last told, or last set it. */
    #told = [0, 0];
    #isFresh = true;
    #isReporting = false;
    #turning = null;

    constructor() {
        this.element.append(this.#space);
    }

    /** The part of the content's place that the spacer does not show, plus what is scrolled. */
    get shown() {
        return this.#wanted;
    }

    /** Takes an item of the display list; the `div` itself is scrolled by `sync`. */
    update(item, patch) {
        const { scroll, rtl = false } = item;
        const clip = item.clip ?? item.frame;
        this.node = item.node;
        this.isRightToLeft = rtl;
        this.isPaged = Boolean(scroll.paged);
        this.#view = [Number(clip[2]), Number(clip[3])];
        this.#size = [Number(scroll.width) || 0, Number(scroll.height) || 0];
        const most = this.#size.map((size, i) => Math.max(0, size - this.#view[i]));
        this.axis = ['x', 'y'].filter((_, i) => most[i] > slack()).join('');
        this.#offset = [scroll.x, scroll.y];
        const place = [rtl ? most[0] - scroll.x : scroll.x, scroll.y];
        this.#wanted = place.map((value, i) => {
            const longest = Math.max(0, this.#size[i] - longestSpace);
            if (longest === 0) this.#base[i] = 0;
            const inSpace = value - this.#base[i];
            if (longest > 0 && (inSpace < 0 || inSpace > longestSpace - this.#view[i])) this.#rebase(i, value);
            return value - this.#base[i];
        });
        this.isLocked = Boolean(scroll.locked);
        const kind = this.isLocked ? 'locked' : this.axis || 'still';
        patch.attribute(this.element, 'class', `scroll ${kind}${this.isPaged ? ' paged' : ''}`);
        patch.attribute(this.element, 'part', 'scroller');
        patch.place(this.#space, 0, 0, this.#spaceAlong(0), this.#spaceAlong(1));
        this.#placeStops(patch);
    }

    /** Forgets where the `div` was, because it may be elsewhere now: browsers scroll a node back that is moved. */
    forget() {
        this.#isFresh = true;
        this.#turning = null;
    }

    /** Scrolls the `div` if the runtime changed the offset; after everything has its place. */
    sync(patch, isSmooth) {
        const isReporting = this.#isReporting;
        this.#isReporting = false;
        if (this.#turning && !this.#isNear(this.#wanted, this.#turning)) this.#turning = null;
        if (this.#turning || (!this.#isFresh && this.#isNear(this.#wanted, this.#clamped(this.#told)))) return;
        const { element } = this;
        const real = [element.scrollLeft, element.scrollTop];
        if (!this.#isNear(real, this.#wanted)) {
            patch.count();
            const [left, top] = this.#wanted;
            const distance = Math.hypot(left - real[0], top - real[1]);
            // A page that follows the shown one slides; a jump from the copy at an end must not be seen.
            const isNext = distance < 1.5 * Math.max(...this.#view.filter((_, i) => this.axis.includes('xy'[i])));
            if (isSmooth && this.isPaged && !this.#isFresh && !isReporting && isNext) {
                this.#turning = [...this.#wanted];
                element.scrollTo({ left, top, behavior: 'smooth' });
            } else {
                element.scrollTo({ left, top, behavior: 'instant' });
            }
        }
        this.#isFresh = false;
        this.#told = this.#turning ? [...this.#wanted] : [element.scrollLeft, element.scrollTop];
    }

    /**
     * The browser scrolled: returns the offset to tell the runtime, or `null` for none.
     *
     * The runtime turns a page that stands at its place, and from the copy at an end it goes to the page itself. So
     * such a place counts only at rest: a jump in the middle of a movement would confuse the browser.
     */
    report() {
        const isAtRest = this.isAtRest;
        this.isAtRest = false;
        const real = [this.element.scrollLeft, this.element.scrollTop];
        if (this.#turning) {
            // On the way to a page that the runtime already shows; where it is meanwhile would turn it back.
            if (!this.#isNear(real, this.#turning)) return null;
            this.#turning = null;
            this.#told = real;
            return null;
        }
        if (Math.abs(real[0] - this.#told[0]) < 0.01 && Math.abs(real[1] - this.#told[1]) < 0.01) return null;
        const page = this.#pageAt(real);
        if (page && !isAtRest) return null;
        this.#told = real;
        this.#isReporting = true;
        const [x, y] = (page ?? real).map((value, i) => value + this.#base[i]);
        return [this.isRightToLeft ? this.#size[0] - this.#view[0] - x : x, y];
    }

    /** Scrolls a strip on by a share of its visible part, as one reads; returns whether there is more of it that way. */
    slide(share, isSmooth) {
        const { element } = this;
        if (this.axis !== 'x' || this.isLocked || this.isPaged) return false;
        const step = this.isRightToLeft ? -share * this.#view[0] : share * this.#view[0];
        const left = Math.min(Math.max(0, element.scrollLeft + step), element.scrollWidth - element.clientWidth);
        if (Math.abs(left - element.scrollLeft) <= slack()) return false;
        element.scrollTo({ left, behavior: isSmooth ? 'smooth' : 'instant' });
        return true;
    }

    /**
     * Leaves for an end of what is too long for a browser to go there at once: where the `div` is now is not reported any more.
     * Returns the offset of the end; `null` for what is not so long, and at the end.
     */
    leave(isLast) {
        const i = this.axis === 'y' ? 1 : 0;
        if (this.isLocked || this.isPaged || this.axis.length !== 1 || this.#size[i] <= longestSpace) return null;
        const end = isLast ? this.#size[i] - this.#view[i] : 0;
        if (Math.abs(this.#offset[i] - end) <= slack()) return null;
        this.#told = [this.element.scrollLeft, this.element.scrollTop];
        return i === 0 ? [end, 0] : [0, end];
    }

    /** A finger, a wheel or a key takes over from a page that turns. */
    interrupt() {
        this.#turning = null;
    }

    /** Scrolling came to rest; returns whether the content must be placed again, around the middle of the spacer. */
    rest() {
        if (this.#turning) {
            // Something stopped it on the way, and it was not the user.
            const [left, top] = (this.#told = this.#turning);
            this.#turning = null;
            this.element.scrollTo({ left, top, behavior: 'instant' });
        }
        let isMoved = false;
        for (const i of [0, 1]) {
            const longest = this.#size[i] - longestSpace;
            if (longest <= 0) continue;
            const place = this.#told[i];
            const isNearStart = place < longestSpace / 4 && this.#base[i] > 0;
            const isNearEnd = place > (longestSpace * 3) / 4 && this.#base[i] < longest;
            if (!isNearStart && !isNearEnd) continue;
            this.#rebase(i, place + this.#base[i]);
            isMoved = true;
        }
        return isMoved;
    }

    #rebase(i, place) {
        const base = Math.min(Math.max(0, place - longestSpace / 2), this.#size[i] - longestSpace);
        // Pages count from the start of the spacer, too.
        const step = this.isPaged && this.#view[i] > 0 ? this.#view[i] : 1;
        this.#base[i] = Math.ceil(base / step) * step;
    }

    /** The browser may show a place beyond the ends while it bounces. */
    #clamped(place) {
        return place.map((value, i) =>
            Math.min(Math.max(0, value), Math.max(0, this.#spaceAlong(i) - this.#view[i])),
        );
    }

    #spaceAlong(i) {
        return Math.min(this.#size[i] - this.#base[i], longestSpace);
    }

    /** Where the page that the browser shows at a place begins; `null` between pages. */
    #pageAt(place) {
        if (!this.isPaged || this.axis.length !== 1) return null;
        const i = this.axis === 'y' ? 1 : 0;
        const start = Math.round(place[i] / this.#view[i]) * this.#view[i];
        return Math.abs(place[i] - start) <= 2 * slack() ? place.with(i, start) : null;
    }

    #isNear(one, other) {
        return Math.abs(one[0] - other[0]) <= slack() && Math.abs(one[1] - other[1]) <= slack();
    }

    /** Places what the browser snaps to: the starts of the pages around the shown one. */
    #placeStops(patch) {
        const i = this.axis === 'y' ? 1 : 0;
        const length = this.isPaged && this.axis ? this.#view[i] : 0;
        const count = length > 0 ? Math.round((this.#size[i] - this.#base[i]) / length) : 0;
        const page = length > 0 ? Math.round(this.#wanted[i] / length) : 0;
        const slots = 2 * stopsAround + 1;
        for (let n = page - stopsAround; n <= page + stopsAround; n += 1) {
            // A stop keeps its page while that is near, however many there are: browsers follow the stop that they show.
            const slot = (n + slots) % slots;
            if (n < 0 || n >= count) {
                this.#stops[slot]?.remove();
                this.#stops[slot] = null;
                continue;
            }
            const stop = (this.#stops[slot] ??= this.#space.appendChild(make('div', 'page')));
            patch.place(stop, i === 0 ? n * length : 0, i === 1 ? n * length : 0, ...this.#view);
        }
    }
}
