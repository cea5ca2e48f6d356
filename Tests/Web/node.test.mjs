// The player without a browser: node --test Tests/Web/node.test.mjs

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { Player, VirtualViewError, load } from '../../Sources/Web/virtualview.js';
import { cleaned, fragment, readFragment } from '../../Sources/Web/playground-link.js';
import { LineMap } from '../../Sources/Web/playground-positions.js';
import { linesOf, tokens } from '../../Sources/Web/playground-tokens.js';
import { Compiler, compileAll } from './templates.mjs';

const house = join(dirname(fileURLToPath(import.meta.url)), '../..');
const module = readFileSync(join(house, '.build/web/player.wasm'));
const { files, samples } = await compileAll(join(house, '.build/web/compiler.wasm'), join(house, 'Templates'));
const components = JSON.parse(readFileSync(join(house, 'Templates/Forms/components.json')));

async function player(options) {
    const player = await load(module, options);
    player.components(components);
    for (const bytes of files.values()) player.add(bytes);
    return player;
}

const built = { metrics: 'built-in' };

test('every sample template is laid out and drawn', async () => {
    const all = await player();
    for (const { name, data } of samples) {
        const view = all.open(name, { ...built, width: 375, data });
        assert.ok(view.layout(375).height > 0, name);
        assert.ok(view.display().items.length > 0, name);
        view.dispose();
    }
});

test('a damaged file is an error that says where', async () => {
    const all = await player();
    assert.throws(() => all.add(new Uint8Array([1, 2, 3])), VirtualViewError);
    const bytes = files.get('Card').slice();
    for (let i = 0; i < bytes.length; i += 1) {
        const damaged = bytes.slice();
        damaged[i] ^= 0xff;
        try {
            const { type } = all.add(damaged);
            const view = all.open(type, { ...built, data: { title: 'a' } });
            view.layout(300);
            view.display();
            view.dispose();
        } catch (error) {
            assert.ok(error instanceof VirtualViewError, `byte ${i}: ${error}`);
            assert.ok(error.code.length > 0 && error.message.length > 0);
        }
        assert.throws(() => all.add(bytes.slice(0, i)), VirtualViewError);
    }
});

test('a view follows templates that were added again', async () => {
    const all = await load(module);
    const [first, second] = [files.get('Row'), files.get('Tall')];
    all.add(first);
    const view = all.open('Row', { ...built, data: { name: 'a', height: 50 } });
    view.layout(300);
    const size = () => view.display().items.find(({ kind }) => kind === 'text').font.size;
    assert.deepEqual([view.follow(), size()], [false, 16]);
    all.add(second);
    assert.deepEqual([size(), view.follow()], [16, true]);
    view.layout(300);
    assert.deepEqual([size(), view.follow()], [24, false]);
    view.dispose();
    assert.throws(() => view.follow(), VirtualViewError);
});

test('a frozen link of the playground opens what it opened', async () => {
    const { link, state } = JSON.parse(readFileSync(join(house, 'Tests/Fixtures/Frozen/Formats/link.json'), 'utf8'));
    assert.deepEqual(await readFragment(link), { state });
});

test('a link is made of as much as is read from one', async () => {
    const state = cleaned({});
    const most = (4 << 20) - JSON.stringify({ source: '' }).length;
    const full = { ...state, source: 'a'.repeat(most) };
    assert.deepEqual(await readFragment(await fragment(full)), { state: full });
    await assert.rejects(fragment({ ...state, source: 'a'.repeat(most + 1) }), /too large/);
    await assert.rejects(fragment({ ...state, source: 'é'.repeat(most) }), /too large/);
    // Browsers drop addresses of two million letters; what cannot be compressed makes longer ones than what can.
    const noise = (count) => randomBytes(count).toString('base64');
    assert.ok((await fragment({ ...state, source: noise(700_000) })).length < 1_000_000);
    await assert.rejects(fragment({ ...state, source: noise(760_000) }), /too large/);
});

test('the colours of a line are those of the parts and marks that cover its letters', () => {
    let seed = 7;
    const random = (limit) => (seed = (seed * 48271) % 2147483647) % limit;
    const kinds = ['name', 'string', 'comment'];
    for (let i = 0; i < 2000; i += 1) {
        const text = Array.from({ length: 1 + random(30) }, () => 'abc\n'[random(4)]).join('');
        const places = Array.from({ length: 2 * random(5) }, () => random(text.length + 1)).sort((one, other) => one - other);
        const parts = [];
        for (let k = 0; k < places.length; k += 2) parts.push({ start: places[k], end: places[k + 1], kind: kinds[random(3)] });
        const marks = Array.from({ length: random(5) }, () => {
            const start = random(text.length + 1);
            return { start, end: Math.min(text.length, start + random(9)), severity: random(2) === 0 ? 'error' : 'warning' };
        });
        const covers = (at) => ({ start, end }) => start <= at && at < end;
        const looks = [];
        let at = 0;
        for (const pieces of linesOf(text, parts, marks, 0, Infinity)) {
            for (const piece of pieces) {
                const empty = marks.filter(({ start, end }) => start === end && start === at);
                if (piece.text === '' && piece.severity !== '') assert.ok(empty.some(({ severity }) => severity === piece.severity));
                for (const letter of piece.text) {
                    const severities = marks.filter(covers(at)).map(({ severity }) => severity);
                    const severity = severities.includes('error') ? 'error' : (severities[0] ?? '');
                    assert.deepEqual(piece, { ...piece, kind: parts.find(covers(at))?.kind ?? '', severity }, JSON.stringify([text, at]));
                    looks.push(letter);
                    at += 1;
                }
            }
            looks.push('\n');
            at += 1;
        }
        assert.equal(looks.join(''), `${text}\n`);
    }
});

test('columns are letters, of which some have two units', () => {
    for (const text of ['', 'ab\ncd', '\uFEFFab\n', 'a\u{1F375}b\u{1F375}\u{1F375}\n\n\u{1F375}é\ud83c', '\u{1F375}\n\u{1F375}c']) {
        const map = new LineMap(text);
        const lines = text.split('\n');
        assert.equal(map.count, lines.length);
        let start = 0;
        for (const [i, line] of lines.entries()) {
            const letters = Array.from(line);
            const first = letters[0] === '\uFEFF' ? 1 : 0;
            for (let k = first; k <= letters.length; k += 1) {
                const offset = start + letters.slice(0, k).join('').length;
                const place = { line: i + 1, column: k - first + 1 };
                assert.equal(map.offset(place.line, place.column), offset);
                assert.deepEqual(map.position(offset), place);
            }
            assert.equal(map.offset(i + 1, letters.length + 9), start + line.length);
            start += line.length + 1;
        }
        assert.equal(map.offset(lines.length + 1, 1), text.length);
    }
});

// What takes a time that grows with the square of the length does not end here.
test('long words, lines with many parts and lines with many places are read once', () => {
    const count = 200_000;
    for (const [text, language, kinds] of [
        [`<a>${'文'.repeat(count)}</a>`, 'xml', 'tag,tag,tag,tag'],
        [`[${'a'.repeat(count)}]`, 'asv', 'tag,tag'],
        ['${'.repeat(count), 'asv', 'expression'],
    ]) {
        assert.equal(tokens(text, language).map(({ kind }) => kind).join(), kinds);
    }
    const parts = Array.from({ length: count }, (_, i) => ({ start: 2 * i, end: 2 * i + 1, kind: 'name' }));
    const marks = parts.map(({ start, end }) => ({ start, end, severity: 'error' }));
    const text = 'a'.repeat(2 * count);
    assert.equal(linesOf(text, parts, marks, 0, 1)[0].length, 2 * count);
    const map = new LineMap('a\u{1F375}'.repeat(count));
    for (let i = 0; i < count; i += 1) assert.equal(map.offset(1, 2 * i + 1), 3 * i);
});

test('frozen and malformed files never trap', async () => {
    const all = await player();
    const path = join(house, 'Tests/Fixtures/Frozen');
    const names = readdirSync(path).filter((name) => name.endsWith('.out'));
    assert.ok(names.length > 0);
    for (const name of names) {
        const whole = readFileSync(join(path, name));
        const files = [whole, whole.subarray(0, whole.length / 2)];
        // A bit of each of some bytes is another one.
        for (let place = 0; place < whole.length; place += 1 + Math.floor(whole.length / 64)) {
            files.push(whole.map((byte, index) => index === place ? byte ^ 1 << place % 8 : byte));
        }
        for (const file of files) {
            try {
                const { type } = all.add(file);
                const view = all.open(type, built);
                view.layout(300);
                view.display();
                view.elements();
                view.dispose();
            } catch (error) {
                assert.ok(error instanceof VirtualViewError, `${name}: ${error}`);
            }
        }
    }
});

/** Opens and uses whatever a file may be; anything but an error object ends the test. */
function play(all, bytes, path) {
    try {
        const { type } = all.add(bytes);
        const view = all.open(type, { ...built, data: { title: 'a', items: [{ type }], list: [1, 'b', null] } });
        view.layout(300);
        view.display();
        view.touch('began', 1, 20, 20, 1);
        view.touch('ended', 1, 20, 20, 1.1);
        view.layout(300);
        view.elements();
        view.dispose();
        return true;
    } catch (error) {
        assert.ok(error instanceof VirtualViewError, `${path}: ${error.stack}`);
        return false;
    }
}

test('the fuzz corpora never trap, as they are and with bytes changed', async () => {
    const all = await player();
    const folders = ['Template', 'Events', 'Interpreter', 'Layout', 'Lists', 'Touch', 'Manager', 'Bridges'];
    const seeds = folders.flatMap((folder) => {
        const path = join(house, 'Tests/Fuzzing/Seeds', folder);
        return readdirSync(path).map((name) => [`${folder}/${name}`, readFileSync(join(path, name))]);
    });
    for (const [name, bytes] of files) seeds.push([name, bytes]);
    assert.ok(seeds.length > 200);
    // The same numbers every time.
    let state = 7;
    const below = (count) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32 * count) | 0;
    let loaded = 0;
    for (const [path, bytes] of seeds) {
        if (play(all, bytes, path)) loaded += 1;
        for (let i = 0; i < Number(process.env.VV_COUNT ?? 12) && bytes.length > 0; i += 1) {
            const changed = Uint8Array.from(bytes);
            for (let k = below(3); k >= 0; k -= 1) changed[below(changed.length)] = below(4) === 0 ? below(256) : changed[below(changed.length)];
            if (play(all, changed, `${path}, change ${i}`)) loaded += 1;
        }
        for (const text of [bytes, bytes.subarray(0, bytes.length >> 1)]) {
            // The same bytes as data, environment, options, and components of the app.
            const { view } = all.call('vv_open', [], { ...built, template: 'Card' });
            for (const [name, ...numbers] of [['vv_update', view], ['vv_configure', view], ['vv_open'], ['vv_components']]) {
                try {
                    all.call(name, numbers, Uint8Array.from(text));
                } catch (error) {
                    assert.ok(error instanceof VirtualViewError, `${path}: ${error.stack}`);
                }
            }
            all.number('vv_close', view);
        }
    }
    assert.ok(loaded > 50, `${loaded} were loaded`);
});

test('functions of the page are called by bindings, and what they throw is null', async () => {
    const heard = [];
    const errors = [];
    const report = globalThis.reportError;
    globalThis.reportError = (error) => errors.push(error.message);
    const all = await load(module);
    all.components(components);
    all.functions({
        money: (cents, ...rest) => {
            heard.push([cents, ...rest]);
            if (cents < 0) throw new Error('no debts');
            return cents === 0 ? undefined : `€ ${(cents / 100).toFixed(2)} \u{1f4b6}`;
        },
    });
    all.add(files.get('DeliveryForm'));
    const view = all.open('DeliveryForm', { ...built, data: { fee: 450 } });
    const texts = () => {
        view.layout(375);
        return view.display().items.filter((item) => item.kind === 'text').map((item) => item.label);
    };
    assert.ok(texts().includes('€ 4.50 \u{1f4b6}'), texts().join());
    view.update({ fee: -1 });
    assert.ok(!texts().some((text) => text.includes('€')));
    view.update({ fee: 0 });
    texts();
    assert.deepEqual(heard.map(([cents]) => cents).filter((cents, i, list) => cents !== list[i - 1]), [450, -1, 0]);
    await new Promise((done) => setTimeout(done));
    assert.ok(errors.length > 0 && errors.every((message) => message === 'no debts'));
    assert.throws(() => all.functions({ no: 1 }), TypeError);
    globalThis.reportError = report;
});

test('a module that stops while it takes the result of a function has stopped', async () => {
    const { instantiate } = WebAssembly;
    let isFull = false;
    WebAssembly.instantiate = async (...all) => {
        const { exports } = await instantiate(...all);
        const { vv_alloc: allocate } = exports;
        // Once more than a module can have.
        const vv_alloc = (count) => allocate(isFull ? 2 ** 30 + 1 + Number((isFull = false)) : count);
        return { exports: { ...exports, vv_alloc } };
    };
    const all = await load(module);
    WebAssembly.instantiate = instantiate;
    all.components(components);
    all.functions({ money: () => ((isFull = true), '1 €') });
    all.add(files.get('DeliveryForm'));
    assert.throws(() => all.open('DeliveryForm', { ...built, data: { fee: 450 } }), { code: 'stopped' });
    assert.equal(all.isStopped, true);
});

test('an unknown template is an error', async () => {
    const all = await player();
    assert.throws(() => all.open('None', built), { name: 'VirtualViewError' });
});

test('listeners get events, and taking gets them once', async () => {
    const all = await player();
    const view = all.open('Card', { ...built, data: { title: 'Tea' } });
    view.layout(360);
    const button = view.elements().find((element) => element.label === 'Order').node;
    const heard = [];
    const end = view.on('click', (event) => heard.push(event.action));
    view.on('*', (event) => heard.push(event.kind));
    assert.equal(view.perform(button, 'click'), true);
    end();
    view.perform(button, 'longClick');
    assert.deepEqual(heard, ['order', 'click', 'longClick']);
    assert.deepEqual(view.take().events.map((event) => event.kind), ['click', 'longClick']);
    assert.deepEqual(view.take().events, []);
    assert.equal(view.perform(10_000, 'click'), false);
});

test('a listener that throws keeps nothing from others, and the page hears of it', async () => {
    const errors = [];
    const { reportError: report } = globalThis;
    globalThis.reportError = (error) => errors.push(error.message);
    const all = await player();
    const view = all.open('Card', { ...built, data: { title: 'Tea' } });
    view.layout(360);
    const heard = [];
    view.on('click', () => { throw new Error('no'); });
    view.on('click', ({ action }) => heard.push(action));
    view.perform(view.elements().find((element) => element.label === 'Order').node, 'click');
    await new Promise((done) => setTimeout(done));
    globalThis.reportError = report;
    assert.deepEqual([heard, errors], [['order'], ['no']]);
});

test('an action and a phase that there is not do nothing', async () => {
    const all = await player();
    const view = all.open('Card', { ...built, data: { title: 'Tea' } });
    view.layout(360);
    const button = view.elements().find((element) => element.label === 'Order');
    for (const action of ['longclick', 'increase', undefined, 0]) assert.equal(view.perform(button.node, action), false);
    const [x, y] = [button.frame[0] + 5, button.frame[1] + 5];
    for (const phase of ['hover', undefined, 0]) {
        view.touch(phase, 1, x, y, 1);
        view.touch('ended', 1, x, y, 1.1);
    }
    assert.deepEqual(view.take().events, []);
});

test('an option that is undefined is none', async () => {
    const all = await player();
    const height = (options) => all.open('Card', { data: { title: 'Tea' }, ...options }).layout(360).height;
    assert.equal(height({ metrics: undefined }), height({}));
    assert.notEqual(height({ metrics: undefined }), height({ metrics: 'built-in' }));
    const { settings } = all.open('Card', { appearance: undefined, width: undefined, data: {} });
    assert.deepEqual(settings, { metrics: 'host' });
});

test('templates are bytes', async () => {
    const all = await load(module);
    const bytes = files.get('Card');
    const buffer = new Uint8Array([0, ...bytes, 0]).buffer;
    const wanted = all.add(bytes);
    assert.deepEqual(all.add(new DataView(buffer, 1, bytes.length)), wanted);
    assert.deepEqual(all.add(buffer.slice(1, -1)), wanted);
    for (const wrong of [undefined, null, 5, 'abc', {}, [...bytes]]) assert.throws(() => all.add(wrong), TypeError);
});

test('a block of memory takes the next power of two, and 16 bytes', async () => {
    const all = await load(module);
    for (const [count, taken] of [[1, 32], [16, 32], [17, 48], [32, 48], [33, 80], [65_536, 65_552], [65_537, 131_088]]) {
        // The first ones may have been freed by others.
        const blocks = Array.from({ length: 200 }, () => all.number('vv_alloc', count));
        assert.equal(blocks[199] - blocks[198], taken, `${count} bytes`);
        assert.ok(blocks.every((block) => block % 16 === 0));
    }
});

test('memory grows in ever larger steps', async () => {
    const all = await player();
    const sizes = new Set([all.memorySize]);
    for (let i = 0; i < 40; i += 1) {
        all.open('Card', { ...built, data: { title: 'a'.repeat(200_000) } });
        sizes.add(all.memorySize);
    }
    assert.ok([...sizes].at(-1) > 8_000_000 && sizes.size < 24, `${[...sizes]}`);
});

test('the first listener is told what was wrong with the first data, and taking has it too', async () => {
    const all = await player();
    const compiler = await Compiler.load(join(house, '.build/web/compiler.wasm'));
    const source = '<NText layoutWidth="-2" layoutHeight="-2" text="a" textColor="${c}"/>';
    all.add(compiler.compile('Hue.xml', source));
    const view = all.open('Hue', { ...built, data: { c: 'no colour' } });
    const heard = [];
    view.on('issue', (issue) => heard.push(issue));
    view.on('issue', (issue) => heard.push(issue));
    assert.equal(heard.length, 1);
    assert.deepEqual(view.needs, { needsLayout: true, needsDisplay: true });
    assert.deepEqual(view.take().issues, heard);
    assert.deepEqual(view.take().issues, []);
});

test('who listens when nobody else does is told what nobody took', async () => {
    const all = await player();
    const view = all.open('TagList', { ...built, data: {} });
    view.on('issue', () => {})();
    view.update({ tags: [{ type: 'None' }] });
    const heard = [];
    view.on('issue', (issue) => heard.push(issue));
    assert.deepEqual(heard, view.take().issues);
    assert.ok(heard.length > 0);
});

test('settings of a wrong kind are refused', async () => {
    const all = await player();
    const view = all.open('Card', { ...built, data: { title: 'Tea' } });
    for (const metrics of ['builtin', null]) {
        assert.throws(() => all.open('Card', { metrics, data: {} }), { message: "'metrics' is not one of host, built-in" });
    }
    for (const wrong of [{ locale: 5 }, { values: 5 }, { values: [] }, { turnsPages: 'no' }, 5, null, []]) {
        assert.throws(() => view.configure(wrong), { name: 'VirtualViewError' }, JSON.stringify(wrong));
    }
    view.configure({ locale: 'de', values: {}, turnsPages: false });
});

test('data is bytes of any kind, and never something without JSON', async () => {
    const all = await player();
    const view = all.open('Card', { ...built, data: { title: 'Tea' } });
    const shown = () => {
        view.layout(300);
        return view.display().items.some(({ lines }) => lines?.some(({ text }) => text.includes('Jar')));
    };
    for (const wrong of [() => ({ title: 'Jar' }), Symbol('Jar'), { title: 1n }]) {
        assert.throws(() => view.update(wrong), { name: 'VirtualViewError', code: 'invalid-argument' });
    }
    assert.ok(!shown());
    const bytes = new TextEncoder().encode('{"title":"Jar"}');
    // Bytes of another global object, as those of a frame or of a test runner, are bytes as well.
    const foreign = runInNewContext('[Uint8Array.from(bytes), Uint8Array.from(bytes).buffer]', { bytes });
    for (const data of [bytes, bytes.buffer, new DataView(bytes.buffer), ...foreign]) {
        view.update({ title: 'Tea' });
        view.update(data);
        assert.ok(shown());
    }
});

test('a finger that is held is a long click, at the time that was told', async () => {
    const all = await player();
    const view = all.open('Card', { ...built, data: { title: 'Tea' } });
    view.layout(360);
    const [x, y] = view.elements().find((element) => element.label === 'Order').frame;
    assert.equal(view.touch('began', 1, x + 5, y + 5, 10), 10.5);
    view.advance(10.5);
    view.touch('ended', 1, x + 5, y + 5, 11);
    assert.deepEqual(view.take().events.map((event) => event.kind), ['longClick']);
});

test('texts of all scripts pass unchanged', async () => {
    const all = await player();
    const title = 'é 中 עברית 👩‍👩‍👧 "\\ \u0007';
    const view = all.open('Card', { ...built, data: { title } });
    view.layout(2000);
    const item = view.display().items.find((item) => item.kind === 'text');
    assert.equal(item.label, title);
});

test('measuring is asked with the font', async () => {
    const asked = [];
    const measure = { measure: (kind, font, text) => (asked.push([kind, JSON.parse(font).size, text]), 20 - kind) };
    const all = await player({ measure });
    const view = all.open('Card', { data: { title: 'Tea' } });
    view.layout(360);
    view.display();
    assert.ok(asked.some(([kind, size, text]) => kind === 0 && size === 20 && text.includes('Tea')));
    assert.ok(asked.some(([kind]) => kind === 1) && asked.some(([kind]) => kind === 2));
});

test('measuring that fails does not break the player, and the page hears of it', async () => {
    const errors = [];
    const report = globalThis.reportError;
    globalThis.reportError = (error) => errors.push(error.message);
    const measure = { measure() { throw new Error('no'); } };
    const all = await player({ measure });
    const view = all.open('Card', { data: { title: 'Tea' } });
    view.layout(360);
    assert.ok(view.display().items.length > 0);
    await new Promise((done) => setTimeout(done));
    assert.ok(errors.length > 0 && errors.every((message) => message === 'no'));
    globalThis.reportError = report;
});

test('a closed view does nothing, and what has a result or data says that it is closed', async () => {
    const all = await player();
    const view = all.open('Card', built);
    view.dispose();
    view.dispose();
    assert.equal(view.touch('began', 1, 0, 0, 1), -1);
    assert.equal(view.perform(0, 'click'), false);
    const calls = [() => view.update({}), () => view.configure({}), () => view.layout(360), () => view.display(), () => view.elements(),
        () => view.tree(), () => view.follow()];
    const closed = { name: 'VirtualViewError', code: 'invalid-argument', message: 'the view is closed' };
    for (const call of calls) assert.throws(call, closed);
});

test('a listener may close the view', async () => {
    const all = await player();
    const view = all.open('Card', { ...built, data: { title: 'Tea' } });
    view.layout(360);
    const button = view.elements().find((element) => element.label === 'Order').node;
    view.on('click', () => view.dispose());
    view.perform(button, 'click');
    assert.equal(view.isOpen, false);
});

test('a module that stopped is not called again', async () => {
    const all = await player();
    const view = all.open('Card', { ...built, data: { title: 'Tea' } });
    view.layout(360);
    assert.equal(all.isStopped, false);
    // More than a module can have.
    assert.throws(() => all.number('vv_alloc', 2 ** 30 + 1), { name: 'VirtualViewError', code: 'stopped' });
    assert.equal(all.isStopped, true);
    for (const call of [() => all.open('Card', built), () => view.update({}), () => view.layout(360)]) {
        assert.throws(call, { name: 'VirtualViewError', code: 'stopped' });
    }
    assert.deepEqual([view.isOpen, view.touch('began', 1, 0, 0, 1)], [false, -1]);
    view.dispose();
    for (const error of [new RangeError('Maximum call stack size exceeded'), new WebAssembly.RuntimeError('unreachable')]) {
        const calls = [];
        const deep = new Player({ vv_fonts: () => { calls.push(1); throw error; } }, new Map());
        for (let i = 0; i < 2; i += 1) assert.throws(() => deep.number('vv_fonts', 1), { code: 'stopped', cause: error });
        assert.deepEqual(calls, [1]);
    }
});

test('trees as deep as they may be are laid out', async () => {
    const compiler = await Compiler.load(join(house, '.build/web/compiler.wasm'));
    for (const name of ['FrameLayout', 'VHLayout', 'VH2Layout', 'GridLayout', 'RatioLayout', 'FlexLayout']) {
        for (const attributes of ['', 'flexShrink="1"']) {
            const open = `<${name} layoutWidth="wrap_content" layoutHeight="wrap_content" ${attributes}>`;
            const source = open.repeat(1023) + '<NText text="deep" layoutWidth="50" layoutHeight="20"/>' + `</${name}>`.repeat(1023);
            const all = await load(module);
            all.add(compiler.compile('Deep.xml', source));
            const view = all.open('Deep', built);
            assert.equal(view.layout(300).height, 20, `${name} ${attributes}`);
            assert.equal(view.display().items.length, 1);
            assert.equal(view.elements().length, 1);
        }
    }
});

test('the size of an image is that of its view, and goes with it', async () => {
    const all = await player();
    const open = (source) => all.open('Picture', { ...built, data: { source } });
    const [one, other] = [open('photo'), open('photo')];
    for (const view of [one, other]) view.layout(500);
    one.image('photo', 100, 100);
    other.image('photo', 200, 50);
    one.update({ source: 'photo', other: 1 });
    one.configure({ scale: 3 });
    assert.deepEqual([one.layout(501).height, other.layout(501).height], [100, 50]);
    one.image('photo', null, null);
    assert.deepEqual([one.layout(500).height, other.layout(500).height], [0, 50]);
    let before;
    for (let i = 0; i < 120; i += 1) {
        const source = `data:image/png;base64,${i}${'A'.repeat(50_000)}`;
        const view = open(source);
        view.image(source, 10, 10);
        view.layout(500);
        view.display();
        view.dispose();
        if (i === 20) before = all.memorySize;
    }
    assert.equal(all.memorySize, before);
});

test('components are declared all or none, and again if they are the same', async () => {
    const all = await load(module);
    const own = (id, name) => ({ id, name, slot: true, properties: [] });
    const list = [own(1002, 'TextField'), own(1003, 'Switch')];
    assert.throws(() => all.components([list[0], own(1003, 'NText')]), VirtualViewError);
    const unset = { id: 1005, name: 'Gauge', properties: [{ name: 'level', kind: 'Float', default: { float: 'NaN' } }] };
    all.components([...list, unset]);
    all.components([...list, unset]);
    assert.throws(() => all.components([own(1004, 'Map'), own(1003, 'Slide')]), VirtualViewError);
    all.components([own(1004, 'Plan')]);
});

test('components mean in the player what they mean in the compiler', async () => {
    const kinds = ['String', 'Number', 'Int', 'Float', 'Bool', 'Color', 'Flag', 'Align', 'TextStyle', 'Type', 'LayoutWidthHeight',
        'Visibility', 'DataMode', 'Expr'];
    const declared = {
        version: 1,
        components: [
            { id: 2000, name: 'Every', slot: true, properties: kinds.map((kind) => ({ name: `own${kind}`, kind })) },
            {
                id: 2001,
                name: 'Field',
                slot: true,
                properties: [
                    { name: 'hint', kind: 'String', default: 'Type here', events: 'readWrite', invalidates: 'drawing' },
                    { name: 'most', kind: 'Int', default: 7 },
                    { name: 'share', kind: 'Float', default: 2 },
                    { name: 'look', kind: 'Enum', words: { plain: 0, secret: 1 }, default: 1 },
                    // The language has these words in another order than the alphabet.
                    { name: 'orientation', kind: 'Enum', words: { H: 1, V: 0 } },
                ],
            },
        ],
    };
    const compiler = await Compiler.load(join(house, '.build/web/compiler.wasm'));
    compiler.configure(declared);
    const all = await load(module);
    all.components(declared);
    all.add(compiler.compile('Every.xml', '<Every layoutWidth="10" layoutHeight="10"/>'));
    all.add(compiler.compile('Form.xml', `
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">
            <Field layoutWidth="match_parent" layoutHeight="40" flag="flag_clickable" onClick="\${this.hint = 'Again'}"/>
        </VHLayout>`));
    const view = all.open('Form', { metrics: 'built-in' });
    view.layout(300);
    const slot = () => view.display().items.find(({ kind }) => kind === 'slot');
    assert.deepEqual(slot().properties, { hint: 'Type here', most: 7, share: 2, look: 1, orientation: 0 });

    for (const [property, message] of [
        [{ kind: 'Int' }, "a property of 'Zed' has no name"],
        [{ name: 'size', kind: 'Integer' }, "'size' of 'Zed' has the kind 'Integer', not one of String, Number, Int, "],
        [{ name: 'size' }, "'size' of 'Zed' has no kind"],
        [{ name: 'size', kind: 'Enum' }, "'size' of 'Zed' has no words"],
        [{ name: 'size', kind: 'Enum', words: { big: 0.5 } }, "the word 'big' of 'size' of 'Zed' has no number"],
        [{ name: 'size', kind: 'Int', default: true }, "the default of 'size' of 'Zed' is no number of 32 bits and no text"],
        [{ name: 'size', kind: 'Int', bindable: 0 }, "'bindable' of 'size' of 'Zed' is neither true nor false"],
        [{ name: 'size', kind: 'Int', events: 'all' }, "'size' of 'Zed' has the events 'all', not one of none, read, readWrite"],
    ]) {
        assert.throws(
            () => all.components([{ id: 3000, name: 'Zed', properties: [property] }]),
            (error) => error.message.startsWith(message) || assert.equal(error.message, message)
        );
    }
    for (const [member, message] of [
        [{ slot: 'yes' }, "'slot' of 'Zed' is neither true nor false"],
        [{ properties: {} }, "'properties' of 'Zed' is no list"],
        [{ internedNames: 'size' }, "'internedNames' of 'Zed' is no list"],
        [{ internedNames: [7] }, "a name in 'internedNames' of 'Zed' is no text"],
    ]) {
        assert.throws(() => all.components([{ id: 3000, name: 'Zed', ...member }]), { message });
    }
});

test('numbers are read as JavaScript reads them, however long they are', async () => {
    const all = await load(module);
    const heard = [];
    all.functions({ hear: (number) => (heard.push(number), '') });
    const compiler = await Compiler.load(join(house, '.build/web/compiler.wasm'));
    all.add(compiler.compile('Heard.xml', '<NText text="${= app.hear(n)}"/>'));
    const view = all.open('Heard', built);
    let state = 11;
    const below = (count) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32 * count) | 0;
    const digits = (count) => Array.from({ length: count }, () => below(10)).join('');
    const texts = [
        `0.${'3'.repeat(1500)}`, `0.${'3'.repeat(20_000)}`, `1${'0'.repeat(1000)}e-1000`, `1${'0'.repeat(30_000)}e-30000`,
        `0.${'0'.repeat(900)}1e901`, '5e-324', '2.5e-324', '2.4e-324', '1.7976931348623157e308', '9007199254740993.0',
        // Just above the middle between two numbers.
        `9007199254740993.${'0'.repeat(1200)}1`, `4503599627370497.5${'0'.repeat(1200)}1e0`,
    ];
    for (let i = 0; i < 400; i += 1) {
        const [whole, part] = [below(i % 4 === 0 ? 300 : 20), 1 + below(i % 3 === 0 ? 1500 : 20)];
        texts.push(`${1 + below(9)}${digits(whole)}.${digits(part)}e${below(600) - 300 - whole}`);
    }
    for (const text of texts) {
        view.update(new TextEncoder().encode(`{"n":${text}}`));
        assert.ok(Object.is(heard.at(-1), Number(text)), `${text.slice(0, 60)}: ${heard.at(-1)}, ${Number(text)}`);
    }
});

test('data that are given as text keep the digits of their numbers', async () => {
    const all = await player();
    const view = all.open('Numbers', { ...built, data: new TextEncoder().encode('{"id": 12345678901234567, "price": 4}') });
    const text = () => {
        view.layout(2000);
        return view.display().items.find((item) => item.kind === 'text').label;
    };
    assert.equal(text(), '12345678901234567 4');
    view.update({ id: 1, price: 2 });
    assert.equal(text(), '1 2');
});

test('a node keeps its number while its entry moves, and an action goes to that node', async () => {
    const all = await player();
    const rows = (...names) => names.map((name) => ({ type: 'Row', name, height: 50 }));
    const view = all.open('List', { ...built, data: { rows: rows('a', 'b', 'c') } });
    const numbers = () => {
        view.layout(300, 480);
        view.display();
        const buttons = view.elements().filter(({ role }) => role === 'button');
        return Object.fromEntries(buttons.map(({ label, node }) => [label, node]));
    };
    const before = numbers();
    view.update({ rows: rows('new', 'c', 'a') });
    const after = numbers();
    assert.deepEqual([after.c, after.a], [before.c, before.a]);
    assert.ok(!Object.values(before).includes(after.new));
    const heard = [];
    view.on('click', (event) => heard.push(event.action));
    assert.deepEqual([view.perform(before.c, 'click'), view.perform(before.b, 'click')], [true, false]);
    assert.deepEqual(heard, ['c']);
    // Rows that are far away use the nodes of others.
    view.update({ rows: rows(...Array.from({ length: 500 }, (_, i) => `row ${i}`)) });
    const near = numbers();
    view.scroll(view.display().items.find((item) => item.scroll).node, 0, 20_000);
    const far = numbers();
    assert.deepEqual(Object.values(far).filter((node) => Object.values(near).includes(node)), []);
});

test('an open view makes items of the templates that it was opened with, until it follows', async () => {
    const all = await load(module);
    all.add(files.get('List'));
    all.add(files.get('Row'));
    const rows = (count) => Array.from({ length: count }, (_, i) => ({ type: 'Row', name: `row ${i}`, height: 50 }));
    const view = all.open('List', { ...built, data: { rows: rows(1) } });
    const sizes = () => {
        view.layout(300, 480);
        const texts = view.display().items.filter(({ kind, path }) => kind === 'text' && path !== '');
        return [...new Set(texts.map(({ font }) => font.size))];
    };
    sizes();
    all.add(files.get('Tall'));
    view.update({ rows: rows(3) });
    assert.deepEqual(sizes(), [16]);
    assert.equal(view.follow(), true);
    assert.deepEqual(sizes(), [24]);
    // What is not there yet may come later.
    const other = (await load(module));
    other.add(files.get('List'));
    const late = other.open('List', { ...built, data: { rows: rows(2) } });
    late.layout(300, 480);
    other.add(files.get('Row'));
    late.update({ rows: rows(3) });
    late.layout(300, 480);
    assert.equal(late.display().items.filter(({ kind, path }) => kind === 'text' && path !== '').length, 3);
});

test('10,000 views leave nothing behind', async () => {
    const all = await player();
    const cycles = (count) => {
        for (let i = 0; i < count; i += 1) {
            const view = all.open('Card', { ...built, data: { title: `tea ${i}` } });
            view.layout(360);
            view.display();
            view.update({ title: `milk ${i}` });
            view.layout(360);
            view.display();
            view.dispose();
        }
    };
    cycles(500);
    const before = all.memorySize;
    cycles(9500);
    assert.equal(all.memorySize, before);
});
