#include "slots.h"

enum { EV_SYN = 0, EV_ABS = 3, ABS_MT_SLOT = 0x2f, ABS_MT_POSITION_X = 0x35, ABS_MT_POSITION_Y = 0x36,
       ABS_MT_TRACKING_ID = 0x39 };

int64_t slots_apply(struct slot *slots, int32_t *current, const struct slot_event *events, int32_t count) {
  int64_t sum = 0;
  for (int32_t i = 0; i < count; i++) {
    const struct slot_event *event = &events[i];
    if (event->type == EV_SYN) {
      sum += slots[*current].x;
      continue;
    }
    if (event->type != EV_ABS) continue;
    switch (event->code) {
    case ABS_MT_SLOT: *current = event->value & 15; break;
    case ABS_MT_POSITION_X: slots[*current].x = event->value; break;
    case ABS_MT_POSITION_Y: slots[*current].y = event->value; break;
    case ABS_MT_TRACKING_ID: slots[*current].tracking_id = event->value; break;
    }
  }
  return sum;
}
