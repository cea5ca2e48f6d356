// Fingers, keys, and what screen readers find.

import assert from 'node:assert/strict';
import { card, events, open, openCard, openList, openPages, pages, rows, strip, wait } from './support.mjs';

export const claims = [
    ['the Tab key finds views of the app where they are read', async (page) => {
        await open(page, ['Letter'], {});
        await page.run(() => {
            const field = document.createElement('input');
            field.slot = 'TextField';
            test.element.append(field);
        });
        const order = [];
        for (let i = 0; i < 3; i += 1) {
            await page.key('Tab', { keyCode: 9 });
            order.push(await page.run(() => test.element.shadowRoot.activeElement?.ariaLabel ?? document.activeElement.localName));
        }
        assert.deepEqual(order, ['Back', 'input', 'Send']);
    }],
    ['the Tab key finds a part that is shown later where it is read', async (page) => {
        await open(page, ['Sections'], { show: false });
        await page.run(async () => {
            test.element.data = { show: true };
            for (let i = 0; i < 3; i += 1) await test.frame();
            const names = test.all('slot').map(({ name }) => name).filter((name) => name.includes('#'));
            for (const [i, name] of names.entries()) {
                const field = document.createElement('input');
                Object.assign(field, { slot: name, name: 'ab'[i] });
                test.element.append(field);
            }
            await test.frame();
        });
        const order = [];
        for (let i = 0; i < 5; i += 1) {
            await page.key('Tab', { keyCode: 9 });
            order.push(await page.run(() => test.element.shadowRoot.activeElement?.ariaLabel ?? document.activeElement.name));
        }
        assert.deepEqual(order, ['A', 'a', 'B', 'b', 'C']);
    }],
    ['an entry with a view of the app is one entry', async (page) => {
        await open(page, ['List', 'Question'], { rows: rows(3).map(({ name }) => ({ type: 'Question', name })) }, { fill: '' }, 'tall');
        assert.equal(await page.run(() => test.all('[role=listitem]').length), 3);
    }],
    ['the Tab key goes on behind the last item that is seen', async (page) => {
        await open(page, ['List', 'Post'], { rows: rows(30).map(({ name }) => ({ type: 'Post', name })) }, { fill: '' }, 'tall');
        const found = [];
        for (let i = 0; i < 15; i += 1) {
            await page.key('Tab', { keyCode: 9 });
            await wait(150);
            found.push(await page.run(() => test.element.shadowRoot.activeElement?.ariaLabel ?? null));
        }
        const seen = found.filter((text) => text?.startsWith('row'));
        assert.deepEqual(seen, rows(seen.length).map(({ name }) => name));
        assert.ok(seen.length >= 14, found.join());
    }],
    ['arrows move the nearest strip that goes their way, also from its end', async (page) => {
        const pages = [0, 1, 2].map(() => ({ type: 'Leaf', rows: rows(3).map((row) => ({ ...row, height: 60 })) }));
        await open(page, ['Still', 'Leaf', 'Row'], { pages });
        await page.run(() => test.all('.scroll')[1].focus());
        const strip = () => page.run(() => Math.round(test.all('.scroll')[1].scrollLeft));
        for (let i = 0; i < 4; i += 1) {
            await page.key('ArrowRight', { keyCode: 39 });
            await wait(400);
        }
        const end = await strip();
        await page.key('ArrowLeft', { keyCode: 37 });
        await wait(400);
        assert.ok(end > 0 && await strip() < end, `${end}, ${await strip()}`);
        assert.deepEqual(await events(page, 'pageflip'), []);
    }],
    ['Page Down, End and so on scroll a strip that has the focus, as one reads', async (page) => {
        for (const direction of ['ltr', 'rtl']) {
            await open(page, ['Strip', 'Row'], strip, { direction });
            await page.run(() => {
                test.element.style.marginBottom = '2000px';
                test.one('.scroll').focus();
            });
            const places = [];
            const keys = [['PageDown', 34], ['End', 35], ['End', 35], ['PageUp', 33], ['Home', 36]];
            for (const [key, keyCode] of keys) {
                await page.key(key, { keyCode });
                await wait(700);
                places.push(await page.run((isReversed) => {
                    const { scrollLeft, scrollWidth, clientWidth } = test.one('.scroll');
                    const { x } = test.element.view.display().items.find(({ scroll }) => scroll).scroll;
                    const place = isReversed ? scrollWidth - clientWidth - scrollLeft : scrollLeft;
                    return [place, Math.abs(x - place) < 1, document.scrollingElement.scrollTop > 0];
                }, direction === 'rtl'));
            }
            const end = 20 * 110 - 10 - 360;
            // A strip that has no more lets the page scroll, as a list does.
            assert.deepEqual(places, [[315, true, false], [end, true, false], [end, true, true], [end - 315, true, true], [0, true, true]]);
            await page.run(() => scrollTo(0, 0));
        }
    }],
    ['a click hits what is seen there in a tall view whose width is no whole number', async (page) => {
        await open(page, ['Tower'], {});
        const hit = await page.run(async () => {
            test.element.style.width = '187.5px';
            await test.frame();
            await test.frame();
            const root = test.one('.view');
            const { left, top } = root.getBoundingClientRect();
            const heard = [];
            const touch = test.element.view.touch;
            test.element.view.touch = (...all) => (heard.push(all[3]), touch.apply(test.element.view, all));
            const at = { clientX: left + 10, clientY: top + 3990, button: 0, pointerId: 1, bubbles: true, composed: true };
            root.dispatchEvent(new PointerEvent('pointerdown', at));
            root.dispatchEvent(new PointerEvent('pointercancel', at));
            return heard[0];
        });
        assert.ok(Math.abs(hit - 3990) < 0.01, `${hit}`);
    }],
    // MARK: - Pointers

    ['a click of the mouse is a click', async (page) => {
        await openCard(page);
        await page.click(...(await page.run(() => test.middle('button'))));
        const [event, ...more] = await events(page, 'click');
        assert.equal(event.action, 'order');
        assert.equal(more.length, 0);
    }],
    ['a press shows', async (page) => {
        await openCard(page);
        const place = await page.run(() => test.middle('button'));
        const color = () => page.run(() => getComputedStyle(test.all('.box')[1]).backgroundColor);
        assert.equal(await color(), 'rgb(47, 107, 255)');
        await page.mouse('mousePressed', ...place);
        await wait(50);
        assert.equal(await color(), 'rgb(29, 63, 166)');
        await page.mouse('mouseReleased', ...place);
        await wait(150);
        assert.equal(await color(), 'rgb(47, 107, 255)');
    }],
    ['a mouse that is held down is a long click, and no click', async (page) => {
        await openCard(page);
        const place = await page.run(() => test.middle('button'));
        await page.mouse('mousePressed', ...place);
        await wait(650);
        assert.equal((await events(page, 'longclick')).length, 1);
        await page.mouse('mouseReleased', ...place);
        assert.equal((await events(page, 'click')).length, 0);
    }],
    ['a mouse that moves away does not click', async (page) => {
        await openCard(page);
        const [x, y] = await page.run(() => test.middle('button'));
        await page.mouse('mousePressed', x, y);
        await page.mouse('mouseMoved', x + 60, y + 200, { buttons: 1 });
        await page.mouse('mouseReleased', x, y);
        assert.equal((await events(page, 'click')).length, 0);
    }],
    ['a view that is hidden while it is pressed is not clicked, also not for long, and is when it is shown again', async (page) => {
        await openCard(page);
        const place = await page.run(() => test.middle('button'));
        const hide = (isHidden) => page.run(async (isHidden) => {
            test.element.hidden = isHidden;
            await test.frame();
        }, isHidden);
        await page.mouse('mousePressed', ...place);
        await hide(true);
        await page.mouse('mouseReleased', ...place);
        assert.equal((await events(page, 'click')).length, 0);
        await hide(false);
        await page.click(...place);
        assert.equal((await events(page, 'click')).length, 1);
        await page.mouse('mousePressed', ...place);
        await hide(true);
        await wait(650);
        await page.mouse('mouseReleased', ...place);
        assert.equal((await events(page, 'longclick')).length, 0);
    }],
    ['a tap is a click', async (page) => {
        await openCard(page);
        const place = await page.run(() => test.middle('button'));
        await page.touch('touchStart', place);
        await page.touch('touchEnd');
        await wait(50);
        assert.equal((await events(page, 'click')).length, 1);
    }],
    ['a tap that takes a view away is no click of what lies behind it', async (page) => {
        await openCard(page);
        const place = await page.run(() => test.middle('button'));
        for (const end of ['hidden', 'removed']) {
            await page.run(async (data, end) => {
                const sheet = document.createElement('virtual-view');
                sheet.setAttribute('src', 'out/Card.out');
                sheet.data = data;
                const style = { position: 'fixed', left: '0', top: '0', width: '360px' };
                for (const [name, value] of Object.entries(style)) sheet.style.setProperty(name, value);
                document.querySelector('#place').append(sheet);
                await sheet.ready;
                await test.frame();
                sheet.addEventListener('vv-click', () => {
                    if (end === 'hidden') sheet.hidden = true;
                    else sheet.remove();
                }, { once: true });
                test.events.splice(0);
            }, card, end);
            await page.touch('touchStart', place);
            await page.touch('touchEnd');
            await wait(400);
            assert.equal((await events(page, 'click')).length, 1, end);
        }
        // The next tap is a click again.
        await page.run(() => test.events.splice(0));
        await page.touch('touchStart', place);
        await page.touch('touchEnd');
        await wait(400);
        assert.equal((await events(page, 'click')).length, 1);
    }],
    ['a page hears the click of a tap, also in a closed shadow tree', async (page) => {
        for (const isClosed of [false, true]) {
            await openCard(page);
            const place = await page.run(async (isClosed) => {
                const box = document.createElement('div');
                if (isClosed) box.attachShadow({ mode: 'closed' }).append(test.element);
                else box.append(test.element);
                document.querySelector('#place').replaceChildren(box);
                test.heard = 0;
                test.element.addEventListener('click', () => (test.heard += 1));
                await test.frame();
                return test.middle('button');
            }, isClosed);
            await page.touch('touchStart', place);
            await page.touch('touchEnd');
            await page.until(() => test.heard === 1);
        }
    }],
    ['the menu is suppressed only for a finger that may click for long', async (page) => {
        await openCard(page);
        const ask = ([x, y]) => page.run((x, y) => {
            const event = new MouseEvent('contextmenu', { clientX: x, clientY: y, bubbles: true, cancelable: true });
            return !test.one('.view').dispatchEvent(event);
        }, x, y);
        const button = await page.run(() => test.middle('button'));
        assert.equal(await ask(button), false);
        await page.mouse('mousePressed', ...button);
        assert.equal(await ask(button), true);
        await page.mouse('mouseReleased', ...button);
        const link = await page.run(() => test.middle('a'));
        await page.mouse('mousePressed', ...link);
        assert.equal(await ask(link), false);
        await page.mouse('mouseReleased', ...link);
    }],
    ['a finger that scrolls does not click', async (page) => {
        await openList(page, 100);
        await page.swipe([150, 300], [150, 120]);
        await page.until(() => test.one('.scroll').scrollTop > 100);
        await wait(100);
        assert.equal((await events(page, 'click')).length, 0);
        assert.ok((await events(page, 'scroll')).length > 0);
    }],
    ['a finger scrolls a strip in a card that fades while it is pressed', async (page) => {
        const texts = Array.from({ length: 20 }, (_, i) => ({ type: 'Themed', text: `row ${i}` }));
        for (const [name, radius] of [['PressedCard', 0], ['PressedCard', 12], ['PressedStrip', 0]]) {
            const data = { rows: texts, radius };
            await open(page, [name, 'Themed'], data);
            const [x, y] = await page.run(() => test.middle('.scroll'));
            const opacities = () => page.run(() => test.all('div').map((one) => one.style.opacity).filter(Boolean));
            const places = [];
            for (const from of [x + 100, x + 100]) {
                await page.touch('touchStart', [from, y]);
                await wait(250);
                assert.deepEqual(await opacities(), ['0.5'], name);
                for (let i = 1; i <= 12; i += 1) {
                    await page.touch('touchMove', [from - i * 20, y]);
                    await wait(16);
                }
                await page.touch('touchEnd');
                await wait(400);
                places.push(await page.run(() => test.one('.scroll').scrollLeft));
                assert.deepEqual(await opacities(), [], name);
            }
            assert.ok(places[0] > 150 && places[1] > places[0] + 150, `${name} ${radius}: ${places}`);
            assert.equal((await events(page, 'click')).length, 0);
            // What is drawn again is drawn in its order.
            const order = await page.run(async (data) => {
                test.element.data = data;
                await test.frame();
                return test.texts().filter((text) => !text.startsWith('row'));
            }, { ...data, more: 1 });
            assert.deepEqual(order, name === 'PressedCard' ? ['Before', 'After'] : []);
        }
    }],
    ['a list that becomes translucent keeps the focus and its keys', async (page) => {
        await open(page, ['Fading', 'Row'], { rows: rows(50), alpha: 1 });
        await page.run(() => test.one('.scroll').focus());
        const found = [];
        for (const alpha of [1, 0.5, 1]) {
            await page.run((data) => (test.element.data = data), { rows: rows(50), alpha });
            await wait(200);
            const before = await page.run(() => test.one('.scroll').scrollTop);
            await page.key('ArrowDown', { keyCode: 40 });
            await wait(400);
            found.push(await page.run((before) => {
                const scroller = test.one('.scroll');
                const isFocused = test.element.shadowRoot.activeElement === scroller;
                return [isFocused, scroller.scrollTop > before, test.all('.space').length, test.all('[part=scroller]').length];
            }, before));
        }
        assert.deepEqual(found, Array(3).fill([true, true, 1, 1]));
    }],
    ['a scaled page is touched where it is seen', async (page) => {
        await openCard(page);
        await page.run(() => document.querySelector('#place').setAttribute('class', 'scaled'));
        await page.run(() => {
            const place = document.querySelector('#place');
            place.style.setProperty('transform', 'translate(20px, 30px) scale(0.5)');
            place.style.setProperty('transform-origin', '0 0');
        });
        await page.click(...(await page.run(() => test.middle('a'))));
        await page.run(() => document.querySelector('#place').removeAttribute('style'));
        assert.deepEqual((await events(page, 'click')).map((event) => event.action), ['more']);
    }],

    // MARK: - Keyboard and screen readers

    ['Tab goes from one thing to operate to the next', async (page) => {
        await openCard(page);
        const names = [];
        for (let i = 0; i < 2; i += 1) {
            await page.key('Tab', { keyCode: 9 });
            names.push(await page.run(() => test.element.shadowRoot.activeElement?.localName));
        }
        assert.deepEqual(names, ['button', 'a']);
        const ring = await page.run(() => getComputedStyle(test.element.shadowRoot.activeElement).outlineStyle);
        assert.equal(ring, 'solid');
    }],
    ['Enter and the space bar click', async (page) => {
        await openCard(page);
        await page.key('Tab', { keyCode: 9 });
        await page.key('Enter', { keyCode: 13, text: '\r' });
        await page.key(' ', { code: 'Space', keyCode: 32, text: ' ' });
        await page.key('Tab', { keyCode: 9 });
        await page.key('Enter', { keyCode: 13, text: '\r' });
        const actions = (await events(page, 'click')).map((event) => event.action);
        assert.deepEqual(actions, ['order', 'order', 'more']);
    }],
    ['what clicks is used with the keys, whatever its role', async (page) => {
        const press = async (names, data) => {
            await open(page, names, data);
            for (const [key, keyCode, text] of [['Tab', 9], ['Enter', 13, '\r'], [' ', 32, ' '], ['ContextMenu', 93]]) {
                await page.key(key, { keyCode, text });
            }
            return page.run(() => test.events.filter(({ action }) => action).map(({ kind, action }) => `${kind} ${action}`));
        };
        assert.deepEqual(await press(['Headline'], {}), ['click open', 'click open', 'longclick open']);
        assert.deepEqual(await press(['Pressed', 'Row'], { rows: rows(10) }), ['click all', 'click all']);
    }],
    ['the key for the menu clicks for long', async (page) => {
        await openCard(page);
        await page.key('Tab', { keyCode: 9 });
        await page.key('ContextMenu', { keyCode: 93 });
        assert.equal((await events(page, 'longclick')).length, 1);
    }],
    ['an update keeps the focus', async (page) => {
        await openCard(page);
        await page.key('Tab', { keyCode: 9 });
        await page.run(async (data) => {
            test.element.data = { ...data, note: 'other', chosen: true };
            await test.frame();
        }, card);
        assert.equal(await page.run(() => test.element.shadowRoot.activeElement?.localName), 'button');
        assert.equal(await page.run(() => test.one('button').getAttribute('aria-pressed')), 'true');
    }],
    ['the focus stays with its entry when others come before it or it moves', async (page) => {
        await openList(page, 10);
        const found = await page.run(async (rows) => {
            const heard = [];
            test.element.view.on('click', (event) => heard.push(event.action));
            test.all('button').find((button) => button.ariaLabel === 'row 3').focus();
            const change = async (rows) => {
                test.element.data = { rows };
                for (let i = 0; i < 3; i += 1) await test.frame();
                const { activeElement } = test.element.shadowRoot;
                const number = activeElement.closest('.entry')?.getAttribute('aria-posinset');
                activeElement.click();
                return [activeElement.ariaLabel, number];
            };
            const found = [await change([{ ...rows[0], name: 'new' }, ...rows])];
            found.push(await change([rows[3], ...rows.slice(0, 3)]));
            found.push(await change([rows[1], rows[2], rows[3]]));
            return [...found, heard];
        }, rows(10));
        assert.deepEqual(found, [['row 3', '5'], ['row 3', '1'], ['row 3', '3'], ['row 3', 'row 3', 'row 3']]);
    }],
    ['an entry that is gone leaves the focus to its list', async (page) => {
        await openList(page, 10);
        const focused = await page.run(async (rows) => {
            test.all('button').find((button) => button.ariaLabel === 'row 3').focus();
            test.element.data = { rows: rows.filter(({ name }) => name !== 'row 3') };
            for (let i = 0; i < 3; i += 1) await test.frame();
            return test.element.shadowRoot.activeElement?.classList.contains('scroll');
        }, rows(10));
        assert.equal(focused, true);
    }],
    ['a click goes to what is seen, whoever asked for the elements', async (page) => {
        await open(page, ['Choice'], { show: false });
        const heard = await page.run(() => {
            const { element } = test;
            const heard = [];
            element.view.on('click', (event) => heard.push(event.action));
            element.data = { show: true };
            element.view.layout(300);
            element.view.elements();
            test.one('button').click();
            return heard;
        });
        assert.deepEqual(heard, ['second']);
    }],
    ['a group that gets members loses its text, and gets it back', async (page) => {
        await open(page, ['Loan'], { title: 'Two books' });
        const said = async (data) => {
            await page.run(async (data) => {
                test.element.data = data;
                await test.frame();
            }, data);
            const texts = (await page.accessibility()).filter(({ role }) => role === 'StaticText' || role === 'button');
            return texts.map(({ name }) => name);
        };
        const title = 'Two books';
        assert.deepEqual(await said({ title }), [title]);
        assert.ok(!(await said({ title: 'Three books', show: true })).includes(title));
        assert.deepEqual(await said({ title }), [title]);
    }],
    ['a click that assistive technology makes is a click', async (page) => {
        await openCard(page);
        await page.run(() => test.one('button').click());
        assert.equal((await events(page, 'click')).length, 1);
    }],
    ['screen readers find headings, texts, buttons, links and values, each once', async (page) => {
        await openCard(page);
        const nodes = await page.accessibility();
        const found = nodes.filter(({ role, name }) => name && !['RootWebArea', 'InlineTextBox'].includes(role));
        const said = found.map(({ role, name }) => `${role} ${name}`);
        assert.deepEqual(said.filter((text) => !text.startsWith('StaticText')), 
            ['heading Tea', 'button Order', 'link More', 'progressbar Full']);
        assert.equal(said.filter((text) => text === 'StaticText with milk').length, 1);
        assert.equal(said.filter((text) => text === 'StaticText Tea').length, 1);
        assert.equal(nodes.find(({ role }) => role === 'progressbar').value, 62);
    }],
    ['what the page puts into a slot is read, unless the template hides it from screen readers', async (page) => {
        await open(page, ['Discreet'], { isHidden: false });
        const isRead = async (isHidden) => {
            await page.run(async (isHidden) => {
                const field = document.createElement('input');
                Object.assign(field, { slot: 'TextField', ariaLabel: 'Code' });
                test.element.replaceChildren(field);
                test.element.data = { isHidden };
                await test.frame();
            }, isHidden);
            return (await page.accessibility()).some(({ name }) => name === 'Code');
        };
        assert.deepEqual([await isRead(false), await isRead(true), await isRead(false)], [true, false, true]);
    }],
    ['a list is read between what stands before and after it', async (page) => {
        await openList(page, 50);
        const nodes = await page.accessibility();
        const found = nodes.filter(({ role }) => ['list', 'button', 'StaticText'].includes(role));
        const texts = found.map(({ role, name }) => name || role);
        assert.deepEqual(texts.slice(0, 4), ['Before', 'list', 'row 0', 'row 1']);
        assert.equal(texts.at(-1), 'After');
        const item = await page.run(() => {
            const entry = test.one('.entry');
            return ['role', 'aria-posinset', 'aria-setsize'].map((name) => entry.getAttribute(name));
        });
        assert.deepEqual(item, ['listitem', '1', '50']);
    }],
    ['what a group in an entry has is part of the group, not another entry', async (page) => {
        const loans = Array.from({ length: 3 }, (_, i) => ({ type: 'Loan', title: `loan ${i}`, show: true }));
        await open(page, ['List', 'Loan'], { rows: loans }, { fill: '' }, 'tall');
        const counts = await page.run(() => ['[role=listitem]', '[role=listitem] button', '[role=group] [role=listitem]']
            .map((selector) => test.all(selector).length));
        assert.deepEqual(counts, [3, 3, 0]);
        await openPages(page, { ...pages(100_000), pages: loans });
        assert.equal(await page.run(() => test.all('[role=listitem]').length), 0);
    }],
    ['pages are a group with the shown page, described in no language', async (page) => {
        await openPages(page, pages(100_000));
        const nodes = await page.accessibility();
        assert.ok(nodes.every(({ roledescription }) => !roledescription));
        const groups = nodes.filter(({ role }) => role === 'group');
        assert.deepEqual(groups.map(({ name }) => name), ['', '1 / 3']);
        assert.deepEqual(nodes.filter(({ role }) => role === 'button').map(({ name }) => name), ['page 0']);
    }],
    ['elements for screen readers move with their scroller', async (page) => {
        await openList(page, 100);
        const places = await page.run(async () => {
            test.one('.scroll').scrollTop = 90;
            await test.frame();
            await new Promise((done) => setTimeout(done, 300));
            const top = (element) => Math.round(element.getBoundingClientRect().top);
            const line = test.all('.line').find((one) => one.textContent === 'row 3');
            const button = test.all('button').find((one) => one.getAttribute('aria-label') === 'row 3');
            return [top(line) - top(button) >= 0 && top(line) - top(button) < 130, top(button)];
        });
        assert.deepEqual(places, [true, 40 + 60 + 80 + 100 - 90]);
    }],
];
