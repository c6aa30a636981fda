import CLibevdev
import Glibc
public import InputModel

/// A device that is written to: its lights, and the tones that it can sound. What is written never waits.
///
/// As long as it is owned its lights are ours; then they are as they were, and it is silent.
public struct DeviceOutput: ~Copyable {
  public let path: String

  private let descriptor: OwnedDescriptor
  /// The lights that are ours, and how they were.
  private let lights: [(code: EventCode, wasLit: Bool)]
  private let sound: EventCode?
  private var written: [EventCode: Int32] = [:]

  /// Opens the node of a device for writing.
  /// - Parameters:
  ///   - lights: those of `EV_LED` to be taken over; what the device has not is an error
  ///   - sounds: it has to be able to sound a tone, or at least a bell
  public init(of device: borrowing Device, lights: [EventCode] = [], sounds: Bool = false) throws(EvdevError) {
    if let error = Self.lack(of: lights, sounds: sounds, on: device) { throw error }
    let descriptor = try Self.open(device)
    EventMask.set([], on: descriptor.rawValue)
    var lit: UInt64 = 0
    let status = unsafe evb_lights(descriptor.rawValue, &lit)
    guard status == 0 else { throw .gone(path: device.path) }
    path = device.path
    sound = sounds ? Self.sounds.first { device.description.has($0) } : nil
    self.lights = lights.map { ($0, lit & (1 << UInt64($0.code)) != 0) }
    self.descriptor = descriptor
    for (code, wasLit) in self.lights { written[code] = wasLit ? 1 : 0 }
  }

  /// Why a device could not be written to so, found without writing anything; nil when it could.
  /// - Parameter rumbles: it has to have motors
  public static func obstacle(
    to device: borrowing Device, lights: [EventCode] = [], sounds: Bool = false, rumbles: Bool = false
  ) -> EvdevError? {
    if let error = lack(of: lights, sounds: sounds, on: device) { return error }
    if rumbles, !device.description.has(.rumble) { return .noRumble(path: device.path) }
    do throws(EvdevError) {
      _ = try open(device).rawValue
      return nil
    } catch {
      return error
    }
  }

  /// The better one first.
  private static let sounds: [EventCode] = [.tone, .bell]

  private static func lack(of lights: [EventCode], sounds: Bool, on device: borrowing Device) -> EvdevError? {
    let codes = device.description.codes
    if let missing = lights.first(where: { !codes.contains($0) }) {
      return .noLight(path: device.path, number: missing.code)
    }
    return sounds && codes.isDisjoint(with: Self.sounds) ? .noSound(path: device.path) : nil
  }

  /// Through the descriptor it is the same device, whatever the path has come to mean since.
  private static func open(_ device: borrowing Device) throws(EvdevError) -> OwnedDescriptor {
    do throws(Errno) {
      return try OwnedDescriptor(opening: "/proc/self/fd/\(device.descriptor)", O_WRONLY)
    } catch {
      switch error.rawValue {
      case ENODEV, ENXIO: throw .gone(path: device.path)
      case EACCES, EPERM: throw .writingDenied(path: device.path)
      default: throw .open(path: device.path, error)
      }
    }
  }

  deinit {
    // Nobody is left to tell of an error; of a device that is gone there is nothing to give back.
    for (code, wasLit) in lights { _ = Self.write(code, wasLit ? 1 : 0, to: descriptor.rawValue) }
    if let sound { _ = Self.write(sound, 0, to: descriptor.rawValue) }
  }

  /// Switches all its lights that are ours.
  public mutating func show(isLit: Bool) throws(EvdevError) {
    for (code, _) in lights { try set(code, isLit ? 1 : 0) }
  }

  /// Sounds a tone until the next; 0 is silence. A device with a bell alone sounds that.
  /// - Parameter hertz: 20 … 20,000
  public mutating func sound(hertz: Int32) throws(EvdevError) {
    guard let sound else { return }
    try set(sound, sound == .bell ? min(hertz, 1) : hertz)
  }

  /// What it shows already is not written again.
  private mutating func set(_ code: EventCode, _ value: Int32) throws(EvdevError) {
    guard written[code] ?? 0 != value else { return }
    if let errno = Self.write(code, value, to: descriptor.rawValue) {
      throw errno.rawValue == ENODEV ? .gone(path: path) : .write(name: path, errno)
    }
    written[code] = value
  }

  private static func write(_ code: EventCode, _ value: Int32, to descriptor: Int32) -> Errno? {
    var events: InlineArray<2, input_event> = [input_event(), input_event()]
    events[0].type = code.type.rawValue
    events[0].code = code.code
    events[0].value = value
    var span = events.mutableSpan
    let length = MemoryLayout<input_event>.stride * 2
    while true {
      let count = unsafe span.withUnsafeMutableBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count == length { return nil }
      guard count < 0, errno == EINTR else { return count < 0 ? .last : Errno(rawValue: EIO) }
    }
  }
}
