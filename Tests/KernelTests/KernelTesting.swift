import CGlibc
import Evdev
import Glibc
import InputModel
import Takes
import Testing

/// All tests with real devices. One after the other: the numbers of event nodes are common to all, and an emulated
/// machine has no time to spare for two tests that look at the clock.
@Suite(.serialized, .needsUInput) enum Kernel {}

extension Trait where Self == ConditionTrait {
  /// Where devices can be made. `scripts/test` sees to it that a test that it has left out in the guest is a failure.
  static var needsUInput: Self { .enabled("needs a writable /dev/uinput") { UInputDevice.isAvailable } }

  /// The sound card that the kernel makes up; `modprobe snd-dummy` where there is none.
  static var needsSoundCard: Self {
    .enabled("needs the sound card of snd-dummy") {
      if environment("EVBRIDGE_GUEST") != nil { true } else { unsafe access("/proc/asound/Dummy", F_OK) == 0 }
    }
  }

  /// For changing what other users may do.
  static var needsRoot: Self { .enabled("needs root") { geteuid() == 0 } }

  static var needsUdev: Self { .enabled("needs a udev daemon") { Discovery.isUdevRunning } }
}

func environment(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  return unsafe String(cString: value)
}

/// Waits until there is something to read; false when the time is over first.
func isReadable(_ descriptor: Int32, within milliseconds: Int32 = 10_000) -> Bool {
  var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return unsafe poll(&waiting, 1, milliseconds) > 0
}

/// The clock that the kernel stamps with.
func monotonicNow() -> Timestamp {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Timestamp(seconds: Int64(time.tv_sec), microseconds: Int64(time.tv_nsec) / 1_000)
}

extension RawEvent {
  /// The event without its time, for comparing.
  var change: Change { Change(code, value) }
}

/// A code and its new value.
struct Change: Hashable, CustomStringConvertible {
  var code: EventCode
  var value: Int32

  init(_ code: EventCode, _ value: Int32) {
    self.code = code
    self.value = value
  }

  static let report = Change(.synReport, 0)
  static let dropped = Change(.synDropped, 0)

  var description: String { "\(code.type.rawValue)/\(code.code)=\(value)" }
}

extension UInputDevice {
  /// One frame.
  func send(_ changes: Change...) throws {
    for change in changes { try write(change.code, change.value) }
    try report()
  }

  func press(_ code: EventCode) throws { try send(Change(code, 1)) }
  func lift(_ code: EventCode) throws { try send(Change(code, 0)) }

  /// The lights and tones that have been written since the last call.
  func takeValues() -> [Change] {
    takeWritten().compactMap { if case .value(let code, let value) = $0 { Change(code, value) } else { nil } }
  }

  /// So many lights and tones, or those of twenty seconds.
  func writes(_ count: Int, while program: RunningProgram) -> [Change] {
    var written: [Change] = []
    let limit = monotonicNow() + .seconds(20)
    while written.count < count, monotonicNow() < limit {
      program.listen(until: monotonicNow() + .milliseconds(10))
      written += takeValues()
    }
    return written
  }
}

extension Device {
  /// What is queued now.
  mutating func queued() throws(EvdevError) -> [RawEvent] {
    var events: [RawEvent] = []
    try drain(into: &events)
    return events
  }
}

extension Discovery {
  /// All changes up to and with the first that is `wanted`; throws when it does not come.
  mutating func changes(until wanted: (Change) -> Bool) throws -> [Change] {
    var changes: [Change] = []
    while true {
      let more = try drain()
      changes += more
      if more.contains(where: wanted) { return changes }
      guard isReadable(descriptor) else { throw NothingCame() }
    }
  }

  /// Waits until udev has finished with all of these, in whatever order.
  mutating func appearance(of nodes: [String]) throws {
    var missing = Set(nodes)
    while !missing.isEmpty {
      for change in try changes(until: { missing.contains($0.path) }) { missing.remove(change.path) }
    }
  }

  struct NothingCame: Error {}
}

/// Waits until udev has done all that was asked of it: what a device of the same number has left behind makes a new one
/// look finished before it is, and udev then takes back who may read it.
func settleUdev() throws {
  let udevadm = try RunningProgram("settle", "--timeout=60", path: "/usr/bin/udevadm", state: "/nonexistent")
  try #require(try udevadm.exit() == .exited(0))
}

/// Lets every user read an event node.
func letEverybodyRead(_ node: String) throws {
  try settleUdev()
  try #require(unsafe chmod(node, 0o644) == 0)
}

/// Descriptions of devices to make.
enum Devices {
  static let button = DeviceDescription(
    name: "evbridge test button", identity: DeviceIdentity(bus: 3, vendor: 0x16c0, product: 0x05e1, version: 0x111),
    phys: "evbridge/button", codes: [.key(1), .key(30), .keyRecord, .sw(0), EventCode(.msc, 4), EventCode(.led, 0)])

  /// Repeats by itself when a key is held.
  static let keyboard = DeviceDescription(
    name: "evbridge test keyboard", identity: DeviceIdentity(bus: 0x11, vendor: 1, product: 1, version: 1),
    codes: Set((1...88).map(EventCode.key)).union((0...2).map { EventCode(.led, $0) })
      .union([EventCode(.rep, 0), EventCode(.rep, 1)]))

  static let glass = DeviceDescription(
    name: "evbridge test glass", identity: DeviceIdentity(bus: 3, vendor: 0x1234, product: 0x5678, version: 1),
    phys: "evbridge/glass", properties: [.direct],
    codes: [.btnTouch, .x, .y, .mtSlot, .mtTrackingID, .mtPositionX, .mtPositionY, .mtToolType],
    axes: [
      .x: AxisInfo(minimum: 0, maximum: 4_095, fuzz: 4, resolution: 12),
      .y: AxisInfo(minimum: 0, maximum: 2_303, flat: 2, resolution: 12),
      .mtSlot: AxisInfo(minimum: 0, maximum: 9),
      .mtTrackingID: AxisInfo(minimum: 0, maximum: 65_535),
      .mtPositionX: AxisInfo(minimum: 0, maximum: 4_095, resolution: 12),
      .mtPositionY: AxisInfo(minimum: 0, maximum: 2_303, resolution: 12),
      .mtToolType: AxisInfo(minimum: 0, maximum: 2),
    ])

  /// The same without slots: protocol A.
  static let anonymousGlass = DeviceDescription(
    name: "evbridge test glass A", properties: [.direct], codes: [.btnTouch, .x, .y, .mtPositionX, .mtPositionY],
    axes: glass.axes.filter { [.x, .y, .mtPositionX, .mtPositionY].contains($0.key) })
}
