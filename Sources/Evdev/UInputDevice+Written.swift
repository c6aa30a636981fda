import CLibevdev
import Glibc
public import InputModel

extension UInputDevice {
  /// What somebody else does to the device.
  public enum Written: Hashable, Sendable {
    /// A light or a tone.
    case value(EventCode, Int32)
    /// An effect is set up, as number `id`, or one that is there is changed. Magnitudes are 0…65,535, times are in
    /// milliseconds.
    case uploaded(id: Int16, strong: UInt16, weak: UInt16, length: UInt16, delay: UInt16)
    /// So many times; 0 stops it.
    case played(id: Int16, count: Int32)
    case erased(id: Int16)
  }

  /// What has been written since the last call, in order.
  ///
  /// Whoever sets an effect up, erases it, or closes the node with one set up waits until it is taken here, or for 30 s:
  /// not to be done by the thread that calls this.
  /// - Parameter refusal: what effects are refused with; nil to take them
  public func takeWritten(refusing refusal: Errno? = nil) -> [Written] {
    var written: [Written] = []
    var event = input_event()
    while true {
      let length = unsafe Glibc.read(rawDescriptor, &event, MemoryLayout<input_event>.stride)
      if length < 0, errno == EINTR { continue }
      guard length > 0 else { return written }
      if let one = take(event, refusing: refusal) { written.append(one) }
    }
  }

  /// Nil for what is none of it, such as the end of a frame, and for what was refused or given up meanwhile.
  private func take(_ event: input_event, refusing refusal: Errno?) -> Written? {
    let request = UInt32(bitPattern: event.value)
    var id: Int16 = -1
    switch (EventType(rawValue: event.type), Int32(event.code)) {
    case (.led, _), (.snd, _): return .value(EventCode(EventType(rawValue: event.type), event.code), event.value)
    // Above the effects' numbers are the gain and the like.
    case (.ff, ..<FF_GAIN): return .played(id: Int16(event.code), count: event.value)
    case (.uinput, UI_FF_UPLOAD):
      var rumble: [UInt16] = [0, 0, 0, 0]
      let status = unsafe evb_uinput_answer_upload(rawDescriptor, request, -(refusal?.rawValue ?? 0), &id, &rumble)
      guard status == 0 else { return nil }
      return .uploaded(id: id, strong: rumble[0], weak: rumble[1], length: rumble[2], delay: rumble[3])
    case (.uinput, UI_FF_ERASE):
      return unsafe evb_uinput_answer_erase(rawDescriptor, request, &id) == 0 ? .erased(id: id) : nil
    default: return nil
    }
  }
}

extension EventType {
  /// `EV_UINPUT`: requests to whoever has made the device.
  fileprivate static let uinput = EventType(rawValue: 0x0101)
}
