// Loaded before the C library into a process whose calls shall fail (LD_PRELOAD).
//
//   FAULT=CALL:NUMBER:ERRNO   the NUMBERth call of open (for writing), write, close, rename, mkdir, unlink, flock or
//                             fsync fails with that error; `kill` instead of a number ends the process there; `gone`
//                             removes the folder VANISHES with all that is in it and goes on; `held`, for flock, is
//                             another process that has the lock and removes the file: before it gives the lock to one
//                             who waits
//
// Only calls that concern files below FOLDER count; every one is told in the file LOG, if that is given.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int counts[8];
static char isOurs[1024];
// Whether another process has the lock of the file that is locked, and the file that it removes soon.
static int isHeld;
static char doomed[4096];

static void removeTree(const char *folder) {
    char command[4200];
    unsetenv("LD_PRELOAD");
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0) _exit(99);
}

static int isBelow(const char *path) {
    const char *folder = getenv("FOLDER");
    return folder != NULL && strncmp(path, folder, strlen(folder)) == 0;
}

// Whether the call fails; errno is set then.
static int fails(int kind, const char *name) {
    const char *fault = getenv("FAULT");
    const char *log = getenv("LOG");
    int number = ++counts[kind];
    size_t length = strlen(name);
    if (log != NULL) {
        int file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0666);
        if (file >= 0) {
            syscall(SYS_write, file, name, length);
            syscall(SYS_write, file, "\n", 1);
            syscall(SYS_close, file);
        }
    }
    if (fault == NULL || strncmp(fault, name, length) != 0 || fault[length] != ':') return 0;
    char *rest;
    if (strtol(fault + length + 1, &rest, 10) != number || *rest != ':') return 0;
    if (strcmp(rest + 1, "kill") == 0) raise(SIGKILL);
    if (strcmp(rest + 1, "gone") == 0) {
        removeTree(getenv("VANISHES"));
        return 0;
    }
    if (strcmp(rest + 1, "held") == 0) {
        isHeld = 1;
        return 0;
    }
    errno = atoi(rest + 1);
    return 1;
}

static int opens(const char *path, int flags, mode_t mode) {
    int isWriting = (flags & O_ACCMODE) != O_RDONLY && isBelow(path);
    if (isWriting && fails(0, "open")) return -1;
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    if (file >= 0 && file < (int)sizeof isOurs) isOurs[file] = isWriting;
    return file;
}

int open(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = va_arg(list, mode_t);
    va_end(list);
    return opens(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = va_arg(list, mode_t);
    va_end(list);
    return opens(path, flags, mode);
}

ssize_t write(int file, const void *bytes, size_t count) {
    if (file >= 0 && file < (int)sizeof isOurs && isOurs[file]) {
        if (doomed[0] != 0) syscall(SYS_unlinkat, AT_FDCWD, doomed, 0);
        doomed[0] = 0;
        if (fails(1, "write")) return -1;
        // A full disk takes a part first.
        if (count > 1024) count = 1024;
    }
    return syscall(SYS_write, file, bytes, count);
}

int close(int file) {
    int counted = file >= 0 && file < (int)sizeof isOurs && isOurs[file];
    if (counted) isOurs[file] = 0;
    int failed = counted && fails(2, "close");
    int code = errno;
    int result = (int)syscall(SYS_close, file);
    if (!failed) return result;
    errno = code;
    return -1;
}

int rename(const char *from, const char *to) {
    if (isBelow(to) && fails(3, "rename")) return -1;
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int mkdir(const char *path, mode_t mode) {
    if (isBelow(path) && fails(4, "mkdir")) return -1;
    return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

int unlink(const char *path) {
    if (isBelow(path) && fails(5, "unlink")) return -1;
    return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int flock(int file, int operation) {
    int isNew = file >= 0 && file < (int)sizeof isOurs && isOurs[file];
    if (isNew && fails(6, "flock")) return -1;
    if (isNew && isHeld) {
        char link[40];
        isHeld = 0;
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        ssize_t length = readlink(link, doomed, sizeof doomed - 1);
        doomed[length < 0 ? 0 : length] = 0;
        if (operation & LOCK_NB) {
            errno = EWOULDBLOCK;
            return -1;
        }
        syscall(SYS_unlinkat, AT_FDCWD, doomed, 0);
        doomed[0] = 0;
    }
    return (int)syscall(SYS_flock, file, operation);
}

int fsync(int file) {
    char link[40];
    char path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length < 0 ? 0 : length] = 0;
    if (isBelow(path) && fails(7, "fsync")) return -1;
    return (int)syscall(SYS_fsync, file);
}
