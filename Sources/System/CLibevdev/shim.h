#pragma once
#include <errno.h>
#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <stdint.h>
#include <sys/ioctl.h>

// ioctl is variadic and its request numbers are macros: neither is visible to Swift. All return 0 or -errno.

static inline int evb_set_clock(int fd, int clock) {
  return ioctl(fd, EVIOCSCLOCKID, &clock) < 0 ? -errno : 0;
}

static inline int evb_set_mask(int fd, unsigned type, const void *bits, unsigned bytes) {
  const struct input_mask mask = {.type = type, .codes_size = bytes, .codes_ptr = (uintptr_t)bits};
  return ioctl(fd, EVIOCSMASK, &mask) < 0 ? -errno : 0;
}

// 1 when any key at all is down, else 0. Which one it is does not leave this function.
static inline int evb_any_key_down(int fd) {
  unsigned char bits[KEY_CNT / 8] = {0};
  if (ioctl(fd, EVIOCGKEY(sizeof bits), bits) < 0) return -errno;
  unsigned char any = 0;
  for (unsigned i = 0; i < sizeof bits; i++) any |= bits[i];
  return any != 0;
}

static inline int evb_uinput_set_phys(int fd, const char *phys) {
  return ioctl(fd, UI_SET_PHYS, phys) < 0 ? -errno : 0;
}
