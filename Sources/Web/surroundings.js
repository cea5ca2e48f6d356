// What a view follows in the page around it: width, pixel ratio, theme, direction, language, and whether pages may turn.

import { rootsAround } from './dom.js';

/** What a view is told, if it must be told. */
const names = ['width', 'scale', 'textScale', 'appearance', 'direction', 'locale', 'values', 'turnsPages'];
/** The app's values, if nobody sets any. */
const noValues = {};

export class Surroundings {
    #view;
    #element;
    #fixed;
    /** What the view was told last, when it was opened, or has without that. */
    #told;
    #observer;

    /** `changed()` is called when something may be different; an aborted `signal` ends that. */
    constructor(view, element, changed, signal) {
        this.#view = view;
        this.#element = element;
        this.#fixed = { ...view.settings };
        const { textScale = 1, values = noValues } = view.settings;
        this.#told = { textScale, values };
        for (const kind of ['focusin', 'focusout']) element.addEventListener(kind, changed, { signal });
        for (const query of ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)']) {
            matchMedia(query).addEventListener('change', changed, { signal });
        }
        const followRatio = () => {
            const query = `(resolution: ${devicePixelRatio}dppx)`;
            matchMedia(query).addEventListener('change', ratioChanged, { signal, once: true });
        };
        const ratioChanged = () => {
            changed();
            followRatio();
        };
        followRatio();
        this.#observer = new MutationObserver(changed);
        signal.addEventListener('abort', () => this.#observer.disconnect());
        this.moved();
    }

    /** The element is at another place: follows the direction and the language of all trees around it. */
    moved() {
        this.#observer.disconnect();
        const wanted = { subtree: true, attributes: true, attributeFilter: ['dir', 'lang'] };
        for (const root of new Set([document, ...rootsAround(this.#element)])) this.#observer.observe(root, wanted);
    }

    /** Fixes a setting, or lets it follow the page again with `null`. */
    fix(name, value) {
        if (value === null || value === undefined) delete this.#fixed[name];
        else this.#fixed[name] = value;
        // Something in the same object may be different, and the app may have told the view something else.
        delete this.#told[name];
    }

    /**
     * Tells the view what is different, if anything is.
     *
     * @returns the names of what it was told, and the errors of what it refused
     */
    tell(width, hasFocus) {
        const wanted = { textScale: 1, values: noValues, ...settingsAround(this.#element, width), ...this.#fixed };
        const isBusy = document.hidden || isStill() || hasFocus;
        wanted.turnsPages = this.#fixed.turnsPages !== false && !isBusy;
        const isOther = (name) => wanted[name] !== undefined && !Object.is(wanted[name], this.#told[name]);
        const changes = Object.fromEntries(names.filter(isOther).map((name) => [name, wanted[name]]));
        const problems = Object.keys(changes).length === 0 ? [] : this.#configure(changes);
        // What was refused is not told again and again.
        Object.assign(this.#told, changes);
        return { told: Object.keys(changes), problems };
    }

    /** What is refused does not take the rest with it. */
    #configure(changes) {
        try {
            this.#view.configure(changes);
            return [];
        } catch (error) {
            if (!this.#view.isOpen) throw error;
            const entries = Object.entries(changes);
            return entries.length === 1 ? [error] : entries.flatMap((entry) => this.#configure(Object.fromEntries([entry])));
        }
    }
}

/** The settings that follow the page. */
export function settingsAround(element, width) {
    return {
        width,
        scale: devicePixelRatio,
        appearance: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
        direction: getComputedStyle(element).direction,
        locale: languageOf(element) || navigator.language,
    };
}

/** Whether the user asked for less motion. */
export function isStill() {
    return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The language of an element: that of the nearest one around it that has one, also outside of its shadow tree. */
function languageOf(element) {
    for (const root of [element, ...rootsAround(element)]) {
        const around = (root instanceof ShadowRoot ? root.host : root).closest?.('[lang]');
        if (around) return around.getAttribute('lang');
    }
    return '';
}
