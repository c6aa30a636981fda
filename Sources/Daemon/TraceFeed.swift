public import Bridge
public import InputModel
import Traces

/// The configuration has no device that the trace has.
public struct UnfittingTrace: Error, CustomStringConvertible {
  public var devices: [String]

  public init(devices: [String]) { self.devices = devices }

  public var description: String {
    let list = devices.map { "'\(TerminalFormat.printable($0))'" }.joined(separator: ", ")
    return devices.isEmpty
      ? "it does not describe its device (its N:, B: and A: lines are missing)"
      : "no device of the configuration fits it, it is of \(list): change a match or a trigger"
  }
}

extension Settings {
  /// The first device of the configuration that a trace's device can be.
  public func device(fitting description: DeviceDescription) -> Reference<DeviceSettings>? {
    let kind = DeviceClass(describing: description)
    return devices.references.first { fits(description, node: "trace", links: [], kind: kind, $0) }
  }
}

/// A trace in place of devices: its first event happens when the feed starts.
final class TraceFeed {
  private let settings: Settings
  private let devices: [Trace.Device]
  private let longestGap: Interval
  /// All events in order of time, their stamps moved to now.
  private var queue: [DeviceEvent] = []
  private var next = 0

  /// - Parameter longestGap: a longer one between two events is shortened to it
  init(_ trace: Trace, settings: Settings, longestGap: Interval) {
    self.settings = settings
    self.longestGap = longestGap
    devices = trace.devices.filter { $0.description != nil }
  }

  /// What the devices of the trace call themselves.
  var names: [String] { devices.compactMap { $0.description?.name } }

  /// When the next event happens; nil when all have.
  var deadline: Timestamp? { next < queue.count ? queue[next].event.time : nil }

  /// Everything has been handed out.
  var isOver: Bool { next >= queue.count }

  /// When the last event happens.
  var end: Timestamp { queue.last?.event.time ?? .zero }

  /// The devices of the configuration that the trace has, each as if it had just come.
  func start(at now: Timestamp, merger: inout FrameMerger) -> [Arrival] {
    var arrivals: [Arrival] = []
    for (position, device) in devices.enumerated() {
      guard let description = device.description, let fitting = settings.device(fitting: description) else { continue }
      let kind = DeviceClass(describing: description)
      let id = DeviceID(rawValue: UInt32(position + 1))
      merger.add(id, rank: fitting.position)
      var latest = Timestamp(microseconds: .min)
      queue += device.eventsWithSlots().events.map { event in
        latest = max(latest, event.time)
        return DeviceEvent(id, RawEvent(latest, event.code, event.value))
      }
      arrivals.append(
        Arrival(
          id: id, device: fitting, node: "trace", kind: settings.devices[fitting].kind ?? kind,
          description: description, state: device.state))
    }
    // Events of one device keep their order: a stamp that runs back counts as the latest before.
    let order = queue.indices.sorted { (queue[$0].event.time, $0) < (queue[$1].event.time, $1) }
    var time = now
    var last = order.first.map { queue[$0].event.time } ?? .zero
    queue = order.map { index in
      var event = queue[index]
      time = time + min(event.event.time - last, longestGap)
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
