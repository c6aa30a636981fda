import InputModel

/// Raw events and frames as text.
///
/// A line is a frame: its stamp, then events; a stamp in between goes for the events after it; the report comes by
/// itself unless the line ends in `~`. `s0` slot, `i5` tracking id, `t2` tool type, `x1 y2` multitouch position,
/// `X1 Y2` single-touch position, `+30 -30 *30` key down, up, repeat, `sw+2 sw-2` switch, `drop` SYN_DROPPED,
/// `report1` a SYN_REPORT of value 1.
enum FrameScript {
  static func events(_ lines: [String]) -> [RawEvent] { lines.flatMap(events(line:)) }

  static func events(line: String) -> [RawEvent] {
    var time = Timestamp.zero
    var events: [RawEvent] = []
    var isOpen = true
    for word in line.split(separator: " ") {
      if word.first?.isNumber == true, let stamp = Int64(word) {
        time = Timestamp(microseconds: stamp)
      } else if word == "~" {
        isOpen = false
      } else if let (code, value) = event(word) {
        events.append(RawEvent(time, code, value))
        if code == .synReport { isOpen = false }
      } else {
        preconditionFailure("no event: \(word)")
      }
    }
    return isOpen ? events + [.report(time)] : events
  }

  private static func event(_ word: Substring) -> (EventCode, Int32)? {
    if word == "drop" { return (.synDropped, 0) }
    if word == "report1" { return (.synReport, 1) }
    let names: [(String, EventCode)] = [
      ("s", .mtSlot), ("i", .mtTrackingID), ("t", .mtToolType), ("x", .mtPositionX), ("y", .mtPositionY), ("X", .x),
      ("Y", .y),
    ]
    for (name, code) in names where word.hasPrefix(name) {
      if let value = Int32(word.dropFirst()) { return (code, value) }
    }
    for (sign, value) in [("+", Int32(1)), ("-", 0), ("*", 2)] {
      if word.hasPrefix(sign), let code = UInt16(word.dropFirst()) { return (.key(code), value) }
      if word.hasPrefix("sw" + sign), let code = UInt16(word.dropFirst(3)) { return (.sw(code), value) }
    }
    return nil
  }

  /// "10 +30 5:began(1,2)"; a resync or a withdrawal says so after the stamp.
  static func text(_ frame: Frame) -> String {
    var words = ["\(frame.time.microseconds)"]
    if frame.isResync { words.append("resync") }
    if frame.isWithdrawal { words.append("withdrawal") }
    for transition in frame.transitions {
      words.append(
        (transition.code.type == .sw ? "sw" : "") + (transition.isDown ? "+" : "-") + "\(transition.code.code)"
          + (transition.cause == .resync ? "!" : ""))
    }
    for contact in frame.contacts {
      words.append("\(contact.id.rawValue):\(contact.phase)(\(Int(contact.position.x)),\(Int(contact.position.y)))")
    }
    words += frame.ghosts.map { "ghost:\($0.rawValue)" }
    return words.joined(separator: " ")
  }
}

extension FrameAssembler {
  /// The frames that time alone makes.
  mutating func frames(upTo microseconds: Int64) -> [Frame] {
    var frames: [Frame] = []
    while advance(to: Timestamp(microseconds: microseconds)) { frames.append(frame) }
    return frames
  }

  mutating func frames(_ events: [RawEvent]) -> [Frame] {
    events.compactMap { consume($0) ? frame : nil }
  }
}
