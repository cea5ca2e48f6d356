// Packs the tables of characters of a module, or compares the answers of two: unicode-tables.js MODULE [OTHER]. See unicode-tables.
'use strict';

const { readFileSync } = require('node:fs');

const end = 0x110000;
const none = 0xffffffff;
const [toolchain, packed] = process.argv.slice(2).map(open);

/** The functions of a module. */
function open(path) {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)));
    const decompositions = () => {
        const { buffer } = exports.memory;
        const address = new DataView(buffer).getUint32(exports._swift_stdlib_nfd_decompositions.value, true);
        return new Uint8Array(buffer, address);
    };
    return {
        category: exports._swift_stdlib_getGeneralCategory,
        normalization: exports._swift_stdlib_getNormData,
        composition: (first, second) => exports._swift_stdlib_getComposition(first, second) >>> 0,
        /** What a scalar is taken apart into, down to the last; `undefined` for itself. */
        decomposition(scalar) {
            const entry = exports._swift_stdlib_getDecompositionEntry(scalar) >>> 0;
            if ((entry & 0x3ffff) !== scalar) return undefined;
            const start = (entry >>> 18) + 1;
            const bytes = decompositions();
            return [...Buffer.from(bytes.subarray(start, start + bytes[start - 1])).toString()].map((text) => text.codePointAt(0));
        },
    };
}

function fail(message) {
    console.error(`unicode-tables: error: ${message}`);
    process.exit(1);
}

// MARK: - Packing

/** Numbers in bytes of seven bits, the lowest first; all but the last of a number have the eighth bit. */
class Packing {
    bytes = [];

    add(number) {
        for (; number > 127; number >>>= 7) this.bytes.push((number & 127) | 128);
        this.bytes.push(number);
    }

    declaration(name) {
        let lines = '';
        let line = '   ';
        for (const byte of this.bytes) {
            if (line.length > 126) {
                lines += `${line}\n`;
                line = '   ';
            }
            line += ` ${byte},`;
        }
        return `static const byte ${name}[] = {\n${lines}${line}\n};\n`;
    }
}

/** A number of either sign as one that is not negative: 0, 1, 2, 3, 4 for 0, -1, 1, -2, 2. */
const unsigned = (number) => (number < 0 ? -2 * number - 1 : 2 * number);

/** The values of a function, each with the number of scalars in a row that have it. */
function packRuns(valueOf) {
    const packing = new Packing();
    let count = 0;
    for (let start = 0, next = 1; start < end; start = next++, count++) {
        const value = valueOf(start);
        if (value > 0x7ff) fail(`the value ${value} of ${start} needs more than 11 bits`);
        while (next < end && valueOf(next) === value) next++;
        packing.add(next - start);
        packing.add(value);
    }
    return { count, packing };
}

/**
 * The scalars that are taken apart, each as the distance from the one before, its first part as the distance from the first part before,
 * and its second part: 0 for none, else one more than twice the distance from the second part before, and one more where both are put
 * together again.
 */
function packDecompositions() {
    const whole = new Map();
    const scalarsByParts = new Map();
    for (let scalar = 0; scalar < end; scalar++) {
        const parts = toolchain.decomposition(scalar);
        if (!parts) continue;
        whole.set(scalar, parts);
        scalarsByParts.set(`${parts}`, [...(scalarsByParts.get(`${parts}`) ?? []), scalar]);
    }
    const packing = new Packing();
    let before = { scalar: 0, first: 0, second: 0 };
    let size = 0;
    for (const [scalar, parts] of whole) {
        let first = parts[0];
        let second = 0;
        let again = 0;
        if (parts.length > 1) {
            second = parts.at(-1);
            const rest = parts.slice(0, -1);
            const candidates = [...(rest.length === 1 ? rest : []), ...(scalarsByParts.get(`${rest}`) ?? [])];
            const found = candidates.find((candidate) => toolchain.composition(candidate, second) === scalar);
            again = found === undefined ? 0 : 1;
            first = found ?? candidates[0];
            if (first === undefined) fail(`nothing stands for the first parts of ${scalar}`);
        }
        packing.add(scalar - before.scalar);
        packing.add(unsigned(first - before.first));
        packing.add(second ? 1 + 2 * unsigned(second - before.second) + again : 0);
        before = { scalar, first, second: second || before.second };
        size += 1 + Buffer.byteLength(String.fromCodePoint(...parts));
    }
    return { count: whole.size, size, packing };
}

function write() {
    const categories = packRuns(toolchain.category);
    const normalizations = packRuns(toolchain.normalization);
    const decompositions = packDecompositions();
    console.log(`// The tables of Unicode.c, written by .ci/unicode-tables.

enum {
    category_count = ${categories.count},
    normalization_count = ${normalizations.count},
    decomposition_count = ${decompositions.count},
    decomposition_size = ${decompositions.size},
};
`);
    console.log(categories.packing.declaration('packed_categories'));
    console.log(normalizations.packing.declaration('packed_normalizations'));
    process.stdout.write(decompositions.packing.declaration('packed_decompositions'));
}

// MARK: - Comparing

function compare() {
    const parts = new Set();
    for (let scalar = 0; scalar < end; scalar++) {
        for (const name of ['category', 'normalization', 'decomposition']) {
            const [wanted, found] = [toolchain[name](scalar), packed[name](scalar)];
            if (`${wanted}` !== `${found}`) fail(`the ${name} of ${scalar} is ${found}, not ${wanted}; .ci/unicode-tables writes the tables`);
        }
        const whole = toolchain.decomposition(scalar);
        if (whole) for (const part of [scalar, ...whole]) parts.add(part);
    }
    const seconds = [...parts].filter((part) => [...parts].some((first) => toolchain.composition(first, part) !== none));
    let compositions = 0;
    for (const first of [...parts, 0, 0x41, 0xe000, end - 1]) {
        for (const second of [...seconds, 0, 0x41, first]) {
            const [wanted, found] = [toolchain.composition(first, second), packed.composition(first, second)];
            if (wanted !== found) fail(`${first} and ${second} become ${found}, not ${wanted}; .ci/unicode-tables writes the tables`);
            if (wanted !== none) compositions++;
        }
    }
    if (compositions < 900) fail(`only ${compositions} pairs are put together`);
    console.log(`${end} characters and ${compositions} pairs are as in the toolchain`);
}

if (packed) compare();
else write();
