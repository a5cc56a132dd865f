/*
 * Simulates a disk that fails at random, for one process and its children (LD_PRELOAD). A share of the syncs, writes
 * and renames of files in certain folders fails with EIO; all other calls are passed to the C library.
 *
 * Environment:
 *   FAILING_DISK_FOLDERS  absolute paths of the folders, separated by colons
 *   FAILING_DISK_CONTROL  a file with three 32-bit numbers, which may change while the process runs: failures per
 *                         million calls, the seed, and the number of calls so far
 *   FAILING_DISK_RECORD   a file to which each failed call appends a line: its name, and the path
 *
 * A failed sync syncs nothing. A failed rename renames nothing. Every second failed write writes half of its bytes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

struct control {
  _Atomic uint32_t per_million;
  uint32_t seed;
  _Atomic uint32_t calls;
};

static struct control *control;
static const char *folders;
static int record = -1;

/* The original function in the C library. */
#define REAL(name)                                               \
  ({                                                             \
    static __typeof__(&name) found;                              \
    if (!found) found = (__typeof__(&name))next_with_name(#name); \
    found;                                                       \
  })

static void *next_with_name(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) abort();
  return found;
}

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAILING_DISK_CONTROL");
  const char *lines = getenv("FAILING_DISK_RECORD");
  folders = getenv("FAILING_DISK_FOLDERS");
  if (!path || !lines || !folders) return;
  int file = open(path, O_RDWR | O_CLOEXEC);
  record = open(lines, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file < 0 || record < 0) abort();
  void *mapped = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED) abort();
  close(file);
  control = mapped;
}

static int is_beneath_folders(const char *path) {
  for (const char *folder = folders; *folder; folder += *folder == ':') {
    size_t length = strcspn(folder, ":");
    if (strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0)) return 1;
    folder += length;
  }
  return 0;
}

/* The finaliser of MurmurHash3: maps consecutive numbers to unrelated numbers. */
static uint32_t mixed(uint32_t number) {
  number = (number ^ (number >> 16)) * 0x85ebca6bu;
  number = (number ^ (number >> 13)) * 0xc2b2ae35u;
  return number ^ (number >> 16);
}

/* Non-zero if a call on this path must fail. Half of the non-zero results are odd. */
static uint32_t fate(const char *call, const char *path) {
  if (!is_beneath_folders(path)) return 0;
  uint32_t number = mixed(mixed(control->seed) + atomic_fetch_add(&control->calls, 1));
  if (number % 1000000 >= atomic_load(&control->per_million)) return 0;
  char line[PATH_MAX + 32];
  int length = snprintf(line, sizeof line, "%s %s\n", call, path);
  (void)!syscall(SYS_write, record, line, length);
  return mixed(number) | 2;
}

static int is_on(void) {
  return control && atomic_load(&control->per_million) > 0;
}

static uint32_t fate_of_file(const char *call, int file) {
  if (!is_on()) return 0;
  char link[32], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return fate(call, path);
}

static uint32_t fate_of_path(const char *call, const char *path) {
  char folder[PATH_MAX], absolute[PATH_MAX];
  if (!is_on() || strlen(path) >= sizeof folder) return 0;
  /* The name itself need not exist, so its folder is looked up. */
  strcpy(folder, path);
  char *slash = strrchr(folder, '/');
  if (slash) slash[slash == folder] = 0;
  if (!realpath(slash ? folder : ".", absolute)) return 0;
  return fate(call, absolute);
}

static int fail(void) {
  errno = EIO;
  return -1;
}

int fsync(int file) {
  return fate_of_file("fsync", file) ? fail() : REAL(fsync)(file);
}

int fdatasync(int file) {
  return fate_of_file("fdatasync", file) ? fail() : REAL(fdatasync)(file);
}

ssize_t write(int file, const void *bytes, size_t size) {
  uint32_t number = fate_of_file("write", file);
  if (!number) return REAL(write)(file, bytes, size);
  if (number & 1) (void)!REAL(write)(file, bytes, size / 2);
  return fail();
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t at) {
  uint32_t number = fate_of_file("pwrite", file);
  if (!number) return REAL(pwrite)(file, bytes, size, at);
  if (number & 1) (void)!REAL(pwrite)(file, bytes, size / 2, at);
  return fail();
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t at) {
  return pwrite(file, bytes, size, at);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  uint32_t number = fate_of_file("writev", file);
  if (!number) return REAL(writev)(file, parts, count);
  if (number & 1) (void)!REAL(writev)(file, parts, (count + 1) / 2);
  return fail();
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t at) {
  uint32_t number = fate_of_file("pwritev", file);
  if (!number) return REAL(pwritev)(file, parts, count, at);
  if (number & 1) (void)!REAL(pwritev)(file, parts, (count + 1) / 2, at);
  return fail();
}

ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t at) {
  return pwritev(file, parts, count, at);
}

ssize_t sendfile(int to, int from, off_t *at, size_t size) {
  return fate_of_file("sendfile", to) ? fail() : REAL(sendfile)(to, from, at, size);
}

ssize_t sendfile64(int to, int from, off64_t *at, size_t size) {
  return sendfile(to, from, at, size);
}

int rename(const char *from, const char *to) {
  return fate_of_path("rename", to) ? fail() : REAL(rename)(from, to);
}

/* libuv copies files through syscall(). */
long syscall(long number, ...) {
  long a[6];
  va_list rest;
  va_start(rest, number);
  for (int index = 0; index < 6; index += 1) a[index] = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_copy_file_range && fate_of_file("copy_file_range", (int)a[2])) return fail();
  return REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
