#pragma clang diagnostic ignored "-Wc23-extensions"
#include "page.h"

static const unsigned char panel_html[] = {
#embed "page/panel.html"
};
static const unsigned char panel_css[] = {
#embed "page/panel.css"
};
static const unsigned char panel_js[] = {
#embed "page/panel.js"
};
static const unsigned char overlay_js[] = {
#embed "page/overlay.js"
};
static const unsigned char controls_js[] = {
#embed "page/controls.js"
};
static const unsigned char control_js[] = {
#embed "page/control.js"
};
static const unsigned char buttons_js[] = {
#embed "page/buttons.js"
};
static const unsigned char transform_js[] = {
#embed "page/transform.js"
};
static const unsigned char look_js[] = {
#embed "page/look.js"
};
static const unsigned char motion_js[] = {
#embed "page/motion.js"
};

#define FILE(name, bytes) {name, bytes, sizeof bytes}

static const struct evb_page_file files[] = {
    FILE("panel.html", panel_html),
    FILE("panel.css", panel_css),
    FILE("panel.js", panel_js),
    FILE("overlay.js", overlay_js),
    FILE("controls.js", controls_js),
    FILE("control.js", control_js),
    FILE("buttons.js", buttons_js),
    FILE("transform.js", transform_js),
    FILE("look.js", look_js),
    FILE("motion.js", motion_js),
};

struct evb_page_file evb_page_file_at(size_t index) {
  if (index < sizeof files / sizeof *files) return files[index];
  return (struct evb_page_file){0};
}
