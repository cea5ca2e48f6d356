// Shows display lists as HTML: an element for each item, which is kept and changed as long as the item comes again.

import { Placing, color, isRightToLeft, keepFocus, make, number, px } from './dom.js';
import { families } from './measure.js';
import { Scroller } from './scroller.js';

/** How an image of unknown size fills its box, until the browser knows it. */
const fits = { center: 'none', centerCrop: 'cover', centerInside: 'scale-down', fitXY: 'fill', matrix: 'fill' };

/** What a newer module adds to lists is passed over. */
const kinds = new Set(['group', 'box', 'text', 'image', 'line', 'shape', 'bar', 'slot']);

export class Painter {
    root;
    /** The root and each scroller: what the places of elements for screen readers count from. */
    surfaces = [];
    /** Where the views of the app stand in those: their places among all nodes, and the elements among which they are. */
    slotStops = [];
    #patch;
    #options;
    #pieces = new Map();
    #kept = new WeakSet();
    #list = null;
    /** The slots of the last list by the keys of their pieces. */
    #slots = new Map();

    /**
     * `options` has `isBuiltIn`, and the functions `onImage(source, width, height)`, `onMissing(source, address)` for images that
     * do not come, `onScroller(scroller)` and `resolve(source)`, which gives an address that may be loaded, or `null`.
     */
    constructor(root, patch, options) {
        this.root = root;
        this.#patch = patch;
        this.#options = options;
        this.rootSurface = this.#surface(root);
    }

    /** The slots of the last list: their names, components, properties and boxes. */
    get slots() {
        return [...this.#slots.values()].map(({ name, item: { component, properties, box } }) => ({
            name,
            component,
            properties,
            box,
        }));
    }

    /** The images of the last list. */
    get sources() {
        return new Set(this.#list?.items.map((item) => item.source ?? item.image));
    }

    /** Shows a list, or the last one again. */
    paint(list = this.#list, isSmooth = false) {
        if (!list) return;
        this.#list = list;
        keepFocus(this.root, () => this.#paint(list, isSmooth));
    }

    /** Shows the last list with what the page has now: images that did not come are asked for again. */
    paintAgain() {
        for (const { image } of this.#pieces.values()) {
            if (image?.complete && !image.classList.contains('here')) this.#patch.attribute(image, 'src', null);
        }
        this.paint();
    }

    /** Scrolls everything to where it was: browsers scroll it back if an element around it is moved or hidden. */
    scrollAgain() {
        for (const { scroller } of this.surfaces) {
            scroller?.forget();
            scroller?.sync(this.#patch, false);
        }
    }

    #paint(list, isSmooth) {
        const items = this.#withFormerFades(list.items);
        const keys = this.#keys(items);
        this.#slots = this.#nameSlots(items, keys);
        const present = new Set(keys);
        for (const [key, piece] of this.#pieces) {
            if (present.has(key)) continue;
            piece.element.remove();
            this.#pieces.delete(key);
        }
        const placing = new Placing(this.#kept);
        this.rootSurface.obstacles = [];
        this.surfaces = [this.rootSurface];
        this.slotStops = [];
        const open = [{ element: this.root, x: 0, y: 0, surface: this.rootSurface, end: this.rootSurface.end }];
        items.forEach((item, i) => {
            if (item.kind === 'end') {
                if (open.length > 1) open.pop();
                return;
            }
            const parent = open[open.length - 1];
            if (!kinds.has(item.kind)) return;
            let piece = this.#pieces.get(keys[i]);
            if (!piece) {
                piece = { key: keys[i], element: null, parts: [] };
                this.#pieces.set(keys[i], piece);
            }
            const inner = this[item.kind](item, piece, parent);
            placing.put(parent.element, piece.element, parent.end);
            if (inner) open.push(inner);
        });
        for (const { scroller } of this.surfaces) {
            if (scroller && placing.moved.some((child) => child.contains(scroller.element))) scroller.forget();
            scroller?.sync(this.#patch, isSmooth);
        }
    }

    /**
     * Adds the groups that no longer fade, but hold a scroller: taken out of one, its element would be moved, by which browsers
     * end the scrolling. A finger that scrolls no longer presses what faded below it.
     */
    #withFormerFades(items) {
        const fading = [...this.#pieces.values()].filter(({ fade, element }) => fade && element.querySelector('.scroll'));
        if (fading.length === 0) return items;
        const keys = this.#keys(items);
        const present = new Set(keys);
        const gone = fading.filter(({ key }) => !present.has(key));
        const former = new Map(gone.map(({ element, fade }) => [element, { fade }]));
        const rangeOf = (i) => former.get(this.#pieces.get(keys[i])?.element?.parentNode);
        const open = [];
        items.forEach((item, i) => {
            const range = rangeOf(item.kind === 'end' ? open.pop() : i);
            if (range) {
                range.around ??= open.at(-1) ?? -1;
                // What came into another group is no longer in this one.
                if (range.around === (open.at(-1) ?? -1)) Object.assign(range, { first: range.first ?? i, last: i });
            }
            if (item.kind === 'group') open.push(i);
        });
        const ranges = [...former.values()].filter(({ first }) => first !== undefined);
        if (ranges.length === 0) return items;
        const firsts = new Map(ranges.map((range) => [range.first, { ...range.fade, opacity: 1 }]));
        const lasts = new Set(ranges.map(({ last }) => last));
        // One may be in another one.
        return this.#withFormerFades(
            items.flatMap((item, i) => [firsts.get(i) ?? [], item, lasts.has(i) ? { kind: 'end' } : []].flat()),
        );
    }

    /** Names each item by its node, which it has wherever its entry moves; what comes several times is numbered. */
    #keys(items) {
        const counts = new Map();
        return items.map((item) => {
            if (item.kind === 'end') return '';
            // A node may have several groups, and what scrolls must not become what fades.
            const key = `${item.node}#${item.scroll ? 'scroller' : item.clip ? 'clip' : item.kind}`;
            const count = counts.get(key) ?? 0;
            counts.set(key, count + 1);
            return `${key}#${count}`;
        });
    }

    /**
     * Names the slots by where their data stand when they come: only one node has each name, and keeps it wherever its entry moves.
     * Another one gets no name that the last list had: in it is what the user typed for the entry before.
     */
    #nameSlots(items, keys) {
        const slots = new Map();
        const taken = new Set([...this.#slots.values()].map(({ name }) => name));
        items.forEach((item, i) => {
            if (item.kind !== 'slot') return;
            const former = this.#slots.get(keys[i]);
            slots.set(keys[i], { item, name: former?.item.component === item.component ? former.name : null });
        });
        for (const slot of slots.values()) {
            const { component, path, index } = slot.item;
            for (let n = 1; slot.name === null; n += 1) {
                const name = `${component} ${path}#${index}${n === 1 ? '' : ` ${n}`}`;
                if (!taken.has(name)) slot.name = name;
            }
            taken.add(slot.name);
        }
        return slots;
    }

    #surface(element, scroller = null) {
        // The elements for screen readers stand at the end, in front of what is drawn.
        const end = make('div', 'chunk');
        this.keep(end);
        element.append(end);
        return { element, scroller, end, chunks: new Map(), x: 0, y: 0, obstacles: [] };
    }

    /** Says that an element among those that are drawn belongs to somebody else. */
    keep(element) {
        this.#kept.add(element);
    }

    // MARK: - The kinds of items

    group(item, piece, parent) {
        const patch = this.#patch;
        const frame = item.clip ?? item.frame;
        const inner = { ...parent, end: null };
        if (item.scroll) {
            if (!piece.scroller) {
                piece.scroller = new Scroller();
                piece.element = piece.scroller.element;
                for (const child of piece.element.children) this.keep(child);
                piece.surface = this.#surface(piece.element, piece.scroller);
                this.#options.onScroller(piece.scroller);
            }
            piece.scroller.update(item, patch);
            const [left, top] = piece.scroller.shown;
            Object.assign(inner, { x: frame[0] - left, y: frame[1] - top, surface: piece.surface });
            Object.assign(piece.surface, {
                x: inner.x,
                y: inner.y,
                obstacles: [],
                node: item.node,
                parent: parent.surface,
                top: parent.top ?? piece.element,
            });
            this.surfaces.push(piece.surface);
            parent.surface.obstacles.push({ box: frame, isSlot: false });
            inner.end = piece.surface.end;
            inner.top = null;
        } else {
            piece.element ??= make('div', item.clip ? 'clip' : '');
            piece.fade = item.clip ? null : item;
            Object.assign(inner, { x: frame[0], y: frame[1], top: parent.top ?? piece.element });
        }
        const { element } = piece;
        patch.place(element, frame[0] - parent.x, frame[1] - parent.y, frame[2], frame[3]);
        patch.radii(element, item.radii);
        patch.style(element, 'opacity', item.opacity < 1 ? String(item.opacity) : null);
        return { ...inner, element };
    }

    box(item, piece, parent) {
        const patch = this.#patch;
        const element = (piece.element ??= make('div', 'box'));
        const [x, y, width, height] = item.frame;
        patch.place(element, x - parent.x, y - parent.y, width, height);
        patch.style(element, 'background-color', item.background ? color(item.background) : null);
        patch.style(element, 'border-width', item.border ? px(item.border.width) : null);
        patch.style(element, 'border-color', item.border ? color(item.border.color) : null);
        patch.radii(element, item.radii);
        this.#showImage(piece, item.image);
    }

    text(item, piece, parent) {
        const patch = this.#patch;
        const { font, lines } = item;
        const element = (piece.element ??= hidden(make('div')));
        const [left, top] = item.box;
        patch.place(element, left - parent.x, top - parent.y);
        patch.style(element, 'font-family', families(font.name, this.#options.isBuiltIn));
        patch.style(element, 'font-size', px(font.size));
        patch.style(element, 'font-weight', font.bold ? 'bold' : null);
        patch.style(element, 'font-style', font.italic ? 'italic' : null);
        patch.style(element, 'color', color(item.color));
        patch.style(element, 'text-align', item.align === 'left' ? null : item.align);
        const isReversed = isRightToLeft(lines.map((line) => line.text).join('\n'), item.rtl);
        patch.style(element, 'direction', isReversed ? 'rtl' : null);
        const decoration = [item.underline && 'underline', item.strike && 'line-through'].filter(Boolean).join(' ');
        while (piece.parts.length > lines.length) piece.parts.pop().remove();
        lines.forEach((line, n) => {
            const part = (piece.parts[n] ??= element.appendChild(make('span', 'line')));
            // The style sheet puts the baseline one font size below the upper edge, whatever the font.
            patch.place(part, line.x - left, line.y - font.size - top, line.width);
            patch.style(part, 'text-decoration', decoration || null);
            // It was measured as a canvas writes it, and the line shows white space as it is.
            patch.text(part, line.text.replace(/[\t\n\f\r]/g, ' '));
        });
    }

    image(item, piece, parent) {
        const patch = this.#patch;
        const element = (piece.element ??= hidden(make('div', 'image')));
        const [left, top, width, height] = item.box;
        patch.place(element, left - parent.x, top - parent.y, width, height);
        patch.radii(element, item.radii);
        const image = this.#showImage(piece, item.source);
        if (!image) return;
        const [x, y, across, down] = item.destination ?? item.box;
        patch.place(image, x - left, y - top, across, down);
        const isKnown = Boolean(item.destination);
        patch.style(image, 'object-fit', isKnown ? null : (fits[item.scale] ?? 'contain'));
        const isAtRight = Boolean(item.rtl) && !item.mirrored;
        const start = isAtRight ? '100% 0' : '0 0';
        const end = isAtRight ? '0 100%' : '100% 100%';
        const position = { fitStart: start, fitEnd: end }[item.scale];
        patch.style(image, 'object-position', isKnown ? null : (position ?? null));
        patch.style(image, 'transform', item.mirrored ? 'scaleX(-1)' : null);
    }

    line(item, piece, parent) {
        const [x1, y1] = item.from;
        const [x2, y2] = item.to;
        // An SVG without a width or a height draws nothing, so that there is room around the line.
        const [x, y] = [Math.min(x1, x2) - 1, Math.min(y1, y2) - 1];
        const frame = [x, y, Math.abs(x2 - x1) + 2, Math.abs(y2 - y1) + 2];
        const values = { x1: x1 - x, y1: y1 - y, x2: x2 - x, y2: y2 - y };
        const dashes = item.dashes?.length ? item.dashes.map((dash) => number(Math.max(0, dash))).join(' ') : null;
        this.#draw('line', piece, parent, frame, values, item.color, item.width, dashes);
    }

    shape(item, piece, parent) {
        const inset = (item.stroke ?? 0) / 2;
        const [width, height] = [item.box[2], item.box[3]].map((side) => Math.max(0, side - inset * 2));
        const values =
            item.shape === 'rect'
                ? { x: inset, y: inset, width, height }
                : { cx: inset + width / 2, cy: inset + height / 2, rx: width / 2, ry: height / 2 };
        const name = item.shape === 'rect' ? 'rect' : 'ellipse';
        this.#draw(name, piece, parent, item.box, values, item.color, item.stroke ?? null, null);
    }

    bar(item, piece, parent) {
        const element = (piece.element ??= make('div', 'bar'));
        const [x, y, width, height] = item.box;
        this.#patch.place(element, x - parent.x, y - parent.y, width, height);
        this.#patch.style(element, 'background-color', color(item.color));
    }

    slot(item, piece, parent) {
        if (!piece.element) {
            piece.element = make('div');
            const named = make('slot');
            // What names only the component fills the first slot of that component which nothing else fills.
            named.append(make('slot'));
            piece.element.append(named);
        }
        const named = piece.element.firstChild;
        this.#patch.attribute(named, 'name', this.#slots.get(piece.key).name);
        this.#patch.attribute(named.firstChild, 'name', item.component);
        this.#patch.attribute(piece.element, 'aria-hidden', item.unread ? 'true' : null);
        const [x, y, width, height] = item.box;
        this.#patch.place(piece.element, x - parent.x, y - parent.y, width, height);
        parent.surface.obstacles.push({ box: item.box, isSlot: true });
        piece.stop ??= {};
        this.slotStops.push(Object.assign(piece.stop, { place: item.place, parent: parent.surface, top: parent.top ?? piece.element }));
    }

    // MARK: - Parts

    /** Shows an image in a piece, or nothing for an address that is not loaded; returns the element. */
    #showImage(piece, source) {
        const address = source ? this.#options.resolve(source) : null;
        if (address === null) {
            piece.image?.remove();
            piece.image = null;
            return null;
        }
        if (!piece.image) {
            const image = (piece.image = hidden(make('img')));
            Object.assign(image, { alt: '', decoding: 'async', draggable: false });
            image.addEventListener('load', () => {
                // One that was taken away may still come.
                if (image === piece.image) this.#imageIsHere(piece);
            });
            image.addEventListener('error', () => {
                // Meanwhile another one may be on its way.
                const isOver = image === piece.image && image.complete;
                if (isOver) this.#options.onMissing(piece.source, image.getAttribute('src') ?? '');
            });
            piece.element.append(image);
        }
        const { image } = piece;
        const isOther = piece.source !== source;
        piece.source = source;
        // Where the address stays, no picture comes again.
        if (image.getAttribute('src') !== address) image.classList.remove('here');
        else if (isOther && image.classList.contains('here')) this.#imageIsHere(piece);
        this.#patch.attribute(image, 'src', address);
        return image;
    }

    /** Shows a picture that is there. Until then, and if it never comes, the browser would show a sign of its own. */
    #imageIsHere({ image, source }) {
        image.classList.add('here');
        const { naturalWidth: width, naturalHeight: height } = image;
        if (width > 0) this.#options.onImage(source, width, height);
    }

    #draw(name, piece, parent, [x, y, width, height], values, paint, stroke, dashes) {
        const patch = this.#patch;
        piece.element ??= hidden(make('svg'));
        // A node may change its shape.
        if (piece.parts[0]?.localName !== name) {
            piece.parts[0]?.remove();
            piece.parts[0] = piece.element.appendChild(make(name));
        }
        patch.place(piece.element, x - parent.x, y - parent.y, width, height);
        const [part] = piece.parts;
        for (const [key, value] of Object.entries(values)) patch.attribute(part, key, String(number(value)));
        patch.attribute(part, 'fill', stroke === null ? color(paint) : 'none');
        patch.attribute(part, 'stroke', stroke === null ? null : color(paint));
        patch.attribute(part, 'stroke-width', stroke === null ? null : String(number(stroke)));
        patch.attribute(part, 'stroke-dasharray', dashes);
    }
}

/** What is only seen is not read: the elements for screen readers say it. */
function hidden(element) {
    element.setAttribute('aria-hidden', 'true');
    return element;
}
