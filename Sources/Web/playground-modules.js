// The two WebAssembly modules: where they come from, and the calls of the compiler.

import { fromBase64, unpack } from './packing.js';
import { sampleFunctions } from './samples.js';
import { load } from './virtualview.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Gives the bytes of a file that belongs to the page: from the page itself, if that is one file, or from beside it. */
export async function file(name) {
    const part = document.querySelector(`script[type="application/octet-stream"][data-file="${name}"]`);
    if (part) {
        return unpack(fromBase64(part.textContent.trim()));
    }
    const response = await fetch(name);
    if (!response.ok) throw new Error(`${response.status} for ${name}`);
    return new Uint8Array(await response.arrayBuffer());
}

/** Makes players, each without templates and components; the module is compiled once. */
export class Players {
    #module;
    #functions;

    /** @param samples the content of `samples.json`, or a promise of it */
    static async load(samples) {
        const players = new Players();
        players.#module = await WebAssembly.compile(await file('player.wasm'));
        players.#functions = sampleFunctions((await samples).functions);
        return players;
    }

    /** @param components the file that `vvc compile --components` takes, or nothing */
    async make(components) {
        const player = await load(this.#module);
        if (components) player.components(components);
        player.functions(this.#functions);
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
