// The whole state of the page as the fragment of its address, which is never sent to a server.

import { pack, unpack } from './packing.js';

/** How long nothing changes before the address of the page follows, in milliseconds. */
const resting = 500;
/** No link is unpacked into more than this many bytes. */
const largest = 4 << 20;

/** What a page shows that nobody changed. */
export const standard = Object.freeze({
    name: 'Card',
    language: 'xml',
    source: '',
    data: '',
    values: '',
    components: '',
    width: 375,
    appearance: 'light',
    direction: 'ltr',
    textScale: 1,
    metrics: 'host',
});

const choices = {
    language: ['xml', 'asv'],
    appearance: ['light', 'dark'],
    direction: ['ltr', 'rtl'],
    metrics: ['host', 'built-in'],
};
export const widths = { least: 80, most: 1200 };
export const textScales = { least: 0.5, most: 3 };

/** Returns a state in which everything is as it has to be, whatever a link says. */
export function cleaned(state) {
    const result = { ...standard };
    for (const name of Object.keys(standard)) {
        const value = state?.[name];
        if (typeof value !== typeof standard[name]) continue;
        if (choices[name] && !choices[name].includes(value)) continue;
        result[name] = value;
    }
    result.name = cleanedName(result.name);
    result.width = clamp(Math.round(result.width), widths);
    result.textScale = clamp(result.textScale, textScales);
    return result;
}

/** A name that can be a file's; the template is called after it. */
export function cleanedName(name) {
    return name.replace(/[^\p{L}\p{N}_-]/gu, '').slice(0, 60) || standard.name;
}

function clamp(value, { least, most }) {
    return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : least;
}

/** Writes a state as a fragment; what is as usual is left out. */
export async function fragment(state) {
    const changed = Object.entries(state).filter(([name, value]) => value !== standard[name]);
    const packed = await pack(new TextEncoder().encode(JSON.stringify(Object.fromEntries(changed))));
    let letters = '';
    for (const byte of packed) letters += String.fromCharCode(byte);
    return `#1.${btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** Reads a fragment: `{ state }`, `{ sample }` for the name of a sample, or `null` for none. */
export async function readFragment(text) {
    if (text === '' || text === '#') return null;
    const sample = /^#([\p{L}\w-]+)$/u.exec(decodeURIComponent(text));
    if (sample) return { sample: sample[1] };
    const packed = /^#1\.([\w-]+)$/.exec(text);
    if (!packed) throw new Error('the link is not one of this page');
    const letters = atob(packed[1].replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = await unpack(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)), largest);
    return { state: cleaned(JSON.parse(new TextDecoder().decode(bytes))) };
}

/** The address of the page, which is always that of its state, so that reloading loses nothing. */
export class Address {
    #state;
    #timer = 0;

    /** @param state returns the state */
    constructor(state) {
        this.#state = state;
    }

    /** Follows when nothing has changed for a while. */
    followSoon() {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.follow(), resting);
    }

    async follow() {
        clearTimeout(this.#timer);
        history.replaceState(null, '', await fragment(this.#state()));
    }

    /** Makes what is shown one step back, before a sample is shown. */
    async leave(sample) {
        await this.follow();
        history.pushState(null, '', `#${sample}`);
    }

    /** Copies the link; returns what to tell the user. */
    async copy() {
        await this.follow();
        try {
            await navigator.clipboard.writeText(location.href);
            return 'The link is copied.';
        } catch {
            return 'The link is in the address bar.';
        }
    }
}
