// Drives the pages in which vvc plays templates, in Chromium: node Tests/Web/live.mjs [part of a claim's name]
//
// `make web` and `make demo` must have run: the claims are about the gallery, and about pages that the built vvc makes.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Browser } from './chrome.mjs';
import { runClaims, watch } from './tap.mjs';

const house = join(dirname(fileURLToPath(import.meta.url)), '../..');
const vvc = join(house, '.build/debug/vvc');
const gallery = join(house, '.build/demo/index.html');
const part = process.argv[2] ?? '';
// A path with a space, as people have.
const folder = mkdtempSync(join(tmpdir(), 'vv live '));
const browser = await Browser.start();
const ended = [];

for (const needed of [vvc, gallery, join(house, '.build/web/live-player.js')]) {
    if (!existsSync(needed)) throw new Error(`there is no ${needed}: run 'make web' and 'make demo' first`);
}

async function open(address, width = 1400) {
    const page = await browser.open('about:blank', { width, height: 900 });
    await page.send('Emulation.setDeviceMetricsOverride', { width, height: 900, deviceScaleFactor: 1, mobile: false });
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: watch });
    await page.send('Page.navigate', { url: address });
    return page;
}

async function live(address, width) {
    const page = await open(address, width);
    await page.until(() => document.documentElement?.dataset.player === 'live' && document.querySelector('.live-host')?.shadowRoot);
    await page.until(() => document.querySelector('.live-host').shadowRoot.querySelector('.line, img, .box'));
    return page;
}

function preview(name, output, ...options) {
    const result = spawnSync(vvc, ['preview', join(house, 'Templates', name), '-o', join(folder, output), ...options]);
    assert.equal(result.status, 0, String(result.stderr));
    return pathToFileURL(join(folder, output)).href;
}

const texts = (page, selector = '.live-host') =>
    page.run((selector) => [...document.querySelector(selector).shadowRoot.querySelectorAll('.line')].map((line) => line.textContent), selector);
const click = (page, label) =>
    page.until((label) => {
        const buttons = [...document.querySelector('.live-host').shadowRoot.querySelectorAll('button')];
        const button = buttons.find((button) => (button.ariaLabel ?? button.textContent).includes(label));
        button?.click();
        return button !== undefined;
    }, label);
const said = (page) => page.run(() => document.querySelector('.live-said').value);
const choose = (page, name, value) =>
    page.run(
        (name, value) => {
            const control = document.querySelector(`.live-controls [name=${name}]`);
            control.value = value;
            control.dispatchEvent(new Event(name === 'width' ? 'input' : 'change', { bubbles: true }));
        },
        name, value,
    );
const write = (page, text) =>
    page.run((text) => {
        const area = document.querySelector('.live-data textarea');
        area.closest('details').open = true;
        area.value = text;
        area.dispatchEvent(new Event('input', { bubbles: true }));
    }, text);

const claims = {
    async 'a preview plays the template from a file, in the frames of its picture'() {
        const page = await live(preview('ProductCard.xml', 'card.html'));
        const pictured = await page.run(() => [...document.querySelectorAll('#stage svg text')].map((text) => text.textContent));
        assert.deepEqual((await texts(page)).map((text) => text.trim()).sort(), pictured.map((text) => text.trim()).sort());
        const [live_, picture] = await page.run(() => [
            document.querySelector('.live-host').getBoundingClientRect().height,
            document.querySelector('#stage svg').getBoundingClientRect().height,
        ]);
        assert.equal(Math.round(live_), Math.round(picture));
        assert.match(await page.run(() => document.querySelector('#live-state').textContent), /^Live: /);
        assert.deepEqual(await page.run(() => globalThis.found), []);
    },
    async 'what the user does is told'() {
        const page = await live(preview('ProductCard.xml', 'card.html'));
        // What is seen is told when there is time, and would take the place of the click.
        await page.until(() => document.querySelector('.live-said').value.startsWith('exposure: shop:'));
        await click(page, 'Add to cart');
        assert.match(await said(page), /^click: shop:/);
    },
    async 'the data can be changed, and a mistake in them is said and changes nothing'() {
        const page = await live(preview('ProductCard.xml', 'card.html'));
        await write(page, '{"title": "Another title"}');
        await page.until(() => document.querySelector('.live-host').shadowRoot.textContent.includes('Another title'));
        await write(page, '{"title": ');
        assert.equal(await page.run(() => document.querySelector('.live-data textarea').getAttribute('aria-invalid')), 'true');
        assert.ok((await said(page)).length > 0);
        assert.ok((await texts(page)).includes('Another title'));
        // What was emptied stays empty.
        await write(page, '');
        const reopened = await page.run(async () => {
            const area = document.querySelector('.live-data textarea');
            const details = area.closest('details');
            for (const isOpen of [false, true]) {
                details.open = isOpen;
                await new Promise((done) => setTimeout(done, 50));
            }
            return area.value;
        });
        assert.equal(reopened, '');
    },
    async 'what is wrong with changed data is said'() {
        const page = await live(preview('StripItem.xml', 'strip.html'));
        await write(page, '{"tint": "gren"}');
        await page.until(() => document.querySelector('.live-said').value.includes('gren'));
    },
    async 'numbers in the data keep their digits'() {
        writeFileSync(join(folder, 'digits.json'), '{"title": 12345678901234567}');
        const page = await live(preview('ProductCard.xml', 'digits.html', '--data', join(folder, 'digits.json')));
        assert.ok((await texts(page)).includes('12345678901234567'));
        await write(page, '{"title": 76543210987654321}');
        await page.until(() => document.querySelector('.live-host').shadowRoot.textContent.includes('76543210987654321'));
    },
    async 'width, appearance, direction and text size are changed'() {
        const page = await live(preview('ThemeCard.xml', 'theme.html'));
        const width = () => document.querySelector('.live-host').shadowRoot.querySelector('.view').getBoundingClientRect().width;
        assert.equal(await page.run(width), 375);
        await choose(page, 'width', '300');
        await page.until((width) => document.querySelector('.live-host').shadowRoot.querySelector('.view').offsetWidth === width, 300);
        const colours = () =>
            page.run(() => [...document.querySelector('.live-host').shadowRoot.querySelectorAll('.line')].map((line) => getComputedStyle(line).color).join());
        const before = await colours();
        await choose(page, 'appearance', 'dark');
        await page.until((before) => [...document.querySelector('.live-host').shadowRoot.querySelectorAll('.line')].map((line) => getComputedStyle(line).color).join() !== before, before);
        const height = () => document.querySelector('.live-host').offsetHeight;
        const small = await page.run(height);
        await choose(page, 'textScale', '200 %');
        await page.until((small) => document.querySelector('.live-host').offsetHeight > small, small);
        const left = () => page.run(() => document.querySelector('.live-host').shadowRoot.querySelector('.line').getBoundingClientRect().left);
        const start = await left();
        await choose(page, 'direction', 'right to left');
        await page.until((start) => document.querySelector('.live-host').shadowRoot.querySelector('.line').getBoundingClientRect().left !== start, start);
    },
    async 'a text size that the page begins with is chosen, and the usual one can be'() {
        const page = await live(preview('TagItem.xml', 'large.html', '--text-scale', '1.7'));
        const chosen = () => document.querySelector('.live-controls [name=textScale]').value;
        assert.equal(await page.run(chosen), '170 %');
        const height = () => document.querySelector('.live-host').offsetHeight;
        const large = await page.run(height);
        await choose(page, 'textScale', '100 %');
        await page.until((large) => document.querySelector('.live-host').offsetHeight < large, large);
    },
    async 'the width goes as far as the widths of the pictures'() {
        const page = await live(preview('TagItem.xml', 'wide.html', '--width', '100,1024,375'));
        const slider = () => (({ min, max, value }) => [min, max, value])(document.querySelector('.live-controls [name=width]'));
        assert.deepEqual(await page.run(slider), ['100', '1024', '375']);
        await choose(page, 'width', '1024');
        await page.until(() => document.querySelector('.live-host').offsetWidth === 1024);
    },
    async 'a height is that of the picture'() {
        const page = await live(preview('ProductCard.xml', 'high.html', '--height', '700'));
        const heights = await page.run(() => [
            document.querySelector('.live-host').getBoundingClientRect().height,
            document.querySelector('.live-host').shadowRoot.querySelector('.view').getBoundingClientRect().height,
            document.querySelector('#stage svg').getBoundingClientRect().height,
        ]);
        assert.deepEqual(heights.map(Math.round), [700, 700, 700]);
    },
    async 'images have the sizes of the project file, whatever their files have'() {
        const side = ['wrap_content', '75rp'];
        const images = side.map((height) => `<NImage src="dot" layoutWidth="wrap_content" layoutHeight="${height}" background="#FF0000"/>`);
        const place = mkdtempSync(join(folder, 'sizes '));
        writeFileSync(join(place, 'Dots.xml'), `<VHLayout orientation="H" layoutWidth="match_parent" layoutHeight="wrap_content">${images.join('')}</VHLayout>`);
        writeFileSync(join(place, 'dot.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="9"><rect width="7" height="9"/></svg>');
        writeFileSync(join(place, 'vvc.json'), '{"images": {"dot": "30x75rp"}}');
        const sizes = () =>
            [...document.querySelector('.live-host').shadowRoot.querySelectorAll('.box')].map((box) => [box.offsetWidth, box.offsetHeight].join(' '));
        for (const [options, wanted] of [[[], '30 38'], [['--screen-width', 'auto', '--width', '750'], '30 75']]) {
            const output = join(place, 'dots.html');
            const result = spawnSync(vvc, ['preview', join(place, 'Dots.xml'), '-o', output, ...options]);
            assert.equal(result.status, 0, String(result.stderr));
            const page = await live(pathToFileURL(output).href);
            // An image that has come tells its own size.
            await page.until(() => document.querySelector('.live-host').shadowRoot.querySelectorAll('img.here').length === 2);
            assert.equal((await page.run(sizes))[0], wanted);
        }
    },
    async 'lengths in rp are those of the pictures, whatever the width is'() {
        const size = () => parseFloat(getComputedStyle(document.querySelector('.live-host').shadowRoot.querySelector('.line')).fontSize);
        for (const [options, points] of [[[], 13], [['--screen-width', 'auto'], (26 * 320) / 750]]) {
            const page = await live(preview('TagItem.xml', 'tag.html', '--width', '320', ...options));
            const found = await page.run(size);
            assert.ok(Math.abs(found - points) < 0.01, `${found} and not ${points}`);
        }
    },
    async 'functions, own components and pictures of the project file are there'() {
        const page = await live(preview('Forms/DeliveryForm.xml', 'form.html'));
        assert.ok((await texts(page)).includes('€ 4.50'));
        const slots = await page.run(() => [...document.querySelectorAll('.own-view')].map((box) => box.localName));
        assert.deepEqual(slots.sort(), ['div', 'div', 'div', 'img']);
    },
    async 'without a player the page says so, and is the same wherever it is made'() {
        const page = await open(preview('ProductCard.xml', 'plain.html', '--player', 'none'));
        await page.until(() => document.querySelector('#tree li'));
        assert.match(await page.run(() => document.querySelector('#live-state').textContent), /^Pictures, drawn by vvc\./);
        assert.doesNotMatch(readFileSync(join(folder, 'plain.html'), 'utf8'), /wasm-unsafe-eval/);
    },
    async 'a player that is not there is an error'() {
        const card = join(house, 'Templates/ProductCard.xml');
        const result = spawnSync(vvc, ['preview', card, '-o', join(folder, 'x.html'), '--player', join(folder, 'nowhere')]);
        assert.equal(result.status, 66);
        assert.match(String(result.stderr), /live-player\.js/);
        assert.equal(existsSync(join(folder, 'x.html')), false);
    },
    async 'markup in data stays text'() {
        writeFileSync(join(folder, 'evil.json'), JSON.stringify({ title: '</script><script>found.push("ran")</script><!-- <script>' }));
        const page = await live(preview('ProductCard.xml', 'evil.html', '--data', join(folder, 'evil.json')));
        assert.ok((await page.run(() => document.querySelector('.live-host').shadowRoot.textContent)).includes('</script>'));
        assert.deepEqual(await page.run(() => globalThis.found), []);
    },
    async 'the gallery plays every template that somebody comes near'() {
        const page = await live(pathToFileURL(gallery).href);
        const [near, all] = await page.run(() => [document.querySelectorAll('.live-host').length, document.querySelectorAll('[data-live]').length]);
        assert.ok(near > 0 && near < all && all > 40, `${near} of ${all}`);
        for (let y = 0; y < 12_000; y += 800) {
            await page.run((y) => scrollTo(0, y), y);
            await page.run(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30))));
        }
        assert.deepEqual(
            await page.run(() => [...document.querySelectorAll('[data-live]:not(:has(.live-host))')].map((place) => place.dataset.live + place.title)),
            [],
        );
        assert.deepEqual(await page.run(() => globalThis.found), []);
        // Its links are still there.
        assert.equal(await page.run(() => [...document.querySelectorAll('[data-live] figcaption a')].length), all);
    },
    async 'a served page plays the template, and shows the next one when it is saved'() {
        for (const name of ['ProductCard.xml', 'ProductCard.json']) copyFileSync(join(house, 'Templates', name), join(folder, name));
        const server = spawn(vvc, ['serve', folder, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
        ended.push(() => server.kill());
        const greeting = await new Promise((done) => {
            let text = '';
            server.stdout.on('data', (bytes) => {
                text += bytes;
                if (text.includes('Ctrl-C')) done(text);
            });
        });
        assert.match(greeting, /the pages play the templates/);
        const page = await live(`${/http:\S+/.exec(greeting)[0]}ProductCard/`);
        assert.ok((await texts(page)).some((text) => text.includes('Add to cart')));
        await page.until(() => document.querySelector('.live-said').value.startsWith('exposure: '));
        await click(page, 'Add to cart');
        assert.match(await said(page), /^click: /);
        assert.deepEqual(await page.run(() => globalThis.found), []);
        await choose(page, 'appearance', 'dark');
        await choose(page, 'width', '300');
        await write(page, '{"title": "Another title"}');
        const source = readFileSync(join(folder, 'ProductCard.xml'), 'utf8');
        writeFileSync(join(folder, 'ProductCard.xml'), source.replaceAll('Add to cart', 'Buy it now'));
        await page.until(() => document.querySelector('.live-host')?.shadowRoot?.textContent.includes('Buy it now'));
        // What was chosen and written is still there.
        const kept = () =>
            page.run(() => [
                document.querySelector('.live-host').dataset.appearance,
                ...['appearance', 'width'].map((name) => document.querySelector(`.live-controls [name=${name}]`).value),
                document.querySelector('.live-host').offsetWidth,
                document.querySelector('.live-data textarea').value,
                document.querySelector('.live-data').open,
            ]);
        assert.deepEqual(await kept(), ['dark', 'dark', '300', 300, '{"title": "Another title"}', true]);
        assert.ok((await texts(page)).includes('Another title'));
        await page.run(() => document.querySelector('.live-data button').click());
        await page.until(() => !document.querySelector('.live-host').shadowRoot.textContent.includes('Another title'));
        await page.run(() => location.reload());
        await page.until(() => document.querySelector('.live-host')?.shadowRoot?.textContent.includes('Buy it now'));
        assert.deepEqual((await kept()).slice(3), [300, '', false]);
        assert.deepEqual(await page.run(() => globalThis.found), []);
    },
};

const failed = await runClaims(Object.entries(claims).filter(([name]) => name.includes(part)));
for (const end of ended) end();
await browser.close();
rmSync(folder, { recursive: true, force: true });
process.exit(failed === 0 ? 0 : 1);
