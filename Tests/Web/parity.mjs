// Asks the two modules what a file of questions says, and writes the answers, one a line (`WebSession.swift`).
// usage: node parity.mjs FOLDER-OF-THE-MODULES QUESTIONS ANSWERS
import { createWriteStream, readFileSync } from "node:fs";
import { once } from "node:events";

const [folder, questions, answers] = process.argv.slice(2);
const decoder = new TextDecoder();

function load(name, imports) {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(`${folder}/${name}.wasm`)), imports);
    const withBytes = (bytes, body) => {
        const start = exports.vv_alloc(bytes.length);
        new Uint8Array(exports.memory.buffer, start, bytes.length).set(bytes);
        try {
            return body(start, bytes.length);
        } finally {
            exports.vv_free(start);
        }
    };
    const result = (count) => Buffer.from(exports.memory.buffer, exports.vv_result(), count);
    return {
        exports,
        text: (count) => decoder.decode(result(count)),
        base64: (count) => result(count).toString("base64"),
        withText: (text, body) => withBytes(Buffer.from(text), body),
        withFile: (base64, body) => withBytes(Buffer.from(base64, "base64"), body),
    };
}

const bits = (number) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, number);
    return view.getBigUint64(0).toString(16);
};

const player = load("player", { vv: { measure: () => 0 } });
const compiler = load("compiler", {});
const p = player.exports;
const c = compiler.exports;

const calls = {
    components: (json) => player.withText(json, (s, n) => player.text(p.vv_components(s, n))),
    add: (file) => player.withFile(file, (s, n) => player.text(p.vv_add(s, n))),
    open: (json) => player.withText(json, (s, n) => player.text(p.vv_open(s, n))),
    configure: (view, json) => player.withText(json, (s, n) => player.text(p.vv_configure(view, s, n))),
    update: (view, json) => player.withText(json, (s, n) => player.text(p.vv_update(view, s, n))),
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

const output = createWriteStream(answers);
for (const line of readFileSync(questions, "utf8").split("\n")) {
    if (line === "") continue;
    const [name, ...rest] = JSON.parse(line);
    let answer;
    try {
        answer = calls[name](...rest) ?? "";
    } catch (error) {
        // A trap ends the module; nothing that is asked afterwards would mean anything.
        output.write(`${error}\n`);
        break;
    }
    if (!output.write(answer + "\n")) await once(output, "drain");
}
output.end();
