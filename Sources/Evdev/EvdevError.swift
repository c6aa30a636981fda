import Glibc

/// What can go wrong between this module and the kernel's input layer.
public enum EvdevError: Error, Hashable, CustomStringConvertible {
  /// The node can not be opened.
  case open(path: String, Errno)
  /// The node exists but this user may not read it. `group` is the one that may; nil when only root may.
  case denied(path: String, group: String?)
  /// The node may be read by this user, and not written.
  case writingDenied(path: String)
  /// The device has no light of this number.
  case noLight(path: String, number: UInt16)
  /// The device can sound neither a tone nor a bell.
  case noSound(path: String)
  /// The device can not rumble.
  case noRumble(path: String)
  /// The node is something else than an evdev device.
  case notAnInputDevice(path: String, Errno)
  /// The device was unplugged. What it had queued is lost, and its descriptor is good for nothing more.
  case gone(path: String)
  case read(path: String, Errno)
  /// A key is down: a grab now would keep its release from everybody else.
  case keyDown(path: String)
  /// Another program has grabbed the device.
  case grabbedByAnother(path: String)
  case grab(path: String, Errno)
  /// Neither udev nor inotify can be listened to.
  case discovery(Errno)
  /// The kernel has no uinput, or its module is not loaded.
  case noUInput
  /// This user may not create devices.
  case uinputDenied
  /// The kernel refuses a device of this description.
  case create(name: String, Errno)
  case write(name: String, Errno)

  public var description: String {
    switch self {
    case .open(let path, let errno): "can not open \(path): \(errno)"
    case .denied(let path, let group?):
      """
      no permission to read \(path): it belongs to group \(group); \
      run 'sudo usermod -aG \(group) $USER' and log in again
      """
    case .denied(let path, nil):
      """
      no permission to read \(path): only root may; give it to group input with \
      \(Self.rule(#"SUBSYSTEM=="input", KERNEL=="event*", GROUP="input", MODE="0660""#))
      """
    case .writingDenied(let path):
      """
      no permission to write \(path), which its light, sound or rumble needs; give it to group input with \
      \(Self.rule(#"SUBSYSTEM=="input", KERNEL=="event*", GROUP="input", MODE="0660""#))
      """
    case .noLight(let path, let number): "\(path) has no light \(number); 'evbridge devices' shows those it has"
    case .noSound(let path): "\(path) can sound neither a tone nor a bell; 'evbridge devices' shows what it can"
    case .noRumble(let path): "\(path) can not rumble; 'evbridge devices' shows what it can"
    case .notAnInputDevice(let path, let errno): "\(path) is not an input device: \(errno)"
    case .gone(let path): "\(path) is gone"
    case .read(let path, let errno): "can not read \(path): \(errno)"
    case .keyDown(let path): "can not grab \(path) while a key is down"
    case .grabbedByAnother(let path): "can not grab \(path): another program has grabbed it"
    case .grab(let path, let errno): "can not grab \(path): \(errno)"
    case .discovery(let errno): "can not listen for devices: \(errno)"
    case .noUInput: "there is no /dev/uinput: run 'sudo modprobe uinput'"
    case .uinputDenied:
      """
      no permission to write /dev/uinput: give it to group input with \
      \(Self.rule(#"KERNEL=="uinput", GROUP="input", MODE="0660", OPTIONS+="static_node=uinput""#)) \
      and join the group with 'sudo usermod -aG input $USER'
      """
    case .create(let name, let errno): "can not create the device '\(name)': \(errno)"
    case .write(let name, let errno): "can not write to the device '\(name)': \(errno)"
    }
  }

  /// The command that adds a udev rule and applies it.
  private static func rule(_ rule: String) -> String {
    "`echo '\(rule)' | sudo tee -a /etc/udev/rules.d/70-evbridge.rules && sudo udevadm control --reload"
      + " && sudo udevadm trigger`"
  }

  /// The error of an `open` of a device node that has just failed with `errno`.
  static func opening(_ path: String, _ errno: Errno) -> EvdevError {
    guard errno.rawValue == EACCES else { return .open(path: path, errno) }
    return .denied(path: path, group: readingGroup(of: path))
  }

  /// The group whose members may read the node, unless that is root's.
  private static func readingGroup(of path: String) -> String? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IRGRP != 0, status.st_gid != 0 else { return nil }
    guard let group = unsafe getgrgid(status.st_gid) else { return String(status.st_gid) }
    return unsafe String(cString: group.pointee.gr_name)
  }
}
