// The two WebAssembly modules: where they come from, and the calls of the compiler.

import { load } from './virtualview.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Gives the bytes of a file that belongs to the page: from the page itself, if that is one file, or from beside it. */
export async function file(name) {
    const part = document.querySelector(`script[type="application/octet-stream"][data-file="${name}"]`);
    if (part) {
        const packed = Uint8Array.from(atob(part.textContent.trim()), (letter) => letter.charCodeAt(0));
        return unpack(packed);
    }
    const response = await fetch(name);
    if (!response.ok) throw new Error(`${response.status} for ${name}`);
    return new Uint8Array(await response.arrayBuffer());
}

/** Undoes the compression of `deflate-raw`; refuses more than `limit` bytes. */
export async function unpack(bytes, limit = Infinity) {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const parts = [];
    let length = 0;
    for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        length += value.length;
        if (length > limit) {
            reader.cancel();
            throw new Error('too large');
        }
        parts.push(value);
    }
    return join(parts, length);
}

/** Compresses bytes. */
export async function pack(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

function join(parts, length) {
    const all = new Uint8Array(length);
    let at = 0;
    for (const part of parts) {
        all.set(part, at);
        at += part.length;
    }
    return all;
}

/** Makes players, each without templates and components; the module is compiled once. */
export class Players {
    #module;

    static async load() {
        const players = new Players();
        players.#module = await WebAssembly.compile(await file('player.wasm'));
        return players;
    }

    /** @param components the file that `vvc compile --components` takes, or nothing */
    async make(components) {
        const player = await load(this.#module);
        if (components) player.components(components);
        return player;
    }
}

/** The module of the compiler. */
export class Compiler {
    #exports;

    static async load() {
        const { instance } = await WebAssembly.instantiate(await file('compiler.wasm'), {});
        instance.exports._initialize?.();
        const compiler = new Compiler();
        compiler.#exports = instance.exports;
        return compiler;
    }

    /** Declares the app's own components; returns diagnostics about the declaration. */
    configure(text) {
        return this.#call('vv_configure', encoder.encode(text)).diagnostics ?? [];
    }

    /** Compiles a source: `{ type, size, bytes, diagnostics }`, only with diagnostics if it has errors. */
    compile(path, text) {
        const result = this.#call('vv_compile', encoder.encode(JSON.stringify({ path, text })));
        if (result.error) throw new Error(result.error.message);
        const bytes = result.type === undefined ? null : this.#result(this.#exports.vv_file());
        return { ...result, bytes };
    }

    /** Describes the bytes of a file: `{ hex, tree }`. */
    dump(bytes) {
        return this.#call('vv_dump', bytes);
    }

    #call(name, bytes) {
        const exports = this.#exports;
        const at = exports.vv_alloc(bytes.length) >>> 0;
        if (at === 0 && bytes.length > 0) throw new Error('out of memory');
        new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
        const length = exports[name](at, bytes.length);
        exports.vv_free(at);
        return JSON.parse(decoder.decode(this.#result(length)));
    }

    /** Copies what the last call gave; the next one overwrites it. */
    #result(length) {
        const { memory, vv_result } = this.#exports;
        return new Uint8Array(memory.buffer, vv_result() >>> 0, length >>> 0).slice();
    }
}
