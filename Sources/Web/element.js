// The custom element, for pages that need no script of their own to show a template.

import { VirtualViewError, addressIn, bytesOf, copyOf, fetched, load } from './module.js';
import { lengthOf, make, shadowOf } from './dom.js';
import { Mounted, longestAddress } from './mount.js';
import { settingsAround } from './surroundings.js';

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
    /** The bytes that the page added, by their types; the first ones are shown if nothing else is said. */
    #added = new Map();
    #resolveImage = null;
    #data = undefined;
    #hasData = false;
    #opening = 0;
    #isScheduled = false;
    /** Whether a view is being opened, for which other data waits. */
    #isOpening = false;
    /** Whether the view could not be opened, which other data, another setting or another file may correct. */
    #isRefused = false;
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
        const copy = copyOf(bytes);
        const player = await this.#player();
        const added = player.add(copy);
        const isFirst = this.#added.size === 0;
        this.#added.set(added.type, player.newest.get(added.type));
        if (this.#isRefused || (isFirst && !this.hasAttribute('src') && !this.hasAttribute('template'))) this.#open();
        return added;
    }

    /** Gives the address of an image; a page may set another function. */
    get resolveImage() {
        return this.#resolveImage ?? ((source) => source);
    }

    set resolveImage(resolve) {
        this.#resolveImage = resolve;
        this.#mounted?.paintAgain();
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
        } else if (name in settings && !this.#isRefused) {
            this.#mounted?.configure(settingNames[name] ?? name, after === null ? null : settings[name](after));
        } else {
            this.#open();
        }
    }

    /** Opens the view, once for all attributes that change together. */
    #open() {
        if (this.#isScheduled) return;
        this.#isScheduled = true;
        this.#isOpening = true;
        this.#ready = Promise.resolve().then(async () => {
            this.#isScheduled = false;
            const number = (this.#opening += 1);
            try {
                await this.#show(() => number === this.#opening && this.isConnected);
            } catch (error) {
                // Nobody waits for what was asked for before.
                if (number === this.#opening && this.isConnected) {
                    // Without the files, what is shown stays, with the data that came meanwhile.
                    if (!this.#isRefused) this.#update();
                    // Another try may find the network again.
                    this.#isRefused = true;
                    this.#fail(error);
                }
            }
            if (!this.#isScheduled && number === this.#opening) this.#isOpening = false;
            // What was asked for meanwhile is what is ready.
            if (this.#isScheduled || number !== this.#opening) await this.#ready;
        });
    }

    async #show(isWanted) {
        // Whoever connects the element opens it.
        if (!isWanted()) return;
        this.#isRefused = false;
        const sources = (this.getAttribute('src') ?? '').split(/\s+/).filter(Boolean);
        if (sources.length === 0 && !this.hasAttribute('template') && this.#added.size === 0) return this.#close();
        if (!this.shadowRoot) this.#showContent();
        const player = await this.#player();
        const library = libraryOf(player);
        const loaded = await Promise.all(sources.map((source) => library.load(addressIn(this, source))));
        if (!isWanted()) return;
        // What opens in the same turn is measured before anything of it is drawn, after which browsers lay the whole page out again.
        const around = settingsAround(this, widthInside(this));
        await null;
        if (!isWanted()) return;
        // The first file of a type counts, and what the page added counts most.
        const files = new Map([...loaded.reverse(), ...this.#added]);
        const type = this.getAttribute('template') ?? (loaded.at(-1) ?? [...this.#added][0])[0];
        const options = { metrics: this.getAttribute('metrics') ?? 'host' };
        for (const [name, read] of Object.entries(settings)) {
            if (this.hasAttribute(name)) options[settingNames[name] ?? name] = read(this.getAttribute(name));
        }
        this.#isRefused = true;
        const view = library.open(files, type, options);
        try {
            this.#bind(view, around);
        } catch (error) {
            view.dispose();
            throw error;
        }
        this.#isRefused = false;
        this.#close(true);
        // From here on, other data is for this view.
        this.#isOpening = this.#isScheduled;
        const resolveImage = (source) => this.resolveImage(source);
        this.#mounted = new Mounted(view, this, { fill: this.hasAttribute('fill'), resolveImage, width: around.width });
        this.#mounted.refresh();
    }

    /** Shows the first data, for the page as it is: programs may calculate with lengths. */
    #bind(view, around) {
        const followed = Object.entries(around).filter(([name, value]) => value && !(name in view.settings));
        view.configure(Object.fromEntries(followed));
        const data = this.#content();
        if (data !== undefined) view.update(data);
    }

    #apply() {
        if (this.#isRefused) return this.#open();
        // The view that is still shown may be of another template.
        if (!this.#isOpening) this.#update();
    }

    #update() {
        try {
            this.view?.update(this.#content());
        } catch (error) {
            this.#fail(error);
        }
    }

    #attributeData() {
        try {
            return JSON.parse(this.getAttribute('data') ?? '');
        } catch {
            // `vv-error` tells what is no JSON.
            return undefined;
        }
    }

    /** What is shown. A text goes to the player as it is: values of JavaScript would round large numbers. */
    #content() {
        if (this.#hasData) return this.#data;
        const text = this.getAttribute('data');
        return text ? encoder.encode(text) : undefined;
    }

    #close(isFollowed = false) {
        this.#mounted?.dispose(isFollowed);
        this.#mounted = null;
        if (this.shadowRoot?.childElementCount === 0) this.#showContent();
    }

    /** Until there is a view, what the page has in the element is shown. */
    #showContent() {
        shadowOf(this).append(make('slot'));
    }

    async #player() {
        const given = this.getAttribute('player') ?? VirtualViewElement.player ?? 'player.wasm';
        if (typeof given !== 'string' && !(given instanceof URL)) return given;
        const address = addressIn(this, given);
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

/** The width for what is in an element; 0 while it is not shown. */
function widthInside(element) {
    const style = getComputedStyle(element);
    const names = ['paddingLeft', 'paddingRight', 'borderLeftWidth', 'borderRightWidth'];
    const edges = style.boxSizing === 'border-box' ? names.reduce((sum, name) => sum + parseFloat(style[name]), 0) : 0;
    return Math.max(0, lengthOf(element, 'width') - edges);
}

/** The files that elements load into a player: types and bytes. Several may have one type, and each element shows its own. */
class Library {
    #player;
    #loaded = new Map();

    constructor(player) {
        this.#player = player;
    }

    /** Loads and checks the file at an address, once. */
    load(address) {
        if (!this.#loaded.has(address)) {
            const loading = fetched(address).then(async (response) => {
                const bytes = await bytesOf(response, address);
                const type = this.#check(bytes, address);
                this.#restore(type);
                return [type, bytes];
            });
            this.#loaded.set(address, loading);
            loading.catch(() => this.#loaded.delete(address));
        }
        return this.#loaded.get(address);
    }

    /** Opens a view of an element's own files, which it follows to what the page adds, and to no file of another element. */
    open(files, type, options) {
        const { newest } = this.#player;
        const view = this.#among(files, () => this.#player.open(type, options));
        const before = new Map(newest);
        const { follow } = view;
        view.follow = () => {
            const own = [...files].filter(([type]) => newest.get(type) === before.get(type));
            return this.#among(own, () => follow.call(view));
        };
        return view;
    }

    /** Does something while files are the newest of their types. */
    #among(files, body) {
        const others = [...files].filter(([type, bytes]) => this.#player.newest.get(type) !== bytes);
        try {
            for (const [, bytes] of others) this.#put(bytes);
            return body();
        } finally {
            for (const [type] of others) this.#restore(type);
        }
    }

    /** Puts the bytes that came from an address; an error names it, because an element may have several. */
    #check(bytes, address) {
        try {
            return this.#put(bytes);
        } catch (error) {
            const { code, offset } = error;
            if (code === 'stopped') throw error;
            throw new VirtualViewError({ code, message: `${error.message} in ${address.slice(0, longestAddress)}`, offset });
        }
    }

    #put(bytes) {
        const { type } = this.#player.call('vv_add', [], bytes);
        if (!this.#player.newest.has(type)) this.#player.newest.set(type, bytes);
        return type;
    }

    #restore(type) {
        if (this.#player.newest.has(type)) this.#put(this.#player.newest.get(type));
    }
}

function libraryOf(player) {
    if (!libraries.has(player)) libraries.set(player, new Library(player));
    return libraries.get(player);
}

if (globalThis.customElements && !customElements.get('virtual-view')) {
    customElements.define('virtual-view', VirtualViewElement);
}
