/* A disk that fails: laid before the system's own calls (LD_PRELOAD), it lets the n-th write, sync,
   open or cut of a file under one folder fail with EIO, and every one after it until disarmed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static char under[4096];
static long left = -1; /* calls until the first fault; -1: disarmed */
static long met;       /* faults since armed */

void disk_fails(const char *folder, long after) {
    strncpy(under, folder, sizeof under - 1);
    met = 0;
    left = after;
}

long disk_works(void) {
    left = -1;
    return met;
}

static int fails_at(const char *path) {
    if (left < 0 || strncmp(path, under, strlen(under)) != 0) return 0;
    if (left > 0) { left--; return 0; }
    met++;
    errno = EIO;
    return 1;
}

static int fails(int file) {
    char name[64], path[4096];
    if (left < 0) return 0;
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    ssize_t length = readlink(name, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return fails_at(path);
}

#define OF_FILE(result, name, told, handed) \
    result name told { \
        static result (*own) told; \
        if (!own) own = dlsym(RTLD_NEXT, #name); \
        return fails(file) ? -1 : own handed; \
    }
OF_FILE(ssize_t, write, (int file, const void *data, size_t size), (file, data, size))
OF_FILE(ssize_t, pwrite, (int file, const void *data, size_t size, off_t at), (file, data, size, at))
OF_FILE(ssize_t, pwrite64, (int file, const void *data, size_t size, off64_t at), (file, data, size, at))
OF_FILE(int, fsync, (int file), (file))
OF_FILE(int, fdatasync, (int file), (file))
OF_FILE(int, ftruncate, (int file, off_t size), (file, size))
OF_FILE(int, ftruncate64, (int file, off64_t size), (file, size))

#define OPENS(name) \
    int name(const char *path, int how, ...) { \
        static int (*own)(const char *, int, ...); \
        if (!own) own = dlsym(RTLD_NEXT, #name); \
        va_list more; \
        va_start(more, how); \
        int mode = how & (O_CREAT | O_TMPFILE) ? va_arg(more, int) : 0; \
        va_end(more); \
        return fails_at(path) ? -1 : own(path, how, mode); \
    }
OPENS(open)
OPENS(open64)
