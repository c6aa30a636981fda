import CLibevdev
import Glibc

/// The motors of a device. Setting an effect up may wait for the device, for seconds with some, and as long nobody else
/// can ask the device for anything, such as which keys are down: it is done once, before anybody presses, and not by the
/// thread that answers presses. To play what is set up never waits.
public struct Rumble: ~Copyable {
  /// One shake, or several.
  public struct Effect: Hashable, Sendable {
    /// Of the heavy motor, 0…1.
    public var strong: Double
    /// Of the light motor, 0…1.
    public var weak: Double
    /// In milliseconds.
    public var length: UInt16
    /// Before each shake, in milliseconds.
    public var delay: UInt16
    public var count: Int32

    public init(strong: Double, weak: Double, length: UInt16, delay: UInt16 = 0, count: Int32 = 1) {
      self.strong = strong
      self.weak = weak
      self.length = length
      self.delay = delay
      self.count = count
    }

    /// How long it is felt, from its start to the end of its last shake, in milliseconds.
    public var duration: Int { (Int(delay) + Int(length)) * Int(max(0, count)) }
  }

  private let path: String
  private let descriptor: OwnedDescriptor
  /// The kernel's numbers of the effects that are set up.
  private var ids: [Effect: Int16] = [:]
  private var playing: Int16?

  public init(path: String) throws(EvdevError) {
    do throws(Errno) {
      descriptor = try OwnedDescriptor(opening: path, O_RDWR)
    } catch {
      switch error.rawValue {
      case ENODEV, ENXIO: throw .gone(path: path)
      case EACCES, EPERM: throw .writingDenied(path: path)
      default: throw .open(path: path, error)
      }
    }
    self.path = path
    EventMask.set([], on: descriptor.rawValue)
  }

  // A descriptor that is closed takes its effects along; one that others have inherited does not.
  deinit { for id in ids.values { _ = evb_erase_effect(descriptor.rawValue, id) } }

  /// Sets an effect up, to be played later. A device that has no room for it keeps those that it has.
  public mutating func prepare(_ effect: Effect) throws(EvdevError) {
    guard ids[effect] == nil else { return }
    do throws(Errno) {
      ids[effect] = try upload(effect, as: -1)
    } catch {
      guard error.rawValue == ENOSPC, !ids.isEmpty else { throw failure(error) }
    }
  }

  /// Shakes, in place of what still shakes. An effect for which there was no room takes that of another.
  public mutating func play(_ effect: Effect) throws(EvdevError) {
    try prepare(effect)
    do throws(Errno) {
      if ids[effect] == nil, let other = ids.first {
        ids[other.key] = nil
        ids[effect] = try upload(effect, as: other.value)
      }
      guard let id = ids[effect] else { return }
      if let playing, playing != id { try Errno.check(evb_play_effect(descriptor.rawValue, playing, 0)) }
      try Errno.check(evb_play_effect(descriptor.rawValue, id, effect.count))
      playing = id
    } catch {
      throw failure(error)
    }
  }

  private func upload(_ effect: Effect, as number: Int16) throws(Errno) -> Int16 {
    var id = number
    try Errno.check(
      unsafe evb_upload_rumble(
        descriptor.rawValue, &id, Self.magnitude(effect.strong), Self.magnitude(effect.weak), effect.length,
        effect.delay))
    return id
  }

  private func failure(_ errno: Errno) -> EvdevError {
    switch errno.rawValue {
    case ENODEV: .gone(path: path)
    // The device has no such effects, or the node is something else.
    case ENOSYS, EINVAL, ENOTTY: .noRumble(path: path)
    default: .write(name: path, errno)
    }
  }

  private static func magnitude(_ part: Double) -> UInt16 { UInt16(min(max(part, 0), 1) * 65_535) }
}
