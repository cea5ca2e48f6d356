// What the tests use inside of the page.

import { VirtualViewElement, load, mount } from './web/virtualview.js';

const events = [];
const problems = [];
const kinds = ['click', 'longclick', 'exposure', 'pageflip', 'scroll', 'autorefresh', 'error', 'slots'];

for (const kind of kinds) {
    document.addEventListener(`vv-${kind}`, ({ detail }) => {
        events.push({ ...detail, kind, error: detail.error && String(detail.error) });
    });
}
document.addEventListener('securitypolicyviolation', (event) => {
    problems.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
});
addEventListener('vv-error', ({ detail }) => {
    // Many claims have no pictures.
    if (detail.error.code !== 'image-missing') problems.push(`vv-error: ${detail.error}`);
});
addEventListener('error', (event) => problems.push(`error: ${event.message}`));
addEventListener('unhandledrejection', (event) => problems.push(`rejection: ${event.reason}`));

const test = { events, problems, load, mount, VirtualViewElement };
globalThis.test = test;

test.frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));

/** Opens templates in a new element, the first one is shown. */
test.open = async (names, data, attributes = {}, className = '') => {
    const element = document.createElement('virtual-view');
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.setAttribute('src', names.map((name) => `out/${name}.out`).join(' '));
    element.className = className;
    element.data = data;
    document.querySelector('#place').replaceChildren(element);
    await element.ready;
    await test.frame();
    events.length = 0;
    test.element = element;
    return element;
};

test.all = (selector) => [...test.element.shadowRoot.querySelectorAll(selector)];
test.one = (selector) => test.element.shadowRoot.querySelector(selector);
test.texts = () => test.all('.line').map((line) => line.textContent);
test.count = (kind) => events.filter((event) => event.kind === kind).length;

/** The middle of an element on the screen. */
test.middle = (selector, n = 0) => {
    const { left, top, width, height } = test.all(selector)[n].getBoundingClientRect();
    return [left + width / 2, top + height / 2];
};

const texts = (...names) => names.map((name) => ({ name, kind: 'String' }));

VirtualViewElement.player = load('player.wasm').then((player) => {
    player.components([
        { id: 1002, name: 'TextField', slot: true, properties: texts('placeholder', 'value') },
        { id: 1003, name: 'Switch', slot: true, properties: texts('isOn') },
        { id: 1004, name: 'Map', slot: true, properties: texts('place') },
    ]);
    test.player = player;
    return player;
});
test.ready = VirtualViewElement.player;
