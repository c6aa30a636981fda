import CLibsystemdDevice

/// An event loop of this module's own, so that it and the program's loop know nothing of each other but a descriptor.
@safe struct PrivateLoop: ~Copyable {
  let pointer: OpaquePointer

  init() throws(Errno) {
    var created: OpaquePointer?
    try Errno.check(unsafe sd_event_new(&created))
    guard let pointer = unsafe created else { throw .outOfMemory }
    unsafe self.pointer = pointer
  }

  deinit { unsafe sd_event_unref(pointer) }

  /// Becomes readable when there is something for `run()` to do.
  var descriptor: Int32 { unsafe sd_event_get_fd(pointer) }

  /// Calls back for all that has happened; never waits.
  func run() throws(Errno) { while try Errno.check(unsafe sd_event_run(pointer, 0)) > 0 {} }
}
