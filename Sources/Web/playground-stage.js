// The picture: a player, the view of the template, and what belongs to it on this page: sample templates, images, boxes in
// the places of the app's own views, and a frame around a node.

import { SampleImages, slotBoxes } from './samples.js';
import { mount } from './virtualview.js';

const kinds = ['click', 'longclick', 'exposure', 'pageflip', 'scroll', 'autorefresh', 'error'];

/**
 * A view that can be exchanged for another one while it is shown. The elements of the document stay, and only what is
 * different changes: opening a template anew would take most of the time from a keystroke to the picture.
 */
class Shown {
    /** What was configured since the first view was opened. */
    configured = {};
    /** The sizes of the images that have arrived: whoever shows the view tells each once. */
    #sizes = new Map();
    current;
    #listeners = [];
    /** What is given to whoever shows the view; it has everything that the current view has. */
    proxy = new Proxy(this, {
        get: (shown, name) => {
            if (['on', 'configure', 'image'].includes(name)) return shown[name].bind(shown);
            const value = shown.current[name];
            return typeof value === 'function' ? value.bind(shown.current) : value;
        },
        set: (shown, name, value) => {
            shown.current[name] = value;
            return true;
        },
    });

    constructor(view) {
        this.current = view;
    }

    on(kind, listener) {
        this.#listeners.push([kind, listener]);
        return this.current.on(kind, listener);
    }

    configure(changes) {
        this.current.configure(changes);
        // What was refused is not told the next view.
        Object.assign(this.configured, changes);
    }

    image(source, ...size) {
        this.#sizes.set(source, size);
        this.current.image(source, ...size);
    }

    exchange(view) {
        this.current.dispose();
        this.current = view;
        for (const [source, size] of this.#sizes) view.image(source, ...size);
        for (const [kind, listener] of this.#listeners) view.on(kind, listener);
    }
}

export class Stage {
    #host;
    #marker;
    #samples;
    #compiler;
    #told;
    #player = null;
    #mounted = null;
    #shown = null;
    #settings = {};
    #isOther = true;
    #added = new Set();
    #images;

    /**
     * @param host the element of the picture
     * @param marker what is shown around a node
     * @param samples the content of `samples.json`
     * @param told functions `event(kind, detail)`, `issue(text)` and `changed()`
     */
    constructor(host, marker, samples, compiler, told) {
        this.#host = host;
        this.#marker = marker;
        this.#samples = samples;
        this.#images = new SampleImages(samples.images);
        this.#compiler = compiler;
        this.#told = told;
        for (const kind of kinds) {
            host.addEventListener(`vv-${kind}`, ({ detail }) => told.event(`vv-${kind}`, detail));
        }
        host.addEventListener('vv-slots', ({ detail }) => host.replaceChildren(...slotBoxes(detail)));
    }

    get view() {
        return this.#mounted?.view ?? null;
    }

    get hasPlayer() {
        return this.#player !== null;
    }

    /** Uses another player, because the components are others, or none; the next `open` needs it. */
    usePlayer(player) {
        this.#player = player;
        this.#added.clear();
        this.#isOther = true;
    }

    /** Changes a setting of what is shown and of what will be. */
    configure(name, value) {
        if (JSON.stringify(this.#settings[name]) === JSON.stringify(value)) return;
        this.#settings[name] = value;
        // Other metrics need another view; everything else a view can change.
        if (name === 'metrics') this.#isOther = true;
        else this.#mounted?.configure(name, value);
    }

    /**
     * Shows a template instead of the one before, which stays if this one is refused.
     *
     * @returns what is not as it should be
     */
    open(bytes, data) {
        const player = this.#player;
        const { type, issues } = player.add(bytes);
        // It took the place of a sample with this name.
        this.#added.delete(type);
        this.#addSamples(data, type);
        const known = this.#isOther ? {} : this.#shown?.configured;
        const view = player.open(type, { ...this.#settings, ...known, data });
        const found = [...issues, ...view.take().issues];
        this.mark(null);
        if (this.#isOther || !this.#shown) this.#mount(view);
        else this.#shown.exchange(view);
        this.#mounted.refresh();
        return found;
    }

    #mount(view) {
        this.#mounted?.dispose();
        this.#host.replaceChildren();
        this.#shown = new Shown(view);
        this.#shown.on('issue', (issue) => this.#told.issue(issue));
        this.#shown.on('change', () => this.#told.changed());
        this.#mounted = mount(this.#shown.proxy, this.#host, { resolveImage: (source) => this.#images.address(source) });
        this.#isOther = false;
    }

    /** Shows nothing, until another template is opened. */
    close() {
        this.mark(null);
        this.#mounted?.dispose();
        this.#host.replaceChildren();
        this.#mounted = null;
        this.#shown = null;
        this.#isOther = true;
    }

    update(data) {
        this.#addSamples(data, null);
        this.view.update(data);
    }

    /** Draws now what has changed. */
    refresh() {
        this.#mounted?.refresh();
    }

    /** Shows a frame of the view, `[x, y, width, height]`, or none. */
    mark(frame) {
        const marker = this.#marker;
        marker.hidden = frame === null;
        if (frame === null) return;
        const numbers = frame.map((value) => Math.min(1e6, Math.max(-1e6, Number(value) || 0)));
        ['left', 'top', 'width', 'height'].forEach((name, i) => marker.style.setProperty(name, `${numbers[i]}px`));
    }

    /** Adds those sample templates that the data names: items of lists say their type. */
    #addSamples(data, own) {
        const names = new Set();
        const collect = (value) => {
            if (typeof value === 'string') names.add(value);
            else if (value !== null && typeof value === 'object') Object.values(value).forEach(collect);
        };
        collect(data);
        for (const { name, language, source } of this.#samples.templates) {
            if (!names.has(name) || name === own || this.#added.has(name)) continue;
            this.#added.add(name);
            const { bytes } = this.#compiler.compile(`${name}.${language}`, source);
            if (bytes) this.#player.add(bytes);
        }
    }
}
