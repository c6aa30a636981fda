import CLibevdev
import Glibc
public import InputModel

/// An evdev device that is open for reading. No event of a code that is not bound ever leaves it.
///
/// Reading is passive: other programs get the same events, unless `grab()` was called. Costs two descriptors, one
/// with the queue and one, silent, through which the state is asked for: the kernel throws away the queued key events
/// of the descriptor that asks.
public struct Device: ~Copyable {
  public let path: String
  /// All that the device says of itself, axes included.
  public let description: DeviceDescription
  /// What was so when the device was opened; every later change of a bound code comes as an event.
  public let stateAtOpening: DeviceState
  public private(set) var isGrabbed = false

  private let bound: Set<EventCode>
  private let reading: EvdevClient
  private let asking: EvdevClient
  private let stamps: StampRange
  private let stampsItself: Bool

  /// Opens a node and binds codes of it; those that the device has not are ignored.
  ///
  /// The order matters: with the clock or the mask set after libevdev has read the state, a press in between is lost
  /// and then invented at the next event.
  public init(path: String, codes: Set<EventCode>) throws(EvdevError) {
    try self.init(path: path, codes: codes, clock: CLOCK_MONOTONIC)
  }

  /// `clock` is the one that the kernel shall stamp with; when it refuses, events are stamped when they are read.
  init(path: String, codes: Set<EventCode>, clock: Int32) throws(EvdevError) {
    let stamps = StampRange(start: .now)
    let descriptor = try Self.open(path, as: path)
    let clockStatus = evb_set_clock(descriptor.rawValue, clock)
    switch clockStatus {
    case 0, -EINVAL: break
    case -ENODEV: throw .gone(path: path)
    default: throw .notAnInputDevice(path: path, Errno(status: clockStatus))
    }
    EventMask.set(codes, on: descriptor.rawValue)
    let reading = try EvdevClient(descriptor, path: path)
    let description = reading.description
    let unbound = description.codes.subtracting(codes)
    let bound = description.codes.intersection(codes)
    reading.disable(unbound)
    try reading.settle()

    // Through the first descriptor it is the same device, whatever the path has come to mean since.
    let second = try Self.open("/proc/self/fd/\(reading.rawDescriptor)", as: path)
    EventMask.set([], on: second.rawValue)
    let asking = try EvdevClient(second, path: path)
    asking.disable(unbound)

    self.path = path
    self.description = description
    self.stateAtOpening = reading.state(of: bound)
    self.bound = bound
    self.reading = reading
    self.asking = asking
    self.stamps = stamps
    self.stampsItself = clockStatus != 0
  }

  /// Why a node can not be opened for reading; nil when it can.
  public static func obstacle(to path: String) -> EvdevError? {
    do throws(EvdevError) {
      _ = try open(path, as: path).rawValue
      return nil
    } catch {
      return error
    }
  }

  private static func open(_ path: String, as node: String) throws(EvdevError) -> OwnedDescriptor {
    do {
      return try OwnedDescriptor(opening: path, O_RDONLY)
    } catch {
      throw error.rawValue == ENODEV || error.rawValue == ENXIO ? .gone(path: node) : .opening(node, error)
    }
  }

  /// The codes to bind of a touchscreen whose touches are wanted: its slots, its single-touch position and pressure,
  /// and what tells that, and with which tool, it is touched.
  public static func touchCodes(of description: DeviceDescription) -> Set<EventCode> {
    description.codes.filter { code in
      switch code {
      case .x, .y, .pressure, .btnTouch, .toolPen, .toolFinger: true
      // A touchscreen that poses as an absolute mouse.
      case .btnMouse: !description.has(.btnTouch)
      default: code.type == .abs && (EventCode.mtSlot.code...EventCode.mtLast.code).contains(code.code)
      }
    }
  }

  // MARK: Reading

  /// Becomes readable when events are queued, and when the device is gone.
  public var descriptor: Int32 { reading.rawDescriptor }

  /// Appends all that is queued, in whole frames, until there is no more; without an allocation of its own.
  ///
  /// Where the kernel has dropped events there is a `synDropped`, then all that is so now, then a `synReport`, all
  /// stamped now. When this throws, what was read before is in the array.
  public mutating func drain(into events: inout [RawEvent]) throws(EvdevError) {
    var batch = EvdevClient.Batch(repeating: input_event())
    while case let count = try reading.read(into: &batch), count > 0 {
      let now = Timestamp.now
      for position in 0..<count {
        let event = batch[position]
        let code = EventCode(event)
        if code == .synDropped {
          // The rest is older than the state that is read back.
          try resync(into: &events)
          break
        }
        guard reading.passes(code) else { continue }
        let stamp = Timestamp(seconds: Int64(event.time.tv_sec), microseconds: Int64(event.time.tv_usec))
        events.append(RawEvent(stampsItself ? now : stamps.believable(stamp, readAt: now), code, event.value))
      }
    }
  }

  private func resync(into events: inout [RawEvent]) throws(EvdevError) {
    // Before the state is read: no event that comes after it is stamped earlier.
    let now = Timestamp.now
    events.append(RawEvent(now, .synDropped, 0))
    try reading.settle()
    reading.state(of: bound).forEachValue(of: bound) { code, value in events.append(RawEvent(now, code, value)) }
    events.append(.report(now))
  }

  /// What is so now. Neither reads nor loses an event, and may be ahead of the events that are still queued.
  public func state() throws(EvdevError) -> DeviceState {
    try asking.settle()
    return asking.state(of: bound)
  }

  // MARK: Grab

  /// Keeps the events of the device from everybody else, until `release()` or the end of this value.
  ///
  /// Throws `keyDown` while any key is down, bound or not: the others would never see its release. Try again at a
  /// later event.
  public mutating func grab() throws(EvdevError) {
    guard !isGrabbed else { return }
    // Even a grab for a moment could swallow the release of what is down.
    guard try !asking.isAnyKeyDown() else { throw .keyDown(path: path) }
    if let errno = reading.setGrab(true) {
      switch errno.rawValue {
      case EBUSY: throw .grabbedByAnother(path: path)
      case ENODEV: throw .gone(path: path)
      default: throw .grab(path: path, errno)
      }
    }
    isGrabbed = true
    // A key that went down since the first look was seen by the others.
    guard try !asking.isAnyKeyDown() else {
      release()
      throw .keyDown(path: path)
    }
  }

  /// Gives the events back to everybody. Does nothing without a grab.
  public mutating func release() {
    guard isGrabbed else { return }
    // Fails only when the device is gone, and its grab with it.
    _ = reading.setGrab(false)
    isGrabbed = false
  }
}

extension EventCode {
  fileprivate init(_ event: input_event) {
    self.init(EventType(rawValue: event.type), event.code)
  }
}

extension DeviceState {
  /// Tells these codes as events would.
  fileprivate func forEachValue(of codes: Set<EventCode>, _ body: (EventCode, Int32) -> Void) {
    for code in codes where code.type == .key || code.type == .sw { body(code, down.contains(code) ? 1 : 0) }
    if let x { body(.x, x) }
    if let y { body(.y, y) }
    guard !slots.isEmpty else { return }
    for (index, slot) in slots.enumerated() {
      body(.mtSlot, Int32(index))
      let values = [
        (EventCode.mtTrackingID, slot.trackingID), (.mtPositionX, slot.x), (.mtPositionY, slot.y),
        (.mtToolType, slot.toolType),
      ]
      for (code, value) in values where codes.contains(code) { body(code, value) }
    }
    body(.mtSlot, Int32(currentSlot))
  }
}

/// The stamps that events of a descriptor can have: none is older than its queue, and none is of the future.
///
/// A driver may stamp as it likes, and a press stamped 0 would have been held since the machine was started.
struct StampRange {
  /// Not later than the opening.
  let start: Timestamp

  /// The stamp, or in place of one that can not be true the time at which it was read.
  func believable(_ stamp: Timestamp, readAt now: Timestamp) -> Timestamp {
    stamp < start || stamp > now ? now : stamp
  }
}

extension Timestamp {
  /// The monotonic clock, as the kernel stamps events with it.
  fileprivate static var now: Timestamp {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Timestamp(seconds: Int64(time.tv_sec), microseconds: Int64(time.tv_nsec) / 1_000)
  }
}
