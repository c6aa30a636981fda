import Glibc
import InputModel
import Testing

@testable import Evdev

@Suite struct EvdevErrorTests {
  @Test(
    "what can not be opened as a device is named with its reason",
    arguments: [
      ("/nowhere/event0", EvdevError.open(path: "/nowhere/event0", Errno(rawValue: ENOENT))),
      ("/dev/null", .notAnInputDevice(path: "/dev/null", Errno(rawValue: ENOTTY))),
      ("/dev", .notAnInputDevice(path: "/dev", Errno(rawValue: ENOTTY))),
    ])
  func opening(path: String, expected: EvdevError) {
    #expect(throws: expected) { _ = try Device(path: path, codes: [.keyRecord]) }
  }

  @Test(
    "a denied node is told with the group that may read it",
    arguments: [
      (mode_t(0o660), gid_t(1), "daemon"), (0o640, 1, "daemon"), (0o640, 54_321, "54321"), (0o600, 1, nil),
      (0o660, 0, nil),
    ] as [(mode_t, gid_t, String?)])
  func denied(mode: mode_t, group: gid_t, expected: String?) throws {
    var template = Array("/tmp/evbridge-node.XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&template)
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer {
      unsafe unlink(path)
      close(descriptor)
    }
    try #require(descriptor >= 0)
    try #require(getuid() == 0 || group == getgid(), "only root can give a file away")
    #expect(fchown(descriptor, getuid(), group) == 0)
    #expect(fchmod(descriptor, mode) == 0)
    #expect(EvdevError.opening(path, Errno(rawValue: EACCES)) == .denied(path: path, group: expected))
    #expect(EvdevError.opening(path, Errno(rawValue: EIO)) == .open(path: path, Errno(rawValue: EIO)))
  }

  @Test(
    "an error says in one line what to do next",
    arguments: [
      (
        EvdevError.denied(path: "/dev/input/event3", group: "input"),
        """
        no permission to read /dev/input/event3: it belongs to group input; \
        run 'sudo usermod -aG input $USER' and log in again
        """
      ),
      (
        .denied(path: "/dev/input/event3", group: nil),
        """
        no permission to read /dev/input/event3: only root may; give it to group input with \
        `echo 'SUBSYSTEM=="input", KERNEL=="event*", GROUP="input", MODE="0660"' \
        | sudo tee -a /etc/udev/rules.d/70-evbridge.rules && sudo udevadm control --reload && sudo udevadm trigger`
        """
      ),
      (.open(path: "/dev/x", Errno(rawValue: ENOENT)), "can not open /dev/x: No such file or directory"),
      (.gone(path: "/dev/input/event3"), "/dev/input/event3 is gone"),
      (
        .writingDenied(path: "/dev/input/event3"),
        """
        no permission to write /dev/input/event3, which its light, sound or rumble needs; give it to group input with \
        `echo 'SUBSYSTEM=="input", KERNEL=="event*", GROUP="input", MODE="0660"' \
        | sudo tee -a /etc/udev/rules.d/70-evbridge.rules && sudo udevadm control --reload && sudo udevadm trigger`
        """
      ),
      (.noRumble(path: "/dev/x"), "/dev/x can not rumble; 'evbridge devices' shows what it can"),
      (.noUInput, "there is no /dev/uinput: run 'sudo modprobe uinput'"),
    ])
  func description(error: EvdevError, text: String) { #expect("\(error)" == text) }

  @Test(
    "without /dev/uinput a device is not made, and that is said",
    .enabled("there is no /dev/uinput") { unsafe access("/dev/uinput", F_OK) != 0 })
  func noUInput() {
    #expect(!UInputDevice.isAvailable)
    #expect(throws: EvdevError.noUInput) { _ = try UInputDevice(DeviceDescription(name: "button")) }
  }

  @Test("what is thrown leaves no descriptor behind")
  func noLeak() async {
    await #expect(processExitsWith: .success) {
      // The next free number tells whether one has stayed open.
      let free = dup(0)
      close(free)
      for _ in 0..<8 {
        _ = try? Device(path: "/dev/null", codes: []).path
        _ = try? UInputDevice(DeviceDescription(name: "button")).node
      }
      exit(dup(0) == free ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }
}
