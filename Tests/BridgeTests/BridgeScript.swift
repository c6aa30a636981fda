import Bridge
import Controls
import InputModel
import ProtocolA

/// What happens, as a line of text: words with times in milliseconds, in order of time.
///
/// `↓0 ↑299` the record key of `button`; `play↓0 other↓5 hook↓9` (hook: a switch, 1) the other keys; `↻40` auto-repeat;
/// `↓↑50` both in one frame. `f1:50,80@0` the first finger is at 50 mm, 80 mm of `glass` (it lands or moves), `f1:up@9`,
/// `f1:palm@9`, `f1:20,30+f2:70,30@0` in one frame; `p:50,80@0 p:up@9` the finger of `pane`; `film:10,10+20,20@0
/// film:@9` all that touches `film` in a frame; `raw:slot=2+id=7+x=100@0` the very events of `glass`. `lost:↑500` happens, but its events are lost; `drop:button@600`
/// the kernel says so, and what is different is read back. `gone:button@1500 back:button@2000` unplugged (whatever is
/// done meanwhile is unseen) and plugged in again; `withdraw:button@1500` the kernel itself lets go of its keys. `sleep@9`, `terminate@9`, `off:record@9`, `on:record@9`. `record:start@9` and
/// the other requests, by their words (`photo:reset`, `ring:42%`, `ring:error`, `ring:fine`); `reload@9` takes the same
/// settings anew; `found:running@9`, `found:ended@9` a take of an earlier run; `percent:40@9` the
/// recorder of the last take says so. `.5000` time passes.
struct BridgeScript {
  enum Step {
    case events(ScriptDevice, [(EventCode, Int32)])
    case gone(ScriptDevice)
    case back(ScriptDevice, DeviceState)
    case sleep
    case terminate
    case request(String, ControlRequest)
    case reload
    case found(isRunning: Bool)
    case percent(Double)
    case nothing
  }

  struct Unreadable: Error { var word: Substring }

  private(set) var steps: [(time: Timestamp, step: Step)] = []
  /// How each device is, from when on; what is read back.
  private(set) var history: [(time: Timestamp, device: ScriptDevice, state: DeviceState)] = []

  private var truths: [ScriptDevice: DeviceTruth] = [:]
  /// What the events have told so far.
  private var told: [ScriptDevice: DeviceTruth] = [:]
  private var absent: Set<ScriptDevice> = []
  private var nextID: Int32 = 1

  init(_ text: String) throws {
    var translator = SlotTranslator(describing: ScriptDevice.film.description)
    for word in text.split(separator: " ") {
      guard let (verb, time) = Self.split(word), time >= steps.last?.time ?? .zero else { throw Unreadable(word: word) }
      if verb.hasPrefix("film:") {
        var events: [RawEvent] = []
        for event in try Self.anonymous(verb.dropFirst(5), word: word, at: time) {
          translator?.consume(event, into: &events)
        }
        steps.append((time, .events(.film, events.filter { $0.code != .synReport }.map { ($0.code, $0.value) })))
      } else {
        try add(verb, word: word, at: time)
      }
    }
  }

  /// A frame of protocol A.
  private static func anonymous(_ contacts: Substring, word: Substring, at time: Timestamp) throws -> [RawEvent] {
    var events: [RawEvent] = []
    for contact in contacts.split(separator: "+") {
      guard let (x, y) = position(contact) else { throw Unreadable(word: word) }
      events += [
        RawEvent(time, .mtPositionX, x), RawEvent(time, .mtPositionY, y), RawEvent(time, .synMTReport, 0),
      ]
    }
    if events.isEmpty { events = [RawEvent(time, .synMTReport, 0)] }
    return events + [.report(time)]
  }

  /// A place in millimetres, in units.
  private static func position(_ text: Substring) -> (x: Int32, y: Int32)? {
    let place = text.split(separator: ",").compactMap { Double($0) }
    guard place.count == 2 else { return nil }
    return (
      Int32((place[0] * ScriptDevice.scale).rounded()), Int32((place[1] * ScriptDevice.scale).rounded())
    )
  }

  /// Some takes may go on, or stay suspended, without being held.
  var leavesTakes: Bool {
    steps.contains { moment in
      guard case .request(_, let request) = moment.step else { return false }
      return [.start, .toggle, .suspend, .resume].contains(request)
    }
  }

  /// How a device is just before a time: a reading comes before the events of its own stamp.
  func state(of device: ScriptDevice, before time: Timestamp) -> DeviceState {
    history.last { $0.device == device && $0.time < time }?.state ?? DeviceTruth().state(of: device)
  }

  private static func split(_ word: Substring) -> (verb: Substring, time: Timestamp)? {
    let end = word.lastIndex(of: "@") ?? word.lastIndex { "↓↑↻.".contains($0) }
    guard let end, let time = Int64(word[word.index(after: end)...]) else { return nil }
    return (word[end] == "@" ? word[..<end] : word[...end], Timestamp(microseconds: time * 1000))
  }

  private mutating func add(_ verb: Substring, word: Substring, at time: Timestamp) throws {
    let isLost = verb.hasPrefix("lost:")
    let what = isLost ? verb.dropFirst(5) : verb
    let parts = what.split(separator: ":", omittingEmptySubsequences: false)
    let argument = parts.count > 1 ? String(parts[1]) : ""
    switch parts[0] {
    case ".": steps.append((time, .nothing))
    case "sleep": steps.append((time, .sleep))
    case "terminate": steps.append((time, .terminate))
    case "off", "on": steps.append((time, .request(argument, parts[0] == "on" ? .enable : .disable)))
    case "percent":
      guard let percent = Double(argument) else { throw Unreadable(word: word) }
      steps.append((time, .percent(percent)))
    case "reload": steps.append((time, .reload))
    case "found": steps.append((time, .found(isRunning: argument == "running")))
    case "gone", "back", "drop", "withdraw":
      guard let device = ScriptDevice(rawValue: argument) else { throw Unreadable(word: word) }
      change(device, by: parts[0], at: time)
    default:
      if let request = ControlRequest(scriptWord: argument) {
        steps.append((time, .request(String(parts[0]), request)))
      } else if what.last.map({ "↓↑↻".contains($0) }) ?? false {
        try press(what, isLost: isLost, word: word, at: time)
      } else if parts[0] == "raw" {
        try send(parts[1], word: word, at: time)
      } else {
        try touch(what, isLost: isLost, word: word, at: time)
      }
    }
  }

  private mutating func change(_ device: ScriptDevice, by verb: Substring, at time: Timestamp) {
    let truth = truths[device] ?? DeviceTruth()
    switch verb {
    case "gone":
      absent.insert(device)
      truths[device] = DeviceTruth()
      steps.append((time, .gone(device)))
    case "back":
      absent.remove(device)
      steps.append((time, .back(device, truth.state(of: device))))
    case "withdraw":
      truths[device, default: DeviceTruth()].down = []
      let difference = (truths[device] ?? DeviceTruth()).difference(from: truth)
      steps.append((time, .events(device, difference + [(.synReport, 1)])))
    default:
      let difference = truth.difference(from: told[device] ?? DeviceTruth())
      steps.append((time, .events(device, [(.synDropped, 0)] + difference)))
    }
    told[device] = truths[device]
    note(device, at: time)
  }

  private mutating func press(_ what: Substring, isLost: Bool, word: Substring, at time: Timestamp) throws {
    let name = what.prefix { !"↓↑↻".contains($0) }
    guard let key = ScriptKey(rawValue: name.isEmpty ? "button" : String(name)) else { throw Unreadable(word: word) }
    var events: [(EventCode, Int32)] = []
    for arrow in what.dropFirst(name.count) { events.append((key.code, arrow == "↓" ? 1 : arrow == "↑" ? 0 : 2)) }
    happen(on: key.device, events, isLost: isLost, at: time) { truth in
      for (code, value) in events {
        if value == 1 { truth.down.insert(code) } else if value == 0 { truth.down.remove(code) }
      }
    }
  }

  /// What one or more fingers of a device do in one frame.
  private mutating func touch(_ what: Substring, isLost: Bool, word: Substring, at time: Timestamp) throws {
    let device = what.hasPrefix("p:") ? ScriptDevice.pane : .glass
    var truth = truths[device] ?? DeviceTruth()
    var slots: [Int] = []
    for act in what.split(separator: "+") {
      let parts = act.split(separator: ":")
      guard parts.count == 2, let slot = device == .pane ? 1 : Int(parts[0].dropFirst()) else {
        throw Unreadable(word: word)
      }
      slots.append(slot - 1)
      try change(&truth, slot - 1, of: device, to: parts[1], word: word)
    }
    let events = truth.difference(from: truths[device] ?? DeviceTruth())
    happen(on: device, events, isLost: isLost, at: time) { told in
      told.down = truth.down
      (told.x, told.y) = (truth.x, truth.y)
      for slot in slots { told.fingers[slot] = truth.fingers[slot] }
    }
  }

  private mutating func change(
    _ truth: inout DeviceTruth, _ slot: Int, of device: ScriptDevice, to argument: Substring, word: Substring
  ) throws {
    switch argument {
    case "up" where device == .pane: truth.down.remove(.btnMouse)
    case "up": truth.fingers[slot] = nil
    case "palm": truth.fingers[slot]?.isPalm = true
    default:
      guard let (x, y) = Self.position(argument) else { throw Unreadable(word: word) }
      if device == .pane {
        (truth.x, truth.y) = (x, y)
        truth.down.insert(.btnMouse)
      } else {
        let id = truth.fingers[slot]?.id ?? nextID
        nextID = max(nextID, id + 1)
        truth.fingers[slot] = DeviceTruth.Finger(id: id, x: x, y: y)
      }
    }
  }

  private mutating func send(_ events: Substring, word: Substring, at time: Timestamp) throws {
    let codes: [Substring: EventCode] = [
      "slot": .mtSlot, "id": .mtTrackingID, "x": .mtPositionX, "y": .mtPositionY, "touch": .btnTouch,
    ]
    let sent = try events.split(separator: "+").map { event in
      let parts = event.split(separator: "=")
      guard parts.count == 2, let code = codes[parts[0]], let value = Int32(parts[1]) else {
        throw Unreadable(word: word)
      }
      return (code, value)
    }
    steps.append((time, .events(.glass, sent)))
  }

  private mutating func happen(
    on device: ScriptDevice, _ events: [(EventCode, Int32)], isLost: Bool, at time: Timestamp,
    change: (inout DeviceTruth) -> Void
  ) {
    change(&truths[device, default: DeviceTruth()])
    note(device, at: time)
    if isLost || absent.contains(device) {
      steps.append((time, .nothing))
    } else {
      change(&told[device, default: DeviceTruth()])
      steps.append((time, .events(device, events)))
    }
  }

  private mutating func note(_ device: ScriptDevice, at time: Timestamp) {
    history.append((time, device, (truths[device] ?? DeviceTruth()).state(of: device)))
  }
}
