// What Swift cannot say on the oldest systems: an atomic access to a word of mapped memory, and two calls of Linux that its
// module leaves out.
#ifndef CVIRTUALVIEWSYSTEM_H
#define CVIRTUALVIEWSYSTEM_H

#include <stdint.h>
#ifdef __linux__
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

/// Stores a word at once; what was stored before it is seen by whoever sees it. The address is a multiple of 8.
static inline void vv_store_word(uint64_t *word, uint64_t value) { __atomic_store_n(word, value, __ATOMIC_RELEASE); }

/// Loads a word at once.
static inline uint64_t vv_load_word(const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }

#ifdef __linux__
/// Writes everything of the file system of an open file to the device; see syncfs(2).
int syncfs(int descriptor);

/// Gives a file another name unless that name is in use; see renameat2(2) and RENAME_NOREPLACE.
static inline int vv_rename_new(const char *path, const char *name) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, name, 1u);
}
#endif

#endif
