// A library to preload before the C library. It counts the changes to files beneath FAULT_BENEATH, and lets them fail when the
// file FAULT_CONTROL says so (failing-writes.ts).
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/** The layout of the control file. */
struct control {
  _Atomic int64_t made;  /* changes so far */
  _Atomic int64_t left;  /* changes that still succeed while `error` is set */
  _Atomic int64_t error; /* the errno of all others; 0 lets everything succeed */
};

static struct control *control(void) {
  static struct control *_Atomic mapped;
  if (mapped) return mapped;
  const char *path = getenv("FAULT_CONTROL");
  int fd = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR, 0) : -1;
  if (fd < 0) return NULL;
  void *memory = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  syscall(SYS_close, fd);
  if (memory != MAP_FAILED) mapped = memory;
  return mapped;
}

static int is_beneath(const char *path) {
  const char *beneath = getenv("FAULT_BENEATH");
  return beneath && strncmp(path, beneath, strlen(beneath)) == 0;
}

/** Counts a change. Returns whether it fails, and sets errno. */
static int fails(void) {
  struct control *now = control();
  if (!now) return 0;
  now->made++;
  if (now->error == 0 || now->left-- > 0) return 0;
  errno = (int)now->error;
  return 1;
}

static int fails_at(const char *path) { return is_beneath(path) && fails(); }

static int fails_in(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return fails_at(path);
}

ssize_t write(int fd, const void *bytes, size_t count) {
  return fails_in(fd) ? -1 : syscall(SYS_write, fd, bytes, count);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
  return fails_in(fd) ? -1 : syscall(SYS_pwrite64, fd, bytes, count, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) { return pwrite64(fd, bytes, count, offset); }

ssize_t writev(int fd, const struct iovec *pieces, int count) {
  return fails_in(fd) ? -1 : syscall(SYS_writev, fd, pieces, count);
}

ssize_t pwritev64(int fd, const struct iovec *pieces, int count, off64_t offset) {
  return fails_in(fd) ? -1 : syscall(SYS_pwritev, fd, pieces, count, offset, 0);
}

ssize_t pwritev(int fd, const struct iovec *pieces, int count, off_t offset) {
  return pwritev64(fd, pieces, count, offset);
}

/** Shortening a file needs no room. */
int ftruncate64(int fd, off64_t length) {
  struct stat now;
  int grows = fstat(fd, &now) == 0 && length > now.st_size;
  return grows && fails_in(fd) ? -1 : (int)syscall(SYS_ftruncate, fd, length);
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

int fallocate64(int fd, int mode, off64_t offset, off64_t length) {
  return fails_in(fd) ? -1 : (int)syscall(SYS_fallocate, fd, mode, offset, length);
}

int fallocate(int fd, int mode, off_t offset, off_t length) { return fallocate64(fd, mode, offset, length); }

int fsync(int fd) { return fails_in(fd) ? -1 : (int)syscall(SYS_fsync, fd); }

int fdatasync(int fd) { return fails_in(fd) ? -1 : (int)syscall(SYS_fdatasync, fd); }

static int open_at(int directory, const char *path, int flags, mode_t mode) {
  int creates = (flags & O_CREAT) && access(path, F_OK) != 0;
  return creates && fails_at(path) ? -1 : (int)syscall(SYS_openat, directory, path, flags, mode);
}

#include "open-calls.h"

int mkdir(const char *path, mode_t mode) {
  return fails_at(path) ? -1 : (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

int rename(const char *from, const char *to) {
  return fails_at(to) ? -1 : (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
}

int link(const char *from, const char *to) {
  return fails_at(to) ? -1 : (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

ssize_t copy_file_range(int from, off64_t *from_at, int to, off64_t *to_at, size_t length, unsigned int flags) {
  return fails_in(to) ? -1 : syscall(SYS_copy_file_range, from, from_at, to, to_at, length, flags);
}
