// The player without a browser: node --test Tests/Web/node.test.mjs

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { VirtualViewError, load } from '../../Sources/Web/virtualview.js';
import { readFragment } from '../../Sources/Web/playground-link.js';
import { compileAll } from './templates.mjs';

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

test('frozen and malformed files never trap', async () => {
    const all = await player();
    for (const folder of ['Frozen', 'Malformed']) {
        const path = join(house, 'Tests/Fixtures', folder);
        for (const name of readdirSync(path).filter((name) => name.endsWith('.out'))) {
            try {
                const { type } = all.add(readFileSync(join(path, name)));
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

test('an unknown template is an error', async () => {
    const all = await player();
    assert.throws(() => all.open('None', built), { name: 'VirtualViewError' });
});

test('listeners get events, and taking gets them once', async () => {
    const all = await player();
    const view = all.open('Card', { ...built, data: { title: 'Tea' } });
    view.layout(360);
    const button = view.elements().findIndex((element) => element.label === 'Order');
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

test('measuring that fails does not break the player', async () => {
    const measure = { measure() { throw new Error('no'); } };
    const all = await player({ measure });
    const view = all.open('Card', { data: { title: 'Tea' } });
    view.layout(360);
    assert.ok(view.display().items.length > 0);
});

test('a closed view does nothing, and data for it are refused', async () => {
    const all = await player();
    const view = all.open('Card', built);
    view.dispose();
    view.dispose();
    assert.equal(view.touch('began', 1, 0, 0, 1), -1);
    assert.equal(view.perform(0, 'click'), false);
    assert.throws(() => view.update({}), VirtualViewError);
});

test('a listener may close the view', async () => {
    const all = await player();
    const view = all.open('Card', { ...built, data: { title: 'Tea' } });
    view.layout(360);
    const button = view.elements().findIndex((element) => element.label === 'Order');
    view.on('click', () => view.dispose());
    view.perform(button, 'click');
    assert.equal(view.isOpen, false);
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
