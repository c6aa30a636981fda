import Bridge
import EventLoop
import Evdev
import InputModel
import Supervision

/// Which devices of the configuration are there: finds them, opens them, keeps the binding when they leave.
///
/// A device is opened when exactly one node fits (or all are wanted). A node that can not be opened yet is tried again
/// when udev announces it and with growing pauses up to 5 s. A second fit never displaces the first.
final class DeviceRoster {
  private struct Attempt {
    var count: Int
    var next: Timestamp
  }

  /// The release of a key that is not bound wakes nobody.
  private static let grabPause = Interval.milliseconds(250)
  /// Nor does the end of somebody else's grab.
  private static let foreignGrabPause = Interval.seconds(2)
  private static let firstPause = Interval.milliseconds(100)
  private static let longestPause = Interval.seconds(5)
  /// A refusal that udev's rules are about to lift is nobody's business.
  private static let attemptsBeforeComplaint = 3

  private let settings: Settings
  private let log: Log
  private var discovery: Discovery
  private var watch: Watch?
  private var nodes: [DeviceNode] = []
  private var open: [OpenDevice] = []
  /// Opened with earlier settings, until the first look at who is there; these may go on with them.
  private var inherited: [(name: String, device: OpenDevice)] = []
  private var attempts: [String: Attempt] = [:]
  /// What was said, so that it is said once.
  private var said: Set<String> = []
  private var nextID: UInt32

  convenience init(_ settings: Settings, log: Log, loop: inout EventLoop) throws {
    try self.init(settings, firstID: 1, log: log, loop: &loop)
  }

  private init(_ settings: Settings, firstID: UInt32, log: Log, loop: inout EventLoop) throws {
    self.settings = settings
    self.log = log
    nextID = firstID
    let discovery = try Discovery()
    watch = try loop.watch(descriptor: discovery.descriptor, priority: .input)
    self.discovery = discovery
  }

  /// When a node or a grab is to be tried again.
  var deadline: Timestamp? {
    open.reduce(attempts.values.reduce(nil) { earliest($0, $1.next) }) { earliest($0, $1.nextGrab) }
  }

  /// Ready when devices came or left.
  var token: Token? { watch?.token }

  /// Lets devices come and leave unheard: their news, never taken, would wake the loop before everything else.
  func stopFollowing() { watch = nil }

  /// Reads every open device until nothing is queued, but for those of which as many events wait as the backlog may have;
  /// returns those that are gone.
  func drain(at now: Timestamp, backlog: Int, into merger: inout FrameMerger) -> [DeviceID] {
    var gone: [DeviceID] = []
    for device in open where merger.waiting(of: device.id) < backlog {
      do throws(EvdevError) {
        if try device.drain(into: &merger) {
          log(.notice, "Ctrl+Alt+Backspace: \(device.node.path) is no longer grabbed")
        }
        if device.nextGrab != nil { grab(device, at: now) }
      } catch {
        if case .gone = error {} else { log(.error, "\(error)") }
        gone.append(device.id)
      }
    }
    return gone
  }

  /// A device has so many events waiting that it is left out.
  func hasBacklog(of backlog: Int, in merger: FrameMerger) -> Bool {
    open.contains { merger.waiting(of: $0.id) >= backlog }
  }

  /// How long events of each device waited to be read, at the worst of the last minute or two.
  func lags(at now: Timestamp) -> [DeviceID: Interval] {
    open.reduce(into: [:]) { $0[$1.id] = $1.lag.value(at: now) }
  }

  /// The devices that have had more anonymous contacts than can be told apart, each told once.
  func takeOverfull() -> [String] {
    open.filter { $0.takeSurplus() }.map { settings.devices[$0.device].name }
  }

  /// Closes a device that is gone; its binding waits for it to come back. What was read of it is still to be merged.
  func close(_ id: DeviceID) {
    guard let index = open.firstIndex(where: { $0.id == id }) else { return }
    let device = open.remove(at: index)
    nodes.removeAll { $0.path == device.node.path }
    log(.notice, "device '\(settings.devices[device.device].name)' left (\(device.node.path)); waiting for it")
  }

  /// A device that is open.
  func device(_ id: DeviceID) -> OpenDevice? { open.first { $0.id == id } }

  /// The roster of a changed configuration, which has opened nothing yet.
  func successor(_ settings: Settings, loop: inout EventLoop) throws -> DeviceRoster {
    try DeviceRoster(settings, firstID: nextID, log: log, loop: &loop)
  }

  /// Takes the devices of the roster before, which gives them up for good: those that would be opened the same way stay
  /// open, and so what others hear of them, a grab, and what they tell meanwhile.
  func inherit(from old: DeviceRoster, merger: inout FrameMerger) {
    for device in old.open { merger.remove(device.id) }
    inherited = old.open.compactMap { device in
      let (was, description) = (old.settings.devices[device.device], device.handle.description)
      let codes = old.settings.codes(of: device.device, on: description)
      let stays = settings.devices.references.contains {
        settings.devices[$0] == was && settings.codes(of: $0, on: description) == codes
      }
      return stays ? (was.name, device) : nil
    }
    old.open = []
    old.watch = nil
  }

  func state(of id: DeviceID) -> DeviceState? {
    guard let device = open.first(where: { $0.id == id }) else { return nil }
    return try? device.handle.state()
  }

  /// Follows what came and went, and tries again what was refused; returns the devices that came, each with a time
  /// before all that it has told.
  func follow(
    at now: Timestamp, loop: inout EventLoop, merger: inout FrameMerger
  ) -> [(time: Timestamp, arrival: Arrival)] {
    do throws(EvdevError) {
      for change in try discovery.drain() {
        switch change {
        case .appeared(let node), .changed(let node):
          nodes.removeAll { $0.path == node.path }
          nodes.append(node)
          attempts[node.path]?.next = now
        case .left(let path):
          nodes.removeAll { $0.path == path }
          attempts[path] = nil
        }
      }
    } catch {
      complain(.error, "\(error)")
    }
    var arrivals: [(time: Timestamp, arrival: Arrival)] = []
    for device in settings.devices.references {
      for node in candidates(for: device) {
        if let attempt = attempts[node.path], attempt.next > now { continue }
        let time = EventLoop.now
        if let arrival = open(node, as: device, at: now, loop: &loop) {
          merger.add(arrival.id, rank: device.position)
          arrivals.append((time, arrival))
        }
      }
    }
    inherited = []
    // Who is not wanted at the moment, as when two fit, is tried when he is: a time that has passed would keep the loop
    // turning.
    attempts = attempts.filter { $0.value.next > now }
    return arrivals
  }

  /// Names the devices of the configuration that nobody has seen.
  func sayWhatIsMissing() {
    for device in settings.devices.references where !open.contains(where: { $0.device == device }) {
      // Of one that is there and can not be used, or not yet opened, more is known.
      guard !nodes.contains(where: { settings.fits($0, device) }) else { continue }
      let useless = nodes.compactMap { settings.uselessness(of: $0, as: device) }
      for message in useless { complain(.warning, message) }
      if useless.isEmpty {
        complain(.warning, "device '\(settings.devices[device].name)' is not there; waiting for it")
      }
    }
  }
}

// MARK: - Choosing and opening

extension DeviceRoster {
  /// The nodes that are to be opened for a device now.
  private func candidates(for device: Reference<DeviceSettings>) -> [DeviceNode] {
    let device = (reference: device, settings: settings.devices[device])
    let fitting = nodes.filter { node in settings.fits(node, device.reference) }
    let bound = open.filter { $0.device == device.reference }
    let free = fitting.filter { node in !open.contains { $0.node.path == node.path } }
    if device.settings.takesAll { return free }
    guard let first = bound.first else {
      // Who is in use stays so, also when another one fits since.
      let inUse = free.filter { heir($0, device.reference) != nil }
      if inUse.count == 1 { return inUse }
      if free.count > 1 {
        complain(
          .error,
          "device '\(device.settings.name)' fits \(free.count) devices: \(free.map(\.distinction).joined(separator: ", "))"
            + "; none is used: add path, phys or uniq to its match, or all: true")
        return []
      }
      return free
    }
    for node in free {
      complain(
        .warning,
        "device '\(device.settings.name)' also fits \(node.distinction); \(first.node.distinction) stays in use")
    }
    return []
  }

  private func open(
    _ node: DeviceNode, as device: Reference<DeviceSettings>, at now: Timestamp, loop: inout EventLoop
  ) -> Arrival? {
    let deviceSettings = settings.devices[device]
    if let opened = heir(node, device) { return goOn(opened, as: device, node) }
    var codes = settings.codes(of: device, on: node.description)
    if deviceSettings.grab { codes.formUnion(PanicChord.codes) }
    do {
      let handle = try Device(path: node.path, codes: codes)
      let watch = try loop.watch(descriptor: handle.descriptor, priority: .input)
      let opened = OpenDevice(
        id: DeviceID(rawValue: nextID), device: device, node: node, handle: handle, watch: watch,
        grabs: deviceSettings.grab)
      nextID += 1
      open.append(opened)
      attempts[node.path] = nil
      log(.notice, "device '\(deviceSettings.name)' is \(node.distinction) '\(node.description.name)'")
      if deviceSettings.grab { grab(opened, at: now) }
      return arrival(opened, opened.handle.stateAtOpening)
    } catch {
      refuse(node, "\(error)", at: now)
      return nil
    }
  }

  /// A device that was open with the same settings.
  private func heir(_ node: DeviceNode, _ device: Reference<DeviceSettings>) -> OpenDevice? {
    inherited.first { $0.name == settings.devices[device].name && $0.device.node.path == node.path }?.device
  }

  private func goOn(_ opened: OpenDevice, as device: Reference<DeviceSettings>, _ node: DeviceNode) -> Arrival? {
    let id = DeviceID(rawValue: nextID)
    nextID += 1
    // One that is gone is found again when it is back.
    guard let state = try? opened.begin(as: id, device, node) else { return nil }
    open.append(opened)
    return arrival(opened, state)
  }

  private func arrival(_ opened: OpenDevice, _ state: DeviceState) -> Arrival {
    Arrival(
      id: opened.id, device: opened.device, node: opened.node.path,
      kind: settings.devices[opened.device].kind ?? opened.node.deviceClass, description: opened.handle.description,
      state: state, matrix: opened.node.matrix)
  }

  private func refuse(_ node: DeviceNode, _ message: String, at now: Timestamp) {
    let count = (attempts[node.path]?.count ?? 0) + 1
    var pause = Self.firstPause
    for _ in 1..<min(count, 7) { pause = pause + pause }
    attempts[node.path] = Attempt(count: count, next: now + min(pause, Self.longestPause))
    if count >= Self.attemptsBeforeComplaint { complain(.error, message) }
  }

  private func grab(_ device: OpenDevice, at now: Timestamp) {
    device.nextGrab = nil
    do throws(EvdevError) {
      try device.handle.grab()
      log(.notice, "\(device.node.path) is grabbed: nobody else gets its events")
    } catch {
      switch error {
      case .keyDown:
        device.nextGrab = now + Self.grabPause
        complain(.notice, "\(error); it is grabbed when all are up")
      case .grabbedByAnother(let path):
        device.nextGrab = now + Self.foreignGrabPause
        let readers = NodeReader.all(of: path).map { "\($0.name) (\($0.process))" }.joined(separator: ", ")
        let who = readers.isEmpty ? "'sudo fuser -v \(path)' shows who reads it" : "read by \(readers)"
        complain(.warning, "\(error) (\(who)); its presses do not get here until that ends, then it is grabbed")
      default: complain(.warning, "\(error); reading it along with the others")
      }
    }
  }

  private func complain(_ level: Log.Level, _ message: String) {
    if said.insert(message).inserted { log(level, message) }
  }
}
