import Evdev
import InputModel
import Takes

/// The devices and the configuration of the soak, and what is held on them.
final class SoakStage {
  enum Plug: String, CaseIterable {
    case button
    case pad
    case glass

    var description: DeviceDescription {
      switch self {
      case .button: Devices.button
      case .pad: Devices.keyboard
      case .glass: Devices.glass
      }
    }
  }

  /// What can be pressed.
  enum Trigger: String, CaseIterable {
    /// Hold; shares its control with `second`.
    case record
    case second
    case toggle
    case hybrid
    /// Suspends when it is let go, and goes on with the next hold.
    case pause
    /// A zone of the touchscreen, hold.
    case ring

    var plug: Plug {
      switch self {
      case .record: .button
      case .second, .toggle, .hybrid, .pause: .pad
      case .ring: .glass
      }
    }

    fileprivate var key: EventCode {
      switch self {
      case .record: .keyRecord
      case .second: .key(59)
      case .toggle: .key(60)
      case .hybrid: .key(61)
      case .pause: .key(63)
      case .ring: .btnTouch
      }
    }

    var control: String { self == .second ? "record" : rawValue }
  }

  static let hold = Interval.milliseconds(60)
  static let debounce = Interval.milliseconds(5)
  static let minimum = Interval.milliseconds(100)

  /// When a take starts after a press; a bounce at the deadline puts it off until the press returns.
  static let starts = ["record": hold...hold + debounce, "ring": hold...hold]

  private var devices: [Plug: UInputDevice.Box] = [:]
  private(set) var held: Set<Trigger> = []
  /// Which of the two fingers are on the picture.
  private var isDown = [false, false]
  private var stranger: UInputDevice?
  private var nextFinger: Int32 = 1

  /// - Parameters:
  ///   - recorder: the program's path
  ///   - takes: the folder for takes
  ///   - seed: of the recorder's faults
  ///   - tail: of one of the controls, to tell one configuration from another
  static func configuration(recorder: String, takes: String, seed: Int, tail: Int = 30) -> String {
    let recorders = Trigger.allCases.filter { $0 != .second }.map { trigger in
      """
        \(trigger.rawValue):
          command: [\(recorder), "{file}", "\(seed)"]
          directory: \(takes)
          name: "\(trigger.rawValue)-{n}"
          ready: output matches ^begun$
          ready-timeout: 6s
          stop: { grace: 1500ms }
      """
    }
    let times = "hold: 60ms, minimum: 100ms, debounce: 5ms"
    return """
      devices:
        button: { match: { name: "\(Devices.button.name)", phys: "\(Devices.button.phys)" } }
        pad: { match: { name: "\(Devices.keyboard.name)" } }
        glass: { match: { name: "\(Devices.glass.name)", kind: touchscreen } }
      recorders:
      \(recorders.joined(separator: "\n"))
      controls:
        record: { type: record-button, triggers: [{ device: button, key: KEY_RECORD }, { device: pad, key: KEY_F1 }],
          recorder: record, \(times), tail: \(tail)ms, maximum: 800ms }
        toggle: { type: record-button, trigger: { device: pad, key: KEY_F2 }, recorder: toggle, mode: toggle, \(times),
          maximum: 900ms }
        hybrid: { type: record-button, trigger: { device: pad, key: KEY_F3 }, recorder: hybrid, mode: hybrid, \(times),
          on-short: discard, maximum: 700ms }
        pause: { type: record-button, trigger: { device: pad, key: KEY_F5 }, recorder: pause, \(times),
          on-release: suspend, maximum: 900ms }
        ring: { type: record-button, trigger: { device: glass, zone: { center: [170mm, 96mm], radius: 12mm } },
          recorder: ring, hold: 60ms, minimum: 100ms, maximum: 1s }
        photo: { type: transform, device: glass, zone: { x: 0%, y: 0%, width: 40%, height: 100% } }
        staff: { type: command-button, trigger: { device: pad, key: KEY_F4 }, on: press, run: [sh, -c, "exit 3"] }
      feedback:
        slow: { run: [sleep, "2"], events: [press.ignored, take.stopping] }
        deaf: { run: [sh, -c, "trap '' TERM; sleep 1.5"], events: [take.failed] }

      """
  }
}

extension UInputDevice {
  /// For a dictionary, which takes no owner of a descriptor.
  final class Box {
    private let device: UInputDevice
    init(_ description: DeviceDescription) throws { device = try UInputDevice(description) }

    /// One frame.
    func send(_ changes: Change...) throws { try send(changes) }

    func send(_ changes: [Change]) throws {
      for change in changes { try device.write(change.code, change.value) }
      try device.report()
    }
  }
}

// MARK: - What is done to them

extension SoakStage {
  var missing: [Plug] { Plug.allCases.filter { devices[$0] == nil } }

  var plugged: Int { devices.count }

  func plug(_ plug: Plug) throws { if devices[plug] == nil { devices[plug] = try UInputDevice.Box(plug.description) } }

  /// What was held on it is let go by nobody.
  func unplug(_ plug: Plug) {
    devices[plug] = nil
    held = held.filter { $0.plug != plug }
    if plug == .glass { isDown = [false, false] }
  }

  /// A device that fits nothing comes, or leaves.
  func toggleStranger() throws {
    var description = Devices.keyboard
    description.name = "evbridge test stranger"
    stranger = stranger == nil ? try UInputDevice(description) : nil
  }

  /// Presses or lets go; without its device nothing happens.
  func set(_ trigger: Trigger, down: Bool) throws {
    guard let device = devices[trigger.plug] else { return }
    if down { held.insert(trigger) } else { held.remove(trigger) }
    guard trigger == .ring else { return try device.send(Change(trigger.key, down ? 1 : 0)) }
    guard down else {
      return try device.send(
        Change(.mtSlot, 0), Change(.mtTrackingID, -1), Change(.btnTouch, isDown.contains(true) ? 1 : 0))
    }
    nextFinger = nextFinger % 60_000 + 1
    try device.send(
      Change(.mtSlot, 0), Change(.mtTrackingID, nextFinger), Change(.mtPositionX, 12 * 170 + nextFinger % 2),
      Change(.mtPositionY, 12 * 96), Change(.btnTouch, 1))
  }

  /// Repeats by the keyboard, which are no presses.
  func repeats(_ trigger: Trigger) throws {
    guard trigger != .ring, held.contains(trigger), let device = devices[trigger.plug] else { return }
    try device.send(Change(trigger.key, 2))
  }

  /// More events than its queue holds (64 for a device with keys alone); what is held stays so.
  func overflow(_ trigger: Trigger) throws {
    guard trigger != .ring, let device = devices[trigger.plug] else { return }
    let isHeld = held.contains(trigger)
    for _ in 0..<50 {
      try device.send(Change(trigger.key, isHeld ? 0 : 1))
      try device.send(Change(trigger.key, isHeld ? 1 : 0))
    }
  }

  /// Puts fingers on the picture, moves them or lifts them, in one frame.
  /// - Parameters:
  ///   - fingers: where they are, in mm; nil for one that is up
  ///   - areOthers: none of them was there before: one that was has been lifted in this frame
  func show(_ fingers: [Point?], areOthers: Bool = false) throws {
    guard let device = devices[.glass] else { return }
    var changes: [Change] = []
    for (index, point) in fingers.enumerated() where point != nil || isDown[index] {
      changes.append(Change(.mtSlot, Int32(index) + 1))
      if (point != nil) != isDown[index] || (areOthers && point != nil) {
        nextFinger = nextFinger % 60_000 + 1
        changes.append(Change(.mtTrackingID, point == nil ? -1 : nextFinger))
        isDown[index] = point != nil
      }
      guard let point else { continue }
      changes += [
        Change(.mtPositionX, Int32((12 * point.x).rounded())), Change(.mtPositionY, Int32((12 * point.y).rounded())),
      ]
    }
    changes.append(Change(.btnTouch, isDown.contains(true) || held.contains(.ring) ? 1 : 0))
    try device.send(changes)
  }

  func letGo() throws {
    for trigger in Trigger.allCases where held.contains(trigger) { try set(trigger, down: false) }
    try show([nil, nil])
  }
}
