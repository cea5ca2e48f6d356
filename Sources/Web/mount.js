// Shows a view in an element of a page, and keeps it up to date: size, theme, direction, fonts, images, time.

import { Patch, imageAddress, lengthOf, make, rootsAround, scaleOf, shadowOf } from './dom.js';
import { Input } from './input.js';
import { VirtualViewError } from './module.js';
import { Painter } from './painter.js';
import { Semantics } from './semantics.js';
import { Surroundings, isStill } from './surroundings.js';

/** While something scrolls, what is only read or reported follows at most this often, in milliseconds. */
const settling = 100;
/** The number of items of lists that are made at a time for those who use the keyboard. */
const itemsAhead = 64;
/** How long after the last scrolling it is over, in browsers that do not tell. */
const resting = 150;
/** How many letters the sources of images may have that are remembered without being shown. */
const keptLetters = 1_000_000;
/** As much of an address as a message has; that of an image may have all of it. */
export const longestAddress = 200;
/** The elements that have been told of slots, and not yet that these went, with what told it last. */
const withSlots = new WeakMap();

/** Shows a view in an element, which gets an open shadow root. */
export function mount(view, element, options) {
    // Throws what is wrong with it.
    if (!view.isOpen) view.configure({});
    const mounted = new Mounted(view, element, options);
    mounted.refresh();
    return mounted;
}

/** A view that is shown in an element, from the first `refresh()` on: whoever is told of something then has this object. */
export class Mounted {
    view;
    element;
    root = make('div', 'view');
    /** What has the width of the element. The root would have a height that changes while its width is reported. */
    #ruler;
    #painter;
    #semantics;
    #input;
    #fills;
    #hasSize;
    #surroundings;
    #ended = new AbortController();
    #observers = [];
    #exposure;
    /** Ends the listeners for what scrolls around the view. */
    #watch = new AbortController();
    #lookTimer = 0;
    #dirty = new Set();
    #frame = 0;
    #timer = 0;
    #settleTimer = 0;
    #size = [0, 0];
    #laidOut = [NaN, NaN];
    /** How often the view had been laid out and drawn when that was done here. */
    #layoutCount = -1;
    #displayCount = -1;
    #isResized = true;
    /** Whether the surroundings may differ from what the view was told. */
    #isOutdated = true;
    #isPainted = false;
    /** Whether what changes is drawn anyway. */
    #isShowing = false;
    #visible = null;
    /** The sizes of images that came, or `null` if the app was told that there is none; the newest are last. */
    #images = new Map();
    /** How many letters their sources have. */
    #letters = 0;
    #slots = '';

    /**
     * `hasSize` tells of images whose sizes the view was told, and which do not follow from their files; `width` is that inside of
     * the element, if it was measured just now.
     */
    constructor(view, element, { fill = false, resolveImage = (source) => source, hasSize = () => false, width } = {}) {
        this.view = view;
        this.element = element;
        this.#fills = fill;
        this.#hasSize = hasSize;
        this.#ruler = fill ? this.root : make('div', 'ruler');
        const patch = new Patch(() => (view.touched += 1));
        this.#painter = new Painter(this.root, patch, {
            isBuiltIn: view.settings.metrics !== 'host',
            resolve: (source) => this.#address(source, resolveImage),
            onImage: (source, width, height) => this.#imageDidLoad(source, width, height),
            onMissing: (source, address) => {
                const message = `no image came from ${address.slice(0, longestAddress)}`;
                this.#imageIsMissing(source, new VirtualViewError({ code: 'image-missing', message }));
            },
            onScroller: (scroller) => this.#follow(scroller),
        });
        if (!fill) {
            this.#painter.keep(this.#ruler);
            this.root.prepend(this.#ruler);
        }
        this.#semantics = new Semantics(this.#painter, patch);
        const shadow = shadowOf(element);
        // A server may have sent a first picture.
        shadow.replaceChildren(this.root);
        if (fill) {
            this.root.style.setProperty('height', '100%');
        } else if (width !== undefined) {
            this.#size = [width, NaN];
            this.#isResized = false;
        }
        this.#listen();
    }

    /** Fixes a setting, or lets it follow the page again with `null`. */
    configure(name, value) {
        this.#surroundings.fix(name, value);
        this.#surroundingsDidChange();
    }

    /** The element came to another place of the document, or is shown again: the surroundings may be others. */
    moved() {
        if (!this.view.isOpen) return;
        this.#input.cancelLost();
        this.#painter.scrollAgain();
        this.#surroundings.moved();
        this.#surroundingsDidChange();
        this.#lookAgain();
    }

    /** Draws all again, because images may have other addresses, or come now. */
    paintAgain() {
        for (const [source, size] of this.#images) if (size === null) this.#forget(source);
        if (this.#isPainted && this.view.isOpen) this.#try(() => this.#painter.paintAgain());
    }

    /** The app's own views that the template has a place for. */
    get slots() {
        return this.#painter.slots;
    }

    /** Lays out and draws now what otherwise is drawn with the next frame. */
    refresh() {
        if (!this.view.isOpen) return;
        cancelAnimationFrame(this.#frame);
        this.#frame = 0;
        this.#isShowing = true;
        const isScrolled = this.#dirty.size > 0;
        const isChanged = this.#try(() => this.#show());
        this.#isShowing = false;
        // The app may have changed something while it was told what happened.
        if (isChanged && (this.#isOutdated || this.#isBehind(this.view.needs))) this.#schedule();
        if (isScrolled) this.#settleTimer ||= setTimeout(() => this.#settle(), settling);
        else if (isChanged) this.#settle();
    }

    /**
     * Ends everything: the view, listeners, timers, observers. The element is empty afterwards. If another view follows, that
     * tells of the slots that went.
     */
    dispose(isFollowed = false) {
        this.#ended.abort();
        this.#watch.abort();
        for (const observer of this.#observers) observer.disconnect();
        cancelAnimationFrame(this.#frame);
        clearTimeout(this.#lookTimer);
        clearTimeout(this.#timer);
        clearTimeout(this.#settleTimer);
        this.view.dispose();
        this.root.remove();
        if (isFollowed || withSlots.get(this.element) !== this) return;
        withSlots.delete(this.element);
        this.#send('vv-slots', []);
    }

    // MARK: - What the page tells

    #listen() {
        const { signal } = this.#ended;
        const listen = (kind, listener) =>
            this.root.addEventListener(kind, (event) => this.#try(() => listener(event)), { signal });
        this.#input = new Input(this.root, this.view, this.#semantics, (time) => this.#due(time), listen);
        this.view.on('change', () => this.#schedule());
        this.view.on('*', (event) => this.#send(`vv-${event.kind.toLowerCase()}`, event));
        this.#surroundings = new Surroundings(this.view, this.element, () => this.#surroundingsDidChange(), signal);
        listen('focusin', () => (this.#settleTimer ||= setTimeout(() => this.#settle(), 0)));
        const visibilityChanged = () => {
            this.#isOutdated = true;
            // There are no frames while the page is hidden.
            this.refresh();
        };
        document.addEventListener('visibilitychange', visibilityChanged, { signal });
        document.fonts?.addEventListener('loadingdone', () => this.#try(() => this.view.fonts()), { signal });
        const resized = () => {
            this.#isResized = true;
            // Within the same frame, so that nobody sees the old size.
            this.refresh();
        };
        const resize = new ResizeObserver(resized);
        resize.observe(this.#ruler);
        // Observers are not told of the width of paper.
        matchMedia('print').addEventListener('change', resized, { signal });
        const shares = Array.from({ length: 21 }, (_, i) => i / 20);
        this.#exposure = new IntersectionObserver((entries) => this.#seen(entries[entries.length - 1]), {
            threshold: shares,
        });
        this.#exposure.observe(this.root);
        this.#observers = [resize, this.#exposure];
        // An element that comes into the document, or is shown again, begins its animations.
        this.root.addEventListener('animationstart', ({ target }) => target === this.root && this.moved(), { signal });
    }

    #surroundingsDidChange() {
        this.#isOutdated = true;
        this.#schedule();
    }

    /** Tells the view what changed in its surroundings. */
    #configure() {
        this.#isOutdated = false;
        const { told, problems } = this.#surroundings.tell(this.#size[0], this.#hasFocus());
        // Pages that may turn again need a time.
        if (told.includes('turnsPages')) this.#due(this.view.advance(now()));
        // The app hears of what was refused when the rest is drawn.
        for (const error of problems) queueMicrotask(() => this.#fail(error));
    }

    /** Whether somebody uses the keyboard in the view; the focus that a mouse leaves behind does not count. */
    #hasFocus() {
        return Boolean(this.element.querySelector(':focus') ?? this.root.querySelector(':focus-visible'));
    }

    #imageDidLoad(source, width, height) {
        const size = `${width} ${height}`;
        const isKnown = this.#hasSize(source) || this.#images.get(source) === size;
        this.#remember(source, size);
        if (!isKnown) this.#try(() => this.view.image(source, width, height));
    }

    /** Remembers an image, and forgets the oldest of those that are not shown: each may have its whole picture in its address. */
    #remember(source, size) {
        this.#forget(source);
        this.#images.set(source, size);
        this.#letters += source.length;
        if (this.#letters <= keptLetters) return;
        const { sources } = this.#painter;
        for (const [known, itsSize] of this.#images) {
            if (sources.has(known)) continue;
            this.#forget(known);
            if (itsSize && !this.#hasSize(known)) this.#try(() => this.view.image(known, null, null));
            if (this.#letters <= keptLetters) return;
        }
    }

    #forget(source) {
        if (this.#images.delete(source)) this.#letters -= source.length;
    }

    #seen({ isIntersecting, intersectionRect: part, boundingClientRect: all }) {
        const place = [part.left - all.left, part.top - all.top, part.width, part.height];
        const scale = scaleOf(this.root, all);
        this.#visible = isIntersecting ? place.map((value) => value / scale) : null;
        this.#try(() => this.#expose());
        this.#watch.abort();
        if (isIntersecting) this.#lookAfterScrolling();
    }

    /** Observes anew after the page has scrolled: the share that is seen of a view taller than the window may stay. */
    #lookAfterScrolling() {
        const { signal } = (this.#watch = new AbortController());
        const scrolled = () => (this.#lookTimer ||= setTimeout(() => this.#lookAgain(), settling));
        // A scroller in a shadow root tells nobody outside.
        for (const root of rootsAround(this.element)) {
            root.addEventListener('scroll', scrolled, { signal, capture: true, passive: true });
        }
    }

    #lookAgain() {
        clearTimeout(this.#lookTimer);
        this.#lookTimer = 0;
        this.#exposure.unobserve(this.root);
        this.#exposure.observe(this.root);
    }

    #expose() {
        if (this.#visible && this.#isPainted) this.view.expose(...this.#visible);
    }

    // MARK: - Frames

    #schedule() {
        if (this.#isShowing || this.#frame !== 0 || !this.view.isOpen) return;
        this.#frame = requestAnimationFrame(() => this.refresh());
    }

    /** Brings the picture up to date; returns whether anything was drawn. */
    #show() {
        if (this.#isResized) {
            this.#size = [lengthOf(this.#ruler, 'width'), this.#fills ? lengthOf(this.#ruler, 'height') : NaN];
            this.#isResized = false;
            this.#isOutdated = true;
        }
        // What is not shown has no size; it is laid out when it is.
        if (!(this.#size[0] > 0)) {
            this.#input.cancelLost();
            return false;
        }
        for (const scroller of this.#dirty) {
            this.#dirty.delete(scroller);
            const offset = scroller.report();
            if (offset && scroller.element.isConnected) this.view.scroll(scroller.node, ...offset);
        }
        if (this.#isOutdated) this.#configure();
        return this.#paint(!isStill());
    }

    /** Lays out and draws, if anything changed. */
    #paint(isSmooth) {
        const { view } = this;
        const [width, height] = this.#size;
        const news = view.needs;
        const isOther = !Object.is(this.#laidOut[0], width) || !Object.is(this.#laidOut[1], height);
        if (!isOther && !this.#isBehind(news)) return false;
        if (news.needsLayout || isOther || view.layoutCount !== this.#layoutCount) {
            // Whoever is told of something during the layout may lay out otherwise, which is not what is shown here.
            const count = view.layoutCount + 1;
            const size = view.layout(width, height);
            this.#laidOut = [width, height];
            this.#layoutCount = count;
            if (!this.#fills) this.root.style.setProperty('height', `${size.height}px`);
        }
        const list = view.display();
        this.#displayCount = view.displayCount;
        this.#painter.paint(list, isSmooth && this.#isPainted);
        this.#isPainted = true;
        return true;
    }

    /** Whether something is not drawn here; somebody else may have laid out or drawn it. */
    #isBehind({ needsLayout, needsDisplay }) {
        const { layoutCount, displayCount } = this.view;
        return needsLayout || needsDisplay || layoutCount !== this.#layoutCount || displayCount !== this.#displayCount;
    }

    /** What need not be done in every frame of a movement. */
    #settle() {
        clearTimeout(this.#settleTimer);
        this.#settleTimer = 0;
        if (!this.view.isOpen) return;
        this.#try(() => {
            // Who goes through a list with the keyboard finds what comes next.
            if (this.#hasFocus()) this.view.prepare(itemsAhead);
            this.#semantics.show(this.view.elements());
            this.#tellSlots();
            this.#expose();
            this.#due(this.view.advance(now()));
        });
    }

    #tellSlots() {
        const { slots } = this.#painter;
        const text = JSON.stringify(slots.map(({ name, properties }) => [name, properties]));
        if (text === this.#slots || (slots.length === 0 && !withSlots.has(this.element))) return;
        this.#slots = text;
        if (slots.length > 0) withSlots.set(this.element, this);
        else withSlots.delete(this.element);
        this.#send('vv-slots', slots);
    }

    /** Calls `advance` at a time, in seconds. */
    #due(time) {
        clearTimeout(this.#timer);
        if (!(time >= 0) || !this.view.isOpen) return;
        const advance = () => this.#try(() => this.#due(this.view.advance(now())));
        this.#timer = setTimeout(advance, Math.max(0, time - now()) * 1000);
    }

    // MARK: - Scrolling

    #follow(scroller) {
        const { element } = scroller;
        const { signal } = this.#ended;
        let timer = 0;
        const rest = () => {
            if (!this.view.isOpen || !element.isConnected) return;
            this.#dirty.add(scroller);
            scroller.isAtRest = true;
            this.refresh();
            if (scroller.rest()) this.#painter.paint();
            this.#settle();
        };
        const tells = 'onscrollend' in element;
        const listen = (kind, listener) => element.addEventListener(kind, listener, { signal, passive: true });
        listen('scroll', () => {
            this.#dirty.add(scroller);
            this.#schedule();
            if (tells) return;
            clearTimeout(timer);
            timer = setTimeout(rest, resting);
        });
        if (tells) listen('scrollend', rest);
        for (const kind of ['pointerdown', 'wheel', 'touchstart']) listen(kind, () => scroller.interrupt());
    }

    // MARK: - Events

    #send(name, detail) {
        this.element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    }

    /** Asks the page for the address of an image; it is drawn without one that the page fails to give. */
    #address(source, resolveImage) {
        try {
            return imageAddress(resolveImage(source) ?? '');
        } catch (error) {
            this.#imageIsMissing(source, error);
            return null;
        }
    }

    /** Tells the app once of an image that there is none, when the rest is drawn. */
    #imageIsMissing(source, error) {
        if (this.#images.get(source) !== null) queueMicrotask(() => this.#fail(error));
        this.#remember(source, null);
    }

    /** Does what no caller waits for, who could catch an error. */
    #try(body) {
        try {
            return body();
        } catch (error) {
            this.#fail(error);
        }
    }

    #fail(error) {
        // An app that closes the view while it is told of an event ends what goes on.
        if (!this.view.isOpen && error.code !== 'stopped') return;
        this.#send('vv-error', { error });
    }
}

/** The time of the clock that events have, in seconds. */
function now() {
    return performance.now() / 1000;
}
