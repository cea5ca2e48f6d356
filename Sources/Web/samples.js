// What stands for parts of an app where there is none: images by the ends of their addresses, boxes in the places of its own
// views, and sample results of its functions.

/** The images of samples, by their names; what they are is the text of an SVG, or an address that has it all. */
export class SampleImages {
    #images;
    #known = new Map();

    constructor(images) {
        this.#images = images;
    }

    /**
     * Gives the address of an image. As in previews, `https://host/a/tea.jpg` means the image `a/tea` or `tea`, unless the
     * whole is a name. Any other is `null`, unless its address has it all: these pages load nothing from elsewhere.
     */
    address(source) {
        const known = this.#known.get(source);
        if (known !== undefined) return known;
        const path = source.replace(/^[a-z]+:\/\/[^/]*\//i, '').replace(/[?#].*$/, '').replace(/\.[a-z]+$/i, '');
        const parts = path.split('/');
        const names = [source, ...parts.map((_, i) => parts.slice(i).join('/'))];
        const name = names.find((name) => Object.hasOwn(this.#images, name));
        const found = name === undefined ? source : this.#images[name];
        const data = found.startsWith('<') ? `data:image/svg+xml,${encodeURIComponent(found)}` : found;
        const address = data.startsWith('data:') ? data : null;
        if (this.#known.size > 500) this.#known.clear();
        this.#known.set(source, address);
        return address;
    }
}

/** Makes a box with its name, or the picture that there is for it, for the place of each of an app's own views. */
export function slotBoxes(slots, pictures = {}) {
    return slots.map(({ name, component, properties }) => {
        const box = document.createElement(Object.hasOwn(pictures, component) ? 'img' : 'div');
        box.className = 'own-view';
        box.slot = name;
        if (box.localName === 'img') {
            box.src = pictures[component];
            box.alt = component;
            return box;
        }
        const title = document.createElement('b');
        title.textContent = component;
        const values = Object.entries(properties ?? {}).map(([name, value]) => `${name}: ${value}`);
        box.append(title, ` ${values.join(', ')}`);
        return box;
    });
}

/** Makes functions of the sample results that a project file has. */
export function sampleFunctions(samples) {
    const functions = {};
    for (const [name, sample] of Object.entries(samples)) {
        const isTable = sample !== null && typeof sample === 'object' && !Array.isArray(sample) && 'results' in sample;
        const results = new Map();
        for (const [values, result] of Object.entries(isTable ? sample.results : {})) {
            results.set(JSON.stringify(JSON.parse(values)), result);
        }
        const other = isTable ? sample.default : sample;
        functions[name] = (...values) => {
            const key = JSON.stringify(values);
            return results.has(key) ? results.get(key) : other;
        };
    }
    return functions;
}
