// A library to preload before the C library. It shifts the system's clock by the milliseconds in the file CLOCK_CONTROL
// (shifted-clock.ts). Timers use the monotonic clock, which is not shifted, like on a machine whose clock is set.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int64_t offset_ms(void) {
  static _Atomic int64_t *_Atomic mapped;
  if (!mapped) {
    const char *path = getenv("CLOCK_CONTROL");
    int fd = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY, 0) : -1;
    if (fd < 0) return 0;
    void *memory = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, fd, 0);
    syscall(SYS_close, fd);
    if (memory == MAP_FAILED) return 0;
    mapped = memory;
  }
  return *mapped;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (syscall(SYS_clock_gettime, clock, time) != 0) return -1;
  if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE) return 0;
  int64_t ns = time->tv_nsec + offset_ms() % 1000 * 1000000;
  time->tv_sec += offset_ms() / 1000 + (ns >= 1000000000) - (ns < 0);
  time->tv_nsec = (ns + 1000000000) % 1000000000;
  return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
