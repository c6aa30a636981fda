#pragma once
#include <stddef.h>

// A file of the page.
struct evb_page_file {
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

// The file of that place, or one without a name beyond the last.
struct evb_page_file evb_page_file_at(size_t index);
