// Asks the two modules what a file of questions says, and writes the answers, one a line (`WebSession.swift`).
// usage: node parity.mjs FOLDER-OF-THE-MODULES QUESTIONS ANSWERS [ANSWERS-IN-CHROMIUM]

import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Browser, serve } from './chrome.mjs';
import { makeAsker } from './questions.mjs';

const [folder, questions, answers, browserAnswers] = process.argv.slice(2);
const lines = readFileSync(questions, 'utf8').split('\n').filter((line) => line !== '');

async function write(path, ask) {
    const output = createWriteStream(path);
    for (let i = 0; i < lines.length; i += 500) {
        for (const answer of await ask(lines.slice(i, i + 500))) {
            if (answer !== null && answer !== undefined && !output.write(`${answer}\n`)) await once(output, 'drain');
        }
    }
    output.end();
    await once(output, 'finish');
}

const module = async (name) => WebAssembly.compile(readFileSync(join(folder, `${name}.wasm`)));
const ask = await makeAsker(await module('player'), await module('compiler'));
await write(answers, (lines) => lines.map(ask));

if (browserAnswers) {
    const tests = dirname(fileURLToPath(import.meta.url));
    const start = `import { makeAsker } from './questions.js';
        const module = async (name) => WebAssembly.compileStreaming(await fetch(name + '.wasm'));
        globalThis.ask = await makeAsker(await module('player'), await module('compiler'));`;
    const files = {
        '/': Buffer.from(''),
        '/page.html': Buffer.from('<!doctype html><script type="module" src="start.js"></script>'),
        '/start.js': Buffer.from(start),
        '/questions.js': join(tests, 'questions.mjs'),
        '/player.wasm': join(folder, 'player.wasm'),
        '/compiler.wasm': join(folder, 'compiler.wasm'),
    };
    const server = await serve((path) => files[path]);
    const browser = await Browser.start();
    const page = await browser.open(`${server.address}/page.html`);
    await page.until(() => globalThis.ask !== undefined);
    await write(browserAnswers, (lines) => page.run((lines) => lines.map(globalThis.ask), lines));
    await browser.close();
    server.close();
}
