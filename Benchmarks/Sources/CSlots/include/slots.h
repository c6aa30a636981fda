#pragma once
#include <stdint.h>

struct slot_event {
  uint16_t type, code;
  int32_t value;
};

struct slot {
  int32_t tracking_id, x, y;
};

/// Applies the events of one frame; the return value keeps the work from being optimized away.
int64_t slots_apply(struct slot *slots, int32_t *current, const struct slot_event *events, int32_t count);
