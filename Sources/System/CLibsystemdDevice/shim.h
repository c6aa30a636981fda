#pragma once
#include <systemd/sd-device.h>
#include <systemd/sd-event.h>
