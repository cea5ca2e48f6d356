// What the WebAssembly modules for pages have besides Swift; nothing in any other program.
#pragma once

#ifdef __wasm__

// Keeps a copy of some bytes as the result that the page reads at `vv_result()`; returns their number.
int vv_give(const void *start, int count);

// The page's fonts: 0 is the width of a text, 1 the height of a line, 2 its ascent.
__attribute__((import_module("vv"), import_name("measure")))
double vv_measure(int kind, const unsigned char *font, int fontCount, const unsigned char *text, int textCount);

// Calls a function of the page by its name, with its arguments as JSON. The result is a block for `vv_free`: four bytes with
// the length of the JSON that follows, or nothing.
__attribute__((import_module("vv"), import_name("call")))
void *vv_call(const unsigned char *name, int nameCount, const unsigned char *arguments, int argumentCount);

// Gives back a block that `vv_alloc` made.
void vv_free(void *block);

#endif
