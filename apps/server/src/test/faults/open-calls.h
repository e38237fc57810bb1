// `open` and `open64` for a preloaded library, which defines `open_at` before it includes this file.
#pragma once
#include <fcntl.h>
#include <stdarg.h>

/** The mode is only there if the file may be created. O_TMPFILE contains the bit of O_DIRECTORY. */
#define MODE_OF(flags)                                         \
  mode_t mode = 0;                                             \
  if ((flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE) { \
    va_list rest;                                              \
    va_start(rest, flags);                                     \
    mode = va_arg(rest, mode_t);                               \
    va_end(rest);                                              \
  }

int open(const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_at(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_at(AT_FDCWD, path, flags | O_LARGEFILE, mode);
}
