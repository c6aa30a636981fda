#pragma once
#include <spawn.h>
