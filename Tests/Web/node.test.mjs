// The player without a browser: node --test Tests/Web/node.test.mjs

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { VirtualViewError, load } from '../../Sources/Web/virtualview.js';
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
