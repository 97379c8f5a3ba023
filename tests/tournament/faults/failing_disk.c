/* A disk that fails: laid before the system's own calls (LD_PRELOAD), it lets one read, write, sync,
   cut, open, link or renaming of a file under one folder fail with EIO: that one alone, or every one
   from there on until the disk works again. Every call is listed by its kind, the file's folder and
   what follows its stem, without digits: `write snapshots/.sqlite.partial-journal`. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static char under[4096], like[4096], seen[1 << 22];
static size_t end;  /* of what is listed */
static int watched; /* 0: the disk works, and nothing is listed */
static long left;   /* calls like the one that is to fail until it comes */
static long met;    /* faults since then */
static int passing; /* whether one fault is all */

void disk_fails(const char *folder, const char *call, long after, int once) {
    strncpy(under, folder, sizeof under - 1);
    strncpy(like, call, sizeof like - 1);
    met = end = 0;
    passing = once;
    left = after;
    watched = 1;
}

long disk_works(void) {
    watched = 0;
    return met;
}

const char *disk_calls(void) {
    seen[end] = 0;
    return seen;
}

static int fails_at(const char *call, const char *path) {
    if (!watched || strncmp(path, under, strlen(under)) != 0) return 0;
    char line[5000];
    const char *name = strrchr(path, '/'), *folder = name;
    while (folder > path && folder[-1] != '/') folder--;
    const char *more = strchr(name, '.');
    size_t length = sprintf(line, "%s %.*s/", call, (int)(name - folder), folder);
    for (const char *at = more ? more : name + 1; *at; at++)
        if (*at < '0' || *at > '9') line[length++] = *at;
    line[length] = 0;
    if (end < sizeof seen - sizeof line) end += sprintf(seen + end, "%s\n", line);
    if (met ? passing : strcmp(line, like) != 0 || left-- > 0) return 0;
    met++;
    errno = EIO;
    return 1;
}

static int fails(const char *call, int file) {
    char name[64], path[4096];
    if (!watched) return 0;
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    ssize_t length = readlink(name, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return fails_at(call, path);
}

#define OWN(result, name, told) \
    static result (*own) told; \
    if (!own) own = dlsym(RTLD_NEXT, #name);
#define OF_FILE(kind, result, name, told, handed) \
    result name told { \
        OWN(result, name, told) \
        return fails(kind, file) ? -1 : own handed; \
    }
OF_FILE("read", ssize_t, read, (int file, void *data, size_t size), (file, data, size))
OF_FILE("read", ssize_t, pread, (int file, void *data, size_t size, off_t at), (file, data, size, at))
OF_FILE("read", ssize_t, pread64, (int file, void *data, size_t size, off64_t at), (file, data, size, at))
OF_FILE("write", ssize_t, write, (int file, const void *data, size_t size), (file, data, size))
OF_FILE("write", ssize_t, pwrite, (int file, const void *data, size_t size, off_t at), (file, data, size, at))
OF_FILE("write", ssize_t, pwrite64, (int file, const void *data, size_t size, off64_t at), (file, data, size, at))
OF_FILE("write", ssize_t, sendfile, (int file, int from, off_t *at, size_t size), (file, from, at, size))
OF_FILE("write", ssize_t, sendfile64, (int file, int from, off64_t *at, size_t size), (file, from, at, size))
OF_FILE("sync", int, fsync, (int file), (file))
OF_FILE("sync", int, fdatasync, (int file), (file))
OF_FILE("cut", int, ftruncate, (int file, off_t size), (file, size))
OF_FILE("cut", int, ftruncate64, (int file, off64_t size), (file, size))

#define OPENS(name) \
    int name(const char *path, int how, ...) { \
        OWN(int, name, (const char *, int, ...)) \
        va_list more; \
        va_start(more, how); \
        int mode = how & (O_CREAT | O_TMPFILE) ? va_arg(more, int) : 0; \
        va_end(more); \
        return fails_at("open", path) ? -1 : own(path, how, mode); \
    }
OPENS(open)
OPENS(open64)

#define OF_NAMES(name) \
    int name(const char *from, const char *to) { \
        OWN(int, name, (const char *, const char *)) \
        return fails_at(#name, to) ? -1 : own(from, to); \
    }
OF_NAMES(rename)
OF_NAMES(link)
