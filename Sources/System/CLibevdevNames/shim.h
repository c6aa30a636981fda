#pragma once
// The name tables of libevdev, declared apart from its devices: they are a pure mapping that
// the configuration may use, while only one module may touch devices.
int libevdev_event_code_from_code_name(const char *name);
int libevdev_event_type_from_code_name(const char *name);
const char *libevdev_event_code_get_name(unsigned int type, unsigned int code);
const char *libevdev_event_type_get_name(unsigned int type);
int libevdev_event_type_get_max(unsigned int type);
