import Bridge
import EventLoop
import Evdev
import InputModel
import ProtocolA

/// A device that is open and read from.
final class OpenDevice {
  private(set) var id: DeviceID
  private(set) var device: Reference<DeviceSettings>
  private(set) var node: DeviceNode
  var handle: Device
  let watch: Watch
  /// When the grab is tried again; nil when it is not wanted, or there.
  var nextGrab: Timestamp?
  private var chord: PanicChord?
  /// For a touchscreen that does not tell its contacts apart.
  private var translator: SlotTranslator?
  private var events: [RawEvent] = []
  private var translated: [RawEvent] = []
  private var hasToldSurplus = false
  /// From an event's stamp until it was read.
  private(set) var lag = RecentMaximum()

  init(
    id: DeviceID, device: Reference<DeviceSettings>, node: DeviceNode, handle: consuming Device,
    watch: consuming Watch, grabs: Bool
  ) {
    self.id = id
    self.device = device
    self.node = node
    chord = grabs && handle.description.has(PanicChord.key) ? PanicChord() : nil
    translator = SlotTranslator(describing: handle.description)
    self.handle = handle
    self.watch = watch
  }

  /// Goes on under another name, as if it had just been opened; returns what is so now.
  func begin(as id: DeviceID, _ device: Reference<DeviceSettings>, _ node: DeviceNode) throws(EvdevError) -> DeviceState
  {
    let state = try handle.state()
    self.id = id
    self.device = device
    self.node = node
    translator = SlotTranslator(describing: handle.description)
    return state
  }

  /// Hands on all that is queued; throws when the device is gone or fails, after what was read before. True when that
  /// was the panic chord, and the grab is let go.
  func drain(into merger: inout FrameMerger) throws(EvdevError) -> Bool {
    events.removeAll(keepingCapacity: true)
    defer { for event in events { hand(event, to: &merger) } }
    try handle.drain(into: &events)
    if let first = events.first {
      let now = EventLoop.now
      lag.note(now - first.time, at: now)
    }
    for event in events where chord?.consume(event) == true {
      letGo()
      return true
    }
    return false
  }

  private func hand(_ event: RawEvent, to merger: inout FrameMerger) {
    guard translator != nil else { return merger.consume(event, from: id) }
    translated.removeAll(keepingCapacity: true)
    translator?.consume(event, into: &translated)
    for event in translated { merger.consume(event, from: id) }
  }

  /// True once, when a frame had more anonymous contacts than can be told apart.
  func takeSurplus() -> Bool {
    defer { hasToldSurplus = hasToldSurplus || (translator?.surplusContacts ?? 0) > 0 }
    return !hasToldSurplus && (translator?.surplusContacts ?? 0) > 0
  }

  /// The person wants the keyboard back, and for good.
  private func letGo() {
    handle.release()
    nextGrab = nil
    chord = nil
  }
}

/// Ctrl+Alt+Backspace: gives a grabbed keyboard back, whatever the configuration says.
struct PanicChord {
  static let key = EventCode.key(14)
  private static let controls: [EventCode] = [.key(29), .key(97)]
  private static let alts: [EventCode] = [.key(56), .key(100)]
  /// What has to be heard for the chord to be known.
  static let codes: Set<EventCode> = Set(controls + alts + [key])

  private var down: Set<EventCode> = []

  /// True when the event completes the chord.
  mutating func consume(_ event: RawEvent) -> Bool {
    guard Self.codes.contains(event.code) else { return false }
    if event.value == 0 {
      down.remove(event.code)
      return false
    }
    down.insert(event.code)
    return down.contains(Self.key) && !down.isDisjoint(with: Self.controls) && !down.isDisjoint(with: Self.alts)
  }
}
