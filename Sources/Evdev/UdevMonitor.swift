import CLibsystemdDevice

/// Listens to udev for devices of the input subsystem.
@safe struct UdevMonitor: ~Copyable {
  private let monitor: OpaquePointer

  init() throws(Errno) {
    var created: OpaquePointer?
    try Errno.check(unsafe sd_device_monitor_new(&created))
    guard let monitor = unsafe created else { throw .outOfMemory }
    unsafe self.monitor = monitor
  }

  deinit { unsafe sd_device_monitor_unref(monitor) }

  /// Listens first and takes stock then: what is announced both ways the inbox tells apart. The inbox must outlive the
  /// loop's last turn.
  func start(_ loop: borrowing PrivateLoop, _ inbox: NodeInbox) throws(Errno) {
    try Errno.check(unsafe sd_device_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil))
    try Errno.check(unsafe sd_device_monitor_attach_event(monitor, loop.pointer))
    try Errno.check(
      unsafe sd_device_monitor_start(
        monitor,
        { _, device, userdata in
          guard let device = unsafe device, let userdata = unsafe userdata else { return 0 }
          unsafe UdevMonitor.deliver(device, to: Unmanaged<NodeInbox>.fromOpaque(userdata).takeUnretainedValue())
          return 0
        }, Unmanaged.passUnretained(inbox).toOpaque()))
    try unsafe NodeInbox.enumerate(uninitialized: false) { unsafe inbox.announce($0) }
  }

  private static func deliver(_ device: OpaquePointer, to inbox: NodeInbox) {
    var action = SD_DEVICE_ADD
    if unsafe sd_device_get_action(device, &action) >= 0, action == SD_DEVICE_REMOVE {
      if let path = unsafe DeviceNode.path(of: device) { inbox.withdraw(path) }
    } else {
      unsafe inbox.announce(device)
    }
  }
}
