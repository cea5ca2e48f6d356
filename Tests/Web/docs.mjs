// Runs the code of Docs/Web.md: node Tests/Web/docs.mjs
//
// A comment before a block says what it is: `page` is opened, `file` is a file that pages load, `snippet` is run in a page
// of its own with an element `#place`, `node` is run in Node.js.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Browser, serve } from './chrome.mjs';
import { need, runClaims, watch } from './tap.mjs';
import { compileAll } from './templates.mjs';

const house = join(dirname(fileURLToPath(import.meta.url)), '../..');
const built = join(house, '.build/web');
const scripts = join(house, 'Sources/Web');

need(built, 'player.wasm', 'compiler.wasm');

/** What each piece must have done, seen from the page; `logs` is what it printed. */
const outcomes = {
    'card.html': async (page) => {
        await page.until(() => Boolean(document.querySelector('virtual-view')?.shadowRoot?.querySelector('button.said')));
        const texts = await textsOf(page, 'virtual-view');
        assert.ok(texts.includes('Coffee set') && texts.includes('Add to cart'));
        assert.equal(await page.run(() => document.querySelector('virtual-view').offsetWidth), 375);
        await page.run(() => [...document.querySelector('virtual-view').shadowRoot.querySelectorAll('button.said')].at(-1).click());
        assert.equal(await page.run(() => document.title), 'ProductCard: shop://cart/add?product=1');
    },
    'property.js': async (page) => {
        assert.ok((await textsOf(page, '#place virtual-view')).includes('Tea set'));
        assert.ok(Number((await logs(page))[0]) > 5);
    },
    'shared.js': async (page) => assert.ok((await textsOf(page, '#place virtual-view')).includes('€4.50')),
    'open.js': async (page) => {
        assert.ok((await textsOf(page, '#place')).includes('Tea set'));
        assert.match((await logs(page))[0], /^ProductCard/);
    },
    'environment.js': async (page) => assert.ok((await textsOf(page, '#place')).includes('Pick your roast')),
    'events.js': async (page) => {
        const all = await logs(page);
        assert.ok(all.some((line) => line.startsWith('open shop://product/1, node')));
        assert.ok(all.includes('shop://product/1'));
    },
    'slots.js': async (page) => {
        await page.until(() => document.querySelectorAll('#place input').length === 2);
        const shown = await page.run(() => [...document.querySelectorAll('#place input')].map((input) => [input.value, input.offsetWidth > 100]));
        assert.deepEqual(shown, [['Lindenstraße 9', true], ['', true]]);
        // What somebody types stays, with the focus, until the template tells another value.
        const typed = await page.run(() => {
            const place = document.querySelector('#place');
            const [street, note] = place.querySelectorAll('input');
            const tell = (...values) => {
                const detail = values.map(([{ slot }, value]) => ({ name: slot, component: 'TextField', properties: { value, placeholder: '' } }));
                place.dispatchEvent(new CustomEvent('vv-slots', { detail }));
                return [...place.querySelectorAll('input')].map((input) => input.value).concat(document.activeElement === street);
            };
            street.focus();
            street.value = 'Am Markt 1';
            return [tell([street, 'Lindenstraße 9'], [note, 'Ring twice']), tell([street, 'Hafen 3'])];
        });
        assert.deepEqual(typed, [['Am Markt 1', 'Ring twice', true], ['Hafen 3', true]]);
    },
    'functions.js': async (page) => assert.ok((await textsOf(page, '#place')).includes('€4.50')),
    'images.js': async (page) => {
        await page.until(() => document.querySelector('#place').shadowRoot.querySelector('img')?.naturalWidth > 0);
        assert.equal(await page.run(() => document.querySelector('#place').shadowRoot.querySelector('img').getAttribute('src')), 'images/tea.svg');
    },
    'list.js': async (page) => {
        await page.until(() => Boolean(document.querySelector('#place virtual-view').shadowRoot.querySelector('.line')));
        const texts = await textsOf(page, '#place virtual-view');
        assert.ok(texts.includes('Message 0') && texts.length < 200);
    },
    'errors.js': async (page) => assert.match((await logs(page))[0], /^\w+ /),
    'dispose.js': async (page) => assert.match((await logs(page))[0], /^false \d+$/),
};

const textsOf = async (page, selector) => {
    await page.run(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));
    return page.run((selector) => {
        const lines = document.querySelector(selector).shadowRoot.querySelectorAll('.line');
        return [...lines].map((line) => line.textContent);
    }, selector);
};
const logs = (page) => page.run(() => globalThis.logs);

const text = readFileSync(join(house, 'Docs/Web.md'), 'utf8');
const blocks = [...text.matchAll(/(?:<!-- (\w+): ([\w.]+) -->\n)?```(\w+)\n([^]*?)\n```/g)]
    .map(([, kind, name, language, text]) => ({ kind, name, language, text }))
    .filter(({ language }) => ['html', 'css', 'js', 'ts'].includes(language));
const { files } = await compileAll(join(built, 'compiler.wasm'), join(house, 'Templates'));
const own = new Map(blocks.map(({ name, text }) => [name, Buffer.from(text)]));
own.set('components.json', readFileSync(join(house, 'Templates/Forms/components.json')));
own.set('watch.js', Buffer.from(`${watch}
globalThis.logs = [];
const log = console.log; console.log = (...all) => { logs.push(all.map(String).join(' ')); log(...all); };
document.addEventListener('vv-error', (event) => found.push('vv-error: ' + event.detail.error));`));

const server = await serve((path) => {
    const name = path.slice(1);
    if (path === '/images/tea.svg') return Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"></svg>');
    if (!/^[\w.-]+$/.test(name)) return undefined;
    if (own.has(name)) return own.get(name);
    const run = /^run-(\w+\.js)\.html$/.exec(name);
    if (run) return Buffer.from(`<!doctype html><html lang="en"><meta charset="utf-8"><title>${run[1]}</title>
<script src="watch.js"></script><script type="module" src="end-${run[1]}"></script><main id="place"></main></html>`);
    const end = /^end-(\w+\.js)$/.exec(name);
    if (end) return Buffer.from(`import './${end[1]}'; globalThis.isDone = true;`);
    if (name.endsWith('.out')) return files.has(name.slice(0, -4)) ? Buffer.from(files.get(name.slice(0, -4))) : undefined;
    return name === 'player.wasm' ? join(built, name) : join(scripts, name);
});
const browser = await Browser.start();
let failures = 0;

/** Opens a page and waits until its scripts have run. */
async function open({ kind, name }) {
    const address = `${server.address}/${kind === 'page' ? name : `run-${name}.html`}`;
    const page = await browser.open(address, { width: 500, height: 700 });
    if (kind === 'snippet') await page.until(() => globalThis.isDone || globalThis.found.length > 0);
    return page;
}

/** The scripts that the page names, for pages and for Node.js. */
function scriptFiles() {
    const [, named] = /with its modules \(([^)]*)\)/.exec(text);
    return ['virtualview.js', ...[...named.matchAll(/`([\w-]+\.js(?:on)?)`/g)].map(([, name]) => name)];
}

/** Runs a program in a folder with the scripts and the templates. */
async function runNode({ name, text }) {
    const folder = mkdtempSync(join(tmpdir(), 'vv-docs-'));
    try {
        for (const file of [...scriptFiles(), 'player.wasm']) copyFileSync(join(built, file), join(folder, file));
        writeFileSync(join(folder, 'ProductCard.out'), files.get('ProductCard'));
        writeFileSync(join(folder, name), text);
        // Newer versions guess what a script is.
        const isGuessing = process.allowedNodeEnvironmentFlags.has('--experimental-detect-module');
        const options = isGuessing ? ['--no-experimental-detect-module'] : [];
        const { stdout } = await promisify(execFile)(process.execPath, [...options, name], { cwd: folder, timeout: 30_000 });
        assert.match(stdout, /width: 375, height: \d/);
    } finally {
        rmSync(folder, { recursive: true });
    }
}

const claims = [
    ['every block of code says what it is', () => {
        for (const { kind, name, text } of blocks) {
            assert.ok(kind && name, text.split('\n')[0]);
            assert.ok(!existsSync(join(scripts, name)), `${name} is one of the scripts`);
        }
        const run = blocks.filter(({ kind }) => kind === 'page' || kind === 'snippet').map(({ name }) => name);
        assert.deepEqual(run.sort(), Object.keys(outcomes).sort());
    }],
    ['the page names the modules of the scripts', () => {
        const modules = new Set(['virtualview.js']);
        for (const name of modules) {
            for (const [, next] of readFileSync(join(scripts, name), 'utf8').matchAll(/ from '\.\/([\w-]+\.js)';/g)) modules.add(next);
        }
        assert.deepEqual(scriptFiles().sort(), [...modules, 'package.json'].sort());
    }],
    ...blocks.filter(({ kind }) => kind !== 'file').map((block) => [`${block.name} runs`, async () => {
        if (block.kind === 'node') return runNode(block);
        const page = await open(block);
        if (block.kind === 'snippet') assert.deepEqual(await page.run(() => found), []);
        await outcomes[block.name](page);
        if (block.kind === 'snippet') assert.deepEqual(await page.run(() => found), []);
    }]),
];

try {
    failures = await runClaims(claims);
} finally {
    await browser.close();
    server.close();
}
process.exit(failures > 0 ? 1 : 0);
