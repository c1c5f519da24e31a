// Preloaded into a process, it adds SHIFT_CLOCK_SECONDS to the wall clock but not to monotonic clocks, so that
// timeouts and durations are unaffected. With SHIFT_CLOCK_FILE, the seconds are the eight bytes of that file, at any
// moment, so that whoever writes it moves the clocks of all processes together. libfaketime does the same but keeps Chromium's threads busy: 20 s of CPU
// time in 10 s of an idle page, compared with 0.6 s.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int (*system_clock_gettime)(clockid_t, struct timespec *);
static int64_t fixed_shift;
static const volatile int64_t *shift = &fixed_shift;

__attribute__((constructor)) static void read_shift(void) {
  system_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
  const char *seconds = getenv("SHIFT_CLOCK_SECONDS");
  if (seconds) fixed_shift = atoll(seconds);
  const char *path = getenv("SHIFT_CLOCK_FILE");
  if (!path) return;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  void *mapped = mmap(NULL, sizeof fixed_shift, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (mapped != MAP_FAILED) shift = mapped;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  // Another library's constructor may call this before ours has run.
  if (!system_clock_gettime) read_shift();
  int result = system_clock_gettime(clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += *shift;
  return result;
}

int gettimeofday(struct timeval *now, void *zone) {
  (void)zone;
  struct timespec shifted;
  int result = clock_gettime(CLOCK_REALTIME, &shifted);
  if (result == 0) *now = (struct timeval){shifted.tv_sec, shifted.tv_nsec / 1000};
  return result;
}

time_t time(time_t *now) {
  struct timespec shifted;
  clock_gettime(CLOCK_REALTIME, &shifted);
  if (now) *now = shifted.tv_sec;
  return shifted.tv_sec;
}

// The kernel sets the times of files. `find -mtime` compares them with the shifted clock.
int fstatat(int folder, const char *restrict path, struct stat *restrict found, int flags) {
  int (*system_fstatat)(int, const char *, struct stat *, int) = dlsym(RTLD_NEXT, "fstatat");
  int result = system_fstatat(folder, path, found, flags);
  if (result == 0) {
    found->st_atim.tv_sec += *shift;
    found->st_mtim.tv_sec += *shift;
    found->st_ctim.tv_sec += *shift;
  }
  return result;
}
