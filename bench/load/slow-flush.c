// A library to preload before the C library. Flushing a file below SLOW_FLUSH_BENEATH then takes three seconds, as on a
// busy disk.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void wait_if_slow(int fd) {
  const char *beneath = getenv("SLOW_FLUSH_BENEATH");
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (!beneath || length < 0) return;
  path[length] = '\0';
  if (strncmp(path, beneath, strlen(beneath)) == 0) sleep(3);
}

int fsync(int fd) {
  wait_if_slow(fd);
  return (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd) {
  wait_if_slow(fd);
  return (int)syscall(SYS_fdatasync, fd);
}
