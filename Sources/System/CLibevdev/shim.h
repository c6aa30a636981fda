#pragma once
#include <errno.h>
#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <unistd.h>

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

// Which lights are lit, a bit for each code.
static inline int evb_lights(int fd, uint64_t *lit) {
  unsigned char bits[sizeof *lit] = {0};
  if (ioctl(fd, EVIOCGLED(sizeof bits), bits) < 0) return -errno;
  *lit = 0;
  for (unsigned i = 0; i < sizeof bits; i++) *lit |= (uint64_t)bits[i] << 8 * i;
  return 0;
}

// Sets an effect up, anew for *id = -1, and leaves its number there. Times are in milliseconds.
static inline int evb_upload_rumble(
    int fd, int16_t *id, uint16_t strong, uint16_t weak, uint16_t length, uint16_t delay) {
  struct ff_effect effect = {.type = FF_RUMBLE, .id = *id, .replay = {.length = length, .delay = delay}};
  effect.u.rumble.strong_magnitude = strong;
  effect.u.rumble.weak_magnitude = weak;
  if (ioctl(fd, EVIOCSFF, &effect) < 0) return -errno;
  *id = effect.id;
  return 0;
}

static inline int evb_play_effect(int fd, int16_t id, int count) {
  const struct input_event events[] = {
      {.type = EV_FF, .code = (uint16_t)id, .value = count}, {.type = EV_SYN, .code = SYN_REPORT}};
  return write(fd, events, sizeof events) == sizeof events ? 0 : -errno;
}

static inline int evb_erase_effect(int fd, int16_t id) {
  return ioctl(fd, EVIOCRMFF, (long)id) < 0 ? -errno : 0;
}

static inline int evb_uinput_set_phys(int fd, const char *phys) {
  return ioctl(fd, UI_SET_PHYS, phys) < 0 ? -errno : 0;
}

// Takes a request to set an effect up, and answers it: with `result`, 0 or -errno, once its rumble is known.
static inline int evb_uinput_answer_upload(int fd, uint32_t request, int result, int16_t *id, uint16_t rumble[4]) {
  struct uinput_ff_upload upload = {.request_id = request};
  if (ioctl(fd, UI_BEGIN_FF_UPLOAD, &upload) < 0) return -errno;
  const struct ff_effect *effect = &upload.effect;
  *id = effect->id;
  rumble[0] = effect->u.rumble.strong_magnitude;
  rumble[1] = effect->u.rumble.weak_magnitude;
  rumble[2] = effect->replay.length;
  rumble[3] = effect->replay.delay;
  upload.retval = effect->type == FF_RUMBLE ? result : -EINVAL;
  return ioctl(fd, UI_END_FF_UPLOAD, &upload) < 0 ? -errno : upload.retval;
}

static inline int evb_uinput_answer_erase(int fd, uint32_t request, int16_t *id) {
  struct uinput_ff_erase erase = {.request_id = request};
  if (ioctl(fd, UI_BEGIN_FF_ERASE, &erase) < 0) return -errno;
  *id = (int16_t)erase.effect_id;
  return ioctl(fd, UI_END_FF_ERASE, &erase) < 0 ? -errno : 0;
}
