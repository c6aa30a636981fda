#pragma once
#include <getopt.h>

// getopt keeps its state in variables that Swift may not read.
static inline const char *evb_option_argument(void) { return optarg; }
static inline int evb_option_index(void) { return optind; }
// What is wrong: a letter, the value of a long option, or 0 for a long option that is not known.
static inline int evb_option_culprit(void) { return optopt; }
static inline void evb_option_start(void) {
  optind = 0;
  opterr = 0;
}
