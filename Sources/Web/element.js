// The custom element, for pages that need no script of their own to show a template.

import { load } from './module.js';
import { mount } from './mount.js';

/** The players that elements share, and the files that were added to each, by their addresses. */
const players = new Map();
const files = new WeakMap();
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
    #type = null;
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
        const player = await this.#player();
        const added = player.add(bytes);
        if (this.#type === null && !this.hasAttribute('src') && !this.hasAttribute('template')) {
            this.#type = added.type;
            this.#open();
        }
        return added;
    }

    connectedCallback() {
        // A property may have been set before the class was known.
        if (Object.hasOwn(this, 'data')) {
            const { data } = this;
            delete this.data;
            this.data = data;
        }
        if (!this.#mounted) this.#open();
    }

    disconnectedCallback() {
        // An element that is only moved keeps its view.
        queueMicrotask(() => {
            if (!this.isConnected) this.#close();
        });
    }

    attributeChangedCallback(name, before, after) {
        if (before === after) return;
        if (name === 'data') {
            this.#hasData = false;
            this.#apply();
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
        if (sources.length === 0 && !this.hasAttribute('template') && this.#type === null) return this.#close();
        const player = await this.#player();
        const added = await Promise.all(sources.map((source) => addFile(player, new URL(source, this.baseURI).href)));
        if (!isWanted()) return;
        const type = this.getAttribute('template') ?? added[0]?.type ?? this.#type;
        const options = { metrics: this.getAttribute('metrics') === 'built-in' ? 'built-in' : 'host', data: this.data };
        for (const [name, read] of Object.entries(settings)) {
            if (this.hasAttribute(name)) options[settingNames[name] ?? name] = read(this.getAttribute(name));
        }
        const view = player.open(type, options);
        this.#close();
        const resolveImage = (source) => this.resolveImage(source);
        this.#mounted = mount(view, this, { fill: this.hasAttribute('fill'), resolveImage });
    }

    /** Gives the address of an image; a page may set another function. */
    resolveImage = (source) => source;

    #apply() {
        if (!this.view) return;
        try {
            this.view.update(this.data);
        } catch (error) {
            this.#fail(error);
        }
    }

    #attributeData() {
        const text = this.getAttribute?.('data');
        if (text === null || text === undefined || text === '') return undefined;
        return JSON.parse(text);
    }

    #close() {
        this.#mounted?.dispose();
        this.#mounted = null;
    }

    #player() {
        const given = this.getAttribute('player') ?? VirtualViewElement.player ?? 'player.wasm';
        if (typeof given !== 'string' && !(given instanceof URL)) return given;
        const address = new URL(given, this.baseURI).href;
        let player = players.get(address);
        if (!player) {
            player = load(address);
            players.set(address, player);
            // Another try may find the network again.
            player.catch(() => players.delete(address));
        }
        return player;
    }

    #fail(error) {
        const event = new CustomEvent('vv-error', { detail: { error }, bubbles: true, composed: true });
        this.dispatchEvent(event);
    }
}

/** Adds the template file at an address, once for a player. */
function addFile(player, address) {
    if (!files.has(player)) files.set(player, new Map());
    const added = files.get(player);
    if (!added.has(address)) {
        const adding = fetch(address).then(async (response) => {
            if (!response.ok) throw new Error(`${response.status} for ${address}`);
            return player.add(await response.arrayBuffer());
        });
        added.set(address, adding);
        adding.catch(() => added.delete(address));
    }
    return added.get(address);
}

if (globalThis.customElements && !customElements.get('virtual-view')) {
    customElements.define('virtual-view', VirtualViewElement);
}
