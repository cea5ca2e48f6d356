// The settings of the picture, and the sizes of the panes.

import { find, makeMovable } from './playground-controls.js';
import { widths } from './playground-link.js';

/** The controls above the picture. */
export class Settings {
    #changed;
    #tellHandle;

    /** @param changed called with the name of a setting, its value, and the event */
    constructor(changed) {
        this.#changed = changed;
        for (const id of ['width', 'width-range']) {
            find(id).addEventListener('input', (event) => this.#setWidth(Number(event.target.value), event));
        }
        find('width').addEventListener('blur', () => (find('width').value = find('width-range').value));
        const sheet = find('sheet');
        this.#tellHandle = makeMovable(find('handle'), {
            axis: 'x',
            // The sheet has this width from the next frame on.
            read: () => Number(find('width-range').value),
            write: (width) => this.#setWidth(width),
            range: () => widths,
            // In the middle of the stage both edges move.
            factor: () => (sheet.offsetWidth < sheet.parentElement.clientWidth ? 2 : 1),
        });
        for (const name of ['appearance', 'direction']) {
            for (const radio of radios(name)) {
                radio.addEventListener('change', (event) => changed(name, radio.value, event));
            }
        }
        find('text-scale').addEventListener('change', (event) => changed('textScale', Number(event.target.value), event));
        find('metrics').addEventListener('change', (event) => changed('metrics', event.target.value, event));
    }

    /** Shows the settings of a state. */
    show(state) {
        find('width').value = String(state.width);
        find('width-range').value = String(state.width);
        this.#tellHandle();
        for (const name of ['appearance', 'direction']) {
            for (const radio of radios(name)) radio.checked = radio.value === state[name];
        }
        const scales = find('text-scale');
        const isListed = [...scales.options].some((option) => Number(option.value) === state.textScale);
        if (!isListed) scales.add(new Option(`${Math.round(state.textScale * 100)} %`, String(state.textScale)));
        scales.value = String(state.textScale);
        find('metrics').value = state.metrics;
    }

    #setWidth(width, event) {
        // While a number is typed it may be too small.
        if (!(width >= widths.least && width <= widths.most)) return;
        const rounded = Math.round(width);
        for (const id of ['width', 'width-range']) if (event?.target !== find(id)) find(id).value = String(rounded);
        this.#tellHandle();
        this.#changed('width', rounded, event);
    }
}

/** Makes the panes' borders movable. */
export function makePanes() {
    const panes = find('panes');
    const styles = panes.style;
    const part = (selector) => document.querySelector(selector);
    const percent = (value, whole) => `${((value / whole) * 100).toFixed(2)}%`;
    makeMovable(find('split-middle'), {
        axis: 'x',
        read: () => part('.source').offsetWidth,
        write: (width) => styles.setProperty('--left', percent(width, panes.clientWidth)),
        range: () => ({ least: 240, most: Math.max(240, panes.clientWidth - 280) }),
    });
    for (const [bar, name, above, below] of [
        ['split-left', '--source', '.source', '.inputs'],
        ['split-right', '--picture', '.picture', '.details'],
    ]) {
        const whole = () => part(above).offsetHeight + part(below).offsetHeight;
        makeMovable(find(bar), {
            axis: 'y',
            read: () => part(above).offsetHeight,
            write: (height) => styles.setProperty(name, percent(height, whole())),
            range: () => ({ least: 80, most: Math.max(80, whole() - 80) }),
        });
    }
}

function radios(name) {
    return document.querySelectorAll(`input[name=${name}]`);
}
