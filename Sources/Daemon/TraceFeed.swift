import Bridge
import InputModel
import Traces

/// The configuration has no device that the trace has.
public struct UnfittingTrace: Error, CustomStringConvertible {
  public var devices: [String]

  public var description: String {
    let list = devices.map { "'\(TerminalFormat.printable($0))'" }.joined(separator: ", ")
    return devices.isEmpty
      ? "it does not describe its device (its N:, B: and A: lines are missing)"
      : "no device of the configuration fits it, it is of \(list): change a match or a trigger"
  }
}

/// A trace in place of devices, in real time: its first event happens when the feed starts.
final class TraceFeed {
  /// A gap of days in a trace is no reason to wait for days.
  static let longestGap = Interval.seconds(10)

  private let settings: Settings
  private let devices: [Trace.Device]
  /// All events in order of time, their stamps moved to now.
  private var queue: [DeviceEvent] = []
  private var next = 0

  init(_ trace: Trace, settings: Settings) {
    self.settings = settings
    devices = trace.devices.filter { $0.description != nil }
  }

  /// What the devices of the trace call themselves.
  var names: [String] { devices.compactMap { $0.description?.name } }

  /// When the next event happens; nil when all have.
  var deadline: Timestamp? { next < queue.count ? queue[next].event.time : nil }

  /// Everything has been handed out.
  var isOver: Bool { next >= queue.count }

  /// The devices of the configuration that the trace has, each as if it had just come.
  func start(at now: Timestamp, merger: inout FrameMerger) -> [Arrival] {
    var arrivals: [Arrival] = []
    for (position, device) in devices.enumerated() {
      guard let description = device.description else { continue }
      let kind = DeviceClass(describing: description)
      let fitting = settings.devices.references.first {
        settings.fits(description, node: "trace", links: [], kind: kind, $0)
      }
      guard let fitting else { continue }
      let id = DeviceID(rawValue: UInt32(position + 1))
      merger.add(id, rank: fitting.position)
      queue += device.eventsWithSlots().events.map { DeviceEvent(id, $0) }
      arrivals.append(
        Arrival(
          id: id, device: fitting, node: "trace", kind: settings.devices[fitting].kind ?? kind,
          description: description, state: device.state))
    }
    // Events of one device keep their order, also where its stamps run back.
    let order = queue.indices.sorted { (queue[$0].event.time, $0) < (queue[$1].event.time, $1) }
    var time = now
    var last = order.first.map { queue[$0].event.time } ?? .zero
    queue = order.map { index in
      var event = queue[index]
      time = time + min(event.event.time - last, Self.longestGap)
      last = event.event.time
      event.event.time = time
      return event
    }
    return arrivals
  }

  /// Hands on what has happened up to now.
  func drain(upTo now: Timestamp, into merger: inout FrameMerger) {
    while next < queue.count, queue[next].event.time <= now {
      merger.consume(queue[next].event, from: queue[next].device)
      next += 1
    }
  }
}
