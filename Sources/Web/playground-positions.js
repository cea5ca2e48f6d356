// Places in texts: the compiler's lines and columns, offsets of a textarea, and the place of a mistake in JSON.

import { readExactly } from './digits.js';

/**
 * Turns the lines and columns of diagnostics into offsets of a string, and back.
 *
 * The compiler (`LineIndex` in Sources/VirtualViewCompiler/Diagnostics/SourceFile.swift) counts lines and columns from 1.
 * A column is a number of Unicode scalars: a tab is one, an emoji beyond U+FFFF is one, and a byte order mark is none. Strings
 * of JavaScript count UTF-16 units, of which such an emoji has two. A textarea gives its text with LF alone.
 */
export class LineMap {
    #text;
    #starts;
    /** Where the letters are that have two units. */
    #wide;

    constructor(text) {
        this.#text = text;
        this.#starts = [text.startsWith('\uFEFF') ? 1 : 0];
        for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
        this.#wide = Array.from(text.matchAll(/[\u{10000}-\u{10FFFF}]/gu), ({ index }) => index);
    }

    get count() {
        return this.#starts.length;
    }

    /** The offset of a place; one behind a line's end is the end. */
    offset(line, column) {
        const text = this.#text;
        if (line > this.#starts.length) return text.length;
        const index = Math.max(1, line) - 1;
        const start = this.#starts[index];
        const end = (this.#starts[index + 1] ?? text.length + 1) - 1;
        const scalars = start - this.#wideBefore(start) + Math.max(1, column) - 1;
        return Math.min(end, scalars + countWhile(this.#wide, (at, before) => at - before < scalars));
    }

    /** The line and column of an offset. */
    position(offset) {
        const line = Math.max(1, countWhile(this.#starts, (start) => start <= offset));
        const start = this.#starts[line - 1];
        const units = Math.max(0, offset - start);
        return { line, column: 1 + units - (this.#wideBefore(start + units) - this.#wideBefore(start)) };
    }

    #wideBefore(offset) {
        return countWhile(this.#wide, (at) => at < offset);
    }
}

/** How many of a list, which may be long, a condition holds for: first it does, and then no more. It is given an index, too. */
function countWhile(list, holds) {
    let low = 0;
    let high = list.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (holds(list[middle], middle)) low = middle + 1;
        else high = middle;
    }
    return low;
}

/**
 * Reads JSON; nothing but spaces is `undefined`. Gives `{ value }`, or `{ message, start, end }` with the offsets of the first
 * mistake, which browsers tell in different ways or not at all.
 */
export function readJSON(text) {
    if (text.trim() === '') return { value: undefined };
    try {
        return { value: readExactly(text) };
    } catch (error) {
        return new JSONMistake(text).find() ?? { message: String(error.message), start: 0, end: text.length };
    }
}

/** Walks through JSON until something is wrong. */
class JSONMistake {
    #text;
    #at = 0;

    constructor(text) {
        this.#text = text;
    }

    find() {
        try {
            this.#value(0);
            this.#space();
            if (this.#at < this.#text.length) this.#fail('expected the end; the value is complete');
            return null;
        } catch (mistake) {
            if (typeof mistake.start === 'number') return mistake;
            throw mistake;
        }
    }

    /** Stops at the word or character that is wrong. */
    #fail(message, start = this.#at) {
        const word = /^(?:[\w$.+-]+|.)/su.exec(this.#text.slice(start, start + 200))?.[0] ?? '';
        throw { message, start, end: start + word.length };
    }

    #space() {
        while (/[ \t\n\r]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
    }

    #value(depth) {
        if (depth > 500) this.#fail('too many lists and objects inside each other');
        this.#space();
        const first = this.#text[this.#at];
        if (first === '{') return this.#list('}', depth, () => this.#key());
        if (first === '[') return this.#list(']', depth, () => {});
        if (first === '"') return this.#string();
        const scalar = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/;
        const found = scalar.exec(this.#text.slice(this.#at, this.#at + 400));
        if (!found) this.#fail(first === undefined ? 'expected a value, found the end' : 'expected a value');
        this.#at += found[0].length;
    }

    #list(end, depth, before) {
        const start = this.#at;
        this.#at += 1;
        for (let isFirst = true; ; isFirst = false) {
            this.#space();
            const next = this.#text[this.#at];
            if (next === undefined) this.#fail(`'${this.#text[start]}' is never closed`, start);
            if (next === end) break;
            if (!isFirst) {
                if (next !== ',') this.#fail(`expected ',' or '${end}'`);
                const comma = this.#at;
                this.#at += 1;
                this.#space();
                if (this.#text[this.#at] === end) this.#fail(`remove this ',', nothing follows it`, comma);
            }
            before();
            this.#value(depth + 1);
        }
        this.#at += 1;
    }

    #key() {
        this.#space();
        if (this.#text[this.#at] !== '"') this.#fail(`expected a name in '"'`);
        this.#string();
        this.#space();
        if (this.#text[this.#at] !== ':') this.#fail(`expected ':'`);
        this.#at += 1;
    }

    #string() {
        const start = this.#at;
        for (this.#at += 1; ; this.#at += 1) {
            const next = this.#text[this.#at];
            if (next === '"') break;
            if (next === undefined || next === '\n') this.#fail(`'"' is never closed`, start);
            if (next < ' ') this.#fail('a control character has to be written with a backslash');
            if (next !== '\\') continue;
            const escape = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(this.#text.slice(this.#at, this.#at + 6));
            if (!escape) this.#fail('unknown escape');
            this.#at += escape[0].length - 1;
        }
        this.#at += 1;
    }
}
