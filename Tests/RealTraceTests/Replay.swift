import InputModel
import Traces

/// What a trace's frames show.
struct Replay {
  /// From the first landing until all fingers are up.
  struct Session: Hashable {
    var begin: Timestamp
    var end: Timestamp
    var contacts = 0
    var most = 0
    var isOpen = true
  }

  private(set) var frames: [Frame] = []
  private(set) var sessions: [Session] = []
  /// How long every contact that ended was there.
  private(set) var contacts: [Interval] = []
  /// How long every key that went down and up was down.
  private(set) var presses: [Interval] = []
  private(set) var ghosts = 0
  /// Contacts that moved, ended or began out of turn.
  private(set) var strays: [Contact] = []
  /// Frames that were earlier than the one before.
  private(set) var runsBack = 0
  private(set) var live: Set<ContactID> = []
  private var landings: [ContactID: Timestamp] = [:]
  private var downSince: [EventCode: Timestamp] = [:]

  var heldAtEnd: Int { downSince.count }

  /// - Parameter rest: goes on for so long after the last event
  init(_ device: Trace.Device, calibration: Calibration? = nil, rest: Interval = .zero) {
    let description = device.description ?? DeviceDescription(name: "")
    var assembler = FrameAssembler(
      description: description, calibration: calibration ?? Calibration(describing: description), state: device.state)
    let events = device.eventsWithSlots().events
    for event in events {
      advance(&assembler, to: event.time)
      if assembler.consume(event) { consume(assembler.frame) }
    }
    if rest > .zero, let last = events.last { advance(&assembler, to: last.time + rest) }
  }

  private mutating func advance(_ assembler: inout FrameAssembler, to time: Timestamp) {
    while assembler.advance(to: time) { consume(assembler.frame) }
  }

  private mutating func consume(_ frame: Frame) {
    if let last = frames.last, frame.time < last.time { runsBack += 1 }
    frames.append(frame)
    ghosts += frame.ghosts.count
    for transition in frame.transitions {
      if transition.isDown {
        downSince[transition.code] = frame.time
      } else if let down = downSince.removeValue(forKey: transition.code) {
        presses.append(frame.time - down)
      }
    }
    let wasTouched = !live.isEmpty
    if !wasTouched, frame.contacts.contains(where: { $0.phase == .began }) {
      sessions.append(Session(begin: frame.time, end: frame.time))
    }
    for contact in frame.contacts { consume(contact, at: frame.time) }
    guard wasTouched || !live.isEmpty else { return }
    let session = sessions.count - 1
    sessions[session].most = max(sessions[session].most, live.count)
    sessions[session].isOpen = !live.isEmpty
    sessions[session].end = frame.time
  }

  private mutating func consume(_ contact: Contact, at time: Timestamp) {
    if live.contains(contact.id) == (contact.phase == .began) { strays.append(contact) }
    if contact.phase.isActive { live.insert(contact.id) } else { live.remove(contact.id) }
    if contact.phase == .began {
      landings[contact.id] = time
      sessions[sessions.count - 1].contacts += 1
    } else if !contact.phase.isActive, let landing = landings.removeValue(forKey: contact.id) {
      contacts.append(time - landing)
    }
  }
}
