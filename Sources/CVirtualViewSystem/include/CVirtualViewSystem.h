// What Swift cannot say on the oldest systems: an atomic access to a word of mapped memory, and the one call of Linux that its
// module leaves out.
#ifndef CVIRTUALVIEWSYSTEM_H
#define CVIRTUALVIEWSYSTEM_H

#include <stdint.h>

/// Stores a word at once; what was stored before it is seen by whoever sees it. The address is a multiple of 8.
static inline void vv_store_word(uint64_t *word, uint64_t value) { __atomic_store_n(word, value, __ATOMIC_RELEASE); }

/// Loads a word at once.
static inline uint64_t vv_load_word(const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }

#ifdef __linux__
/// Writes everything of the file system of an open file to the device; see syncfs(2).
int syncfs(int descriptor);
#endif

#endif
