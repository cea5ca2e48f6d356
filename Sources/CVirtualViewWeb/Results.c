// How a page passes bytes to a module, and gets the result of a call.

#include "CVirtualViewWeb.h"

#ifdef __wasm__

typedef __SIZE_TYPE__ size_t;

void *memcpy(void *to, const void *from, size_t n);
int posix_memalign(void **out, size_t alignment, size_t n);
void free(void *block);

static void *result;

__attribute__((export_name("vv_alloc"))) void *vv_alloc(int count) {
    void *block = 0;
    posix_memalign(&block, 16, count ? (size_t)count : 1);
    return block;
}

__attribute__((export_name("vv_free"))) void vv_free(void *block) { free(block); }

__attribute__((export_name("vv_result"))) const void *vv_result(void) { return result; }

int vv_give(const void *start, int count) {
    free(result);
    result = vv_alloc(count);
    if (count > 0) memcpy(result, start, (size_t)count);
    return count;
}

#endif
