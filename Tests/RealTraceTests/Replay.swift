import InputModel
import Traces

/// What a trace's frames show.
struct Replay {
  private(set) var sessions: [RealTraces.Session] = []
  /// Contacts that moved, ended or began out of turn.
  private(set) var strays: [Contact] = []
  /// Frames that were earlier than the one before.
  private(set) var runsBack = 0
  /// How long every key that went down and up was down.
  private(set) var presses: [Interval] = []
  private var live: Set<ContactID> = []
  private var downSince: [EventCode: Timestamp] = [:]

  var heldAtEnd: Int { downSince.count }

  init(_ device: Trace.Device) {
    let description = device.description ?? DeviceDescription(name: "")
    var assembler = FrameAssembler(
      description: description, calibration: Calibration(describing: description), state: device.state)
    var last = Timestamp.zero
    for event in device.events where assembler.consume(event) {
      runsBack += assembler.frame.time < last ? 1 : 0
      last = assembler.frame.time
      consume(assembler.frame)
    }
  }

  private mutating func consume(_ frame: Frame) {
    for transition in frame.transitions {
      if transition.isDown {
        downSince[transition.code] = frame.time
      } else if let down = downSince.removeValue(forKey: transition.code) {
        presses.append(frame.time - down)
      }
    }
    if live.isEmpty, frame.contacts.contains(where: { $0.phase == .began }) { sessions.append(RealTraces.Session()) }
    for contact in frame.contacts {
      if contact.phase == .began {
        if !live.insert(contact.id).inserted { strays.append(contact) }
        sessions[sessions.count - 1].contacts += 1
      } else if !live.contains(contact.id) {
        strays.append(contact)
      }
      if !contact.phase.isActive { live.remove(contact.id) }
    }
    guard !sessions.isEmpty else { return }
    sessions[sessions.count - 1].most = max(sessions[sessions.count - 1].most, live.count)
    sessions[sessions.count - 1].isOpen = !live.isEmpty
  }
}
