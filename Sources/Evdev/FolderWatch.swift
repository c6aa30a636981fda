import CLibsystemdDevice
import Glibc

/// Watches `/dev/input` where no udev daemon tells of devices. The folder comes with the first device and goes with
/// the last, so `/dev` is watched for it.
@safe struct FolderWatch: ~Copyable {
  private static let path = "/dev/input"

  private let loop: OpaquePointer
  private let inbox: NodeInbox
  private let parent: OpaquePointer?
  private var folder: OpaquePointer?

  /// The inbox must outlive the loop's last turn.
  init(_ loop: borrowing PrivateLoop, _ inbox: NodeInbox) throws(Errno) {
    var parent: OpaquePointer?
    try Errno.check(
      unsafe sd_event_add_inotify(
        loop.pointer, &parent, "/dev", UInt32(IN_CREATE),
        { _, event, userdata in
          guard let event = unsafe event, let userdata = unsafe userdata else { return 0 }
          let inbox = unsafe Unmanaged<NodeInbox>.fromOpaque(userdata).takeUnretainedValue()
          if unsafe FolderWatch.name(of: event) == "input" { inbox.mustLookAgain = true }
          return 0
        }, Unmanaged.passUnretained(inbox).toOpaque()))
    unsafe self.loop = loop.pointer
    self.inbox = inbox
    unsafe self.parent = parent
    inbox.mustLookAgain = true
  }

  deinit {
    unsafe sd_event_source_disable_unref(folder)
    unsafe sd_event_source_disable_unref(parent)
  }

  /// Takes stock where that is due: at the start, when the folder has come, when the kernel has dropped notices.
  /// Says whether it was.
  mutating func lookAgain() throws(Errno) -> Bool {
    guard inbox.mustLookAgain else { return false }
    inbox.mustLookAgain = false
    try watchFolder()
    inbox.withdraw { unsafe access($0, F_OK) == 0 }
    try unsafe NodeInbox.enumerate(uninitialized: true) { device in
      guard let path = unsafe DeviceNode.path(of: device), unsafe access(path, F_OK) == 0 else { return }
      unsafe inbox.announce(device)
    }
    return true
  }

  private mutating func watchFolder() throws(Errno) {
    unsafe folder = sd_event_source_disable_unref(folder)
    let status = unsafe sd_event_add_inotify(
      loop, &folder, Self.path, UInt32(IN_CREATE | IN_ATTRIB | IN_DELETE),
      { _, event, userdata in
        guard let event = unsafe event, let userdata = unsafe userdata else { return 0 }
        let inbox = unsafe Unmanaged<NodeInbox>.fromOpaque(userdata).takeUnretainedValue()
        unsafe FolderWatch.deliver(event, to: inbox)
        return 0
      }, Unmanaged.passUnretained(inbox).toOpaque())
    if status != -ENOENT { try Errno.check(status) }
  }

  private static func deliver(_ event: UnsafePointer<inotify_event>, to inbox: NodeInbox) {
    let mask = unsafe event.pointee.mask
    if mask & UInt32(IN_Q_OVERFLOW) != 0 { inbox.mustLookAgain = true }
    guard let name = unsafe name(of: event) else { return }
    if mask & UInt32(IN_DELETE) != 0 {
      inbox.withdraw(path + "/" + name)
    } else {
      var device: OpaquePointer?
      guard unsafe sd_device_new_from_subsystem_sysname(&device, "input", name) >= 0, let device = unsafe device else {
        return
      }
      unsafe inbox.announce(device)
      unsafe sd_device_unref(device)
    }
  }

  /// The name follows the structure; nil when the event is about the folder itself.
  private static func name(of event: UnsafePointer<inotify_event>) -> String? {
    guard unsafe event.pointee.len > 0 else { return nil }
    return unsafe String(cString: UnsafeRawPointer(event + 1).assumingMemoryBound(to: CChar.self))
  }
}
