#pragma once
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <sys/timex.h>

// Whether the kernel's wall clock follows a time source; Swift's Glibc does not have adjtimex.
static inline int evb_clock_is_synchronised(void) {
  struct timex state = {0};
  return adjtimex(&state) != TIME_ERROR;
}
