// Asks the two modules questions, and gives their answers as texts, in node or in a page (`WebSession.swift`).

const decoder = new TextDecoder();
const encoder = new TextEncoder();

const toBase64 = (bytes) => {
    let text = '';
    for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
    return btoa(text);
};
const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

async function load(module, imports) {
    const { exports } = await WebAssembly.instantiate(module, imports);
    const withBytes = (bytes, body) => {
        const start = exports.vv_alloc(bytes.length);
        new Uint8Array(exports.memory.buffer, start, bytes.length).set(bytes);
        try {
            return body(start, bytes.length);
        } finally {
            exports.vv_free(start);
        }
    };
    const result = (count) => new Uint8Array(exports.memory.buffer, exports.vv_result(), count);
    return {
        exports,
        text: (count) => decoder.decode(result(count)),
        base64: (count) => toBase64(result(count)),
        withText: (text, body) => withBytes(encoder.encode(text), body),
        withFile: (base64, body) => withBytes(fromBase64(base64), body),
    };
}

const bits = (number) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, number);
    return view.getBigUint64(0).toString(16);
};

/**
 * Makes a function that answers a question, a line of JSON. After a trap it gives nothing more: what is asked afterwards
 * would mean nothing.
 *
 * @param playerModule the compiled module of the runtime
 * @param compilerModule that of the compiler
 */
export async function makeAsker(playerModule, compilerModule) {
    const player = await load(playerModule, { vv: { measure: () => 0, call: () => 0 } });
    const compiler = await load(compilerModule, {});
    const p = player.exports;
    const c = compiler.exports;
    const calls = {
        components: (json) => player.withText(json, (s, n) => player.text(p.vv_components(s, n))),
        add: (file) => player.withFile(file, (s, n) => player.text(p.vv_add(s, n))),
        open: (json) => player.withText(json, (s, n) => player.text(p.vv_open(s, n))),
        configure: (view, json) => player.withText(json, (s, n) => player.text(p.vv_configure(view, s, n))),
        update: (view, json) => player.withText(json, (s, n) => player.text(p.vv_update(view, s, n))),
        follow: (view) => player.text(p.vv_follow(view)),
        layout: (view, width, height) => player.text(p.vv_layout(view, width, height ?? NaN)),
        display: (view, culls) => player.text(p.vv_display(view, culls)),
        elements: (view) => player.text(p.vv_elements(view)),
        tree: (view) => player.text(p.vv_tree(view)),
        take: (view) => player.text(p.vv_take(view)),
        touch: (...numbers) => bits(p.vv_touch(...numbers)),
        advance: (...numbers) => bits(p.vv_advance(...numbers)),
        scroll: (...numbers) => void p.vv_scroll(...numbers),
        turn: (...numbers) => void p.vv_turn(...numbers),
        expose: (...numbers) => void p.vv_expose(...numbers),
        perform: (...numbers) => bits(p.vv_perform(...numbers)),
        image: (view, json) => void player.withText(json, (s, n) => p.vv_image(view, s, n)),
        close: (view) => void p.vv_close(view),
        configureCompiler: (json) => compiler.withText(json, (s, n) => compiler.text(c.vv_configure(s, n))),
        compile: (json) => compiler.withText(json, (s, n) => compiler.text(c.vv_compile(s, n))),
        file: () => compiler.base64(c.vv_file()),
        dump: (file) => compiler.withFile(file, (s, n) => compiler.text(c.vv_dump(s, n))),
    };
    let isOver = false;
    return (line) => {
        if (isOver) return undefined;
        const [name, ...rest] = JSON.parse(line);
        try {
            return calls[name](...rest) ?? '';
        } catch (error) {
            isOver = true;
            return String(error);
        }
    };
}
