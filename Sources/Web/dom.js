// Changing the document: only what differs from what was set before is touched, and nothing is ever parsed as markup.

const applied = Symbol('applied');
const svgSpace = 'http://www.w3.org/2000/svg';

/** Makes an element with fixed names; texts of templates are only ever values. */
export function make(name, className) {
    const isSVG = name === 'svg' || name === 'line' || name === 'ellipse' || name === 'rect';
    const element = isSVG ? document.createElementNS(svgSpace, name) : document.createElement(name);
    if (className) element.setAttribute('class', className);
    return element;
}

/** Sets properties of elements that only this class changes, and counts the changes. */
export class Patch {
    #count;

    constructor(count) {
        this.#count = count;
    }

    /** Counts a change that was made elsewhere. */
    count() {
        this.#count();
    }

    style(element, name, value) {
        if (!this.#differs(element, `:${name}`, value)) return;
        if (value === null) element.style.removeProperty(name);
        else element.style.setProperty(name, value);
    }

    attribute(element, name, value) {
        if (!this.#differs(element, name, value)) return;
        if (value === null) element.removeAttribute(name);
        else element.setAttribute(name, value);
    }

    text(element, value) {
        if (this.#differs(element, '', value)) element.textContent = value;
    }

    /** Sets left, top, width and height, which are numbers in pixels. */
    place(element, x, y, width, height) {
        this.style(element, 'left', px(x));
        this.style(element, 'top', px(y));
        if (width !== undefined) this.style(element, 'width', px(Math.max(0, width)));
        if (height !== undefined) this.style(element, 'height', px(Math.max(0, height)));
    }

    radii(element, radii) {
        // The list goes by rows, CSS goes around.
        const value = radii ? [radii[0], radii[1], radii[3], radii[2]].map(px).join(' ') : null;
        this.style(element, 'border-radius', value);
    }

    #differs(element, name, value) {
        const known = (element[applied] ??= {});
        if ((known[name] ?? null) === value) return false;
        known[name] = value;
        this.#count();
        return true;
    }
}

/**
 * Puts the children of elements into an order with few moves: what left must be removed before. Children in `kept` stay
 * where they are and are passed over.
 */
export class Placing {
    /** The children that were taken out and put elsewhere, which makes browsers scroll what is in them back. */
    moved = [];
    #next = new Map();
    #kept;

    constructor(kept) {
        this.#kept = kept;
    }

    put(parent, child, end = null) {
        let next = this.#next.has(parent) ? this.#next.get(parent) : parent.firstChild;
        while (next && next !== end && this.#kept.has(next)) next = next.nextSibling;
        if (next === child) {
            next = next.nextSibling;
        } else {
            // Where the child was the next one, the one behind it is now.
            const before = child.parentNode;
            if (before && this.#next.get(before) === child) this.#next.set(before, child.nextSibling);
            if (before) this.moved.push(child);
            parent.insertBefore(child, next ?? end);
        }
        this.#next.set(parent, next);
    }
}

/** Does something that may move elements in a shadow tree, by which they lose the focus, and gives it back to them. */
export function keepFocus(root, body) {
    const focused = root.getRootNode().activeElement;
    body();
    // If nothing has the focus, the body of the document seems to have it.
    const isFree = [null, document.body].includes(document.activeElement);
    if (focused && root.contains(focused) && isFree) focused.focus({ preventScroll: true });
}

/** The roots of the trees around an element: the document, and shadow trees, of which each knows nothing of the others. */
export function rootsAround(element) {
    const roots = [];
    for (let node = element; node; node = node.assignedSlot ?? node.parentNode ?? hostOf(node)) {
        if (!node.parentNode) roots.push(node);
    }
    return roots;
}

function hostOf(node) {
    return node instanceof ShadowRoot ? node.host : null;
}

/** How much larger an element is seen than it is laid out, because the page transforms it. */
export function scaleOf(element, { width }) {
    const own = lengthOf(element, 'width');
    return own > 0 && width > 0 ? width / own : 1;
}

/** The width or height that an element has in the page's layout; 0 while it is not shown. */
export function lengthOf(element, name) {
    // What is not shown has a length as it is specified, such as `100%`.
    return element.getClientRects().length > 0 ? parseFloat(getComputedStyle(element)[name]) || 0 : 0;
}

/** A length in CSS; the thousandths that differ are only rounding. */
export function px(value) {
    return `${number(value)}px`;
}

/** A number that a browser can use: no infinite one, and no exponent. */
export function number(value) {
    const limit = 1e7;
    const rounded = Math.round(Math.min(limit, Math.max(-limit, Number(value) || 0)) * 1000) / 1000;
    return rounded === 0 ? 0 : rounded;
}

/** A colour in CSS; the list has the opacity first. */
export function color(argb) {
    return /^#[0-9a-f]{8}$/i.test(argb) ? `#${argb.slice(3)}${argb.slice(1, 3)}` : 'transparent';
}

/**
 * The address of an image, or `null` for one that is not loaded: only `http`, `https`, `data:image/` and addresses
 * relative to the page are.
 */
export function imageAddress(source) {
    const text = String(source).trim();
    if (/^data:image\//i.test(text)) return text;
    if (/^[a-z][a-z0-9+.-]*:/i.test(text.replace(/[\u0000-\u0020]/g, ''))) {
        return /^https?:\/\//i.test(text) ? text : null;
    }
    return text === '' ? null : text;
}

const reversed = /[\u200f\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether a text is written from right to left: its first letter says it, else the node does. */
export function isRightToLeft(text, byNode = false) {
    const first = /[\p{L}\u061c\u200e\u200f]/u.exec(text)?.[0];
    return first === undefined ? byNode : reversed.test(first);
}

/** The one style sheet of all views. */
let sheet;

/** The shadow root of an element with a view, which has the styles of one. */
export function shadowOf(element) {
    if (!sheet) {
        sheet = new CSSStyleSheet();
        sheet.replaceSync(rules);
    }
    const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [sheet];
    return shadow;
}

const rules = `
:host { display: block; contain: layout style; -webkit-user-select: none; user-select: none;
    -webkit-touch-callout: none; -webkit-tap-highlight-color: transparent; touch-action: manipulation; }
:host([hidden]) { display: none; }
.view { position: relative; flex: none; width: 100%; overflow: hidden; overflow: clip; isolation: isolate;
    writing-mode: horizontal-tb; direction: ltr; text-align: left; text-rendering: auto;
    font: 16px system-ui, sans-serif; letter-spacing: normal; word-spacing: normal; text-transform: none;
    text-indent: 0; text-shadow: none; -webkit-text-fill-color: currentcolor;
    -webkit-text-stroke: 0; -webkit-text-security: none; -webkit-text-size-adjust: none; text-size-adjust: none;
    -webkit-print-color-adjust: exact; print-color-adjust: exact; animation: here 1ms; }
@keyframes here {}
.view * { position: absolute; box-sizing: border-box; margin: 0; padding: 0; pointer-events: none;
    touch-action: manipulation; }
.ruler { left: 0; width: 100%; }
.box, .scroll, .clip { border-style: solid; border-width: 0; }
.clip, .image, .box { overflow: hidden; overflow: clip; }
.view img { max-width: none; max-height: none; object-fit: fill; }
.view img:not(.here) { visibility: hidden; }
.box img { left: 0; top: 0; width: 100%; height: 100%; }
svg { overflow: visible; }
.line { white-space: pre; line-height: 0; }
.line::before { content: ''; display: inline-block; height: 1em; }
.view .scroll { pointer-events: auto; outline-offset: -3px; overscroll-behavior: auto; scrollbar-width: none; }
.x { overflow: auto hidden; }
.y { overflow: hidden auto; }
.xy { overflow: auto; }
.locked { overflow: hidden; }
.still { overflow: hidden; overflow: clip; }
.paged { overscroll-behavior: contain; }
.paged.x { scroll-snap-type: x mandatory; }
.paged.y { scroll-snap-type: y mandatory; }
.scroll::-webkit-scrollbar { display: none; }
.page { scroll-snap-align: start; scroll-snap-stop: always; }
.space { left: 0; top: 0; visibility: hidden; }
.view slot { display: block; left: 0; top: 0; width: 100%; height: 100%; }
.view slot::slotted(*) { position: absolute; left: 0; top: 0; width: 100%; height: 100%; box-sizing: border-box; margin: 0;
    pointer-events: auto; -webkit-user-select: auto; user-select: auto; }
.chunk { left: 0; top: 0; }
.said { appearance: none; background: none; border: 0; color: transparent; font: 1px sans-serif; overflow: hidden;
    white-space: nowrap; text-decoration: none; }
.view .said { pointer-events: auto; }
.view .under, .view .members { pointer-events: none; }
.members { overflow: visible; }
.entry { left: 0; top: 0; }
button.said, a.said { cursor: pointer; }
.said[aria-disabled] { cursor: default; }
.said:focus, .scroll:focus { outline: none; }
.said:focus-visible, .scroll:focus-visible { outline: 3px solid #1a73e8; outline-offset: -3px; z-index: 2;
    box-shadow: inset 0 0 0 4px #fff; }
@media (forced-colors: active) {
    .bar, .said { forced-color-adjust: none; }
    button.said, a.said { border: 1px solid ButtonBorder; }
}
`;
