// What Embedded Swift asks about characters: their categories, and their parts for comparing texts. The answers are those of the
// toolchain, whose own tables are three and a half times as large after compression; these are unpacked when they are needed.

#ifdef __wasm__

typedef unsigned char byte;
typedef unsigned int u32;

#include "UnicodeTables.h"

static u32 next(const byte **packed) {
    u32 number = 0, shift = 0;
    for (;; shift += 7) {
        byte part = *(*packed)++;
        number |= (u32)(part & 127) << shift;
        if (part < 128) return number;
    }
}

static u32 next_signed(u32 number) { return (number >> 1) ^ -(number & 1); }

// Returns the place of the last number of an ascending array that is not above a limit.
static u32 last(const u32 *numbers, u32 count, u32 limit) {
    u32 low = 0;
    for (u32 high = count; high - low > 1;) {
        u32 middle = (low + high) / 2;
        if (numbers[middle] <= limit) low = middle; else high = middle;
    }
    return low;
}

// --- Values of runs of scalars ---------------------------------------------------------------------------------------

// A run is the scalar at which it begins, and 11 bits for the value.
static u32 value(u32 *runs, u32 count, const byte *packed, u32 scalar) {
    if (!runs[count - 1]) {
        u32 start = 0;
        for (u32 i = 0; i < count; i++) {
            u32 length = next(&packed);
            runs[i] = start << 11 | next(&packed);
            start += length;
        }
    }
    return runs[last(runs, count, scalar << 11 | 0x7FF)] & 0x7FF;
}

byte _swift_stdlib_getGeneralCategory(u32 scalar) {
    static u32 runs[category_count];
    return (byte)value(runs, category_count, packed_categories, scalar);
}

unsigned short _swift_stdlib_getNormData(u32 scalar) {
    static u32 runs[normalization_count];
    return (unsigned short)value(runs, normalization_count, packed_normalizations, scalar);
}

// --- Parts -----------------------------------------------------------------------------------------------------------

enum { slot_count = 2048 };

static u32 scalars[decomposition_count], firsts[decomposition_count], seconds[decomposition_count];
static unsigned short offsets[decomposition_count];
// Pairs that are put together, by a hash of both: one more than the place of the result, 0 where there is none.
static unsigned short slots[slot_count];

static byte decompositions[decomposition_size];
const byte *const _swift_stdlib_nfd_decompositions = decompositions;

static u32 slot(u32 first, u32 second) { return (first * 31 + second) % slot_count; }

static byte *append_utf8(byte *end, u32 scalar) {
    if (scalar < 0x80) {
        *end++ = (byte)scalar;
        return end;
    }
    u32 shift = scalar < 0x800 ? 6 : scalar < 0x10000 ? 12 : 18;
    *end++ = (byte)(scalar >> shift | (shift == 6 ? 0xC0 : shift == 12 ? 0xE0 : 0xF0));
    while (shift) *end++ = (byte)((scalar >> (shift -= 6) & 0x3F) | 0x80);
    return end;
}

static byte *append_parts(byte *end, u32 scalar) {
    u32 place = last(scalars, decomposition_count, scalar);
    if (scalars[place] != scalar) return append_utf8(end, scalar);
    end = append_parts(end, firsts[place]);
    return seconds[place] ? append_utf8(end, seconds[place]) : end;
}

static void unpack(void) {
    const byte *packed = packed_decompositions;
    u32 scalar = 0, first = 0, second = 0;
    for (u32 i = 0; i < decomposition_count; i++) {
        scalars[i] = scalar += next(&packed);
        firsts[i] = first += next_signed(next(&packed));
        u32 step = next(&packed);
        if (!step--) continue;
        seconds[i] = second += next_signed(step >> 1);
        if (!(step & 1)) continue;
        u32 place = slot(first, second);
        while (slots[place]) place = (place + 1) % slot_count;
        slots[place] = (unsigned short)(i + 1);
    }
    byte *end = decompositions;
    for (u32 i = 0; i < decomposition_count; i++) {
        byte *start = end;
        end = append_parts(start + 1, scalars[i]);
        *start = (byte)(end - start - 1);
        offsets[i] = (unsigned short)(start - decompositions);
    }
}

u32 _swift_stdlib_getDecompositionEntry(u32 scalar) {
    if (!scalars[0]) unpack();
    u32 place = last(scalars, decomposition_count, scalar);
    return (u32)offsets[place] << 18 | scalars[place];
}

u32 _swift_stdlib_getComposition(u32 first, u32 second) {
    if (!scalars[0]) unpack();
    for (u32 place = slot(first, second); slots[place]; place = (place + 1) % slot_count) {
        u32 i = slots[place] - 1u;
        if (firsts[i] == first && seconds[i] == second) return scalars[i];
    }
    return ~0u;
}

#endif
