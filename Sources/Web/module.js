// The WebAssembly module: memory, texts in and out, errors; and the player, which is the module with templates in it.

import { TextMeasure } from './measure.js';
import { View, report } from './view.js';

/** What the module refuses, and why. */
export class VirtualViewError extends Error {
    constructor({ code = 'unknown', message = code, offset, cause } = {}) {
        super(message, { cause });
        this.name = 'VirtualViewError';
        this.code = code;
        if (offset !== undefined) this.offset = offset;
    }
}

/** A value as JSON, which has none for functions, large integers and what contains itself. */
function json(value) {
    const text = argument(() => JSON.stringify(value));
    if (text === undefined) throw new VirtualViewError({ code: 'invalid-argument', message: `a ${typeof value} is no JSON` });
    return text;
}

/** What is made of an argument; an error with a code if the browser refuses it. */
function argument(body) {
    try {
        return body();
    } catch (cause) {
        throw new VirtualViewError({ code: 'invalid-argument', message: cause.message, cause });
    }
}

/** The address that a text names in an element. */
export function addressIn(element, text) {
    return argument(() => new URL(text, element.baseURI).href);
}

/** A copy of the bytes of a template file, because the page may change them later. */
export function copyOf(bytes) {
    const own = bytesIn(bytes);
    if (!own) throw new TypeError('a template file is given by its bytes');
    return own.slice();
}

/** The bytes that a value is, also one of a frame or another global object, which has other classes; `null` for none. */
function bytesIn(value) {
    if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return Object.prototype.toString.call(value) === '[object ArrayBuffer]' ? new Uint8Array(value) : null;
}

/** What the scripts call. A module that lacks any of it is another one, or was built with other scripts. */
const needed = [
    'memory', 'vv_add', 'vv_advance', 'vv_alloc', 'vv_close', 'vv_components', 'vv_configure', 'vv_display', 'vv_elements', 'vv_expose',
    'vv_follow', 'vv_fonts', 'vv_free', 'vv_functions', 'vv_image', 'vv_layout', 'vv_open', 'vv_perform', 'vv_prepare', 'vv_result',
    'vv_scroll', 'vv_take', 'vv_touch', 'vv_tree', 'vv_turn', 'vv_update',
];

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** How often fonts have arrived in the page. */
let arrivals = 0;
globalThis.document?.fonts?.addEventListener('loadingdone', () => (arrivals += 1));

/** Loads the module from an address, a response, bytes, or a compiled module. */
export async function load(source, { measure } = {}) {
    const measuring = measure ?? new TextMeasure();
    const functions = new Map();
    let exports;
    const text = (at, length) => decoder.decode(new Uint8Array(exports.memory.buffer, at >>> 0, length >>> 0));
    const imports = {
        vv: {
            // A mistake in measuring must not unwind through the module, which would stay in the middle of a layout.
            measure(kind, font, fontLength, at, length) {
                try {
                    return Number(measuring.measure(kind, text(font, fontLength), text(at, length))) || 0;
                } catch (error) {
                    report(error);
                    return 0;
                }
            },
            // Nor must one in a function of the page: its result is null, and the page hears of the mistake later.
            call(name, nameLength, at, length) {
                let result;
                try {
                    result = JSON.stringify(functions.get(text(name, nameLength))(...JSON.parse(text(at, length)))) ?? 'null';
                } catch (error) {
                    report(error);
                    return 0;
                }
                // A stop of the module ends the call that led here.
                return give(exports, result);
            },
        },
    };
    ({ exports } = await instantiate(await source, imports));
    exports._initialize?.();
    return new Player(exports, functions);
}

/** Puts a text into a block of the module: its length, then its bytes. */
function give(exports, text) {
    const bytes = encoder.encode(text);
    const block = exports.vv_alloc(bytes.length + 4) >>> 0;
    new DataView(exports.memory.buffer).setInt32(block, bytes.length, true);
    new Uint8Array(exports.memory.buffer, block + 4, bytes.length).set(bytes);
    return block;
}

/** Whether an error is a trap, or the end of the stack. Firefox has a class of its own for the latter. */
function isStop(error) {
    return error instanceof WebAssembly.RuntimeError || error instanceof RangeError || error?.name === 'InternalError';
}

/** The response for an address; an error with the code `network` if none came, or another one than was asked for. */
export async function fetched(address) {
    return expectFile(await arrived(fetch(address), address), address);
}

/** The bytes of a response for an address. */
export async function bytesOf(response, address) {
    return new Uint8Array(await arrived(response.arrayBuffer(), address));
}

/** What was asked for; an error with a code and the address if it did not come, or is no module. */
async function arrived(promise, address, code = 'network') {
    try {
        return await promise;
    } catch (cause) {
        const isNone = cause instanceof WebAssembly.CompileError;
        throw new VirtualViewError({ code: isNone ? 'invalid-module' : code, message: `${cause.message} for ${address}`, cause });
    }
}

function expectFile(response, address) {
    if (response.ok) return response;
    throw new VirtualViewError({ code: 'network', message: `${response.status} for ${address}` });
}

async function instantiate(source, imports) {
    if (typeof source === 'string' || source instanceof URL) source = await fetched(source);
    const address = source?.url || 'the module';
    const module = source instanceof WebAssembly.Module ? source : await compiled(source, address);
    const instance = await arrived(WebAssembly.instantiate(module, imports), address, 'invalid-module');
    const missing = needed.find((name) => !(name in instance.exports));
    if (missing) throw new VirtualViewError({ code: 'invalid-module', message: `there is no '${missing}' for ${address}` });
    return instance;
}

async function compiled(source, address) {
    if (typeof Response === 'function' && source instanceof Response) {
        expectFile(source, address);
        // Compiling while loading needs the right media type, which not every server sends.
        const type = source.headers.get('Content-Type') ?? '';
        if (type.trim().toLowerCase() === 'application/wasm') return arrived(WebAssembly.compileStreaming(source), address);
        source = await bytesOf(source, address);
    }
    return arrived(WebAssembly.compile(source), address, 'invalid-module');
}

/** A loaded module and the templates that were added to it; any number of views share it. */
export class Player {
    #exports;
    #functions;
    #stop = null;
    /** How often fonts had arrived when the module was told last. */
    #arrivals = arrivals;
    /** The bytes that the page added last, or an element loaded first, for each type. */
    newest = new Map();

    constructor(exports, functions) {
        this.#exports = exports;
        this.#functions = functions;
    }

    /**
     * Whether the module stopped in the middle of something. From then on all calls of the player throw, and those of its views
     * throw or do nothing; another player must be loaded.
     */
    get isStopped() {
        return this.#stop !== null;
    }

    /** The size of the module's memory in bytes. */
    get memorySize() {
        return this.#exports.memory.buffer.byteLength;
    }

    /** Declares the app's own components, a list or the file that has it, best its bytes; before templates that use them are added. */
    components(list) {
        this.call('vv_components', [], Array.isArray(list) ? { components: list } : list);
    }

    /** Declares the app's functions, which bindings call as `app.NAME(…)`; before templates that call them are added. */
    functions(list) {
        for (const [name, body] of Object.entries(list)) {
            if (typeof body !== 'function') throw new TypeError(`'${name}' is not a function`);
        }
        this.call('vv_functions', [], { functions: Object.keys(list) });
        for (const [name, body] of Object.entries(list)) this.#functions.set(name, body);
    }

    /** Adds the bytes of a template file. */
    add(bytes) {
        const copy = copyOf(bytes);
        const added = this.call('vv_add', [], copy);
        this.newest.set(added.type, copy);
        return added;
    }

    /** Opens a view of a template. */
    open(template, { data, ...options } = {}) {
        const given = Object.entries(options).filter(([, value]) => value !== undefined);
        const settings = { metrics: 'host', ...Object.fromEntries(given) };
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

    /**
     * Tells the module of fonts that have arrived since it, or a view, was told: they may have come while no view was shown that
     * tells it. Returns how often they have.
     */
    tellFonts(view, told = this.#arrivals) {
        if (this.#arrivals !== arrivals || told !== arrivals) {
            this.#arrivals = arrivals;
            this.number('vv_fonts', view);
        }
        return arrivals;
    }

    /** Calls an export that returns a number or nothing. */
    number(name, ...numbers) {
        if (this.#stop) throw this.#stop;
        try {
            return this.#exports[name](...numbers);
        } catch (error) {
            // What left the module in the middle left its stack there, and whatever it was doing half done.
            if (isStop(error)) {
                const message = `the player stopped: ${error.message}`;
                throw (this.#stop = new VirtualViewError({ code: 'stopped', message, cause: error }));
            }
            throw error;
        }
    }

    /** Calls an export with a value (bytes as they are, anything else as JSON) and nothing else to return. */
    send(name, numbers, value) {
        const bytes = bytesIn(value) ?? encoder.encode(json(value));
        const at = this.number('vv_alloc', bytes.length) >>> 0;
        // The memory may have grown, so its buffer is never kept.
        new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
        const result = this.number(name, ...numbers, at, bytes.length);
        this.number('vv_free', at);
        return result;
    }

    /** Calls an export that returns JSON; the first number is that of a view, which is `null` for one that is closed. */
    call(name, numbers, value) {
        if (numbers[0] === null && !this.#stop) {
            throw new VirtualViewError({ code: 'invalid-argument', message: 'the view is closed' });
        }
        const length = value === undefined ? this.number(name, ...numbers) : this.send(name, numbers, value);
        const at = this.number('vv_result') >>> 0;
        const result = JSON.parse(decoder.decode(new Uint8Array(this.#exports.memory.buffer, at, length >>> 0)));
        if (result.error) throw new VirtualViewError(result.error);
        return result;
    }
}
