// A library to preload before the C library. It appends every change beneath RECORD_BENEATH, and every flush, to the journal
// RECORD_JOURNAL, so that losing-disk.ts knows what a power failure may undo. A change that a killed process has made and not
// recorded was not acknowledged, so it counts as lost. Changes through mapped memory are not recorded: SQLite makes its file -shm anew.
#include "change-journal.h"

#include <dlfcn.h>
#include <linux/fs.h>
#include <stdarg.h>
#include <sys/sendfile.h>
#include <sys/uio.h>

static uint64_t inode_of(int fd) {
  struct stat file;
  return fstat(fd, &file) == 0 ? file.st_ino : 0;
}

static ssize_t plain_write(int fd, const struct iovec *pieces, int count, off64_t offset) {
  if (offset >= 0) return syscall(SYS_pwritev, fd, pieces, count, offset, 0);
  return syscall(SYS_writev, fd, pieces, count);
}

/** `offset` is -1 for the place where the file is. */
static ssize_t write_pieces(int fd, const struct iovec *pieces, int count, off64_t offset) {
  if (!is_recorded(fd)) return plain_write(fd, pieces, count, offset);
  lock();
  ssize_t done = plain_write(fd, pieces, count, offset);
  if (done > 0) {
    struct stat file;
    fstat(fd, &file);
    off64_t end = lseek64(fd, 0, SEEK_CUR);
    if (offset >= 0) end = fcntl(fd, F_GETFL) & O_APPEND ? file.st_size : offset + done;
    struct record entry = {.kind = WRITTEN, .inode = file.st_ino, .at = end - done, .length = (uint64_t)done};
    record(entry, NULL, NULL);
    for (size_t left = (size_t)done; left > 0; pieces++) {
      size_t length = pieces->iov_len < left ? pieces->iov_len : left;
      append(pieces->iov_base, length);
      left -= length;
    }
  }
  unlock();
  return done;
}

ssize_t write(int fd, const void *bytes, size_t count) {
  struct iovec piece = {(void *)bytes, count};
  return is_recorded(fd) ? write_pieces(fd, &piece, 1, -1) : syscall(SYS_write, fd, bytes, count);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
  struct iovec piece = {(void *)bytes, count};
  return write_pieces(fd, &piece, 1, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) { return pwrite64(fd, bytes, count, offset); }

ssize_t writev(int fd, const struct iovec *pieces, int count) { return write_pieces(fd, pieces, count, -1); }

ssize_t pwritev64(int fd, const struct iovec *pieces, int count, off64_t offset) {
  return write_pieces(fd, pieces, count, offset);
}

ssize_t pwritev(int fd, const struct iovec *pieces, int count, off_t offset) {
  return write_pieces(fd, pieces, count, offset);
}

/** Records what the system has copied. The file may not be open for reading. */
static void record_copied(int fd, off64_t at, size_t left) {
  static char bytes[1 << 16];
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  int reading = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  while (left > 0) {
    ssize_t done = pread64(reading, bytes, left < sizeof bytes ? left : sizeof bytes, at);
    if (done <= 0) abort();
    record((struct record){.kind = WRITTEN, .inode = inode_of(fd), .at = at, .length = (uint64_t)done}, NULL, NULL);
    append(bytes, (size_t)done);
    at += done;
    left -= (size_t)done;
  }
  syscall(SYS_close, reading);
}

/** Node copies files by the number of this call. Refused, it copies them by `sendfile`. */
long syscall(long number, ...) {
  static long (*_Atomic real)(long, ...);
  if (!real) real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  va_list rest;
  va_start(rest, number);
  long arguments[6];
  for (int at = 0; at < 6; at++) arguments[at] = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_copy_file_range && is_recorded((int)arguments[2])) {
    errno = ENOSYS;
    return -1;
  }
  return real(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

ssize_t copy_file_range(int from, off64_t *from_at, int to, off64_t *to_at, size_t length, unsigned int flags) {
  return syscall(SYS_copy_file_range, from, from_at, to, to_at, length, flags);
}

ssize_t sendfile64(int to, int from, off64_t *from_at, size_t length) {
  if (!is_recorded(to)) return syscall(SYS_sendfile, to, from, from_at, length);
  lock();
  off64_t at = lseek64(to, 0, SEEK_CUR);
  ssize_t done = syscall(SYS_sendfile, to, from, from_at, length);
  if (done > 0) record_copied(to, at, (size_t)done);
  unlock();
  return done;
}

ssize_t sendfile(int to, int from, off_t *from_at, size_t length) { return sendfile64(to, from, from_at, length); }

/** Files that share their blocks would not be recorded. Programs copy the bytes instead. */
int ioctl(int fd, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  if ((request == FICLONE || request == FICLONERANGE) && is_recorded(fd)) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return (int)syscall(SYS_ioctl, fd, request, argument);
}

/** Records the size that a file now has. */
static int resized(int fd, int result) {
  struct stat file;
  if (result == 0 && fstat(fd, &file) == 0)
    record((struct record){.kind = RESIZED, .inode = file.st_ino, .at = file.st_size}, NULL, NULL);
  return result;
}

int ftruncate64(int fd, off64_t length) {
  if (!is_recorded(fd)) return (int)syscall(SYS_ftruncate, fd, length);
  lock();
  int result = resized(fd, (int)syscall(SYS_ftruncate, fd, length));
  unlock();
  return result;
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

int fallocate64(int fd, int mode, off64_t offset, off64_t length) {
  if (!is_recorded(fd)) return (int)syscall(SYS_fallocate, fd, mode, offset, length);
  lock();
  int result = resized(fd, (int)syscall(SYS_fallocate, fd, mode, offset, length));
  unlock();
  return result;
}

int fallocate(int fd, int mode, off_t offset, off_t length) { return fallocate64(fd, mode, offset, length); }

int posix_fallocate64(int fd, off64_t offset, off64_t length) {
  return fallocate64(fd, 0, offset, length) == 0 ? 0 : errno;
}

int posix_fallocate(int fd, off_t offset, off_t length) { return posix_fallocate64(fd, offset, length); }

/** Makes durable what was there before it began. Other changes are made meanwhile. */
static int flush(long call, int fd) {
  if (!is_recorded(fd)) return (int)syscall(call, fd);
  lock();
  off64_t began = lseek64(journal(), 0, SEEK_END);
  unlock();
  int result = (int)syscall(call, fd);
  if (result == 0) {
    lock();
    record((struct record){.kind = FLUSHED, .inode = inode_of(fd), .at = began}, NULL, NULL);
    unlock();
  }
  return result;
}

int fsync(int fd) { return flush(SYS_fsync, fd); }

int fdatasync(int fd) { return flush(SYS_fdatasync, fd); }

static int open_at(int directory, const char *path, int flags, mode_t mode) {
  struct place place;
  int is_temporary = (flags & O_TMPFILE) == O_TMPFILE;
  int changes = (flags & (O_CREAT | O_TRUNC)) || is_temporary;
  if (!changes || !find(directory, path, &place)) return (int)syscall(SYS_openat, directory, path, flags, mode);
  lock();
  struct stat before;
  int is_new = is_temporary || fstatat(directory, path, &before, 0) != 0;
  int fd = (int)syscall(SYS_openat, directory, path, flags, mode);
  if (fd >= 0 && is_new) {
    struct stat file = {0};
    fstat(fd, &file);
    struct record entry = {.kind = CREATED, .inode = file.st_ino, .folder = place.folder, .at = file.st_mode};
    record(entry, is_temporary ? NULL : place.name, NULL);
  } else if (fd >= 0 && (flags & O_TRUNC)) {
    resized(fd, 0);
  }
  unlock();
  return fd;
}

#include "open-calls.h"

int openat(int directory, const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_at(directory, path, flags, mode);
}

int openat64(int directory, const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_at(directory, path, flags | O_LARGEFILE, mode);
}

/** Records a change of one entry of a folder. */
static int change_entry(enum kind kind, int directory, const char *path, long result) {
  struct place place;
  struct stat file = {0};
  if (result == 0 && find(directory, path, &place)) {
    if (kind != REMOVED) fstatat(directory, path, &file, AT_SYMLINK_NOFOLLOW);
    struct record entry = {.kind = kind, .inode = file.st_ino, .folder = place.folder, .at = file.st_mode};
    record(entry, place.name, NULL);
  }
  unlock();
  return (int)result;
}

int mkdirat(int directory, const char *path, mode_t mode) {
  lock();
  return change_entry(FOLDER_MADE, directory, path, syscall(SYS_mkdirat, directory, path, mode));
}

int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

int linkat(int from_directory, const char *from, int directory, const char *path, int flags) {
  lock();
  long result = syscall(SYS_linkat, from_directory, from, directory, path, flags);
  return change_entry(LINKED, directory, path, result);
}

int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

int unlinkat(int directory, const char *path, int flags) {
  lock();
  return change_entry(REMOVED, directory, path, syscall(SYS_unlinkat, directory, path, flags));
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int remove(const char *path) {
  int result = unlink(path);
  return result != 0 && errno == EISDIR ? rmdir(path) : result;
}

int renameat2(int from_directory, const char *from, int directory, const char *to, unsigned int flags) {
  struct place source, target;
  lock();
  int is_known = find(from_directory, from, &source) && find(directory, to, &target);
  int result = (int)syscall(SYS_renameat2, from_directory, from, directory, to, flags);
  if (result == 0 && is_known) {
    struct stat file = {0};
    fstatat(directory, to, &file, AT_SYMLINK_NOFOLLOW);
    struct record entry = {
      .kind = RENAMED, .inode = file.st_ino, .folder = source.folder, .to_folder = target.folder,
    };
    record(entry, source.name, target.name);
  }
  unlock();
  return result;
}

int renameat(int from_directory, const char *from, int directory, const char *to) {
  return renameat2(from_directory, from, directory, to, 0);
}

int rename(const char *from, const char *to) { return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0); }
