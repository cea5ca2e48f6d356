// The custom element, for pages that need no script of their own to show a template.

import { load } from './module.js';
import { mount } from './mount.js';

/** The players that elements share, by their addresses, and the files that elements gave to each. */
const players = new Map();
const libraries = new WeakMap();
const encoder = new TextEncoder();
/** Attributes that fix a setting of the view, which otherwise follows the page. */
const settings = {
    direction: String,
    appearance: String,
    locale: String,
    'text-scale': Number,
    'screen-width': Number,
};
const settingNames = { 'text-scale': 'textScale', 'screen-width': 'width' };
const Base = globalThis.HTMLElement ?? class {};

/** `<virtual-view src="Card.out" data="{…}">`: shows a template. */
export class VirtualViewElement extends Base {
    /** A player, a promise of one, or the address of the module; for elements without the attribute `player`. */
    static player = undefined;

    static observedAttributes = ['src', 'template', 'data', 'metrics', 'player', 'fill', ...Object.keys(settings)];

    #mounted = null;
    /** The files that the page added, by their types; the first one is shown if nothing else is said. */
    #added = new Map();
    #resolveImage = null;
    #data = undefined;
    #hasData = false;
    #opening = 0;
    #isScheduled = false;
    #ready = Promise.resolve();

    /** The view, as long as it is shown. */
    get view() {
        return this.#mounted?.view ?? null;
    }

    /** What is shown; `null` until then. */
    get mounted() {
        return this.#mounted;
    }

    /** Is resolved when everything that was asked for so far is shown, or has failed. */
    get ready() {
        return this.#ready;
    }

    get data() {
        return this.#hasData ? this.#data : this.#attributeData();
    }

    set data(data) {
        this.#data = data;
        this.#hasData = true;
        this.#apply();
    }

    /** Shows other data; the same as setting `data`. */
    update(data) {
        this.data = data;
    }

    /** Adds a template's bytes to the player; it is shown if nothing else is said. */
    async add(bytes) {
        const file = { bytes: new Uint8Array(bytes).slice(), added: null };
        const { type } = libraryOf(await this.#player()).use(file);
        const isFirst = this.#added.size === 0;
        this.#added.set(type, file);
        if (isFirst && !this.hasAttribute('src') && !this.hasAttribute('template')) this.#open();
        return file.added;
    }

    /** Gives the address of an image; a page may set another function. */
    get resolveImage() {
        return this.#resolveImage ?? ((source) => source);
    }

    set resolveImage(resolve) {
        this.#resolveImage = resolve;
    }

    connectedCallback() {
        // Properties may have been set before the class was known.
        for (const name of ['data', 'resolveImage']) {
            if (!Object.hasOwn(this, name)) continue;
            const value = this[name];
            delete this[name];
            this[name] = value;
        }
        if (this.#mounted) this.#mounted.moved();
        else this.#open();
    }

    disconnectedCallback() {
        // An element that is only moved keeps its view.
        queueMicrotask(() => {
            if (!this.isConnected) this.#close();
        });
    }

    attributeChangedCallback(name, before, after) {
        if (name === 'data') {
            // What was set last counts, the attribute or the property.
            if (after !== null) this.#hasData = false;
            if (!this.#hasData) this.#apply();
        } else if (before === after) {
            return;
        } else if (name in settings) {
            this.#mounted?.configure(settingNames[name] ?? name, after === null ? null : settings[name](after));
        } else {
            this.#open();
        }
    }

    /** Opens the view, once for all attributes that change together. */
    #open() {
        if (this.#isScheduled) return;
        this.#isScheduled = true;
        this.#ready = Promise.resolve().then(async () => {
            this.#isScheduled = false;
            const number = (this.#opening += 1);
            try {
                await this.#show(() => number === this.#opening && this.isConnected);
            } catch (error) {
                this.#fail(error);
            }
        });
    }

    async #show(isWanted) {
        // Whoever connects the element opens it.
        if (!isWanted()) return;
        const sources = (this.getAttribute('src') ?? '').split(/\s+/).filter(Boolean);
        if (sources.length === 0 && !this.hasAttribute('template') && this.#added.size === 0) return this.#close();
        const player = await this.#player();
        const library = libraryOf(player);
        const loaded = await Promise.all(sources.map((source) => library.load(new URL(source, this.baseURI).href)));
        if (!isWanted()) return;
        // The first file of a type counts, and what the page added counts most.
        const added = [...this.#added.values()];
        for (const file of [...loaded.reverse(), ...added]) library.use(file);
        const type = this.getAttribute('template') ?? (loaded.at(-1) ?? added[0]).added.type;
        const options = { metrics: this.getAttribute('metrics') === 'built-in' ? 'built-in' : 'host', data: this.#content() };
        for (const [name, read] of Object.entries(settings)) {
            if (this.hasAttribute(name)) options[settingNames[name] ?? name] = read(this.getAttribute(name));
        }
        const view = player.open(type, options);
        this.#close();
        const resolveImage = (source) => this.resolveImage(source);
        this.#mounted = mount(view, this, { fill: this.hasAttribute('fill'), resolveImage });
    }

    #apply() {
        if (!this.view) return;
        try {
            this.view.update(this.#content());
        } catch (error) {
            this.#fail(error);
        }
    }

    #attributeData() {
        const text = this.getAttribute?.('data');
        return text ? JSON.parse(text) : undefined;
    }

    /** What is shown. A text goes to the player as it is: values of JavaScript would round large numbers. */
    #content() {
        if (this.#hasData) return this.#data;
        const text = this.getAttribute('data');
        return text ? encoder.encode(text) : undefined;
    }

    #close() {
        this.#mounted?.dispose();
        this.#mounted = null;
    }

    async #player() {
        const given = this.getAttribute('player') ?? VirtualViewElement.player ?? 'player.wasm';
        if (typeof given !== 'string' && !(given instanceof URL)) return given;
        const address = new URL(given, this.baseURI).href;
        const known = players.get(address);
        // Instead of a player that stopped, there is another one for what is opened from now on.
        if (!known || ((await known).isStopped && players.get(address) === known)) {
            const player = load(address);
            players.set(address, player);
            // Another try may find the network again.
            player.catch(() => players.delete(address));
        }
        return players.get(address);
    }

    #fail(error) {
        const event = new CustomEvent('vv-error', { detail: { error }, bubbles: true, composed: true });
        this.dispatchEvent(event);
    }
}

/** The files that elements gave to a player. Several may have one type, and views show what was added last. */
class Library {
    #player;
    #loaded = new Map();
    /** The file that was added last, for each type. */
    #latest = new Map();

    constructor(player) {
        this.#player = player;
    }

    /** Loads and adds the file at an address, once. */
    load(address) {
        if (!this.#loaded.has(address)) {
            const loading = fetch(address).then(async (response) => {
                if (!response.ok) throw new Error(`${response.status} for ${address}`);
                const file = { bytes: new Uint8Array(await response.arrayBuffer()), added: null };
                this.use(file);
                return file;
            });
            this.#loaded.set(address, loading);
            loading.catch(() => this.#loaded.delete(address));
        }
        return this.#loaded.get(address);
    }

    /** Adds a file, unless it is the last one of its type. */
    use(file) {
        if (file.added === null || this.#latest.get(file.added.type) !== file) {
            file.added = this.#player.add(file.bytes);
            this.#latest.set(file.added.type, file);
        }
        return file.added;
    }
}

function libraryOf(player) {
    if (!libraries.has(player)) libraries.set(player, new Library(player));
    return libraries.get(player);
}

if (globalThis.customElements && !customElements.get('virtual-view')) {
    customElements.define('virtual-view', VirtualViewElement);
}
