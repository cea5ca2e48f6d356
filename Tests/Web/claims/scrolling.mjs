// Scrolling containers and long lists.

import assert from 'node:assert/strict';
import { open, openList, rows, strip, wait } from './support.mjs';

export const claims = [
    ['the wheel scrolls a list, which makes what comes into view', async (page) => {
        await openList(page, 1000);
        await page.mouse('mouseWheel', 150, 200, { deltaX: 0, deltaY: 1500 });
        await page.until(() => test.one('.scroll').scrollTop > 1000);
        await page.until(() => test.texts().some((text) => text === 'row 17'));
        const shown = await page.run(() => test.element.view.display().items.find((item) => item.scroll).scroll.y);
        const real = await page.run(() => test.one('.scroll').scrollTop);
        assert.ok(Math.abs(shown - real) <= 1, `${shown}, ${real}`);
    }],
    ['rows keep their elements while the list scrolls', async (page) => {
        await openList(page, 1000);
        const touched = await page.run(async () => {
            const scroller = test.one('.scroll');
            scroller.scrollTop = 30;
            await test.frame();
            await test.frame();
            test.element.view.touched = 0;
            scroller.scrollTop = 33;
            await test.frame();
            await test.frame();
            return test.element.view.touched;
        });
        assert.equal(touched, 0);
    }],
    ['a list of 100,000 rows scrolls to its end with few elements', async (page) => {
        await openList(page, 100_000);
        const last = await page.run(async () => {
            const scroller = test.one('.scroll');
            let most = 0;
            for (let i = 0; i < 40; i += 1) {
                scroller.scrollTop = scroller.scrollHeight;
                await new Promise((done) => setTimeout(done, 60));
                most = Math.max(most, test.all('*').length);
                if (test.texts().includes('row 99999')) break;
            }
            return [test.texts().at(-2), most, scroller.scrollHeight];
        });
        assert.equal(last[0], 'row 99999');
        assert.ok(last[1] < 300, `${last[1]} elements`);
        // A page that is zoomed to five times its size on a fine screen has twenty pixels for one, and Chromium 33,554,431 in all.
        assert.ok(last[2] * 20 < 33_554_431, `${last[2]} pixels`);
        // And back up, over the ends of what the browser can scroll.
        const first = await page.run(async () => {
            const scroller = test.one('.scroll');
            for (let i = 0; i < 40; i += 1) {
                scroller.scrollTop = 0;
                await new Promise((done) => setTimeout(done, 60));
                if (test.texts()[1] === 'row 0' && scroller.scrollTop === 0) break;
            }
            return test.texts()[1];
        });
        assert.equal(first, 'row 0');
    }],
    ['the keys for the ends go to those of a list of 100,000 rows, from the list and from a row', async (page) => {
        await openList(page, 100_000);
        for (const selector of ['.scroll', 'button']) {
            for (const [key, keyCode, wanted] of [['End', 35, 'row 99999'], ['Home', 36, 'row 0']]) {
                await page.run((selector) => test.one(selector).focus(), selector);
                await page.key(key, { keyCode });
                await page.until((wanted) => test.texts().includes(wanted), wanted);
                await wait(300);
                assert.ok(await page.run((wanted) => test.texts().includes(wanted), wanted), `${selector} ${key}`);
            }
        }
    }],
    ['the end of a list asks for more', async (page) => {
        await openList(page, 20);
        await page.run(() => (test.one('.scroll').scrollTop = 100_000));
        await page.until(() => test.count('autorefresh') === 1);
    }],
    ['a list from right to left begins at the right', async (page) => {
        await open(page, ['Strip', 'Row'], strip, { direction: 'rtl' });
        const place = () => page.run(() => {
            const { scrollLeft, scrollWidth, clientWidth } = test.one('.scroll');
            const first = test.all('.line').find((line) => line.textContent === 'row 0')?.getBoundingClientRect();
            return [scrollWidth - clientWidth - scrollLeft, first ? first.right > 240 && first.left < 360 : null];
        });
        assert.deepEqual(await place(), [0, true]);
        await page.run(() => (test.one('.scroll').scrollLeft -= 300));
        await page.until(() => test.element.view.display().items.find((item) => item.scroll).scroll.x > 290);
    }],

    ['what the app scrolls is seen', async (page) => {
        await openList(page, 1000);
        await page.run(() => {
            const { node } = test.element.view.display().items.find((item) => item.scroll);
            test.element.view.scroll(node, 0, 5000);
        });
        await page.until(() => Math.abs(test.one('.scroll').scrollTop - 5000) < 1);
        await page.until(() => test.texts().includes('row 50'));
    }],
    ['rows that come before those that are seen do not move them', async (page) => {
        await openList(page, 100);
        const row = { type: 'Row', name: 'row 20', height: 60 };
        await page.run(() => (test.one('.scroll').scrollTop = 2020));
        await page.until(() => test.texts().includes('row 20'));
        const place = () => page.run(() => {
            const line = test.all('.line').find((one) => one.textContent === 'row 20');
            return Math.round(line.getBoundingClientRect().top);
        });
        const before = await place();
        await page.run(async (rows) => {
            test.element.data = { rows };
            await test.frame();
            await test.frame();
        }, [{ ...row, name: 'new' }, ...rows(100)]);
        assert.equal(await place(), before);
    }],
    ['a list in a list scrolls by itself, and keeps its place', async (page) => {
        const row = (i) => ({ type: 'Row', name: `top ${i}`, height: 60 });
        const all = Array.from({ length: 30 }, (_, i) => (i % 2 ? strip : row(i)));
        await open(page, ['List', 'Strip', 'Row'], { rows: all }, { fill: '' }, 'tall');
        await page.mouse('mouseWheel', 150, 130, { deltaX: 400, deltaY: 0 });
        await page.until(() => test.all('.scroll')[1].scrollLeft === 400);
        const left = await page.run(async () => {
            test.one('.scroll').scrollTop = 20;
            await test.frame();
            await test.frame();
            return test.all('.scroll')[1].scrollLeft;
        });
        assert.equal(left, 400);
        const lists = (await page.accessibility()).filter(({ role }) => role === 'list');
        assert.ok(lists.length > 2);
    }],
    ['what is scrolled while the data change is the list that was scrolled', async (page) => {
        const strips = ['a', 'b'].map((name) => ({ ...strip, name }));
        await open(page, ['List', 'Strip', 'Row'], { rows: strips }, { fill: '' }, 'tall');
        const offsets = await page.run(async (rows) => {
            const offsets = () => test.element.view.display().items.flatMap((item) => (item.scroll ? item.scroll.x : []));
            test.all('.scroll')[2].scrollLeft = 100;
            test.element.data = { rows };
            await test.frame();
            await test.frame();
            return [offsets(), test.all('.scroll').map((scroller) => scroller.scrollLeft)];
        }, [...strips].reverse());
        assert.deepEqual(offsets, [[0, 100, 0], [0, 100, 0]]);
    }],
    ['a list keeps its place when its element is moved', async (page) => {
        const data = { rows: rows(200) };
        const shown = () => page.run(async () => {
            for (let i = 0; i < 4; i += 1) await test.frame();
            const scroller = test.one('.scroll');
            const { top, bottom } = scroller.getBoundingClientRect();
            const seen = test.all('.line').filter((line) => {
                const frame = line.getBoundingClientRect();
                return scroller.contains(line) && frame.bottom > top && frame.top < bottom;
            });
            return [scroller.scrollTop, seen.length > 3];
        });
        for (const isMounted of [false, true]) {
            await openList(page, 200);
            if (isMounted) {
                await page.run(async (data) => {
                    const player = await test.ready;
                    const host = document.createElement('div');
                    host.className = 'tall';
                    document.querySelector('#place').replaceChildren(host);
                    test.mount(player.open('List', { data }), host, { fill: true });
                    test.element = host;
                    await test.frame();
                }, data);
            }
            await page.run(() => (test.one('.scroll').scrollTop = 3000));
            await page.until(() => test.texts().includes('row 30'));
            await page.run(() => {
                const other = document.createElement('div');
                document.querySelector('#place').append(other);
                other.append(test.element);
            });
            assert.deepEqual(await shown(), [3000, true]);
            await page.run(() => test.element.style.setProperty('display', 'none'));
            await page.run(() => test.frame());
            await page.run(() => test.element.style.removeProperty('display'));
            assert.deepEqual(await shown(), [3000, true]);
        }
    }],
    ['lists in entries that change places keep theirs', async (page) => {
        const strips = ['a', 'b', 'c'].map((name) => ({ ...strip, name }));
        await open(page, ['List', 'Strip', 'Row'], { rows: strips }, { fill: '' }, 'tall');
        await page.run(() => [100, 200, 300].forEach((left, i) => (test.all('.scroll')[i + 1].scrollLeft = left)));
        await page.until(() => test.element.view.display().items.filter(({ scroll }) => scroll?.x > 0).length === 3);
        const places = await page.run(async (rows) => {
            test.element.data = { rows };
            for (let i = 0; i < 4; i += 1) await test.frame();
            const lists = test.all('.scroll').slice(1);
            const top = (list) => list.getBoundingClientRect().top;
            return lists.sort((one, other) => top(one) - top(other)).map((list) => list.scrollLeft);
        }, [strips[2], strips[0], strips[1]]);
        assert.deepEqual(places, [300, 100, 200]);
    }],
    ...[1.5, 0.67].map((ratio) => [`a page of ${ratio} device pixels comes to rest`, (_, { zoom }) => zoom(ratio, async (page) => {
        await openList(page, 1000);
        const [frames, difference, isRounded] = await page.run(async () => {
            const scroller = test.one('.scroll');
            scroller.scrollTop = 333.4;
            await new Promise((done) => setTimeout(done, 400));
            let frames = 0;
            const request = globalThis.requestAnimationFrame;
            globalThis.requestAnimationFrame = (body) => ((frames += 1), request(body));
            await new Promise((done) => setTimeout(done, 300));
            globalThis.requestAnimationFrame = request;
            const { y } = test.element.view.display().items.find((item) => item.scroll).scroll;
            return [frames, Math.abs(y - scroller.scrollTop), Math.abs(scroller.scrollTop - 333.4) > 0.01];
        });
        assert.deepEqual([frames, isRounded], [0, true]);
        assert.ok(difference < 0.5);
    })]),
];
