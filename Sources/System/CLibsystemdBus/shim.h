#pragma once
#include <errno.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-event.h>
