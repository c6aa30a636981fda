import CLibevdev
import Glibc

/// The motors of a device. Setting an effect up may wait for the device, for seconds with some: not for the thread that
/// answers presses.
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
  }

  private let path: String
  private let descriptor: OwnedDescriptor
  /// The kernel's number of the one effect that is set up; -1 before.
  private var id: Int16 = -1

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
  deinit { if id >= 0 { _ = evb_erase_effect(descriptor.rawValue, id) } }

  /// Shakes, in place of what still shakes.
  public mutating func play(_ effect: Effect) throws(EvdevError) {
    let status = unsafe evb_upload_rumble(
      descriptor.rawValue, &id, Self.magnitude(effect.strong), Self.magnitude(effect.weak), effect.length, effect.delay)
    switch -status {
    case 0: break
    case ENODEV: throw .gone(path: path)
    // The device has no such effects, or the node is something else.
    case ENOSYS, EINVAL, ENOTTY: throw .noRumble(path: path)
    default: throw .write(name: path, Errno(status: status))
    }
    let played = evb_play_effect(descriptor.rawValue, id, effect.count)
    guard played == 0 else {
      throw played == -ENODEV ? .gone(path: path) : .write(name: path, Errno(status: played))
    }
  }

  private static func magnitude(_ part: Double) -> UInt16 { UInt16(min(max(part, 0), 1) * 65_535) }
}
