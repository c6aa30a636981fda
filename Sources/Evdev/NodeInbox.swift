import CLibsystemdDevice

/// Collects what the callbacks of C tell, and knows which nodes are there.
final class NodeInbox {
  private var known: Set<String> = []
  private var changes: [Discovery.Change] = []
  /// What is there has to be looked up: notices were lost or could not come.
  var mustLookAgain = false

  /// An sd_device is there, or something about it has changed.
  func announce(_ device: OpaquePointer) {
    guard let node = unsafe DeviceNode(device) else { return }
    changes.append(known.insert(node.path).inserted ? .appeared(node) : .changed(node))
  }

  func withdraw(_ path: String) {
    if known.remove(path) != nil { changes.append(.left(path: path)) }
  }

  /// Withdraws all that are not there according to `isThere`.
  func withdraw(unless isThere: (String) -> Bool) {
    for path in known where !isThere(path) { withdraw(path) }
  }

  func takeChanges() -> [Discovery.Change] {
    defer { changes.removeAll() }
    return changes
  }

  /// Gives every event device that sysfs has to `body`; without `uninitialized` only those whose rules have run.
  static func enumerate(uninitialized: Bool, _ body: (OpaquePointer) -> Void) throws(Errno) {
    var created: OpaquePointer?
    try Errno.check(unsafe sd_device_enumerator_new(&created))
    guard let enumerator = unsafe created else { return }
    defer { unsafe sd_device_enumerator_unref(enumerator) }
    try Errno.check(unsafe sd_device_enumerator_add_match_subsystem(enumerator, "input", 1))
    try Errno.check(unsafe sd_device_enumerator_add_match_sysname(enumerator, "event*"))
    if uninitialized { try Errno.check(unsafe sd_device_enumerator_allow_uninitialized(enumerator)) }
    var next = unsafe sd_device_enumerator_get_device_first(enumerator)
    while let device = unsafe next {
      unsafe body(device)
      unsafe next = sd_device_enumerator_get_device_next(enumerator)
    }
  }
}
