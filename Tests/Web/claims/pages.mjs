// Pages that users, templates and time turn.

import assert from 'node:assert/strict';
import { currentPage, events, open, openPages, pages, strip, wait } from './support.mjs';

export const claims = [
    ['pages that the user cannot turn are no stop of the keyboard', async (page) => {
        const stops = [];
        for (const type of ['Still', 'Pages']) {
            await open(page, [type, 'PageItem'], pages(60_000));
            stops.push(await page.run(() => test.all('.scroll').map((scroll) => scroll.tabIndex)));
        }
        assert.deepEqual(stops, [[-1], [0]]);
    }],
    ['a finger turns a page', async (page) => {
        await openPages(page, pages(100_000));
        assert.equal(await currentPage(page), 1);
        await page.swipe([300, 100], [60, 100]);
        await page.until(() => test.count('pageflip') === 1);
        await wait(300);
        assert.equal((await events(page, 'pageflip'))[0].page, 1);
        assert.equal(await currentPage(page), 2);
        assert.equal((await events(page, 'click')).length, 0);
    }],
    ['pages go around', async (page) => {
        await openPages(page, pages(100_000, 2));
        for (const wanted of [1, 0, 1]) {
            await page.run(() => test.events.splice(0));
            await page.swipe([300, 100], [60, 100]);
            await page.until(() => test.count('pageflip') === 1);
            await wait(400);
            assert.equal((await events(page, 'pageflip'))[0].page, wanted);
            assert.equal(await currentPage(page), wanted + 1);
        }
    }],
    ...[1.5, 0.67].map((ratio) => [`a finger turns each of the pages of ${ratio} device pixels`, (_, { zoom }) => zoom(ratio, async (page) => {
        await openPages(page, pages(100_000, 5));
        // No whole number of device pixels.
        await page.run(() => test.element.style.setProperty('width', '355px'));
        await wait(100);
        for (const wanted of [1, 2, 3, 4, 0, 1]) {
            await page.run(() => test.events.splice(0));
            await page.swipe([330, 100], [10, 100]);
            await page.until(() => test.count('pageflip') === 1);
            await wait(400);
            assert.equal((await events(page, 'pageflip'))[0].page, wanted);
        }
    })]),
    ['pages turn by themselves', async (page) => {
        await openPages(page, pages(300));
        await page.until(() => test.count('pageflip') >= 2);
        const flips = await events(page, 'pageflip');
        assert.deepEqual(flips.slice(0, 2).map((event) => event.page), [1, 2]);
    }],
    ['pages slide on while other entries change places', async (page) => {
        const strips = ['a', 'b'].map((name) => ({ ...strip, name }));
        const rows = [{ ...pages(100_000), type: 'Pages', name: 'pages' }, ...strips];
        await open(page, ['List', 'Pages', 'PageItem', 'Strip', 'Row'], { rows }, { fill: '' }, 'tall');
        const [moves, slid, left] = await page.run(async (rows) => {
            const { view } = test.element;
            const carousel = test.one('.paged');
            const moves = [];
            const { scrollTo } = carousel;
            carousel.scrollTo = (options) => (moves.push(options.behavior), scrollTo.call(carousel, options));
            view.turn(view.display().items.find(({ scroll }) => scroll?.paged).node, 1);
            await test.frame();
            const slid = moves.length;
            test.element.data = { rows };
            for (let i = 0; i < 60 && carousel.scrollLeft !== 720; i += 1) await test.frame();
            return [moves, slid, carousel.scrollLeft];
        }, [rows[0], rows[2], rows[1]]);
        assert.deepEqual([moves, slid, left], [['smooth'], 1, 720]);
    }],
    ['pages turn again after a finger whose button went away while it was down', async (page) => {
        const data = pages(300);
        await open(page, ['Held', 'PageItem'], { ...data, show: true });
        const place = await page.run(() => test.middle('button', 1));
        await page.touch('touchStart', place);
        await page.run(async (data) => {
            test.element.data = { ...data, show: false };
            await new Promise((done) => setTimeout(done, 200));
        }, data);
        await page.touch('touchEnd');
        await page.run(() => test.events.splice(0));
        await page.until(() => test.count('pageflip') > 0);
    }],
    ['pages turn again after a finger that was down when the page took their view elsewhere', async (page) => {
        await openPages(page, pages(300));
        await page.run(async (data) => {
            const { player } = test.element.view;
            const place = document.querySelector('#place');
            const [here, there] = [document.createElement('div'), document.createElement('div')];
            there.style.setProperty('margin-top', '300px');
            const host = here.appendChild(document.createElement('div'));
            place.replaceChildren(here, there);
            test.element = host;
            test.mount(player.open('Pages', { data }), host);
            await test.frame();
        }, pages(300));
        await page.touch('touchStart', await page.run(() => test.middle('.scroll')));
        await page.run(async () => {
            document.querySelector('#place').lastChild.append(test.element);
            await test.frame();
        });
        await page.touch('touchEnd');
        await page.run(() => test.events.splice(0));
        await page.until(() => test.count('pageflip') > 0);
    }],
    ['pages do not turn by themselves for who asked for less motion', async (page) => {
        const features = [{ name: 'prefers-reduced-motion', value: 'reduce' }];
        await page.send('Emulation.setEmulatedMedia', { features });
        await openPages(page, pages(200));
        await wait(700);
        assert.equal((await events(page, 'pageflip')).length, 0);
        await page.send('Emulation.setEmulatedMedia', { features: [] });
        await page.until(() => test.count('pageflip') > 0);
    }],
    ['pages do not turn by themselves while the focus is inside', async (page) => {
        await openPages(page, pages(400));
        await page.key('Tab', { keyCode: 9 });
        await page.run(() => test.events.splice(0));
        await wait(900);
        assert.equal((await events(page, 'pageflip')).length, 0);
    }],
    ['pages do not turn by themselves in a hidden page', async (page) => {
        const hide = (isHidden) => page.run((isHidden) => {
            Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
            document.dispatchEvent(new Event('visibilitychange'));
        }, isHidden);
        await openPages(page, pages(200));
        await hide(true);
        await page.run(() => test.events.splice(0));
        await wait(600);
        assert.equal((await events(page, 'pageflip')).length, 0);
        await hide(false);
        await page.run(() => void delete document.hidden);
        await page.until(() => test.count('pageflip') > 0);
    }],
    ['a finger turns a page upwards', async (page) => {
        await open(page, ['Column', 'PageItem'], pages(100_000));
        await page.swipe([150, 180], [150, 40]);
        await page.until(() => test.count('pageflip') === 1);
        await wait(300);
        assert.equal(await page.run(() => test.one('.scroll').scrollTop), 400);
    }],
    ['the shown page stays when others come or go at the end', async (page) => {
        const counts = [[5, 6], [5, 7], [10, 11], [6, 5], [10, 4]];
        const kinds = [['Gallery', {}], ['Gallery', { direction: 'rtl' }], ['Column', {}], ['Pages', {}]];
        const failures = [];
        // Without motion, pages are where they should be at once.
        const features = [{ name: 'prefers-reduced-motion', value: 'reduce' }];
        await page.send('Emulation.setEmulatedMedia', { features });
        for (const [name, attributes] of kinds) {
            for (const [before, after] of counts) {
                for (const at of [0, before >> 1, before - 1]) {
                    await open(page, [name, 'PageItem'], pages(1e6, before), attributes);
                    const found = await page.run(async (data, at) => {
                        const rest = async () => {
                            for (let i = 0; i < 5; i += 1) await test.frame();
                        };
                        const { view } = test.element;
                        view.turn(view.display().items.find(({ scroll }) => scroll).node, at);
                        await rest();
                        test.events.splice(0);
                        test.element.data = data;
                        await rest();
                        const frame = test.one('.scroll').getBoundingClientRect();
                        const isSeen = (line) => {
                            const { left, top } = line.getBoundingClientRect();
                            return left >= frame.left && left < frame.right && top >= frame.top && top < frame.bottom;
                        };
                        return [test.count('pageflip'), ...test.all('.line').filter(isSeen).map((line) => line.textContent)];
                    }, pages(1e6, after), at);
                    if (found.join() !== `0,page ${Math.min(at, after - 1)}`) failures.push([name, before, after, at, ...found].join(' '));
                }
            }
        }
        await page.send('Emulation.setEmulatedMedia', { features: [] });
        assert.deepEqual(failures, []);
    }],
    ['the last of very many pages is the end of what can be scrolled', async (page) => {
        await open(page, ['Gallery', 'PageItem'], pages(1e6, 6000));
        const found = await page.run(async () => {
            const { view } = test.element;
            view.turn(view.display().items.find(({ scroll }) => scroll).node, 5999);
            for (let i = 0; i < 5; i += 1) await test.frame();
            const { scrollLeft, scrollWidth, clientWidth } = test.one('.scroll');
            const stops = test.all('.page').map((stop) => parseFloat(stop.style.left));
            return [scrollWidth - clientWidth - scrollLeft, Math.max(...stops) - scrollLeft];
        });
        // Behind it is the first one again.
        assert.deepEqual(found, [360, 360]);
    }],
    ['arrows turn pages', async (page) => {
        await openPages(page, pages(100_000));
        await page.key('Tab', { keyCode: 9 });
        await page.key('ArrowRight', { keyCode: 39 });
        await page.until(() => test.count('pageflip') === 1);
        await wait(600);
        assert.equal(await currentPage(page), 2);
        await page.key('ArrowLeft', { keyCode: 37 });
        await page.until(() => test.count('pageflip') === 2);
        await wait(600);
        assert.equal(await currentPage(page), 1);
        assert.deepEqual((await events(page, 'pageflip')).map((event) => event.page), [1, 0]);
    }],
    ['arrows turn pages the other way from right to left', async (page) => {
        await openPages(page, pages(100_000), { direction: 'rtl' });
        await page.key('Tab', { keyCode: 9 });
        await page.key('ArrowLeft', { keyCode: 37 });
        await page.until(() => test.count('pageflip') === 1);
        assert.equal((await events(page, 'pageflip'))[0].page, 1);
    }],
];
