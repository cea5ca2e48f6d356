#include "CLibrary.h"

void run(void);

#ifndef __wasm__

#include <stdio.h>

int readByte(void) { return getchar(); }

void writeByte(int byte) {
    putchar(byte);
    if (byte == '\n') fflush(stdout);
}

int main(void) {
    run();
    return 0;
}

#else

// Standard input and output, as WASI has them; the rest of a C library is `Sources/CVirtualViewWeb/CLibrary.c`.

typedef __SIZE_TYPE__ size_t;
typedef unsigned char byte;
typedef struct {
    byte *start;
    size_t count;
} Piece;

void _start(void) { run(); }

// --- Standard input and output ---------------------------------------------------------------------------------------

__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_read")))
int wasiRead(int file, const Piece *pieces, size_t count, size_t *done);
__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_write")))
int wasiWrite(int file, const Piece *pieces, size_t count, size_t *done);

int readByte(void) {
    static byte buffer[65536];
    static size_t place, count;
    if (place == count) {
        Piece piece = {buffer, sizeof buffer};
        place = count = 0;
        if (wasiRead(0, &piece, 1, &count) || !count) return -1;
    }
    return buffer[place++];
}

void writeByte(int value) {
    static byte buffer[4096];
    static size_t count;
    buffer[count++] = (byte)value;
    if (value != '\n' && count < sizeof buffer) return;
    Piece piece = {buffer, count};
    size_t done;
    count = 0;
    if (wasiWrite(1, &piece, 1, &done)) __builtin_trap();
}

// With this one, a program that stops says why.
int putchar(int value) {
    writeByte(value);
    return value;
}

#endif
