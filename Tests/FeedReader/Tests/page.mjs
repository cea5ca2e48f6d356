// Drives the reader's page in Chromium: node page.mjs FOLDER PROGRAM ARGUMENTS…
//
// The program is the reader, on the thirty sample feeds. Pictures of what was seen are put into the folder. `.ci/check-reader` runs it.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Browser } from '../../Web/chrome.mjs';
import { runClaims } from '../../Web/tap.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const house = join(here, '../../..');
const [folder, program, ...options] = process.argv.slice(2);
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
mkdirSync(folder, { recursive: true });

const browser = await Browser.start();
const page = await browser.open('about:blank', { width: 1200, height: 800 });

/** Starts the reader; returns its process and its address. */
async function start(port) {
    const reader = spawn(program, [...options, '--port', port], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    for await (const piece of reader.stdout) {
        said += piece;
        const [, address] = /at (http:\S+)/.exec(said) ?? [];
        // What it says later is not needed, but must go somewhere.
        if (address) return { process: reader, address };
    }
    throw new Error(`the reader ended: ${said}`);
}

const texts = (place = '#list') =>
    page.run((place) => [...(document.querySelector(place)?.shadowRoot?.querySelectorAll('.line') ?? [])].map((line) => line.textContent), place);
const has = async (part, place) => (await texts(place)).some((text) => text.includes(part));

/** Waits until a question is answered with something true; feeds may take as long as the reader lets them. */
async function until(what, question, seconds = 20) {
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(50)) {
        const answer = await question();
        if (answer) return answer;
    }
    throw new Error(`not so: ${what}; the list shows ${JSON.stringify(await texts())}`);
}

/** Clicks what has a name for screen readers; scrolls the list until it is there. */
async function click(name, place = '#list') {
    const middle = await until(`there is '${name}'`, () => page.run((place, name) => {
        const root = document.querySelector(place).shadowRoot;
        const found = [...root.querySelectorAll('button, a')].find((one) => (one.getAttribute('aria-label') ?? one.textContent).includes(name));
        const { left, top, width, height } = found?.getBoundingClientRect() ?? {};
        const middle = [left + width / 2, top + height / 2];
        if (found && middle[1] > 0 && middle[1] < innerHeight) return middle;
        root.querySelector('.scroll').scrollTop += 200;
        return null;
    }, place, name));
    await page.click(...middle);
}

async function picture(name) {
    await wait(150);
    const { data } = await page.send('Page.captureScreenshot', { format: 'png' });
    writeFileSync(join(folder, `${name}.png`), Buffer.from(data, 'base64'));
}

/** How far the list is scrolled, and how long it is. */
const scrolled = () => page.run(() => {
    const { scrollTop, scrollHeight } = document.querySelector('#list').shadowRoot.querySelector('.scroll');
    return [scrollTop, scrollHeight];
});
const scrollTo = (y) => page.run(async (y) => {
    document.querySelector('#list').shadowRoot.querySelector('.scroll').scrollTop = y;
    await new Promise((done) => setTimeout(done, 250));
}, y);

/** Releases the templates with some words replaced, as `.ci/reader --release` does. */
function release(name, changes) {
    const copy = join(folder, name);
    rmSync(copy, { recursive: true, force: true });
    cpSync(join(here, '../Templates'), copy, { recursive: true });
    for (const [file, ...pairs] of changes) {
        let text = readFileSync(join(copy, file), 'utf8');
        for (const [old, other] of pairs) {
            assert.ok(text.includes(old), `${file} has no ${old}`);
            text = text.replaceAll(old, other);
        }
        writeFileSync(join(copy, file), text);
    }
    execFileSync(join(house, '.ci/reader'), ['--release', copy], { stdio: 'inherit' });
}

const claims = [
    ['progress counts, and the list shows what is there already', async () => {
        const counts = new Set();
        let wasSeen = false;
        await until('all is fetched', async () => {
            const line = (await texts()).find((text) => /^Fetching|unread of/.test(text)) ?? '';
            const [, done, all] = /^Fetching (\d+) of (\d+)/.exec(line) ?? [];
            if (all) {
                assert.equal(all, '30');
                if (Number(done) > 6 && counts.size > 1 && !wasSeen) {
                    wasSeen = true;
                    await picture('fetching');
                }
                counts.add(Number(done));
            }
            // A busy machine shows few of the counts.
            return counts.size > 0 && /unread of/.test(line);
        }, 40);
        const all = [...counts];
        assert.deepEqual(all, all.toSorted((a, b) => a - b));
        await picture('list');
    }],
    ['failures are named', async () => {
        await click('13 problems');
        await until('a failure is named', () => has('Larger than 4 MB'));
        await picture('problems');
        assert.ok(await has('127.0.0.1/slow.rss'));
        await click('Retry 127.0.0.1/missing.rss');
        await until('it fails again', () => has('13 problems'));
        await click('All');
        await until('articles are shown', () => has('TODAY'));
    }],
    ['scrolling loads more', async () => {
        const [, first] = await scrolled();
        let [, height] = await scrolled();
        for (let i = 0; i < 6; i += 1) {
            await scrollTo(height);
            const before = height;
            height = await until('the list grows', async () => {
                const [, now] = await scrolled();
                return now > before && now;
            });
        }
        assert.ok(height > 3 * first, `${first} became ${height}`);
        const nodes = await page.run(() => document.querySelector('#list').shadowRoot.querySelectorAll('*').length);
        assert.ok(nodes < 1500, `${nodes} elements`);
        await scrollTo(0);
    }],
    ['an article opens and is read', async () => {
        await scrollTo(0);
        await click('Unread: Bread that takes two days');
        await until('the text is there', () => has('a spoon of patience', '#article'));
        await until('the row is one that was read', () => page.run(() => {
            const rows = [...document.querySelector('#list').shadowRoot.querySelectorAll('button')];
            return rows.some((row) => row.getAttribute('aria-label')?.startsWith('Bread that takes two days'));
        }));
        await picture('article');
    }],
    ['what feeds contain is text, and nothing of it ran', async () => {
        await scrollTo(0);
        await click("<script>alert('title')</script>");
        await until('the hostile article is open', () => has('<script>alert', '#article'));
        await picture('hostile');
        assert.ok(!(await has('Read at', '#article')), 'a link that is none is offered');
        const found = await page.run(() => ({
            ran: globalThis.ran,
            scripts: document.querySelectorAll('script').length,
            inside: ['#list', '#article'].flatMap((place) =>
                [...document.querySelector(place).shadowRoot.querySelectorAll('script, img, iframe, style, a[href]')].map((one) => one.outerHTML)),
        }));
        assert.deepEqual(found, { ran: [], scripts: 1, inside: [] });
    }],
    ['dark mode, and a narrow window', async () => {
        await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: 'dark' }] });
        await until('the page is dark', () => page.run(() => getComputedStyle(document.body).backgroundColor === 'rgb(22, 24, 27)'));
        await picture('dark');
        await page.send('Emulation.setDeviceMetricsOverride', { width: 390, height: 800, deviceScaleFactor: 1, mobile: false });
        await picture('narrow-article');
        await click('Close', '#article');
        await until('the list is back', () => page.run(() => getComputedStyle(document.querySelector('#list')).visibility === 'visible'));
        await picture('narrow');
        await page.send('Emulation.clearDeviceMetricsOverride');
        await page.send('Emulation.setEmulatedMedia', { features: [] });
    }],
    ['a new release changes the open page, and it can be taken back', async () => {
        await click('Unread: The ferry has a new bell');
        await until('an article is open', () => has('The ferry has a new bell', '#article'));
        await until('the row is one that was read', () => page.run(() => {
            const rows = [...document.querySelector('#list').shadowRoot.querySelectorAll('button')];
            return rows.some((row) => row.getAttribute('aria-label')?.startsWith('The ferry'));
        }));
        await page.run(() => (globalThis.isSamePage = true));
        // Where the row of the open article stands.
        const place = () => page.run(() => {
            const rows = [...document.querySelector('#list').shadowRoot.querySelectorAll('button')];
            return Math.round(rows.find((row) => row.getAttribute('aria-label')?.startsWith('The ferry')).getBoundingClientRect().top);
        });
        const before = await place();
        release('other-look', [
            ['Reader.xml', ['text="Reader"', 'text="Evening paper"'], ['#2F6BFF', '#A8321F']],
            ['ArticleRow.xml', ['layoutWidth="36" layoutHeight="36"', 'layoutWidth="36" layoutHeight="36"'], ['borderRadius="18"', 'borderRadius="6"'], ['#E3ECFF', '#F6E7D8'], ["'#FFFFFF')", "'#FFFBF4')"]],
            ['Article.xml', ['#FFFFFF', '#FFFBF4']],
            ['ArticleHead.xml', ['textSize="30"', 'textSize="38" typeface="serif"'], ['#2F6BFF', '#A8321F']],
            ['Paragraph.xml', ["'DejaVu Sans Mono' : null", "'DejaVu Sans Mono' : 'serif'"], ['#2F6BFF', '#A8321F']],
        ]);
        await until('the new look is there', () => has('Evening paper'));
        await picture('other-look');
        assert.deepEqual([await page.run(() => globalThis.isSamePage), await place()], [true, before]);
        await click('Undo look 2');
        await until('the old look is back', async () => !(await has('Evening paper')));
        // The release that was not liked is not taken again.
        await wait(2500);
        assert.ok(!(await has('Evening paper')));
        await picture('old-look');
    }],
    ['a reader that is killed while it fetches begins again with all articles', async () => {
        const articles = async () => /of (\d+) articles/.exec((await texts()).join('\n'))?.[1];
        const before = await until('the number of articles is there', articles);
        await click('Refresh');
        await until('it fetches', () => has('Fetching'));
        reader.process.kill('SIGKILL');
        await until('the page says so', () => page.run(() => !document.querySelector('#notice').hidden));
        await picture('killed');
        const port = new URL(reader.address).port;
        reader = await start(port);
        await until('the page goes on', () => page.run(() => document.querySelector('#notice').hidden));
        assert.equal(await until('all is fetched again', articles, 40), before);
        assert.equal(await page.run(() => globalThis.isSamePage), true);
    }],
    ['nothing went wrong on the page', async () => {
        assert.deepEqual(await page.run(() => globalThis.problems), []);
    }],
];

let failures = 0;
let reader = await start('0');
try {
    await page.send('Page.addScriptToEvaluateOnNewDocument', {
        source: `globalThis.ran = []; globalThis.problems = [];
            globalThis.alert = (text) => ran.push(text);
            document.addEventListener('securitypolicyviolation', (event) => problems.push(event.violatedDirective + ' ' + event.blockedURI));
            addEventListener('vv-error', ({ detail }) => problems.push(String(detail.error)));
            addEventListener('error', (event) => problems.push(event.message));
            addEventListener('unhandledrejection', (event) => problems.push(String(event.reason)));`,
    });
    await page.send('Page.navigate', { url: reader.address });
    failures = await runClaims(claims, { failed: (number) => picture(`failure-${number}`) });
} finally {
    reader.process.kill('SIGKILL');
    await browser.close();
}
process.exit(failures === 0 ? 0 : 1);
