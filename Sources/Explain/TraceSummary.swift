public import Bridge
internal import Gestures
public import InputModel
public import Traces

/// What there is in a trace.
public struct TraceSummary: Sendable {
  public var devices: [Device]

  public init(_ trace: Trace) {
    devices = trace.devices.enumerated().map { Device($1, number: $0 + 1, start: trace.start) }
  }

  /// From the first landing on a surface until all fingers are up.
  public struct Touch: Hashable, Sendable {
    public var begin: Timestamp
    public var end: Timestamp
    public var contacts = 0
    /// At once.
    public var most = 0
    /// The trace ends before it.
    public var isOpen = true
  }

  public struct Press: Hashable, Sendable {
    public var code: EventCode
    public var begin: Timestamp
    /// Nil when the trace ends before it.
    public var held: Interval?
  }

  public struct Device: Sendable {
    /// From 1.
    public var number: Int
    public var description: DeviceDescription
    public var kind: DeviceClass
    public var size: SurfaceSize?
    public var events: Int
    public private(set) var reports = 0
    public private(set) var touches: [Touch] = []
    public private(set) var presses: [Press] = []
    /// From the trace's first event to the device's first and last.
    public var begin = Interval.zero
    public var end = Interval.zero

    private let start: Timestamp
    private var down: Set<ContactID> = []

    init(_ device: Trace.Device, number: Int, start: Timestamp) {
      self.number = number
      self.start = start
      description = device.knownDescription
      kind = DeviceClass(describing: description)
      events = device.events.count
      reports = device.events.count { $0.code == .synReport }
      let calibration = Calibration(describing: description)
      size = calibration?.surface
      guard let first = device.events.first, let last = device.events.map(\.time).max() else { return }
      (begin, end) = (first.time - start, last - start)
      device.forEachFrame(calibration: calibration) { frame in
        // What time alone brings is not in the trace.
        if frame.time <= last { consume(frame) }
      }
    }

    private mutating func consume(_ frame: Frame) {
      for transition in frame.transitions where description.isButton(transition.code) {
        if transition.isDown {
          presses.append(Press(code: transition.code, begin: frame.time))
        } else if let press = presses.lastIndex(where: { $0.code == transition.code && $0.held == nil }) {
          presses[press].held = frame.time - presses[press].begin
        }
      }
      let wasTouched = !down.isEmpty
      for contact in frame.contacts where !contact.phase.isActive { down.remove(contact.id) }
      if wasTouched { note(frame.time) }
      let landed = frame.contacts.filter { $0.phase == .began }
      guard !landed.isEmpty else { return }
      if down.isEmpty { touches.append(Touch(begin: frame.time, end: frame.time)) }
      down.formUnion(landed.map(\.id))
      touches[touches.count - 1].contacts += landed.count
      note(frame.time)
    }

    /// What a frame says of the touch that goes on, or ends with it.
    private mutating func note(_ time: Timestamp) {
      let touch = touches.count - 1
      touches[touch].end = time
      touches[touch].most = max(touches[touch].most, down.count)
      touches[touch].isOpen = !down.isEmpty
    }
  }
}

// MARK: - For people and for programs

extension TraceSummary.Device {
  /// A few lines, without the end of the last.
  public var text: String {
    var lines = [
      "device \(number): \(TerminalFormat.printable(description.name)), \(kind.rawValue)"
        + (sizeWords.map { ", \($0)" } ?? "")
    ]
    lines.append(
      "  \(events) events in \(reports) reports, from \(Wording.clock(begin)) to \(Wording.seconds(end))")
    var entries: [(begin: Timestamp, text: String)] = touches.map { touch in
      let count =
        Wording.fingers(touch.contacts)
        + (touch.most < touch.contacts ? ", at most \(touch.most) at once" : "")
      return (
        touch.begin,
        "touched for \(Wording.seconds(touch.end - touch.begin)) by \(count)\(touch.isOpen ? ", not lifted" : "")"
      )
    }
    entries += presses.map { press in
      (
        press.begin,
        "\(Wording.name(press.code)) " + (press.held.map { "down for \(Wording.seconds($0))" } ?? "down, not let go")
      )
    }
    let order = entries.indices.sorted { (entries[$0].begin, $0) < (entries[$1].begin, $1) }
    lines += order.map { place in
      let clock = Wording.clock(entries[place].begin - start)
      return String(repeating: " ", count: max(0, 9 - clock.utf8.count)) + clock + "  " + entries[place].text
    }
    return lines.joined(separator: "\n")
  }

  /// The device, then its touches, then its presses, a record each.
  public var records: [[EventField]] {
    let number = EventField("device", .number(Int64(self.number)))
    let identity = description.identity
    var device = [
      number, EventField("name", .text(description.name)), EventField("kind", .text(kind.rawValue)),
      EventField("vendor", .number(Int64(identity.vendor))), EventField("product", .number(Int64(identity.product))),
      EventField("events", .number(Int64(events))), EventField("reports", .number(Int64(reports))),
      EventField("begin", .seconds(begin)), EventField("end", .seconds(end)),
    ]
    if let size {
      device += [
        EventField("width", .decimal(size.size.width)), EventField("height", .decimal(size.size.height)),
        EventField("assumed", .flag(size.isAssumed)),
      ]
    }
    let touches = touches.map { touch in
      [
        number, EventField("touch", .seconds(touch.begin - start)),
        EventField("duration", .seconds(touch.end - touch.begin)),
        EventField("fingers", .number(Int64(touch.contacts))), EventField("most", .number(Int64(touch.most))),
        EventField("open", .flag(touch.isOpen)),
      ]
    }
    let presses = presses.map { press in
      [
        number, EventField("press", .seconds(press.begin - start)), EventField("code", .text(Wording.name(press.code))),
      ] + (press.held.map { [EventField("held", .seconds($0))] } ?? [])
    }
    return [device] + touches + presses
  }

  private var sizeWords: String? {
    size.map { size in
      "\(Wording.number(size.size.width, decimals: 0)) x \(Wording.number(size.size.height, decimals: 0)) mm"
        + (size.isAssumed ? " (assumed)" : "")
    }
  }
}
