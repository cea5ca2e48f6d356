// What is seen, and how it follows the page around it.

import assert from 'node:assert/strict';
import { constants, inflateSync } from 'node:zlib';
import { card, events, open, openCard, openList, openPages, pages, wait } from './support.mjs';

/** Opens a view that is taller than the window, out of sight, and scrolls to it. */
const openTower = async (page, styles = {}) => {
    const style = Object.entries({ 'margin-top': '1000px', ...styles });
    await page.run((style) => {
        for (const [name, value] of style) document.querySelector('#place').style.setProperty(name, value);
    }, style);
    await open(page, ['Tower']);
    await page.run(() => scrollTo(0, 1000));
};
/** Something follows what is compressed. */
const partly = { finishFlush: constants.Z_SYNC_FLUSH };
const seen = async (page) => (await events(page, 'exposure')).map(({ action }) => Number(action));

export const claims = [
    // MARK: - Picture

    ['texts stand on their baselines', async (page) => {
        await openCard(page, card, { metrics: 'built-in' });
        const found = await page.run(() => {
            const list = test.element.view.display().items.filter((item) => item.kind === 'text');
            const root = test.one('.view').getBoundingClientRect();
            return list.map((item, i) => {
                const line = test.all('.line')[i];
                // An empty inline block stands on the baseline.
                const probe = document.createElement('span');
                probe.style.setProperty('display', 'inline-block');
                probe.style.setProperty('position', 'static');
                line.append(probe);
                const { bottom } = probe.getBoundingClientRect();
                probe.remove();
                return [bottom - root.top, item.lines[0].y, line.textContent];
            });
        });
        assert.equal(found.length, 4);
        for (const [drawn, wanted, text] of found) {
            assert.ok(Math.abs(drawn - wanted) < 0.6, `${text}: ${drawn}, ${wanted}`);
        }
    }],
    ['what fades moves into a group and out of it, and stays in its place', async (page) => {
        await open(page, ['Faded'], { first: 1, second: 1 });
        for (const [first, second] of [[0.5, 1], [0.5, 0.5], [1, 0.5], [1, 1], [0.5, 0.5]]) {
            const [texts, problems] = await page.run(async (data) => {
                test.element.data = data;
                await test.frame();
                return [test.texts(), test.problems.splice(0)];
            }, { first, second });
            assert.deepEqual([texts, problems], [['one', 'two', 'three'], []]);
        }
    }],
    ['an open view follows its templates and keeps its place', async (page) => {
        await openList(page, 200);
        const found = await page.run(async () => {
            const { view } = test.element;
            const scroller = test.one('.scroll');
            scroller.scrollTop = 1500;
            await new Promise((done) => setTimeout(done, 300));
            const first = test.texts()[1];
            const isOther = view.follow();
            view.player.add(await (await fetch('out/Tall.out')).arrayBuffer());
            const isFollowed = view.follow();
            await test.frame();
            return [isOther, isFollowed, first === test.texts()[1], scroller.scrollTop === test.one('.scroll').scrollTop, test.problems];
        });
        assert.deepEqual(found, [false, true, true, true, []]);
    }],
    ['what is measured by the browser is what is drawn', async (page) => {
        await openCard(page, card, { metrics: 'host' });
        const [drawn, measured] = await page.run(() => {
            const range = document.createRange();
            range.selectNodeContents(test.all('.line')[0]);
            const [item] = test.element.view.display().items.filter((item) => item.kind === 'text');
            return [range.getBoundingClientRect().width, item.lines[0].width];
        });
        assert.ok(Math.abs(drawn - measured) < 0.5, `${drawn}, ${measured}`);
    }],
    ['another text changes one text', async (page) => {
        await openCard(page);
        const [touched, texts] = await page.run(async (data) => {
            test.element.view.touched = 0;
            const line = test.one('.line');
            test.element.data = { ...data, title: 'Cake' };
            await test.frame();
            return [test.element.view.touched, [...test.texts(), line === test.one('.line')]];
        }, card);
        assert.deepEqual(texts, ['Cake', 'with milk', 'Order', 'More', true]);
        // The text, its width, and what screen readers say.
        assert.ok(touched > 0 && touched <= 4, `${touched} properties`);
    }],
    ['the same data change nothing', async (page) => {
        await openCard(page);
        const touched = await page.run(async (data) => {
            test.element.view.touched = 0;
            test.element.data = structuredClone(data);
            await test.frame();
            return test.element.view.touched;
        }, card);
        assert.equal(touched, 0);
    }],
    ['only pictures that are safe are loaded', async (page) => {
        const sources = {
            'javascript:alert(1)': null,
            ' java\nscript:alert(1)': null,
            'data:text/html,<script>1</script>': null,
            'vbscript:x': null,
            'file:///etc/passwd': null,
            'blob:http://x/y': null,
            'http:evil': null,
            'pictures/a.svg': 'pictures/a.svg',
            'https://example.com/a.png': 'https://example.com/a.png',
            'data:image/gif;base64,R0lGODlhAQABAAAAACw=': 'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
        };
        for (const [source, wanted] of Object.entries(sources)) {
            await openCard(page, { ...card, picture: source });
            assert.equal(await page.run(() => test.one('img')?.getAttribute('src') ?? null), wanted, source);
        }
        await page.run(() => test.problems.splice(0));
    }],
    ['texts are never markup', async (page) => {
        const text = '<img src=x onerror="test.hit=1"><script>test.hit=1</script>';
        await openCard(page, { title: text, note: '"><svg onload=alert(1)>', share: 1 });
        const found = await page.run(() => [test.texts()[0], test.all('script, img').length, test.hit ?? 0]);
        assert.ok(found[0].startsWith('<img src=x'));
        assert.deepEqual(found.slice(1), [0, 0]);
    }],
    ['a picture tells its size when it has arrived', async (page) => {
        await openCard(page, { ...card, picture: 'picture.svg' });
        const style = await page.until(() => {
            const image = test.one('img');
            const { left, width, height } = image.style;
            return image.style.objectFit === '' && [left, width, height, getComputedStyle(image).visibility];
        });
        // 20 by 10 in 40 by 40, cropped.
        assert.deepEqual(style, ['-20px', '80px', '40px', 'visible']);
    }],
    ['a picture with another name and the same address stays, and tells its size', async (page) => {
        await openCard(page, { ...card, picture: 'one' });
        await page.run(() => {
            test.element.resolveImage = () => 'picture.svg';
            test.element.data = { picture: 'two' };
        });
        await page.until(() => test.one('img').style.width === '80px');
        await page.run(() => (test.element.data = { picture: 'three' }));
        await wait(100);
        const found = await page.run(() => {
            const image = test.one('img');
            return [getComputedStyle(image).visibility, image.style.width];
        });
        assert.deepEqual(found, ['visible', '80px']);
    }],
    ['a view forgets long addresses of pictures that it no longer shows, and knows them again', async (page) => {
        const heights = await page.run(async () => {
            const element = await test.open(['Twins'], {});
            const { view } = element;
            const { image } = view;
            const told = [];
            view.image = (source, width, height) => {
                told.push([Number(/id%3D%22(\d+)/.exec(source)[1]), height]);
                image.call(view, source, width, height);
            };
            const show = async (n) => {
                const text = `<svg xmlns="http://www.w3.org/2000/svg" id="${n}" width="9" height="${n + 10}"/><!--${'a'.repeat(300_000)}-->`;
                element.data = { source: `data:image/svg+xml,${encodeURIComponent(text)}` };
                for (let i = 0; i < 60 && element.offsetHeight !== 2 * (n + 10); i += 1) await test.frame();
                return element.offsetHeight / 2;
            };
            const heights = [];
            for (const n of [0, 1, 2, 3, 4, 0]) heights.push(await show(n));
            return [heights, told];
        });
        assert.deepEqual(heights[0], [10, 11, 12, 13, 14, 10]);
        assert.deepEqual(heights[1], [[0, 10], [1, 11], [2, 12], [0, null], [3, 13], [1, null], [4, 14], [2, null], [0, 10]]);
    }],
    ['buttons have an edge and bars a colour where the user forces the colours', async (page) => {
        await openCard(page);
        await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
        const found = await page.run(() => [
            getComputedStyle(test.one('button')).borderTopWidth,
            getComputedStyle(test.one('a')).borderTopWidth,
            getComputedStyle(test.one('.bar')).backgroundColor,
            ...new Set(test.all('.said').map((element) => getComputedStyle(element).color)),
        ]);
        await page.send('Emulation.setEmulatedMedia', { features: [] });
        // What is only read stays out of sight.
        assert.deepEqual(found, ['1px', '1px', 'rgb(47, 107, 255)', 'rgba(0, 0, 0, 0)']);
    }],
    ['a view is printed in its colours, as wide as it is on paper, and then shown as before', async (page) => {
        await page.run(() => document.querySelector('#place').style.setProperty('width', 'auto'));
        await openCard(page);
        await page.run(() => {
            test.widths = [];
            const tell = () => test.widths.push([test.element.clientWidth, test.element.view.tree()[0].frame[2]]);
            tell();
            matchMedia('print').addEventListener('change', tell);
        });
        const { data } = await page.send('Page.printToPDF', { printBackground: false });
        await page.until(() => test.widths.length === 3);
        const [[screen], ...widths] = await page.run(() => test.widths);
        await page.run(() => document.querySelector('#place').style.removeProperty('width'));
        assert.ok(widths[0][0] > screen);
        assert.deepEqual(widths.map(([, width]) => width), widths.map(([width]) => width));
        assert.equal(widths[1][0], screen);
        const file = Buffer.from(data, 'base64');
        const parts = [...file.toString('latin1').matchAll(/FlateDecode.*?stream\r?\n/gs)];
        const drawn = parts.map(({ index, 0: { length } }) => String(inflateSync(file.subarray(index + length), partly)));
        // The ground of the button, and the bar.
        assert.equal(drawn.join().match(/ \.1843 \.4196 1 rg\n/g)?.length, 2);
    }],
    ['a page that fails to give the address of a picture has the rest of it, and is told', async (page) => {
        const found = await page.run(async () => {
            const element = document.createElement('virtual-view');
            const messages = [];
            element.addEventListener('vv-error', (event) => {
                event.stopPropagation();
                messages.push(event.detail.error.message);
            });
            element.resolveImage = () => {
                throw new Error('no address');
            };
            element.setAttribute('src', 'out/Card.out');
            element.data = { title: 'Tea', picture: 'one' };
            document.querySelector('#place').replaceChildren(element);
            await element.ready;
            element.setAttribute('text-scale', '1.1');
            await test.frame();
            await test.frame();
            const seen = [...messages, element.shadowRoot.querySelectorAll('button').length];
            element.resolveImage = () => ({ toString: null });
            await test.frame();
            seen.push(messages.length);
            element.resolveImage = () => 'picture.svg';
            await test.frame();
            return [...seen, element.shadowRoot.querySelector('img')?.getAttribute('src')];
        });
        assert.deepEqual(found, ['no address', 1, 2, 'picture.svg']);
    }],
    ['a picture that does not come is told once, and asked for again when the page says where pictures are', async (page, { requests, pictures }) => {
        const asked = () => requests.filter((path) => path === '/late.svg').length;
        const told = () => page.run(() => test.events.filter(({ kind }) => kind === 'error').map(({ error }) => error));
        requests.length = 0;
        await open(page, ['Twins'], {});
        await page.run(() => (test.element.data = { source: 'late.svg' }));
        await page.until(() => test.count('error') > 0);
        await page.run(async () => {
            test.element.data = { source: 'late.svg', title: 'Tea' };
            for (let i = 0; i < 5; i += 1) await test.frame();
        });
        // Two nodes show it.
        assert.deepEqual(await told(), ['VirtualViewError: no image came from late.svg']);
        const before = asked();
        pictures.set('/late.svg', pictures.get('/picture.svg'));
        await page.run(() => (test.element.resolveImage = (source) => source));
        await page.until(() => test.all('img.here').length === 2 && test.element.offsetHeight === 20);
        pictures.delete('/late.svg');
        assert.ok(before > 0 && asked() > before, `${before}, then ${asked()}`);
        assert.equal((await told()).length, 1);
    }],
    ['pictures have other addresses when the page gives other ones', async (page) => {
        await openCard(page, { ...card, picture: 'one' });
        await page.run(() => (test.element.resolveImage = () => 'picture.svg'));
        await page.until(() => test.one('img').style.width === '80px');
    }],
    ['a tab is as wide as it was measured', async (page) => {
        await openCard(page, { ...card, title: 'a\tb' });
        assert.equal((await page.run(() => test.texts()))[0], 'a b');
    }],
    ['a picture has the size that it has in its view', async (page) => {
        const heights = await page.run(async () => {
            const elements = ['picture.svg', 'wide.svg'].map((address) => {
                const element = document.createElement('virtual-view');
                element.setAttribute('src', 'out/Picture.out');
                element.resolveImage = () => address;
                element.data = { source: 'photo' };
                return element;
            });
            document.querySelector('#place').replaceChildren(...elements);
            const height = (element) => element.shadowRoot?.querySelector('.image')?.style.height ?? '0px';
            for (let i = 0; i < 40 && elements.some((element) => height(element) === '0px'); i += 1) {
                await new Promise((done) => setTimeout(done, 50));
            }
            for (const element of elements) element.setAttribute('text-scale', '1.1');
            await test.frame();
            await test.frame();
            return elements.map(height);
        });
        assert.deepEqual(heights, ['10px', '20px']);
    }],
    ['a picture that does not come leaves its place empty', async (page) => {
        await openCard(page, { ...card, picture: 'missing.svg' });
        await wait(100);
        assert.equal(await page.run(() => getComputedStyle(test.one('img')).visibility), 'hidden');
    }],
    ['every sample template is shown', async (page, { samples }) => {
        for (const { name, data } of samples) {
            const error = await page.run(async (names, data) => {
                const element = await test.open(names, data);
                return test.events.find((event) => event.kind === 'error')?.error ?? (element.view ? null : 'no view');
            }, [name, ...samples.map((sample) => sample.name)], data);
            assert.equal(error, null, name);
        }
        // Their pictures are elsewhere, where the policy forbids to load from.
        await page.run(() => test.problems.splice(0));
    }],

    // MARK: - Surroundings

    ['an element is laid out again with another width', async (page) => {
        await openCard(page);
        const [before, after] = await page.run(async () => {
            const right = () => Math.round(test.all('.line')[1].getBoundingClientRect().right);
            const before = right();
            document.querySelector('#place').style.setProperty('width', '300px');
            await test.frame();
            await test.frame();
            const after = right();
            document.querySelector('#place').removeAttribute('style');
            return [before, after];
        });
        assert.deepEqual([before, after], [360, 300]);
    }],
    ['an element is as high as its content', async (page) => {
        await openCard(page);
        const [height, wanted] = await page.run(() => [test.element.offsetHeight, test.element.view.display().height]);
        assert.ok(height > 100 && Math.abs(height - wanted) <= 1);
    }],
    ['the theme of the system is followed, if no attribute says another one', async (page) => {
        const size = () => page.run(async () => {
            await test.frame();
            await test.frame();
            return test.one('.line').parentElement.style.fontSize;
        });
        await open(page, ['Themed'], { text: 'Tea' });
        assert.equal(await size(), '20px');
        await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: 'dark' }] });
        assert.equal(await size(), '30px');
        await page.run(() => test.element.setAttribute('appearance', 'light'));
        assert.equal(await size(), '20px');
        await page.send('Emulation.setEmulatedMedia', { features: [] });
    }],
    ['the direction of the page is followed, if no attribute says another one', async (page) => {
        const left = () => page.run(async () => {
            await test.frame();
            return test.all('.line')[0].getBoundingClientRect().left < 100;
        });
        await openCard(page);
        assert.equal(await left(), true);
        await page.run(() => document.documentElement.setAttribute('dir', 'rtl'));
        assert.equal(await left(), false);
        await page.run(() => test.element.setAttribute('direction', 'ltr'));
        assert.equal(await left(), true);
        await page.run(() => document.documentElement.removeAttribute('dir'));
    }],
    ['a setting that is taken back is that of the page', async (page) => {
        await open(page, ['Around'], {}, { 'text-scale': '2', locale: 'de' });
        const shown = await page.run(async () => {
            const { mounted } = test.element;
            const shown = [];
            const note = async (change = () => {}) => {
                change();
                await test.frame();
                await test.frame();
                shown.push([test.texts()[0].trim(), test.one('.line').parentElement.style.fontSize].join(', '));
            };
            await note();
            await note(() => test.element.removeAttribute('text-scale'));
            const values = { theme: { name: 'dark' } };
            await note(() => mounted.configure('values', values));
            values.theme.name = 'dim';
            await note(() => mounted.configure('values', values));
            await note(() => mounted.configure('values', null));
            await note(() => mounted.configure('textScale', 3));
            test.element.view.configure({ textScale: 2 });
            await note(() => mounted.configure('textScale', 3));
            await note(() => mounted.configure('textScale', null));
            return shown;
        });
        const plain = 'de leftToRight 1, 10px';
        const [large, dark, larger] = ['de leftToRight 2, 20px', 'de leftToRight 1 dark, 10px', 'de leftToRight 3, 30px'];
        const dim = dark.replace('dark', 'dim');
        assert.deepEqual(shown, [large, plain, dark, dim, plain, larger, larger, plain]);
    }],
    ['a setting that is taken back before the view is seen is that of the page', async (page) => {
        await open(page, ['Around'], {});
        const shown = await page.run(async () => {
            const place = document.createElement('div');
            place.hidden = true;
            document.querySelector('#place').append(place);
            const player = await test.ready;
            const values = { theme: { name: 'dark' } };
            const mounted = test.mount(player.open('Around', { data: {}, locale: 'de', textScale: 2, values }), place);
            await test.frame();
            mounted.configure('textScale', null);
            mounted.configure('values', null);
            place.hidden = false;
            for (let i = 0; i < 3; i += 1) await test.frame();
            const line = place.shadowRoot.querySelector('.line');
            mounted.dispose();
            return [line.textContent.trim(), line.parentElement.style.fontSize].join(', ');
        });
        assert.equal(shown, 'de leftToRight 1, 10px');
    }],
    ['a setting that is refused is told once, and takes nothing with it', async (page) => {
        await open(page, ['Around'], {}, { locale: 'de' });
        const [text, problems, later] = await page.run(async () => {
            const { element } = test;
            element.setAttribute('text-scale', 'large');
            element.setAttribute('direction', 'rtl');
            element.setAttribute('locale', 'fr');
            await test.frame();
            await test.frame();
            const found = [test.texts()[0].trim()];
            element.setAttribute('locale', 'it');
            await test.frame();
            await test.frame();
            found.push(test.problems.splice(0));
            element.setAttribute('text-scale', '2');
            await test.frame();
            await test.frame();
            return [...found, test.texts()[0].trim()];
        });
        assert.equal(text, 'fr rightToLeft 1');
        assert.equal(problems.length, 1);
        assert.match(problems[0], /textScale/);
        assert.equal(later, 'it rightToLeft 2');
    }],
    ['the direction and the language of shadow trees are followed', async (page) => {
        const texts = await page.run(async () => {
            const host = document.createElement('div');
            host.setAttribute('lang', 'ar');
            host.setAttribute('dir', 'rtl');
            const inner = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
            document.querySelector('#place').replaceChildren(host);
            const element = document.createElement('virtual-view');
            element.setAttribute('src', 'out/Around.out');
            element.data = {};
            inner.append(element);
            await element.ready;
            const texts = [];
            const note = async () => {
                for (let i = 0; i < 3; i += 1) await test.frame();
                texts.push(element.shadowRoot.querySelector('.line').textContent.trim());
            };
            await note();
            inner.setAttribute('lang', 'fr');
            inner.setAttribute('dir', 'ltr');
            await note();
            // In another tree, those of that tree count.
            const other = document.createElement('div');
            document.querySelector('#place').append(other);
            const tree = other.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
            tree.append(element);
            tree.setAttribute('lang', 'he');
            await note();
            tree.setAttribute('dir', 'rtl');
            await note();
            return texts;
        });
        assert.deepEqual(texts, ['ar rightToLeft 1', 'fr leftToRight 1', 'he leftToRight 1', 'he rightToLeft 1']);
    }],
    ['what the page lays out and draws itself is shown, too', async (page) => {
        await openCard(page);
        const found = await page.run(async () => {
            const { element } = test;
            const width = () => test.one('.box').style.width;
            const before = width();
            element.data = { title: 'Milk' };
            element.view.display();
            await test.frame();
            const found = [test.texts()[0]];
            element.data = { title: 'Cake' };
            element.view.layout(200);
            element.view.display();
            await test.frame();
            return [...found, test.texts()[0], width() === before];
        });
        assert.deepEqual(found, ['Milk', 'Cake', true]);
    }],
    ['what is on the screen is reported as seen', async (page) => {
        await page.run(() => document.querySelector('#place').style.setProperty('margin-top', '2000px'));
        await openPages(page, pages(100_000));
        await wait(100);
        assert.equal((await events(page, 'exposure')).length, 0);
        await page.run(() => test.element.scrollIntoView());
        await page.until(() => test.count('exposure') === 1);
        await page.run(() => document.querySelector('#place').removeAttribute('style'));
    }],
    ['what a page scrolls by is reported, also of a view that is taller than the window', async (page) => {
        await openTower(page);
        await page.until(() => test.count('exposure') >= 4);
        await page.run(() => scrollTo(0, 2000));
        await page.until(() => test.count('exposure') >= 8);
        assert.deepEqual(await seen(page), [0, 1, 2, 3, 5, 6, 7, 8]);
        // In a scroller of another component, which tells nobody outside.
        await page.run(async () => {
            document.querySelector('#place').removeAttribute('style');
            const box = document.createElement('div');
            const shadow = box.attachShadow({ mode: 'open' });
            const scroller = shadow.appendChild(document.createElement('div'));
            for (const [name, value] of [['overflow', 'auto'], ['height', '400px']]) scroller.style.setProperty(name, value);
            scroller.append(document.createElement('slot'));
            const { element } = test;
            document.querySelector('#place').replaceChildren(box);
            box.append(element);
            element.setAttribute('src', 'out/Tower.out?again');
            await element.ready;
            test.events.length = 0;
            test.scroller = scroller;
        });
        await page.until(() => test.count('exposure') >= 2);
        await page.run(() => (test.scroller.scrollTop = 1000));
        await page.until(() => test.count('exposure') >= 4);
        assert.deepEqual(await seen(page), [0, 1, 5, 6]);
    }],
    ['a view that comes to another scroller without being seen otherwise reports what that scrolls by', async (page) => {
        await openTower(page);
        await page.run(async () => {
            const box = () => {
                const box = document.createElement('div');
                for (const [name, value] of [['overflow', 'auto'], ['height', '400px']]) box.style.setProperty(name, value);
                return box;
            };
            const place = document.querySelector('#place');
            const [before, after] = [box(), document.createElement('div')];
            test.scroller = after.attachShadow({ mode: 'open' }).appendChild(box());
            before.append(test.element);
            place.replaceChildren(before);
            await new Promise((done) => setTimeout(done, 300));
            place.replaceChildren(after);
            test.scroller.append(test.element);
            await new Promise((done) => setTimeout(done, 300));
            test.events.length = 0;
            test.scroller.scrollTop = 1000;
        });
        await page.until(() => test.count('exposure') >= 2);
        assert.deepEqual(await seen(page), [5, 6]);
        await page.run(() => document.querySelector('#place').removeAttribute('style'));
    }],
    ['what is seen of a scaled view is reported', async (page) => {
        await openTower(page, { transform: 'scale(0.5)', 'transform-origin': '0 0' });
        await page.until(() => test.count('exposure') > 0);
        await wait(100);
        assert.deepEqual(await seen(page), [0, 1, 2, 3, 4, 5, 6]);
        await page.run(() => document.querySelector('#place').removeAttribute('style'));
    }],
    ['another pixel ratio is followed, each time', async (page) => {
        await open(page, ['Themed'], { text: 'Tea' });
        await page.run(() => {
            test.scales = [];
            const { view } = test.element;
            const { configure } = view;
            view.configure = (changes) => (test.scales.push(changes.scale), configure.call(view, changes));
        });
        for (const [i, deviceScaleFactor] of [2, 3, 1.25].entries()) {
            // An emulated ratio tells nobody until the window has another size.
            for (const height of [700, 690]) {
                await page.send('Emulation.setDeviceMetricsOverride', { width: 400, height, deviceScaleFactor, mobile: false });
            }
            await page.until((count) => test.scales.length === count, i + 1);
        }
        const scales = await page.run(() => test.scales);
        await page.send('Emulation.clearDeviceMetricsOverride');
        assert.deepEqual(scales, [2, 3, 1.25]);
    }],
    ['a place that lays out its content as a row, a column or a grid is filled', async (page) => {
        await openCard(page);
        const found = await page.run(async (data) => {
            const found = [];
            const place = document.createElement('div');
            document.querySelector('#place').replaceChildren(place);
            const column = { 'flex-direction': 'column', 'align-items': 'center' };
            const styles = [{ display: 'flex' }, { display: 'flex', ...column }, { display: 'grid' }];
            for (const fill of [false, true]) {
                for (const style of styles) {
                    for (const [name, value] of Object.entries({ padding: '5px', height: '300px', ...style })) {
                        place.style.setProperty(name, value);
                    }
                    const view = test.player.open('Card', { data });
                    const mounted = test.mount(view, place, { fill });
                    await test.frame();
                    await test.frame();
                    const before = [mounted.root.offsetWidth, mounted.root.offsetHeight === 300, view.layoutCount > 0];
                    place.style.setProperty('width', '200px');
                    await test.frame();
                    found.push([...before, mounted.root.offsetWidth, view.tree()[0].frame[2]].join());
                    mounted.dispose();
                    if (place.shadowRoot.childElementCount > 0) found.push('something is left');
                    place.removeAttribute('style');
                }
            }
            return found;
        }, card);
        const filled = (isWhole) => `350,${isWhole},true,200,200`;
        assert.deepEqual(found, [false, false, false, true, true, true].map(filled));
    }],
    ['what the page says of its own texts does not reach into a view', async (page) => {
        const styles = [
            ['writing-mode', 'vertical-rl'], ['direction', 'rtl'], ['text-align', 'center'], ['text-rendering', 'optimizeSpeed'],
            ['font', 'italic small-caps bold 30px serif'], ['letter-spacing', '5px'], ['word-spacing', '9px'],
            ['text-transform', 'uppercase'], ['text-indent', '50px'], ['line-height', '5'], ['white-space', 'normal'],
            ['text-shadow', '1px 1px red'], ['color', 'red'], ['-webkit-text-fill-color', 'red'],
            ['-webkit-text-stroke', '3px red'], ['-webkit-text-security', 'disc'],
        ];
        const found = await page.run(async (styles) => {
            const place = document.querySelector('#place');
            const looks = [];
            for (const [name, value] of [['color', ''], ...styles]) {
                place.style.setProperty(name, value);
                await test.open(['Card'], { title: 'AVATAR To, fi', note: 'with milk' }, { direction: 'ltr' }, 'wide');
                const lines = test.all('.line').map((line) => {
                    const letters = document.createRange();
                    letters.selectNodeContents(line);
                    const { left, top, width, height } = letters.getBoundingClientRect();
                    const style = getComputedStyle(line);
                    const names = ['color', 'webkitTextFillColor', 'webkitTextStrokeWidth', 'textShadow', 'fontStyle'];
                    const origin = test.one('.view').getBoundingClientRect();
                    return [left - origin.left, top - origin.top, width, height].map(Math.round).concat(names.map((name) => style[name]));
                });
                looks.push([name, JSON.stringify(lines)]);
                place.removeAttribute('style');
            }
            return looks.filter(([, look]) => look !== looks[0][1]);
        }, styles);
        assert.deepEqual(found, []);
    }],
    ['a view that is closed is not shown, and its element stays as it is', async (page) => {
        const found = await page.run(async () => {
            const player = await test.load('player.wasm');
            const place = document.createElement('div');
            const code = (view) => {
                try {
                    return String(test.mount(view, place));
                } catch (error) {
                    return `${error.name} ${error.code}`;
                }
            };
            player.add(await (await fetch('out/Card.out')).arrayBuffer());
            const [closed, stopped] = [player.open('Card'), player.open('Card')];
            closed.dispose();
            const codes = [code(closed)];
            try {
                player.number('vv_alloc', 2 ** 30 + 1);
            } catch {
                codes.push(code(stopped));
            }
            return [...codes, place.shadowRoot];
        });
        assert.deepEqual(found, ['VirtualViewError invalid-argument', 'VirtualViewError stopped', null]);
    }],
    ['elements of the page fill slots, which tell their properties', async (page) => {
        await open(page, ['DeliveryForm'], { place: '1,2', street: 'Lindenstraße 9', note: '', minutes: 3 });
        const found = await page.run(async () => {
            const { slots } = test.element.mounted;
            const field = (slot) => {
                const input = document.createElement('input');
                input.slot = slot;
                test.element.append(input);
                return input;
            };
            const named = slots.find((slot) => slot.properties.placeholder?.startsWith('A note'));
            const first = field('TextField');
            const second = field(named.name);
            await test.frame();
            const place = (input) => input.getBoundingClientRect();
            return {
                components: slots.map((slot) => slot.component),
                value: slots[1].properties.value,
                isBelow: place(second).top > place(first).bottom - 1,
                width: place(first).width,
                wanted: slots[1].box[2],
            };
        });
        assert.deepEqual(found.components, ['Map', 'TextField', 'TextField', 'Switch']);
        assert.equal(found.value, 'Lindenstraße 9');
        assert.ok(found.isBelow);
        assert.ok(Math.abs(found.width - found.wanted) < 1);
        // A click in the field is the field's.
        await page.click(...(await page.run(() => {
            const { left, top } = test.element.querySelector('input').getBoundingClientRect();
            return [left + 20, top + 8];
        })));
        assert.equal(await page.run(() => document.activeElement === test.element.querySelector('input')), true);
    }],
    ['a view of the app gets the clicks that a text before it would take', async (page) => {
        await open(page, ['Labelled'], {});
        await page.run(async () => {
            const input = document.createElement('input');
            input.slot = 'TextField';
            test.element.append(input);
            await test.frame();
        });
        await page.click(...(await page.run(() => test.middle('.line'))));
        assert.equal(await page.run(() => document.activeElement === test.element.querySelector('input')), true);
    }],
    ['fonts that arrive are measured', async (page) => {
        await openCard(page);
        const touched = await page.run(async () => {
            const news = new Promise((done) => test.element.view.on('change', () => done(true)));
            document.fonts.dispatchEvent(new Event('loadingdone'));
            return Promise.race([news, new Promise((done) => setTimeout(() => done(false), 500))]);
        });
        assert.equal(touched, true);
    }],
    ['fonts that arrive while no view is shown are measured, too', async (page) => {
        const heights = await page.run(async () => {
            let height = 20;
            const measure = (kind, _, text) => (kind === 0 ? text.length * 8 : height);
            const player = await test.load('player.wasm', { measure: { measure } });
            player.add(await (await fetch('out/Themed.out')).arrayBuffer());
            const heights = [];
            const views = [];
            for (height of [20, 30]) {
                // A new one, which the module hears of the fonts from, and those that were laid out before.
                views.unshift(player.open('Themed', { data: { text: 'Tea' } }));
                heights.push(views.map((view) => view.layout(300).height));
                document.fonts.dispatchEvent(new Event('loadingdone'));
            }
            for (const view of views) view.dispose();
            return heights;
        });
        assert.deepEqual(heights, [[20], [30, 30]]);
    }],
];
