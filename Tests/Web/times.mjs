// Prints what a user waits for, in milliseconds: node Tests/Web/times.mjs card|start|key FOLDER
//
// The folder has templates and data, 0.out, 0.json and so on; `make web` must have run. The goals are in Docs/Performance.md,
// and vvbench, which calls this, compares the times with its own.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Browser, serve } from './chrome.mjs';
import { sourceOfLines } from './playground-samples.mjs';
import { load } from '../../Sources/Web/virtualview.js';

const built = join(dirname(fileURLToPath(import.meta.url)), '../../.build/web');
const [what, folder] = process.argv.slice(2);
const rounds = 60;

const middle = (times) => times.sort((one, other) => one - other)[times.length >> 1];

/** A template that the player has not seen: from its file to the list of what to draw. */
async function card() {
    const player = await load(readFileSync(join(built, 'player.wasm')));
    const cards = [];
    for (let i = 0; existsSync(join(folder, `${i}.out`)); i += 1) {
        cards.push([readFileSync(join(folder, `${i}.out`)), JSON.parse(readFileSync(join(folder, `${i}.json`), 'utf8'))]);
    }
    const times = [];
    for (let round = 0; round < rounds; round += 1) {
        for (const [bytes, data] of cards) {
            const start = performance.now();
            const view = player.open(player.add(bytes).type, { metrics: 'built-in', width: 375, data });
            view.layout(375);
            view.display({ culling: false });
            const time = performance.now() - start;
            // The first ones run in code that was not optimised yet.
            if (round >= rounds / 2) times.push(time);
            view.dispose();
        }
    }
    return middle(times);
}

/** A page with one card, from the navigation to the frame that has the picture. */
async function start(browser) {
    const page = `<!doctype html><script type="module" src="virtualview.js"></script>
        <virtual-view player="player.wasm" src="0.out"></virtual-view><script type="module" src="start.js"></script>`;
    const script = `const card = document.querySelector('virtual-view');
        card.data = await (await fetch('0.json')).json();
        await card.ready;
        requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => (globalThis.shown = performance.now());
            port2.postMessage(null);
        });`;
    const server = await serve((path) => {
        if (path === '/') return undefined;
        if (path === '/page.html') return Buffer.from(page);
        if (path === '/start.js') return Buffer.from(script);
        return join(/^\/\d+\./.test(path) ? folder : built, path);
    });
    const times = [];
    for (let i = 0; i < 15; i += 1) {
        const shown = await browser.open(`${server.address}/page.html`);
        times.push(await shown.until(() => globalThis.shown));
    }
    server.close();
    return middle(times);
}

/** Typing in the playground. */
async function key(browser) {
    const server = await serve((path) => join(built, path));
    const page = await browser.open(`${server.address}/playground.html`, { width: 1280, height: 800 });
    await page.until(() => document.documentElement.classList.contains('ready'));
    await page.run(() => document.querySelector('#source textarea').select());
    await page.run(() => document.querySelector('#source textarea').focus());
    await page.send('Input.insertText', { text: sourceOfLines(100) });
    await page.run(() => {
        const area = document.querySelector('#source textarea');
        const at = area.value.indexOf('text="line 7') + 'text="line 7'.length;
        area.setSelectionRange(at, at);
    });
    const times = [];
    for (const letter of 'the quick brown fox jumps over the lazy dog'.repeat(2)) {
        await page.key(letter, { text: letter });
        await page.run(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20)))));
        times.push(await page.run(() => performance.getEntriesByName('keystroke to picture')[0].duration));
    }
    server.close();
    return middle(times.slice(20));
}

if (what === 'card') {
    console.log(await card());
} else {
    let browser;
    try {
        browser = await Browser.start();
    } catch {
        console.log('there is no browser');
        process.exit(0);
    }
    console.log(await (what === 'start' ? start : key)(browser));
    await browser.close();
}
