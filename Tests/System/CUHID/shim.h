#pragma once
#include <errno.h>
#include <linux/uhid.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

// A uhid_event is a packed union of arrays of thousands of bytes. The kernel takes the rest of a short one for zeros.
// All return 0 or -errno.

static inline int uhid_write(int fd, const struct uhid_event *event, size_t payload) {
  return write(fd, event, offsetof(struct uhid_event, u) + payload) < 0 ? -errno : 0;
}

static inline int uhid_create(int fd, const char *name, unsigned short bus, unsigned vendor, unsigned product,
                              const void *descriptor, unsigned short size) {
  struct uhid_event event = {.type = UHID_CREATE2};
  strncpy((char *)event.u.create2.name, name, sizeof event.u.create2.name - 1);
  event.u.create2.bus = bus;
  event.u.create2.vendor = vendor;
  event.u.create2.product = product;
  event.u.create2.rd_size = size;
  memcpy(event.u.create2.rd_data, descriptor, size);
  return uhid_write(fd, &event, sizeof event.u.create2);
}

static inline int uhid_send(int fd, const void *report, unsigned short size) {
  struct uhid_event event = {.type = UHID_INPUT2};
  event.u.input2.size = size;
  memcpy(event.u.input2.data, report, size);
  return uhid_write(fd, &event, offsetof(struct uhid_input2_req, data) + size);
}

// The next word of the kernel's: its type (UHID_...), or 0 when there is none. When it asks for a report (UHID_GET_REPORT)
// also for which, and the number of its question.
static inline int uhid_next(int fd, unsigned *question, unsigned char *report) {
  struct uhid_event event;
  if (read(fd, &event, sizeof event) < 0) return errno == EAGAIN ? 0 : -errno;
  *question = event.u.get_report.id;
  *report = event.u.get_report.rnum;
  return (int)event.type;
}

// Without data: there is no such report.
static inline int uhid_answer(int fd, unsigned question, const void *data, unsigned short size) {
  struct uhid_event event = {.type = UHID_GET_REPORT_REPLY};
  event.u.get_report_reply.id = question;
  event.u.get_report_reply.err = size ? 0 : EIO;
  event.u.get_report_reply.size = size;
  memcpy(event.u.get_report_reply.data, data, size);
  return uhid_write(fd, &event, offsetof(struct uhid_get_report_reply_req, data) + size);
}
