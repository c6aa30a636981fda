#pragma once
#include <spawn.h>
#include <sys/prctl.h>
#include <unistd.h>

// What glibc declares only for _GNU_SOURCE. Defining that here would show Swift two views of the same structs.
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int pipe2(int descriptors[2], int flags);
extern char **environ;

// The C constant is POSIX_SPAWN_SETSID.
enum { EVB_SPAWN_SETSID = 0x80 };

// prctl is variadic, which Swift can not call.
static inline int evb_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

// The environment of this process; a global that can change is not visible to Swift.
static inline char **evb_environment(void) { return environ; }
