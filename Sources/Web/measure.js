// Fonts: one place says with which families a text is drawn, so that what is measured is what is drawn.

const hostFamilies = 'system-ui, sans-serif';
/** Fonts with the widths of the built-in metrics. */
const builtInFamilies = '"Liberation Sans", Arial, Helvetica, sans-serif';

/** The value of `font-family` for a template's font name. */
export function families(name, isBuiltIn) {
    if (isBuiltIn) return builtInFamilies;
    // A name is quoted and cannot leave its quotes, whatever a template says.
    return name ? `"${name.replace(/["\\\u0000-\u001f]/g, '')}", ${hostFamilies}` : hostFamilies;
}

/** Measures with one canvas; where there is none (a test without a browser), letters are half as wide as high. */
export class TextMeasure {
    #context;
    #fonts = new Map();
    #current = '';

    measure(kind, font, text) {
        this.#context ??= makeContext();
        const { css, size } = this.#font(font);
        if (!this.#context) return [[...text].length * size * 0.5, size * 1.2, size * 0.95][kind] ?? 0;
        // Setting a font is slow, even to the same one.
        if (this.#current !== css) this.#context.font = this.#current = css;
        if (kind === 0) return this.#context.measureText(text).width;
        const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = this.#context.measureText('x');
        return kind === 1 ? ascent + descent : ascent;
    }

    #font(json) {
        let font = this.#fonts.get(json);
        if (!font) {
            const { name, size, bold, italic } = JSON.parse(json);
            const style = `${italic ? 'italic ' : ''}${bold ? 'bold ' : ''}`;
            font = { css: `${style}${Number(size) || 0}px ${families(name, false)}`, size: Number(size) || 0 };
            if (this.#fonts.size > 500) this.#fonts.clear();
            this.#fonts.set(json, font);
        }
        return font;
    }
}

function makeContext() {
    // A canvas of the document knows its fonts in every browser; one of a worker may not.
    const canvas = globalThis.document?.createElement('canvas');
    if (canvas) return canvas.getContext('2d');
    return typeof OffscreenCanvas === 'function' ? new OffscreenCanvas(1, 1).getContext('2d') : null;
}
