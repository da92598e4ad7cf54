/*
 * Loaded before the store's own code with LD_PRELOAD. Logs, in order, all changes of the files of one
 * folder, and lets their writes or syncs fail when a fault is set. watched-disk.ts reads the log and sets the
 * fault. SQLite's -shm file is left out: it is shared memory, which no power cut leaves behind.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum happening { CREATED = 1, WRITTEN, TRUNCATED, SYNCED, SYNC_FAILED, RENAMED, UNLINKED };

struct record {
  uint32_t happening;
  uint32_t nameLength;
  uint64_t offset;
  uint64_t length;
};

/* See Fault in watched-disk.ts. `code` is the errno, and `fired` counts the calls that have failed. */
struct fault {
  int32_t calls;
  int32_t databasesOnly;
  int32_t spared;
  int32_t times;
  int32_t code;
  int32_t fired;
};

enum calls { NO_CALLS, WRITES, SYNCS };

#define DESCRIPTORS 65536

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static const char *folder;
static size_t folderLength;
static int logFile = -1;
static struct fault *fault;
/* The name within the folder for each open file; empty for the folder itself, null for all else. */
static char *names[DESCRIPTORS];

#define REAL(type, name, ...) \
  static type (*real)(__VA_ARGS__); \
  if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void start(void) {
  folder = getenv("WATCHED_FOLDER");
  folderLength = folder ? strlen(folder) : 0;
  logFile = open(getenv("WATCHED_LOG"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  int faultFile = open(getenv("WATCHED_FAULT"), O_RDWR | O_CLOEXEC);
  void *page = mmap(NULL, sizeof *fault, PROT_READ | PROT_WRITE, MAP_SHARED, faultFile, 0);
  if (logFile == -1 || page == MAP_FAILED) abort();
  fault = page;
  close(faultFile);
}

static int endsWith(const char *text, const char *end) {
  size_t length = strlen(text), endLength = strlen(end);
  return length >= endLength && strcmp(text + length - endLength, end) == 0;
}

/* Returns null for a path that is not a file of the folder. */
static const char *nameOf(const char *path) {
  if (!folderLength || strncmp(path, folder, folderLength) != 0) return NULL;
  if (path[folderLength] == '\0') return "";
  const char *name = path + folderLength + 1;
  return path[folderLength] != '/' || strchr(name, '/') || endsWith(name, "-shm") ? NULL : name;
}

/* Node closes files without the C library's close(), so the descriptor may belong to a connection by now. */
static const char *nameOfOpen(int file) {
  if (file < 0 || file >= DESCRIPTORS || !names[file]) return NULL;
  struct stat status;
  return fstat(file, &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) ? names[file] : NULL;
}

/* Writes a record with one call, so that records of several processes do not mix. */
static void note(enum happening happening, const char *name, uint64_t offset, const void *data, size_t length) {
  struct record record = {happening, strlen(name), offset, length};
  struct iovec parts[] = {{&record, sizeof record}, {(void *)name, record.nameLength}, {(void *)data, length}};
  REAL(ssize_t, writev, int, const struct iovec *, int);
  if (real(logFile, parts, 3) != (ssize_t)(sizeof record + record.nameLength + length)) abort();
}

static int mustFail(enum calls calls, const char *name) {
  if (fault->calls != (int32_t)calls) return 0;
  if (fault->databasesOnly && !endsWith(name, ".sqlite")) return 0;
  if (fault->spared > 0) {
    fault->spared -= 1;
    return 0;
  }
  if (fault->times <= 0) return 0;
  fault->times -= 1;
  fault->fired += 1;
  errno = fault->code;
  return 1;
}

static int opened(int file, const char *path, int flags, int existed) {
  if (file < 0 || file >= DESCRIPTORS) return file;
  const char *name = nameOf(path);
  pthread_mutex_lock(&mutex);
  free(names[file]);
  names[file] = name ? strdup(name) : NULL;
  if (name && !existed) note(CREATED, name, 0, NULL, 0);
  else if (name && flags & O_TRUNC) note(TRUNCATED, name, 0, NULL, 0);
  pthread_mutex_unlock(&mutex);
  return file;
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(int, name, const char *, int, ...); \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    int existed = !nameOf(path) || access(path, F_OK) == 0; \
    return opened(real(path, flags, mode), path, flags, existed); \
  }
OPEN(open)
OPEN(open64)

int close(int file) {
  REAL(int, close, int);
  pthread_mutex_lock(&mutex);
  if (file >= 0 && file < DESCRIPTORS) {
    free(names[file]);
    names[file] = NULL;
  }
  pthread_mutex_unlock(&mutex);
  return real(file);
}

#define POSITIONED_WRITE(name) \
  ssize_t name(int file, const void *data, size_t length, off64_t offset) { \
    REAL(ssize_t, name, int, const void *, size_t, off64_t); \
    if (!nameOfOpen(file)) return real(file, data, length, offset); \
    pthread_mutex_lock(&mutex); \
    ssize_t done = mustFail(WRITES, names[file]) ? -1 : real(file, data, length, offset); \
    if (done > 0) note(WRITTEN, names[file], offset, data, done); \
    pthread_mutex_unlock(&mutex); \
    return done; \
  }
POSITIONED_WRITE(pwrite)
POSITIONED_WRITE(pwrite64)

ssize_t write(int file, const void *data, size_t length) {
  REAL(ssize_t, write, int, const void *, size_t);
  if (!nameOfOpen(file)) return real(file, data, length);
  pthread_mutex_lock(&mutex);
  ssize_t done = mustFail(WRITES, names[file]) ? -1 : real(file, data, length);
  if (done > 0) note(WRITTEN, names[file], lseek64(file, 0, SEEK_CUR) - done, data, done);
  pthread_mutex_unlock(&mutex);
  return done;
}

#define TRUNCATE(name) \
  int name(int file, off64_t length) { \
    REAL(int, name, int, off64_t); \
    if (!nameOfOpen(file)) return real(file, length); \
    pthread_mutex_lock(&mutex); \
    int failed = mustFail(WRITES, names[file]) ? -1 : real(file, length); \
    if (!failed) note(TRUNCATED, names[file], length, NULL, 0); \
    pthread_mutex_unlock(&mutex); \
    return failed; \
  }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

#define SYNC(name) \
  int name(int file) { \
    REAL(int, name, int); \
    if (!nameOfOpen(file)) return real(file); \
    pthread_mutex_lock(&mutex); \
    int failed = mustFail(SYNCS, names[file]) ? -1 : real(file); \
    int code = errno; \
    note(failed ? SYNC_FAILED : SYNCED, names[file], 0, NULL, 0); \
    pthread_mutex_unlock(&mutex); \
    errno = code; \
    return failed; \
  }
SYNC(fsync)
SYNC(fdatasync)

int rename(const char *from, const char *to) {
  REAL(int, rename, const char *, const char *);
  pthread_mutex_lock(&mutex);
  int failed = real(from, to);
  const char *before = nameOf(from), *after = nameOf(to);
  if (!failed && before && after) note(RENAMED, before, 0, after, strlen(after));
  pthread_mutex_unlock(&mutex);
  return failed;
}

int unlink(const char *path) {
  REAL(int, unlink, const char *);
  pthread_mutex_lock(&mutex);
  int failed = real(path);
  if (!failed && nameOf(path)) note(UNLINKED, nameOf(path), 0, NULL, 0);
  pthread_mutex_unlock(&mutex);
  return failed;
}
