// Runs the claims in Chromium: node Tests/Web/drive.mjs [part of a claim's name]
//
// The modules must have been built (`make web`).

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Browser, serve } from './chrome.mjs';
import { need, runClaims } from './tap.mjs';
import { compileAll } from './templates.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const house = join(here, '../..');
const built = join(house, '.build/web');
const part = process.argv[2] ?? '';

need(built, 'player.wasm', 'compiler.wasm');
const { files, samples } = await compileAll(join(built, 'compiler.wasm'), join(house, 'Templates'));
const picture = (width, height) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"></svg>`);
/** The pictures of the server, to which claims may add others. */
const pictures = new Map([['/picture.svg', picture(20, 10)], ['/wide.svg', picture(80, 20)]]);
const server = await serve((path) => {
    if (path === '/player.wasm') return join(built, 'player.wasm');
    if (pictures.has(path)) return pictures.get(path);
    if (path === '/out/Damaged.out') return Buffer.from('no template');
    const out = /^\/out\/(\w+)\.out$/.exec(path);
    if (out) return files.has(out[1]) ? Buffer.from(files.get(out[1])) : undefined;
    const file = /^\/(web\/)?([\w.]+)$/.exec(path);
    return file ? join(file[1] ? join(house, 'Sources/Web') : here, file[2]) : undefined;
});
const browser = await Browser.start();
const claims = [];
for (const name of ['picture', 'input', 'scrolling', 'pages', 'element']) {
    claims.push(...(await import(`./claims/${name}.mjs`)).claims);
}
let failures = 0;

async function open(browser) {
    const page = await browser.open(`${server.address}/page.html`);
    await page.until(() => Boolean(globalThis.test?.player));
    await page.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
    return page;
}

/** Does something with the page in a browser of its own, with a number of device pixels for each of the page. */
async function zoom(ratio, body) {
    const browser = await Browser.start(`--force-device-scale-factor=${ratio}`);
    try {
        await body(await open(browser));
    } finally {
        await browser.close();
    }
}

try {
    const page = await open(browser);
    const run = (claim) => claim(page, { samples, requests: server.requests, pictures, zoom });
    failures = await runClaims(claims.filter(([name]) => name.includes(part)), { run, limit: 60_000 });
} finally {
    await browser.close();
    server.close();
}

process.exit(failures === 0 ? 0 : 1);
