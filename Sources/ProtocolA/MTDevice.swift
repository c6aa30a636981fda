internal import CLibmtdev
internal import InputModel

/// Owns libmtdev's memory of the contacts of one device.
///
/// Only its plumbing is used: `mtdev_open` and `mtdev_configure` set a fuzz of a 250th of the range where the device
/// says 0, which bends every motion.
@safe struct MTDevice: ~Copyable {
  private let device: UnsafeMutablePointer<mtdev>

  init(axes: [EventCode: AxisInfo]) {
    guard let device = unsafe mtdev_new() else { preconditionFailure("out of memory") }
    // Fails without memory only, too.
    let status = unsafe mtdev_init(device)
    precondition(status == 0, "out of memory")
    for (code, axis) in axes {
      let code = Int32(code.code)
      unsafe mtdev_set_mt_event(device, code, 1)
      unsafe mtdev_set_abs_minimum(device, code, axis.minimum)
      unsafe mtdev_set_abs_maximum(device, code, axis.maximum)
      unsafe mtdev_set_abs_fuzz(device, code, axis.fuzz)
    }
    unsafe self.device = device
  }

  deinit {
    unsafe mtdev_close(device)
    unsafe mtdev_delete(device)
  }

  func put(_ code: EventCode, _ value: Int32) {
    var event = input_event()
    event.type = code.type.rawValue
    event.code = code.code
    event.value = value
    unsafe mtdev_put_event(device, &event)
  }

  /// The next event of protocol B; nil when all were handed out.
  func next() -> (code: EventCode, value: Int32)? {
    guard unsafe mtdev_empty(device) == 0 else { return nil }
    var event = input_event()
    unsafe mtdev_get_event(device, &event)
    return (EventCode(EventType(rawValue: event.type), event.code), event.value)
  }
}
