// The few functions of a C library that Embedded Swift calls, for a WebAssembly module that has none. They are plain, not fast.
// Any other program has a C library of its own, and nothing of this.

#include "CVirtualViewWeb.h"

#ifdef __wasm__

typedef __SIZE_TYPE__ size_t;
typedef unsigned char byte;
typedef unsigned long long u64;

// --- Memory ----------------------------------------------------------------------------------------------------------

void *memcpy(void *to, const void *from, size_t n) { return __builtin_memcpy(to, from, n); }
void *memmove(void *to, const void *from, size_t n) { return __builtin_memmove(to, from, n); }
void *memset(void *to, int value, size_t n) { return __builtin_memset(to, value, n); }

int memcmp(const void *left, const void *right, size_t n) {
    const byte *a = left, *b = right;
    for (; n; n--, a++, b++) {
        if (*a != *b) return *a - *b;
    }
    return 0;
}

size_t strlen(const char *text) {
    size_t length = 0;
    while (text[length]) length++;
    return length;
}

extern byte __heap_base;
// Freed blocks by the power of two that is their size, at least 16; the power stands in front of a block.
static void *freed[32];

static byte *grow(size_t size) {
    static byte *next;
    if (!next) next = (byte *)(((size_t)&__heap_base + 15) & ~(size_t)15);
    byte *block = next;
    if (size > (size_t)-1 - (size_t)next) __builtin_trap();
    next += size;
    size_t pages = __builtin_wasm_memory_size(0), wanted = (((size_t)next - 1) >> 16) + 1;
    if (wanted <= pages) return block;
    // Each time the memory grows, engines may copy it.
    size_t needed = wanted - pages, more = needed > pages / 8 ? needed : pages / 8;
    if (__builtin_wasm_memory_grow(0, more) == (size_t)-1 && __builtin_wasm_memory_grow(0, needed) == (size_t)-1) {
        __builtin_trap();
    }
    return block;
}

int posix_memalign(void **out, size_t alignment, size_t n) {
    if (alignment > 16 || n > (size_t)1 << 30) __builtin_trap();
    unsigned power = n <= 16 ? 4 : 32 - (unsigned)__builtin_clz((unsigned)n - 1);
    byte *block = freed[power];
    if (block) {
        freed[power] = *(void **)block;
    } else {
        block = grow(((size_t)1 << power) + 16) + 16;
        ((unsigned *)block)[-1] = power;
    }
    *out = block;
    return 0;
}

void free(void *block) {
    if (!block) return;
    unsigned power = ((unsigned *)block)[-1];
    *(void **)block = freed[power];
    freed[power] = block;
}

// --- Single things ---------------------------------------------------------------------------------------------------

size_t __stack_chk_guard = 0x5AFE;
void __stack_chk_fail(void) { __builtin_trap(); }

// What seeds hash tables need not be hard to guess here.
void arc4random_buf(void *to, size_t n) { memset(to, 0x5A, n); }

// The product of two numbers of 128 bits.
__int128 __multi3(__int128 left, __int128 right) {
    u64 a = (u64)left, b = (u64)right, low[4];
    for (int i = 0; i < 4; i++) low[i] = (u64)(unsigned)(a >> 32 * (i & 1)) * (unsigned)(b >> 16 * (i & 2));
    u64 middle = low[1] + (low[0] >> 32) + (unsigned)low[2];
    u64 high = low[3] + (middle >> 32) + (low[2] >> 32) + a * (u64)(right >> 64) + (u64)(left >> 64) * b;
    return (__int128)((unsigned __int128)high << 64 | middle << 32 | (unsigned)low[0]);
}

double fmod(double number, double divisor) {
    double rest = __builtin_fabs(number), whole = __builtin_fabs(divisor);
    if (!(whole > 0) || !(rest <= 0x1.fffffffffffffp1023)) return __builtin_nan("");
    while (rest >= whole) {
        double step = whole;
        while (step <= rest / 2) step *= 2;
        rest -= step;
    }
    return __builtin_copysign(rest, number);
}

float fmodf(float number, float divisor) { return (float)fmod(number, divisor); }

double round(double number) {
    double whole = __builtin_trunc(number);
    return __builtin_fabs(number - whole) >= 0.5 ? whole + __builtin_copysign(1, number) : __builtin_copysign(whole, number);
}

// Embedded Swift's record of a class begins with that of its superclass.
const void *swift_dynamicCastMetatype(const void *type, const void *wanted) {
    while (type && type != wanted) type = *(const void *const *)type;
    return type;
}

// --- Numbers from text, rounded correctly ----------------------------------------------------------------------------

enum { wordCount = 160 };
// The digits that count; of those behind them it matters only whether there is one that is not 0. The middle between two
// numbers has at most 767.
enum { digitCount = 800 };
// The words behind those that are used are 0.
typedef struct {
    int used;
    unsigned words[wordCount];
} Large;

static void multiply(Large *number, unsigned factor, unsigned carry) {
    u64 sum = carry;
    for (int i = 0; i < number->used; i++) {
        sum += (u64)number->words[i] * factor;
        number->words[i] = (unsigned)sum;
        sum >>= 32;
    }
    if (sum && number->used < wordCount) number->words[number->used++] = (unsigned)sum;
}

static int compare(const Large *left, const Large *right) {
    for (int i = left->used > right->used ? left->used : right->used; i-- > 0;) {
        if (left->words[i] != right->words[i]) return left->words[i] < right->words[i] ? -1 : 1;
    }
    return 0;
}

// The left number is the larger one.
static void subtract(Large *left, const Large *right) {
    long long borrow = 0;
    for (int i = 0; i < left->used; i++) {
        borrow += (long long)left->words[i] - right->words[i];
        left->words[i] = (unsigned)borrow;
        borrow >>= 32;
    }
}

// The number of so many bits nearest to above / below, ties to even; its last bit is worth 2^smallest or more.
static double quotient(Large *above, Large *below, int bits, int smallest) {
    int exponent = 0;
    while (compare(above, below) >= 0) multiply(below, 2, 0), exponent++;
    while (compare(above, below) < 0) {
        multiply(above, 2, 0);
        exponent--;
        if (exponent < smallest - 1) return 0;
    }
    // The quotient is now from 1 to 2; it is worth that times 2^exponent.
    int count = exponent - smallest + 1 < bits ? exponent - smallest + 1 : bits;
    u64 number = 0;
    for (int i = 0; i < count; i++) {
        number *= 2;
        if (compare(above, below) >= 0) number++, subtract(above, below);
        multiply(above, 2, 0);
    }
    int rest = compare(above, below);
    if (rest > 0 || (rest == 0 && number & 1)) number++;
    double value = (double)number;
    for (int scale = exponent - count + 1; scale; scale += scale < 0 ? 1 : -1) value *= scale < 0 ? 0.5 : 2;
    return value;
}

// The value of a digit; -1 for another character.
static int digitValue(char character, int base) {
    if (character >= '0' && character <= '9') return character - '0';
    int letter = character | 0x20;
    return base == 16 && letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

// Decimal and hexadecimal numbers; as with the C library, what is given back is the end of what was read.
static const char *readNumber(const char *text, double *out, int bits, int smallest) {
    static Large above, below;
    memset(&above, 0, sizeof above);
    memset(&below, 0, sizeof below);
    below.words[0] = below.used = 1;
    int isNegative = *text == '-', hasDigits = 0, hasPoint = 0, count = 0, rest = 0, scale = 0;
    if (*text == '-' || *text == '+') text++;
    int isHexadecimal = text[0] == '0' && (text[1] | 0x20) == 'x', base = isHexadecimal ? 16 : 10;
    // Scales count powers of ten, or of two.
    int step = isHexadecimal ? 4 : 1;
    if (isHexadecimal) text += 2;
    for (;; text++) {
        int digit = digitValue(*text, base);
        if (digit >= 0) {
            hasDigits = 1;
            if (count < digitCount) {
                if (count || digit) multiply(&above, (unsigned)base, (unsigned)digit), count++;
                if (hasPoint) scale -= step;
            } else {
                rest |= digit;
                if (!hasPoint) scale += step;
            }
        } else if (*text == '.' && !hasPoint) {
            hasPoint = 1;
        } else {
            break;
        }
    }
    if (!hasDigits) return 0;
    if (rest) multiply(&above, (unsigned)base, 1), count++, scale -= step;
    if ((*text | 0x20) == (isHexadecimal ? 'p' : 'e')) {
        const char *digits = text + 1 + (text[1] == '-' || text[1] == '+');
        int exponent = 0;
        if (*digits < '0' || *digits > '9') return 0;
        for (; *digits >= '0' && *digits <= '9'; digits++) {
            if (exponent < 100000000) exponent = exponent * 10 + *digits - '0';
        }
        scale += text[1] == '-' ? -exponent : exponent;
        text = digits;
    }
    // The number is below ten, or two, to this power. Where that is far out, it is infinite or nothing; elsewhere there is
    // room for all words of both.
    int size = count * step + scale, farthest = isHexadecimal ? 1200 : 400;
    double value = size > 0 ? __builtin_inf() : 0;
    if (count == 0) {
        value = 0;
    } else if (size <= farthest && size >= -farthest) {
        for (; scale > 0; scale--) multiply(&above, (unsigned)(isHexadecimal ? 2 : 10), 0);
        for (; scale < 0; scale++) multiply(&below, (unsigned)(isHexadecimal ? 2 : 10), 0);
        value = quotient(&above, &below, bits, smallest);
    }
    *out = isNegative ? -value : value;
    return text;
}

const char *_swift_stdlib_strtod_clocale(const char *text, double *out) { return readNumber(text, out, 53, -1074); }

const char *_swift_stdlib_strtof_clocale(const char *text, float *out) {
    double value;
    const char *end = readNumber(text, &value, 24, -149);
    *out = (float)value;
    return end;
}

#endif
