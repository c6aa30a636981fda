#pragma once
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// What glibc declares only for _GNU_SOURCE. Defining that here would show Swift two views of the same structs.
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int pipe2(int descriptors[2], int flags);
long syscall(long number, ...);
extern char **environ;

// The C constant is POSIX_SPAWN_SETSID.
enum { EVB_SPAWN_SETSID = 0x80 };

// prctl is variadic, which Swift can not call.
static inline int evb_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

// The environment of this process; a global that can change is not visible to Swift.
static inline char **evb_environment(void) { return environ; }

// pidfd_open(2) and pidfd_send_signal(2), Linux 5.3 and 5.1: not in every glibc that is still about.
static inline int evb_pidfd_open(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }
static inline int evb_pidfd_signal(int descriptor, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, descriptor, signal, 0, 0);
}
