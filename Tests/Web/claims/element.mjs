// The custom element, and that nothing is left behind. These come last.

import assert from 'node:assert/strict';
import { card, open, openCard, openList, rows } from './support.mjs';

export const claims = [
    ['programs for the first data know the width of the element', async (page) => {
        await open(page, ['Half'], { a: 1 }, {}, 'wide');
        // Of 100 points, which would be 50 at a width of 375.
        assert.equal(await page.run(() => test.element.view.tree()[0].frame[3]), 50);
    }],
    ['elements that open together are all measured before one is drawn', async (page) => {
        const done = await page.run(async () => {
            const done = [];
            const watch = (type, name, letter) => {
                const body = type.prototype[name];
                type.prototype[name] = function (...all) {
                    done.push(letter);
                    return body.apply(this, all);
                };
                return () => (type.prototype[name] = body);
            };
            const elements = Array.from({ length: 4 }, (_, i) => {
                const element = document.createElement('virtual-view');
                element.setAttribute('src', 'out/Half.out');
                element.data = { a: i };
                return element;
            });
            const ends = [watch(Element, 'getClientRects', 'm'), watch(ShadowRoot, 'replaceChildren', 'd')];
            document.querySelector('#place').replaceChildren(...elements);
            for (const element of elements) await element.ready;
            for (const end of ends) end();
            const heights = elements.map((element) => element.view.tree()[0].frame[3]);
            return [done.join(''), ...heights];
        });
        assert.deepEqual(done, ['mmmmdddd', 24, 24, 24, 24]);
    }],
    ['what is hidden is laid out when it is shown', async (page) => {
        const found = await page.run(async (rows) => {
            await test.open(['List', 'Row'], { rows }, { fill: '', hidden: '' }, 'tall');
            const hidden = test.element.view.layoutCount;
            test.element.hidden = false;
            await test.frame();
            await test.frame();
            const shown = test.one('.scroll').clientWidth;
            test.one('.scroll').scrollTop = 900;
            await test.frame();
            await test.frame();
            const before = test.texts()[0];
            test.element.style.display = 'none';
            await test.frame();
            await test.frame();
            test.element.style.display = '';
            await test.frame();
            await test.frame();
            return { hidden, shown, isSame: before === test.texts()[0] };
        }, rows(40));
        assert.equal(found.hidden, 0);
        assert.ok(found.shown > 200, `${found.shown}`);
        assert.ok(found.isSame);
    }],
    ['what is in the element shows while there is no view: before, after data that is refused, and without a file', async (page) => {
        const heights = await page.run(async () => {
            const element = document.createElement('virtual-view');
            const text = document.createElement('div');
            text.textContent = 'Call us';
            text.style.height = '30px';
            element.append(text);
            element.setAttribute('src', 'out/Card.out');
            element.setAttribute('data', '{bad');
            document.querySelector('#place').replaceChildren(element);
            await element.ready;
            const refused = element.offsetHeight;
            test.problems.splice(0);
            element.setAttribute('data', '{"title":"Tea"}');
            await element.ready;
            const isShown = element.view !== null && text.getClientRects().length === 0;
            element.removeAttribute('src');
            await element.ready;
            return [refused, isShown, element.view, element.offsetHeight];
        });
        assert.deepEqual(heights, [30, true, null, 30]);
    }],
    ['another file and its data are shown together', async (page) => {
        await openCard(page);
        const titles = await page.run(async () => {
            const seen = [];
            test.element.setAttribute('src', 'out/Numbers.out?later');
            test.element.data = { id: 7, price: 2 };
            test.element.mounted.refresh();
            seen.push(test.texts()[0]);
            await test.element.ready;
            await test.frame();
            return [...seen, test.texts()[0]];
        });
        assert.deepEqual(titles, ['Tea', '7 2']);
    }],
    ['only a failure of what is asked for now is told', async (page) => {
        const told = await page.run(async () => {
            await test.open(['Card'], { title: 'Tea' });
            const heard = [];
            test.element.addEventListener('vv-error', ({ detail }) => heard.push(detail.error.code));
            test.element.setAttribute('src', 'out/Nothing.out');
            // The request is under way.
            await Promise.resolve();
            await Promise.resolve();
            test.element.setAttribute('src', 'out/Card.out');
            await test.element.ready;
            await new Promise((done) => setTimeout(done, 200));
            const early = heard.length;
            test.element.setAttribute('src', 'https://nowhere.invalid/Card.out');
            await test.element.ready;
            test.problems.splice(0);
            return [early, heard];
        });
        assert.deepEqual(told, [0, ['network']]);
    }],
    ['a module that does not come, breaks off or is none is an error with a code', async (page) => {
        const found = await page.run(async () => {
            const bytes = new Uint8Array(await (await fetch('player.wasm')).arrayBuffer());
            // A module that imports a function `a.b`, which nobody gives it.
            const other = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 97, 1, 98, 0, 0]);
            const answer = (body, type) => new Response(body, { headers: { 'Content-Type': type } });
            const breakingOff = () => {
                const parts = [bytes.slice(0, 100_000)];
                const pull = (stream) => (parts.length > 0 ? stream.enqueue(parts.pop()) : stream.error(new TypeError('cut off')));
                return new ReadableStream({ pull });
            };
            const sources = [
                'nothing.wasm', 'https://nowhere.invalid/player.wasm', 'page.html',
                answer(breakingOff(), 'application/wasm'), answer(breakingOff(), 'application/octet-stream'),
                answer('<!doctype html>', 'application/wasm'), answer(bytes.slice(0, 1000), 'application/wasm'),
                bytes.slice(0, 1000), other, await WebAssembly.compile(other),
                // A module that has nothing.
                bytes.slice(0, 8),
            ];
            const found = [];
            for (const source of sources) {
                const error = await test.load(source).catch((error) => error);
                found.push(`${error.name} ${error.code} ${/ for (the module|\S+\.\w+)$/.test(error.message)}`);
            }
            return [found, (await test.load(answer(bytes, 'application/wasm'))).memorySize > 0];
        });
        const told = (code) => `VirtualViewError ${code} true`;
        const codes = ['network', 'network', 'invalid-module', 'network', 'network', ...Array(6).fill('invalid-module')];
        assert.deepEqual(found, [codes.map(told), true]);
        await page.run(() => test.problems.splice(0));
    }],
    ['an address that is none, and data that are no JSON, are errors with a code', async (page) => {
        const codes = await page.run(async () => {
            const round = {};
            round.round = round;
            const codes = [];
            for (const [attributes, data] of [
                [{ src: 'http://[' }, {}], [{ src: 'out/Card.out', player: 'http://[' }, {}], [{ src: 'out/Card.out' }, round],
                [{ src: 'out/Card.out' }, 1n], [{ src: 'out/Card.out' }, () => 1],
            ]) {
                const element = document.createElement('virtual-view');
                element.addEventListener('vv-error', ({ detail }) => codes.push(detail.error.code));
                for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
                element.data = data;
                document.querySelector('#place').replaceChildren(element);
                await element.ready;
            }
            test.problems.splice(0);
            return codes;
        });
        assert.deepEqual(codes, Array(5).fill('invalid-argument'));
    }],
    ['an image of a page that is hidden is hidden too', async (page) => {
        await openCard(page, { ...card, picture: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' });
        await page.until(() => test.one('img.here'));
        const found = await page.run(() => {
            test.element.style.visibility = 'hidden';
            return getComputedStyle(test.one('img')).visibility;
        });
        assert.equal(found, 'hidden');
    }],
    ['a list shows the whole width of its items', async (page) => {
        await openList(page, 40);
        assert.equal(await page.run(() => test.one('.scroll').clientWidth === test.one('.scroll').offsetWidth), true);
        assert.equal(await page.run(() => getComputedStyle(test.one('.scroll')).scrollbarWidth), 'none');
    }],
    // MARK: - The element

    ['an attribute has the data', async (page) => {
        await open(page, ['Card'], undefined, { data: '{"title":"Milk"}' });
        await page.run(() => test.element.setAttribute('data', '{"title":"Coffee"}'));
        await page.until(() => test.texts()[0] === 'Coffee');
    }],
    ['a failure is an event that names the file', async (page) => {
        const errors = await page.run(async () => {
            const messages = [];
            for (const name of ['Missing', 'Damaged']) {
                await test.open([name], {});
                await new Promise((done) => {
                    const heard = ({ detail: { error } }) => {
                        const address = new URL(`out/${name}.out?again`, document.baseURI).href;
                        done(messages.push([error.name, error.code, error.message.includes(address)]));
                    };
                    test.element.addEventListener('vv-error', heard, { once: true });
                    test.element.setAttribute('src', `out/${name}.out?again`);
                });
            }
            test.problems.splice(0);
            return messages;
        });
        assert.deepEqual(errors, [['VirtualViewError', 'network', true], ['VirtualViewError', 'malformed', true]]);
    }],
    ['a word for metrics that there is not is told', async (page) => {
        await open(page, ['Card'], { title: 'Tea' });
        const message = await page.run(() => new Promise((done) => {
            test.element.addEventListener('vv-error', ({ detail }) => done(detail.error.message), { once: true });
            test.element.setAttribute('metrics', 'builtin');
        }));
        await page.run(() => test.problems.splice(0));
        assert.equal(message, "'metrics' is not one of host, built-in");
    }],
    ['views of the app for an entry that is shown twice have a name each', async (page) => {
        await open(page, ['Twice', 'Asking'], { rows: [{ type: 'Asking' }] });
        const names = await page.run(() => test.all('slot').map((slot) => slot.name).filter((name) => name.includes('#')));
        assert.deepEqual(names, ['TextField rows[0]#0', 'TextField rows[0]#0 2']);
    }],
    ['the name of a place for a view of the app stays when another list scrolls the entry away', async (page) => {
        const rows = Array.from({ length: 40 }, () => ({ type: 'Asking' }));
        await open(page, ['Twice', 'Asking'], { rows });
        const found = await page.run(async () => {
            const inSecond = () => test.all('.scroll')[1].querySelector('slot').name;
            const before = inSecond();
            test.all('.scroll')[0].scrollTop = 1200;
            await test.frame();
            await test.frame();
            return [before, inSecond(), test.all('.scroll')[0].querySelector('slot').name];
        });
        assert.deepEqual(found.slice(0, 2), ['TextField rows[0]#0 2', 'TextField rows[0]#0 2']);
        assert.match(found[2], /^TextField rows\[[1-9]\d*\]#0$/);
    }],
    ['a place for a view of the app keeps its name when its entry moves, and another entry has another name', async (page) => {
        const named = (...names) => ({ rows: names.map((name) => ({ type: 'Question', name })) });
        await open(page, ['List', 'Question'], named('a', 'b', 'c'), { fill: '' }, 'tall');
        const found = await page.run(async (all) => {
            const fields = new Map();
            const fill = ({ detail }) => {
                const names = detail.map(({ name }) => name);
                for (const [name, field] of fields) if (!names.includes(name)) fields.delete(name), field.remove();
                for (const name of names) {
                    if (fields.has(name)) continue;
                    const field = document.createElement('input');
                    fields.set(name, field);
                    field.slot = name;
                    test.element.append(field);
                }
            };
            test.element.addEventListener('vv-slots', fill);
            fill({ detail: test.element.mounted.slots });
            /** What is typed in the entries from above. */
            const typed = () => [...test.element.children]
                .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
                .map(({ value }) => value);
            for (const [i, field] of [...fields.values()].entries()) field.value = 'abc'[i];
            const found = [typed()];
            for (const data of all) {
                test.element.data = data;
                test.element.mounted.refresh();
                found.push(typed());
            }
            return found;
        }, [named('c', 'a', 'b'), named('c', 'b'), named('d', 'b'), named('e', 'd', 'b')]);
        assert.deepEqual(found, [['a', 'b', 'c'], ['c', 'a', 'b'], ['c', 'b'], ['', 'b'], ['', '', 'b']]);
    }],
    ['an element that shows a view without places for views of the app tells that those before went', async (page) => {
        await open(page, ['Letter'], {});
        const told = await page.run(async () => {
            const told = [];
            test.element.addEventListener('vv-slots', ({ detail }) => told.push(detail.map(({ component }) => component)));
            for (const name of ['Card', 'Headline', 'Letter']) {
                test.element.setAttribute('src', `out/${name}.out`);
                await test.element.ready;
                await test.frame();
            }
            return told;
        });
        assert.deepEqual(told, [[], ['TextField']]);
    }],
    ['an element whose view is closed tells that its places for views of the app went, once and not for one that follows', async (page) => {
        const told = await page.run(async () => {
            const told = [];
            const hear = (element) => element.addEventListener('vv-slots', ({ detail }) => told.push(detail.length));
            await test.open(['Letter'], {});
            hear(test.element);
            test.element.setAttribute('fill', '');
            await test.element.ready;
            test.element.removeAttribute('src');
            await test.element.ready;
            test.element.setAttribute('src', 'out/Letter.out');
            await test.element.ready;
            test.element.remove();
            await test.frame();
            const place = document.createElement('div');
            hear(place);
            document.querySelector('#place').replaceChildren(place);
            const [one, other] = [0, 1].map(() => test.mount(test.player.open('Letter'), place));
            one.dispose();
            told.push('other');
            other.dispose();
            other.dispose();
            return told;
        });
        assert.deepEqual(told, [1, 0, 1, 0, 1, 1, 'other', 0]);
    }],
    ['what is ready is what was asked for last', async (page) => {
        const found = await page.run(async () => {
            const element = document.createElement('virtual-view');
            element.setAttribute('player', 'player.wasm');
            element.setAttribute('src', 'out/Card.out');
            document.querySelector('#place').replaceChildren(element);
            const { ready } = element;
            await Promise.resolve();
            await Promise.resolve();
            element.setAttribute('src', 'out/Numbers.out');
            await ready;
            return element.view?.isOpen;
        });
        assert.equal(found, true);
    }],
    ['what is ready is what a listener of a failure shows instead', async (page) => {
        const found = await page.run(async () => {
            const element = document.createElement('virtual-view');
            const instead = (event) => {
                event.stopPropagation();
                element.setAttribute('src', 'out/Card.out');
            };
            element.addEventListener('vv-error', instead, { once: true });
            element.setAttribute('src', 'out/Missing.out');
            document.querySelector('#place').replaceChildren(element);
            await element.ready;
            return element.view?.isOpen;
        });
        assert.equal(found, true);
    }],
    ['several elements share one player', async (page, { requests }) => {
        await page.run(() => {
            const place = document.querySelector('#place');
            place.replaceChildren();
            for (let i = 0; i < 3; i += 1) {
                const element = document.createElement('virtual-view');
                element.setAttribute('player', 'player.wasm');
                element.setAttribute('src', 'out/Card.out');
                element.data = { title: `card ${i}` };
                place.append(element);
            }
        });
        requests.length = 0;
        await page.until(() => [...document.querySelectorAll('virtual-view')].every((one) => one.view));
        const found = await page.run(() => {
            const all = [...document.querySelectorAll('virtual-view')];
            const texts = all.map((one) => one.shadowRoot.querySelector('.line').textContent);
            return [new Set(all.map((one) => one.view.player)).size, texts];
        });
        assert.deepEqual(found, [1, ['card 0', 'card 1', 'card 2']]);
        assert.ok(requests.filter((path) => path === '/player.wasm').length <= 1);
    }],
    ['an element that is moved keeps its view, and one that is removed closes it', async (page) => {
        await openCard(page);
        const found = await page.run(async () => {
            const { element } = test;
            const { view } = element;
            const other = document.createElement('div');
            document.body.append(other);
            other.append(element);
            await test.frame();
            const isKept = element.view === view && view.isOpen;
            other.remove();
            await test.frame();
            return [isKept, view.isOpen, element.view, element.shadowRoot.innerHTML];
        });
        assert.deepEqual(found, [true, false, null, '<slot></slot>']);
    }],

    ['attributes that change while an element is away count when it is back', async (page) => {
        await openCard(page);
        const found = await page.run(async () => {
            const { element } = test;
            const place = element.parentNode;
            const change = (attributes) => {
                for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
            };
            const show = async () => {
                await element.ready;
                await test.frame();
                return [test.texts()[0], test.one('.line').parentElement.style.fontSize];
            };
            element.remove();
            change({ data: '{"title":"Milk"}', 'text-scale': '2' });
            place.append(element);
            const shown = [await show()];
            element.remove();
            change({ src: 'out/Themed.out', data: '{"text":"Coffee"}', appearance: 'dark', 'text-scale': '1' });
            place.append(element);
            shown.push(await show());
            element.remove();
            await test.frame();
            const isAway = element.view === null;
            change({ data: '{"text":"Tea"}', appearance: 'light' });
            place.append(element);
            return [isAway, ...shown, await show()];
        });
        assert.deepEqual(found, [true, ['Milk', '40px'], ['Coffee', '30px'], ['Tea', '20px']]);
    }],
    ['elements with files of one type each show their own', async (page) => {
        const shown = await page.run(async () => {
            const sizeOf = (element) => element.shadowRoot.querySelector('.line').parentElement.style.fontSize;
            const make = (name) => {
                const element = document.createElement('virtual-view');
                // A player to which nobody else adds anything.
                element.setAttribute('player', 'player.wasm?rows');
                element.setAttribute('src', `out/${name}.out`);
                element.data = { name: 'row', height: 40 };
                return element;
            };
            const all = [make('Row'), make('Tall')];
            const place = document.querySelector('#place');
            const shown = [];
            const note = async () => {
                for (const element of all) await element.ready;
                await test.frame();
                shown.push(all.map(sizeOf));
            };
            place.replaceChildren(...all);
            await note();
            all[0].remove();
            await test.frame();
            place.append(all[0]);
            await note();
            all[1].setAttribute('src', 'out/Row.out');
            await note();
            return shown;
        });
        assert.deepEqual(shown, [['16px', '24px'], ['16px', '24px'], ['16px', '16px']]);
    }],
    ['a view follows what the page added, and no file that another element loaded', async (page) => {
        const found = await page.run(async () => {
            const place = document.querySelector('#place');
            place.replaceChildren();
            const all = [];
            const open = async (name) => {
                const element = document.createElement('virtual-view');
                element.setAttribute('player', 'player.wasm?following');
                element.setAttribute('src', `out/${name}.out`);
                element.data = { name: 'row', height: 40 };
                place.append(element);
                all.push(element);
                await element.ready;
            };
            const found = [];
            const note = async () => {
                const followed = all.map((element) => element.view.follow());
                await test.frame();
                const sizes = all.map((one) => one.shadowRoot.querySelector('.line').parentElement.style.fontSize);
                found.push(followed.map((isOther, i) => `${isOther} ${sizes[i]}`).join());
            };
            await open('Row');
            await open('Tall');
            await note();
            const tall = await (await fetch('out/Tall.out')).arrayBuffer();
            await all[0].add(tall);
            await note();
            await open('Row');
            await note();
            all[0].view.player.add(tall);
            await note();
            await open('Row');
            await note();
            return found;
        });
        assert.deepEqual(found, [
            'false 16px,false 24px',
            'true 24px,false 24px',
            'false 24px,false 24px,false 16px',
            'false 24px,false 24px,true 24px',
            'false 24px,false 24px,false 24px,false 16px',
        ]);
    }],
    ['what was refused is opened when its cause is corrected', async (page) => {
        const found = await page.run(async () => {
            const open = async (attributes) => {
                const element = document.createElement('virtual-view');
                for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
                document.querySelector('#place').replaceChildren(element);
                await element.ready;
                return element;
            };
            const found = [];
            const correct = async (element, change) => {
                const errors = test.problems.splice(0).length;
                await change();
                await element.ready;
                await test.frame();
                found.push([errors, element.shadowRoot?.querySelector('.line')?.textContent ?? null, test.problems.length]);
            };
            const data = '{"title":"Tea"}';
            const scaled = await open({ src: 'out/Card.out', data, 'text-scale': 'large' });
            await correct(scaled, () => scaled.setAttribute('text-scale', '2'));
            const damaged = await open({ src: 'out/Card.out', data: '{"title":' });
            await correct(damaged, () => damaged.setAttribute('data', data));
            const round = {};
            round.title = round;
            damaged.data = round;
            damaged.setAttribute('src', 'out/Card.out?again');
            await damaged.ready;
            await correct(damaged, () => (damaged.data = { title: 'Milk' }));
            const empty = await open({ template: 'Added', data: '{"name":"Cake","height":40}', player: 'player.wasm?added' });
            await correct(empty, async () => {
                const file = await (await fetch('out/Added.out')).arrayBuffer();
                await empty.add(file);
            });
            return found;
        });
        assert.deepEqual(found, [[1, 'Tea', 0], [1, 'Tea', 0], [2, 'Milk', 0], [1, 'Cake', 0]]);
    }],
    ['an element whose file could not be fetched is opened by the next data', async (page) => {
        const text = await page.run(async () => {
            const { fetch } = globalThis;
            globalThis.fetch = () => Promise.reject(new TypeError('offline'));
            const element = document.createElement('virtual-view');
            element.setAttribute('src', 'out/Card.out?offline');
            document.querySelector('#place').replaceChildren(element);
            await element.ready;
            globalThis.fetch = fetch;
            test.problems.splice(0);
            element.data = { title: 'Tea' };
            await element.ready;
            await test.frame();
            return element.shadowRoot?.querySelector('.line')?.textContent ?? null;
        });
        assert.equal(text, 'Tea');
    }],
    ['of the attribute and the property for data, the one that was set last counts', async (page) => {
        await open(page, ['Card'], undefined);
        const shown = await page.run(async () => {
            const { element } = test;
            const shown = [];
            const note = async (change) => {
                change();
                await test.frame();
                shown.push(test.texts()[0]);
            };
            await note(() => element.setAttribute('data', '{"title":"Tea"}'));
            await note(() => (element.data = { title: 'Milk' }));
            await note(() => element.setAttribute('data', '{"title":"Tea"}'));
            await note(() => (element.data = { title: 'Milk' }));
            await note(() => element.removeAttribute('data'));
            return shown;
        });
        assert.deepEqual(shown, ['Tea', 'Milk', 'Tea', 'Milk', 'Milk']);
    }],
    ['the property for data has the value of the attribute, if that is JSON', async (page) => {
        await open(page, ['Card'], undefined);
        const found = await page.run(() => {
            const { element } = test;
            const texts = ['{"title":"Tea"}', '{"title":', ''];
            const found = texts.map((text) => (element.setAttribute('data', text), element.data ?? null));
            element.data = { title: 'Milk' };
            const problems = test.problems.splice(0).length;
            return [...found, element.data, problems, document.createElement('virtual-view').data === undefined];
        });
        assert.deepEqual(found, [{ title: 'Tea' }, null, null, { title: 'Milk' }, 1, true]);
    }],
    ['the attribute for data keeps the digits of numbers', async (page) => {
        await open(page, ['Numbers'], undefined);
        const found = await page.run(async () => {
            test.element.setAttribute('data', '{"id": 12345678901234567, "price": 1}');
            await test.frame();
            const texts = test.texts();
            test.element.setAttribute('data', '{"id": ');
            return [texts, test.problems.splice(0).length, test.texts()];
        });
        assert.deepEqual(found, [['12345678901234567 1'], 1, ['12345678901234567 1']]);
    }],
    ['properties that are set before the class is known count', async (page) => {
        const found = await page.run(async () => {
            const element = document.createElement('late-view');
            element.setAttribute('src', 'out/Picture.out');
            const asked = [];
            element.data = { source: 'photo' };
            element.resolveImage = (source) => (asked.push(source), 'picture.svg');
            document.querySelector('#place').replaceChildren(element);
            customElements.define('late-view', class extends test.VirtualViewElement {});
            await element.ready;
            await test.frame();
            return [asked[0], element.shadowRoot.querySelector('img').getAttribute('src')];
        });
        assert.deepEqual(found, ['photo', 'picture.svg']);
    }],
    ['a player that stopped is told, and another one plays what is opened later', async (page) => {
        const found = await page.run(async () => {
            const given = test.VirtualViewElement.player;
            test.VirtualViewElement.player = 'player.wasm';
            const make = async () => {
                const element = document.createElement('virtual-view');
                element.setAttribute('src', 'out/Card.out');
                element.data = { title: 'Tea' };
                document.querySelector('#place').replaceChildren(element);
                await element.ready;
                await test.frame();
                return element;
            };
            const first = await make();
            const codes = [];
            first.addEventListener('vv-error', ({ detail }) => codes.push(detail.error.code));
            try {
                first.view.player.number('vv_alloc', 2 ** 30 + 1);
            } catch (error) {
                codes.push(error.code);
            }
            first.data = { title: 'Milk' };
            const second = await make();
            test.VirtualViewElement.player = given;
            return [codes, second.shadowRoot.querySelector('.line').textContent, test.problems.splice(0).length];
        });
        assert.deepEqual(found, [['stopped', 'stopped'], 'Tea', 1]);
    }],
    ['a player that stops while it is told what the user or the browser did is told once', async (page) => {
        const found = await page.run(async (data) => {
            const causes = {
                touch: ({ root }) => root.dispatchEvent(new PointerEvent('pointerdown', { pointerId: 1 })),
                perform: ({ root }) => root.querySelector('button').click(),
                image: ({ element }) => (element.data = { ...data, picture: 'wide.svg' }),
                fonts: () => document.fonts.dispatchEvent(new Event('loadingdone')),
                expose: ({ element }) => element.style.setProperty('margin-top', '600px'),
            };
            const found = [];
            for (const [name, cause] of Object.entries(causes)) {
                const attributes = { player: `player.wasm?${name}`, appearance: 'light' };
                const element = await test.open(['Card'], data, attributes);
                // Its first exposure comes with a frame of the browser.
                await new Promise((done) => setTimeout(done, 100));
                const { player } = element.view;
                const { number } = player;
                player.number = (call, ...numbers) =>
                    call === `vv_${name}` ? number.call(player, 'vv_alloc', 2 ** 30 + 1) : number.call(player, call, ...numbers);
                const codes = [];
                element.addEventListener('vv-error', ({ detail }) => codes.push(detail.error.code));
                cause({ element, root: test.one('.view') });
                for (let i = 0; i < 20 && !player.isStopped; i += 1) await new Promise((done) => setTimeout(done, 20));
                element.setAttribute('appearance', 'dark');
                await test.frame();
                const unseen = test.problems.splice(0).filter((problem) => !problem.startsWith('vv-error'));
                found.push([name, codes.join(), unseen.join()]);
            }
            return found;
        }, card);
        for (const [name, codes, unseen] of found) assert.deepEqual([codes, unseen], ['stopped', ''], name);
        assert.equal(found.length, 5);
    }],
    ['an app may change the data when it is told of an event', async (page) => {
        await openCard(page);
        await page.run(() => {
            test.element.addEventListener('vv-click', () => (test.element.data = { title: 'Ordered' }));
        });
        await page.click(...(await page.run(() => test.middle('button'))));
        await page.until(() => test.texts()[0] === 'Ordered');
        await openList(page, 3);
        await page.run(async (rows) => {
            test.element.addEventListener('vv-autorefresh', () => (test.element.data = { rows }), { once: true });
            test.element.data = { rows: rows.slice(0, 4) };
        }, rows(30));
        await page.until(() => test.texts().includes('row 4'));
    }],
    ['an app may change the data and a setting while an element is shown for the first time', async (page) => {
        await page.run(async (rows) => {
            const act = () => {
                test.element.data = { rows };
                test.element.setAttribute('appearance', 'dark');
            };
            document.querySelector('#place').addEventListener('vv-autorefresh', ({ target }) => {
                test.element = target;
                act();
            }, { once: true });
            await test.open(['List', 'Themed'], { rows: rows.slice(0, 3) }, { fill: '' }, 'tall');
        }, Array.from({ length: 30 }, (_, i) => ({ type: 'Themed', text: `row ${i}`, name: i })));
        await page.until(() => test.texts().includes('row 4'));
        const sizes = await page.until(() =>
            test.all('.line').filter((line) => line.parentElement.style.fontSize === '30px').length);
        assert.ok(sizes >= 5);
    }],
    ['an app may change a setting, or lay out, when it is told of an event during a layout', async (page) => {
        const texts = Array.from({ length: 30 }, (_, i) => ({ type: 'Themed', text: `row ${i}`, name: i }));
        await open(page, ['List', 'Themed'], { rows: texts.slice(0, 3) }, { fill: '' }, 'tall');
        const found = await page.run(async (rows) => {
            const { element } = test;
            const acts = [() => element.setAttribute('appearance', 'dark'), () => element.view.layout(200, 500)];
            element.addEventListener('vv-autorefresh', () => acts.shift()?.());
            const found = [];
            for (const count of [4, 5]) {
                element.data = { rows: rows.slice(0, count) };
                for (let i = 0; i < 4; i += 1) await test.frame();
                const row = test.all('.line').find((line) => line.textContent === 'row 0').parentElement;
                found.push([acts.length, row.style.fontSize, test.one('.scroll').style.width]);
            }
            return found;
        }, texts);
        assert.deepEqual(found, [[1, '30px', '360px'], [0, '30px', '360px']]);
    }],
    ['an app may remove the element when it is told of an event', async (page) => {
        await openCard(page);
        await page.run(() => test.element.addEventListener('vv-click', () => test.element.mounted.dispose()));
        await page.click(...(await page.run(() => test.middle('button'))));
        assert.equal(await page.run(() => test.element.view.isOpen), false);
    }],

    // MARK: - Memory

    ['10,000 views leave nothing behind in the module', async (page) => {
        const [before, after] = await page.run(async (data) => {
            const player = await test.ready;
            const cycles = (count) => {
                for (let i = 0; i < count; i += 1) {
                    const view = player.open('Card', { metrics: 'built-in', data });
                    view.layout(360);
                    view.display();
                    view.elements();
                    view.update({ ...data, title: `tea ${i}` });
                    view.layout(360);
                    view.display();
                    view.dispose();
                }
            };
            cycles(1000);
            gc();
            const before = [player.memorySize, performance.memory.usedJSHeapSize];
            for (let i = 0; i < 9; i += 1) {
                cycles(1000);
                await test.frame();
            }
            gc();
            return [before, [player.memorySize, performance.memory.usedJSHeapSize]];
        }, card);
        assert.equal(after[0], before[0]);
        assert.ok(after[1] < before[1] + 1_000_000, `${before[1]}, then ${after[1]}`);
    }],
    ['1,000 elements leave nothing behind in the page', async (page) => {
        const cycles = (count) => page.run(async (count, data) => {
            for (let i = 0; i < count; i += 1) {
                const element = document.createElement('virtual-view');
                element.setAttribute('src', 'out/Card.out');
                element.data = data;
                document.querySelector('#place').replaceChildren(element);
                await element.ready;
                element.data = { ...data, title: `tea ${i}` };
                element.mounted.refresh();
            }
            test.element = null;
            document.querySelector('#place').replaceChildren();
            await test.frame();
        }, count, card);
        const counters = async () => {
            await page.send('HeapProfiler.collectGarbage');
            const { nodes, jsEventListeners } = await page.send('Memory.getDOMCounters');
            return [nodes, jsEventListeners, await page.run(() => test.player.memorySize)];
        };
        await cycles(100);
        const before = await counters();
        await cycles(900);
        const after = await counters();
        assert.ok(after[0] <= before[0] + 200, `${before[0]} nodes, then ${after[0]}`);
        assert.ok(after[1] <= before[1] + 100, `${before[1]} listeners, then ${after[1]}`);
        assert.equal(after[2], before[2]);
    }],
    ['nothing was against the policy, and nothing failed unseen', async (page) => {
        assert.deepEqual(await page.run(() => test.problems), []);
    }],
];
