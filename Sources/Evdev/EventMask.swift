import CLibevdev
import InputModel

/// Which events of a device the kernel puts into the queue of one client (EVIOCSMASK, Linux 4.4). A frame of which
/// nothing is left wakes nobody. `EV_SYN` is never masked.
enum EventMask {
  /// Lets only these codes through; an empty set silences the client.
  ///
  /// A kernel that refuses costs wake-ups and nothing else: libevdev drops what is not bound.
  static func set(_ codes: Set<EventCode>, on descriptor: Int32) {
    let types = Dictionary(grouping: codes, by: \.type)
    for (type, codes) in types { set(type.rawValue, codes.map(\.code), on: descriptor) }
    // The mask of EV_SYN says which types pass.
    set(UInt16(EV_SYN), types.keys.map(\.rawValue), on: descriptor)
  }

  private static func set(_ type: UInt16, _ bits: [UInt16], on descriptor: Int32) {
    // KEY_CNT is the longest of all; the kernel reads what it needs and wants whole longs.
    var words = [UInt](repeating: 0, count: Int(KEY_CNT) / UInt.bitWidth)
    for bit in bits where bit < KEY_CNT { words[Int(bit) / UInt.bitWidth] |= 1 << (Int(bit) % UInt.bitWidth) }
    _ = unsafe evb_set_mask(descriptor, UInt32(type), words, UInt32(words.count * UInt.bitWidth / 8))
  }
}
