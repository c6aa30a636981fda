import Glibc
import Testing

/// The rules in udev/, in the guest, where they are in place before the first device: on the lights of the guest's own
/// keyboard, which no test made.
@Suite(.enabled(if: unsafe getenv("EVBRIDGE_GUEST") != nil, "our udev rules are in place in the guest alone"))
struct UdevRulesTests {
  @Test(
    "group input may write",
    arguments: [
      "/sys/class/leds/input0::capslock/brightness", "/sys/class/leds/input0::capslock/trigger", "/dev/uinput",
      "/dev/input/event0",
    ])
  func groupMayWrite(path: String) throws {
    let group = try unsafe #require(unsafe getgrnam("input"))
    var status = stat()
    try unsafe #require(stat(path, &status) == 0)
    #expect(unsafe status.st_gid == group.pointee.gr_gid)
    #expect(status.st_mode & S_IWGRP != 0)
    #expect(status.st_mode & S_IWOTH == 0)
  }
}
