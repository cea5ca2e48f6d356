// The WebAssembly module: memory, texts in and out, errors; and the player, which is the module with templates in it.

import { TextMeasure } from './measure.js';
import { View } from './view.js';

/** What the module refuses, and why. */
export class VirtualViewError extends Error {
    constructor({ code = 'unknown', message = code, offset } = {}) {
        super(message);
        this.name = 'VirtualViewError';
        this.code = code;
        if (offset !== undefined) this.offset = offset;
    }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Loads the module from an address, a response, bytes, or a compiled module. */
export async function load(source, { measure } = {}) {
    const measuring = measure ?? new TextMeasure();
    let memory;
    const text = (at, length) => decoder.decode(new Uint8Array(memory.buffer, at >>> 0, length >>> 0));
    const imports = {
        vv: {
            // A mistake in measuring must not unwind through the module, which would stay in the middle of a layout.
            measure(kind, font, fontLength, at, length) {
                try {
                    return Number(measuring.measure(kind, text(font, fontLength), text(at, length))) || 0;
                } catch {
                    return 0;
                }
            },
        },
    };
    const instance = await instantiate(await source, imports);
    memory = instance.exports.memory;
    instance.exports._initialize?.();
    return new Player(instance.exports);
}

async function instantiate(source, imports) {
    if (source instanceof WebAssembly.Module) return WebAssembly.instantiate(source, imports);
    if (typeof source === 'string' || source instanceof URL) source = await fetch(source);
    if (typeof Response === 'function' && source instanceof Response) {
        if (!source.ok) throw new VirtualViewError({ code: 'network', message: `${source.status} for ${source.url}` });
        // Compiling while loading needs the right media type, which not every server sends.
        const type = source.headers.get('Content-Type') ?? '';
        if (type.startsWith('application/wasm')) {
            return (await WebAssembly.instantiateStreaming(source, imports)).instance;
        }
        source = await source.arrayBuffer();
    }
    return (await WebAssembly.instantiate(source, imports)).instance;
}

/** A loaded module and the templates that were added to it; any number of views share it. */
export class Player {
    #exports;

    constructor(exports) {
        this.#exports = exports;
    }

    /** The size of the module's memory in bytes. */
    get memorySize() {
        return this.#exports.memory.buffer.byteLength;
    }

    /** Declares the app's own components, a list or the file that has it; before templates that use them are added. */
    components(list) {
        this.call('vv_components', [], Array.isArray(list) ? { components: list } : list);
    }

    /** Adds the bytes of a template file. */
    add(bytes) {
        return this.call('vv_add', [], bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes));
    }

    /** Opens a view of a template. */
    open(template, { data, ...options } = {}) {
        const settings = { metrics: 'host', ...options };
        const { view: number } = this.call('vv_open', [], { ...settings, template });
        const view = new View(this, number, settings);
        try {
            if (data !== undefined) view.update(data);
        } catch (error) {
            view.dispose();
            throw error;
        }
        return view;
    }

    /** Calls an export that returns a number or nothing. */
    number(name, ...numbers) {
        return this.#exports[name](...numbers);
    }

    /** Calls an export with a value (bytes as they are, anything else as JSON) and nothing else to return. */
    send(name, numbers, value) {
        const bytes = value instanceof Uint8Array ? value : encoder.encode(JSON.stringify(value));
        const at = this.#exports.vv_alloc(bytes.length) >>> 0;
        if (at === 0 && bytes.length > 0) throw new VirtualViewError({ code: 'memory', message: 'out of memory' });
        // The memory may have grown, so its buffer is never kept.
        new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
        try {
            return this.#exports[name](...numbers, at, bytes.length);
        } finally {
            this.#exports.vv_free(at);
        }
    }

    /** Calls an export that returns JSON. */
    call(name, numbers, value) {
        const length =
            value === undefined ? this.#exports[name](...numbers) : this.send(name, numbers, value);
        const at = this.#exports.vv_result() >>> 0;
        const result = JSON.parse(decoder.decode(new Uint8Array(this.#exports.memory.buffer, at, length >>> 0)));
        if (result.error) throw new VirtualViewError(result.error);
        return result;
    }
}
