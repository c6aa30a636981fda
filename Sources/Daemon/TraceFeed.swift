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
  private var settings: Settings
  private let devices: [Trace.Device]
  private let longestGap: Interval
  /// All events in order of time, their stamps moved to now, with their device's place in the trace.
  private var queue: [(device: Int, event: RawEvent)] = []
  private var next = 0
  /// What the devices are called now; nil for one that the configuration has not.
  private var ids: [DeviceID?]
  private var nextID: UInt32 = 1
  /// What is so on the devices by now.
  private var states: [DeviceState]

  /// - Parameter longestGap: a longer one between two events is shortened to it
  init(_ trace: Trace, settings: Settings, longestGap: Interval) {
    self.settings = settings
    self.longestGap = longestGap
    devices = trace.devices.filter { $0.description != nil }
    ids = devices.map { _ in nil }
    states = devices.map(\.state)
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
    let arrivals = arrive(merger: &merger)
    for (place, device) in devices.enumerated() where ids[place] != nil {
      var latest = Timestamp(microseconds: .min)
      queue += device.eventsWithSlots().events.map { event in
        latest = max(latest, event.time)
        return (place, RawEvent(latest, event.code, event.value))
      }
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

  /// The devices that a changed configuration has, each as if it had just come, as it is by now. Of those that the
  /// configuration before had not, there are no events.
  func restart(_ settings: Settings, merger: inout FrameMerger) -> [Arrival] {
    for id in ids.compactMap({ $0 }) { merger.remove(id) }
    self.settings = settings
    return arrive(merger: &merger)
  }

  /// Hands on what has happened up to now, until as many events of a device wait as the backlog may have: false when that
  /// is not all.
  @discardableResult func drain(upTo now: Timestamp, backlog: Int, into merger: inout FrameMerger) -> Bool {
    while next < queue.count, queue[next].event.time <= now {
      let (device, event) = queue[next]
      if let id = ids[device], merger.waiting(of: id) >= backlog { return false }
      states[device].note(event)
      if let id = ids[device] { merger.consume(event, from: id) }
      next += 1
    }
    return true
  }

  private func arrive(merger: inout FrameMerger) -> [Arrival] {
    var arrivals: [Arrival] = []
    for (place, device) in devices.enumerated() {
      ids[place] = nil
      guard let description = device.description, let fitting = settings.device(fitting: description) else { continue }
      let kind = settings.devices[fitting].kind ?? DeviceClass(describing: description)
      let id = DeviceID(rawValue: nextID)
      nextID += 1
      ids[place] = id
      merger.add(id, rank: fitting.position)
      arrivals.append(
        Arrival(
          id: id, device: fitting, node: "trace", kind: kind, description: description, state: states[place]))
    }
    return arrivals
  }
}

extension DeviceState {
  /// As the kernel keeps it.
  fileprivate mutating func note(_ event: RawEvent) {
    switch event.code {
    case .x: x = event.value
    case .y: y = event.value
    case .mtSlot: currentSlot = Int(event.value)
    case _ where event.code.type == .key || event.code.type == .sw:
      if event.value == 0 { down.remove(event.code) } else { down.insert(event.code) }
    case _ where slots.indices.contains(currentSlot):
      switch event.code {
      case .mtTrackingID: slots[currentSlot].trackingID = event.value
      case .mtPositionX: slots[currentSlot].x = event.value
      case .mtPositionY: slots[currentSlot].y = event.value
      case .mtToolType: slots[currentSlot].toolType = event.value
      default: break
      }
    default: break
    }
  }
}
