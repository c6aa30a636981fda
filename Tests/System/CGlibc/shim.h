#pragma once
#include <errno.h>
#include <linux/filter.h>
#include <linux/input.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

// What glibc 2.36 has and Swift's module of it does not show.
int pidfd_open(int process, unsigned int flags);
int pidfd_getfd(int process, int descriptor, unsigned int flags);
int posix_openpt(int flags);
int grantpt(int terminal);
int unlockpt(int terminal);
char *ptsname(int terminal);

// From here on this process and all that it starts have a kernel that refuses to stamp events by another clock, as one
// before 3.4 does. 0 or -errno.
static inline int evb_refuse_event_clocks(void) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, EVIOCSCLOCKID, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const struct sock_fprog program = {sizeof code / sizeof code[0], code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -errno;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) < 0 ? -errno : 0;
}

// 0 or -errno.
static inline int evb_set_event_clock(int fd, int clock) { return ioctl(fd, EVIOCSCLOCKID, &clock) < 0 ? -errno : 0; }
