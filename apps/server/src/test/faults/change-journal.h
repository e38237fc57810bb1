// The journal of recorded-changes.c, and what belongs into it.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/** The values are known to disk-journal.ts. */
enum kind { CREATED = 1, FOLDER_MADE, LINKED, REMOVED, RENAMED, WRITTEN, RESIZED, FLUSHED };

/** Followed by the names and the bytes. */
struct record {
  int64_t kind;
  uint64_t inode;
  uint64_t folder;
  uint64_t to_folder; /* of a rename */
  int64_t at;         /* an offset, a size, or for a flush: the length of the journal when it began */
  uint64_t name_length;
  uint64_t to_name_length;
  uint64_t length; /* of the bytes */
};

/** A name in a folder. */
struct place {
  uint64_t folder;
  char name[256];
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int journal(void) {
  static _Atomic int opened = -1;
  if (opened < 0) {
    const char *path = getenv("RECORD_JOURNAL");
    if (path) opened = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CLOEXEC, 0);
  }
  return opened;
}

/** One change at a time, of all threads and processes: the journal has the order in which the changes were made. */
static void lock(void) {
  pthread_mutex_lock(&mutex);
  flock(journal(), LOCK_EX);
}

static void unlock(void) {
  int error = errno;
  flock(journal(), LOCK_UN);
  pthread_mutex_unlock(&mutex);
  errno = error;
}

static void append(const void *bytes, size_t count) {
  while (count > 0) {
    ssize_t done = syscall(SYS_write, journal(), bytes, count);
    if (done < 0) abort();
    bytes = (const char *)bytes + done;
    count -= (size_t)done;
  }
}

static void record(struct record entry, const char *name, const char *to_name) {
  entry.name_length = name ? strlen(name) : 0;
  entry.to_name_length = to_name ? strlen(to_name) : 0;
  append(&entry, sizeof entry);
  append(name, entry.name_length);
  append(to_name, entry.to_name_length);
}

static int is_beneath(const char *path) {
  const char *beneath = getenv("RECORD_BENEATH");
  size_t length = beneath ? strlen(beneath) : 0;
  return length > 0 && strncmp(path, beneath, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

static int is_recorded(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return is_beneath(path);
}

/** Returns whether changes of this path are recorded. */
static int find(int directory, const char *path, struct place *place) {
  char parent[4096];
  const char *slash = strrchr(path, '/');
  size_t length = slash ? (size_t)(slash - path) + 1 : 0;
  if (length >= sizeof parent || strlen(path + length) >= sizeof place->name) return 0;
  memcpy(parent, path, length);
  strcpy(parent + length, length > 0 ? "" : ".");
  strcpy(place->name, path + length);
  int fd = (int)syscall(SYS_openat, directory, parent, O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
  if (fd < 0) return 0;
  struct stat folder;
  int found = is_recorded(fd) && fstat(fd, &folder) == 0;
  if (found) place->folder = folder.st_ino;
  syscall(SYS_close, fd);
  return found;
}
