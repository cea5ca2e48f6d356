// The whole state of the page as the fragment of its address, which is never sent to a server.

import { fromBase64, pack, unpack } from './packing.js';

/** How long nothing changes before the address of the page follows, in milliseconds. */
const resting = 500;
/** A link holds no more bytes than this, and is not unpacked into more. */
const largest = 4 << 20;
/** Nor is it longer than this, because browsers drop longer addresses. */
const longest = 1_000_000;

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

/** Writes a state as a fragment; what is as usual is left out. Refuses what would not be read. */
export async function fragment(state) {
    const changed = Object.entries(state).filter(([name, value]) => value !== standard[name]);
    const bytes = new TextEncoder().encode(JSON.stringify(Object.fromEntries(changed)));
    if (bytes.length > largest) throw new Error('too large');
    const packed = await pack(bytes);
    if ((packed.length * 4) / 3 > longest) throw new Error('too large');
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
    const bytes = await unpack(fromBase64(packed[1].replaceAll('-', '+').replaceAll('_', '/')), largest);
    return { state: cleaned(JSON.parse(new TextDecoder().decode(bytes))) };
}

/** The address of the page, which follows its state, so that reloading loses nothing that fits into a link. */
export class Address {
    #state;
    #say;
    #timer = 0;

    /**
     * @param state returns the state
     * @param say tells the user a text
     */
    constructor(state, say) {
        this.#state = state;
        this.#say = say;
    }

    /** Follows when nothing has changed for a while. */
    followSoon() {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.follow(), resting);
    }

    /** Follows at once; returns whether it does. If not, the address is what it was. */
    async follow() {
        clearTimeout(this.#timer);
        try {
            history.replaceState(null, '', await fragment(this.#state()));
            return true;
        } catch (error) {
            this.#say(`No link can be made of this: ${error.message}`);
            return false;
        }
    }

    /** Makes what is shown one step back, before a sample is shown; returns whether the sample may be. */
    async leave(sample) {
        const question = 'What is shown does not fit into a link: with the sample in its place, it is lost. Show the sample?';
        if (!(await this.follow()) && !confirm(question)) return false;
        history.pushState(null, '', `#${sample}`);
        return true;
    }

    /** Copies the link, and tells the user where it is. */
    async copy() {
        if (!(await this.follow())) return;
        try {
            await navigator.clipboard.writeText(location.href);
            this.#say('The link is copied.');
        } catch {
            this.#say('The link is in the address bar.');
        }
    }
}
