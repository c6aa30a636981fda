#pragma once

// What glibc 2.36 has and Swift's module of it does not show.
int pidfd_open(int process, unsigned int flags);
int pidfd_getfd(int process, int descriptor, unsigned int flags);
int posix_openpt(int flags);
int grantpt(int terminal);
int unlockpt(int terminal);
char *ptsname(int terminal);
