// Live pictures in the pages of `vvc preview`, `vvc serve` and the gallery: the runtime plays the templates in the page itself.
//
// Such a page has an element `#live-state` that says what it shows, a description `#live-data` as JSON, and a place with
// `data-live="NAME"` for each view. The description has `files` (templates in Base64, by their types), `views` (for each
// name the `type`, the `data`, and a `width` and `height` of its own), what stands for the app: `components`, `functions`, `images`, `imageSizes`
// (for each name a width and a height as a template writes them), `slots`, further `widths` that can be chosen, and the `settings` to begin with. The screen is 375 points wide whatever the width of a view is, as in the pictures, unless the settings have
// another `screenWidth`, or `null` for that of each view.

import { readExactly } from './digits.js';
import { fromBase64, unpack } from './packing.js';
import { SampleImages, sampleFunctions, slotBoxes } from './samples.js';
import { load, mount } from './virtualview.js';

const told = ['click', 'longclick', 'exposure', 'pageflip', 'autorefresh', 'error'];
const widths = { least: 160, most: 800 };

/** Plays what the page describes, with the module of the player in Base64, compressed. */
export async function start(packed) {
    const state = document.getElementById('live-state');
    try {
        const begun = performance.now();
        const text = document.getElementById('live-data').textContent;
        const description = readExactly(text);
        const player = await load(await WebAssembly.compile(await unpack(fromBase64(packed))));
        if (description.components) player.components(description.components);
        player.functions(sampleFunctions(description.functions ?? {}));
        for (const file of Object.values(description.files)) player.add(fromBase64(file));
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet()];
        new LivePage(player, description);
        const time = Math.round(performance.now() - begun);
        state.textContent = `Live: the runtime plays the templates in this page. It took ${time} ms to start.`;
        document.documentElement.dataset.player = 'live';
    } catch (error) {
        // The pictures are still there.
        state.textContent = `Pictures only: the player could not start. ${error.message}`;
        document.documentElement.dataset.player = 'failed';
    }
}

/** The views of a page, with one set of controls for all of them. */
class LivePage {
    #player;
    #description;
    #images;
    #settings;
    #views = new Map();
    #observer = new IntersectionObserver((entries) => this.#seen(entries), { rootMargin: '600px' });

    constructor(player, description) {
        this.#player = player;
        this.#description = description;
        this.#images = new SampleImages(description.images ?? {});
        this.#settings = { ...description.settings };
        for (const [name, value] of Object.entries(kept('settings') ?? {})) this.#set(name, value);
        document.getElementById('live-state').after(this.#controls());
        for (const place of document.querySelectorAll('[data-live]')) {
            // A view that is far away is opened when somebody comes near.
            if (!Object.hasOwn(description.views, place.dataset.live)) continue;
            place.hidden = false;
            this.#observer.observe(place);
        }
    }

    #seen(entries) {
        for (const { isIntersecting, target: place } of entries) {
            if (!isIntersecting) continue;
            this.#observer.unobserve(place);
            this.#open(place);
        }
    }

    #open(place) {
        const name = place.dataset.live;
        const description = this.#description.views[name];
        try {
            const { width, screenWidth = 375, ...options } = { ...this.#settings, data: description.data };
            if (screenWidth !== null) options.width = screenWidth;
            const view = new LiveView(place, this.#player.open(description.type, options), description, {
                resolveImage: (source) => this.#images.address(source),
                imageSizes: this.#description.imageSizes ?? {},
                pictures: this.#description.slots ?? {},
                screenWidth,
                text: kept(`text ${name}`),
                keepText: (text) => keep(`text ${name}`, text),
            });
            view.resize(width);
            view.darken(this.#settings.appearance);
            this.#views.set(place, view);
        } catch (error) {
            place.title = error.message;
        }
    }

    #choose(name, value) {
        keep('settings', { ...kept('settings'), [name]: value });
        this.#set(name, value);
    }

    #set(name, value) {
        if (value === null) delete this.#settings[name];
        else this.#settings[name] = value;
        for (const view of this.#views.values()) view.configure(name, value);
    }

    #controls() {
        const form = document.createElement('form');
        form.className = 'live-controls';
        form.setAttribute('aria-label', 'Live pictures');
        form.addEventListener('submit', (event) => event.preventDefault());
        const width = document.createElement('input');
        const first = this.#description.settings ?? {};
        const { width: begun = 375 } = this.#settings;
        const all = [widths.least, widths.most, begun, first.width ?? begun, ...(this.#description.widths ?? [])];
        Object.assign(width, { type: 'range', name: 'width', min: Math.min(...all), max: Math.max(...all), value: begun });
        const shown = document.createElement('output');
        shown.value = `${begun} pt`;
        width.addEventListener('input', () => {
            shown.value = `${width.value} pt`;
            this.#choose('width', Number(width.value));
        });
        form.append(labelled('Width', width, shown));
        const choices = {
            appearance: { 'as the page': null, light: 'light', dark: 'dark' },
            direction: { 'as the page': null, 'left to right': 'ltr', 'right to left': 'rtl' },
            textScale: { '100 %': null, '85 %': 0.85, '130 %': 1.3, '200 %': 2 },
        };
        const names = { appearance: 'Appearance', direction: 'Direction', textScale: 'Text' };
        for (const [name, values] of Object.entries(choices)) {
            const chosen = this.#settings[name] ?? null;
            for (const value of [first[name] ?? null, chosen]) {
                if (!Object.values(values).includes(value)) values[`${Math.round(value * 100)} %`] = value;
            }
            const select = document.createElement('select');
            select.name = name;
            for (const [text, value] of Object.entries(values)) {
                select.add(new Option(text, text, false, value === chosen));
            }
            select.addEventListener('change', () => this.#choose(name, values[select.value]));
            form.append(labelled(names[name], select));
        }
        return form;
    }
}

/** One view, in the place of a picture: what happens in it is told below, and its data can be changed. */
class LiveView {
    #host = document.createElement('div');
    #said = document.createElement('output');
    #view;
    #mounted;
    #ownWidth;
    #imageSizes;
    #screenWidth;

    constructor(place, view, { width, height, data }, { resolveImage, imageSizes, pictures, screenWidth, text, keepText }) {
        this.#view = view;
        this.#ownWidth = width;
        this.#imageSizes = imageSizes;
        this.#screenWidth = screenWidth;
        this.#host.className = 'live-host';
        this.#said.className = 'live-said';
        const stage = document.createElement('div');
        stage.className = 'live-stage';
        stage.append(this.#host);
        this.#host.addEventListener('vv-slots', ({ detail }) => {
            this.#host.replaceChildren(...slotBoxes(detail, pictures));
        });
        for (const kind of told) this.#host.addEventListener(`vv-${kind}`, ({ detail }) => this.#tell(kind, detail));
        view.on('issue', (issue) => (this.#said.value = issue));
        const picture = place.querySelector('a:has(> img)');
        picture?.remove();
        place.prepend(stage);
        place.append(this.#said, this.#dataEditor(view, data, text, keepText));
        this.resize();
        if (height) this.#host.style.setProperty('height', `${height}px`);
        const hasSize = (source) => Object.hasOwn(imageSizes, source);
        this.#mounted = mount(view, this.#host, { resolveImage, hasSize, fill: height !== undefined });
    }

    configure(name, value) {
        if (name === 'width') this.resize(value);
        else this.#mounted.configure(name, value);
        if (name === 'appearance') this.darken(value);
    }

    /** Gives the view a width, unless it has one of its own. */
    resize(width = 375) {
        const own = this.#ownWidth ?? width;
        this.#host.style.setProperty('width', `${own}px`);
        // The sizes that the project file gives images hold whatever their files have.
        const points = (side) => (side.endsWith('rp') ? (parseFloat(side) * (this.#screenWidth ?? own)) / 750 : parseFloat(side));
        for (const [source, sides] of Object.entries(this.#imageSizes)) this.#view.image(source, ...sides.map(points));
    }

    /** Shows the background of a screen; without an appearance that of the page. */
    darken(appearance) {
        if (appearance) this.#host.dataset.appearance = appearance;
        else delete this.#host.dataset.appearance;
    }

    #tell(kind, detail) {
        const words = kind === 'error' ? detail.error.message : [detail.action, detail.actionParam].filter(Boolean).join(' ');
        this.#said.value = words ? `${kind}: ${words}` : kind;
    }

    #dataEditor(view, data, text, keepText) {
        const details = document.createElement('details');
        const summary = document.createElement('summary');
        const area = document.createElement('textarea');
        const reset = document.createElement('button');
        summary.textContent = 'Change the data';
        Object.assign(reset, { type: 'button', textContent: 'Reset' });
        area.setAttribute('aria-label', 'Data, JSON');
        area.spellcheck = false;
        area.rows = 12;
        const show = () => {
            try {
                // What is wrong with the data is said meanwhile.
                this.#said.value = '';
                view.update(area.value.trim() === '' ? undefined : new TextEncoder().encode(area.value));
                area.removeAttribute('aria-invalid');
            } catch (error) {
                this.#said.value = error.message;
                area.setAttribute('aria-invalid', 'true');
            }
        };
        const fill = () => (area.value = data === undefined ? '' : JSON.stringify(data, null, 2));
        area.addEventListener('input', () => {
            keepText(area.value);
            show();
        });
        reset.addEventListener('click', () => {
            keepText(null);
            fill();
            show();
        });
        details.className = 'live-data';
        details.append(summary, area, reset);
        if (text === null) {
            details.addEventListener('toggle', () => area.value || fill(), { once: true });
        } else {
            details.open = true;
            area.value = text;
            show();
        }
        return details;
    }
}

/** What was kept of a page until its window is closed, or `null`: `vvc serve` loads its pages again after each save. */
function kept(name) {
    try {
        return JSON.parse(sessionStorage.getItem(keyOf(name)));
    } catch {
        return null;
    }
}

function keep(name, value) {
    try {
        sessionStorage.setItem(keyOf(name), JSON.stringify(value));
    } catch {
        // A browser may keep nothing for pages from files, or not that much; then nothing older either.
        try { sessionStorage.removeItem(keyOf(name)); } catch { /* nothing is there */ }
    }
}

function keyOf(name) {
    return `vvc live ${location.pathname} ${name}`;
}

function labelled(text, ...controls) {
    const label = document.createElement('label');
    label.append(text, ' ', ...controls);
    return label;
}

function sheet() {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
        .live-controls { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: center; margin: .5rem 0 1.5rem; }
        .live-controls label { display: flex; gap: .5rem; align-items: center; white-space: nowrap; }
        .live-controls output { min-width: 3.5rem; font-variant-numeric: tabular-nums; }
        .live-stage { width: fit-content; max-width: 100%; overflow: auto; border-radius: .5rem; box-shadow: 0 1px 2px #0002, 0 4px 16px #0001; }
        .live-host { background: #fff; min-height: 1rem; }
        .live-host[data-appearance=dark] { background: #000; }
        @media (prefers-color-scheme: dark) { .live-host:not([data-appearance=light]) { background: #000; } }
        .live-said { display: block; min-height: 1.5em; overflow-wrap: anywhere; font-size: .8125rem; }
        .live-data summary { cursor: pointer; font-size: .8125rem; }
        .live-data textarea { width: 100%; box-sizing: border-box; font: 12px/1.5 ui-monospace, 'DejaVu Sans Mono', monospace; }
        .live-data textarea[aria-invalid] { outline: 2px solid #f54a45; }
        .own-view { display: grid; place-content: center; text-align: center; overflow: hidden; font: 12px/1.4 sans-serif;
            background: #8882; outline: 1px dashed #8888; outline-offset: -1px; object-fit: cover; }
    `);
    return sheet;
}
