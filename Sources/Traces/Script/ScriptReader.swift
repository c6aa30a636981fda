internal import InputModel

/// Reads the lines of a gesture script; docs/gesture-scripts.md describes them.
struct ScriptReader {
  private(set) var panel = ScriptPanel()
  private(set) var gestures: [ScriptGesture] = []
  private var isPanelWritten = false
  /// What `wait` has asked for before the next gesture.
  private var wait: Interval?

  /// The slots of the largest panel seen.
  static let maximumFingers = 60
  /// Between two gestures, when the script says nothing: longer than anything that could make one gesture of them.
  static let pause = Interval.milliseconds(500)
  static let tap = Interval.milliseconds(80)

  /// Whether the first line that is no comment begins as one of a script does.
  static func isScript(_ bytes: [UInt8]) -> Bool {
    for line in bytes.prefix(Trace.maximumScriptSize).split(separator: UInt8(ascii: "\n")) {
      guard var cursor = try? ScriptCursor(String(decoding: line, as: UTF8.self), line: 1) else { return false }
      if cursor.isAtEnd { continue }
      return cursor.skip("panel", "wait", "at") || (try? cursor.fingers()) != nil
    }
    return false
  }

  mutating func consume(line: String, number: Int) throws(TraceError) {
    var cursor = try ScriptCursor(line, line: number)
    guard !cursor.isAtEnd else { return }
    if cursor.skip("panel") {
      try readPanel(&cursor)
    } else if cursor.skip("wait") {
      wait = try cursor.time()
    } else {
      gestures.append(try gesture(&cursor))
    }
    guard cursor.isAtEnd else { throw cursor.failure("expected the end of the line") }
  }

  private mutating func readPanel(_ cursor: inout ScriptCursor) throws(TraceError) {
    guard !isPanelWritten, gestures.isEmpty else {
      throw cursor.failure("the panel is written once, before all gestures", column: 1)
    }
    isPanelWritten = true
    let column = cursor.column
    panel.size.width = try cursor.millimeters()
    guard cursor.skip("x") else { throw cursor.failure("expected x and a second length: 344mm x 194mm") }
    panel.size.height = try cursor.millimeters()
    guard ScriptPanel.sides.contains(panel.size.width), ScriptPanel.sides.contains(panel.size.height) else {
      throw cursor.failure("expected sides of 30mm to 2500mm", column: column)
    }
    if cursor.skip(.comma) { panel.fingers = try cursor.fingers() }
  }

  private mutating func gesture(_ cursor: inout ScriptCursor) throws(TraceError) -> ScriptGesture {
    let column = cursor.column
    var start = ScriptGesture.Start.after(wait ?? (gestures.isEmpty ? .zero : Self.pause))
    wait = nil
    if cursor.skip("at") {
      start = .at(try cursor.time(from: .zero))
      guard cursor.skip(.colon) else { throw cursor.failure("expected : and a gesture") }
    }
    let fingers = try cursor.fingers()
    guard cursor.skip("at") else { throw cursor.failure("expected at and a point: at 50%,50%") }
    let center = try cursor.vector(on: panel.size)
    var gesture = ScriptGesture(
      line: cursor.line, column: column, start: start, fingers: fingers, center: Point(x: 0, y: 0) + center)
    while true {
      let column = cursor.column
      if cursor.skip("apart") {
        gesture.diameter = try cursor.millimeters()
      } else if cursor.skip("angle") {
        gesture.angle = try cursor.angle()
      } else {
        break
      }
      guard fingers > 1 else { throw cursor.failure("one finger has no other", column: column) }
    }
    _ = cursor.skip(.colon)
    repeat {
      if cursor.skip("stay") {
        gesture.stays = true
        return gesture
      }
      gesture.motions.append(try motion(&cursor, fingers: fingers))
    } while cursor.skip("then") || cursor.skip(.comma)
    return gesture
  }

  private func motion(_ cursor: inout ScriptCursor, fingers: Int) throws(TraceError) -> ScriptGesture.Motion {
    if cursor.skip("tap") { return ScriptGesture.Motion(duration: Self.tap) }
    if cursor.skip("hold") { return ScriptGesture.Motion(duration: try cursor.time()) }
    var change = ScriptGesture.Change()
    var duration: Interval?
    let start = cursor.column
    while true {
      let column = cursor.column
      if cursor.skip("over") {
        duration = try cursor.time()
      } else if cursor.skip("move") {
        change.translation = try cursor.vector(on: panel.size)
      } else if cursor.skip("rotate") {
        change.angle = try cursor.angle()
        guard fingers > 1 else { throw cursor.failure("one finger can not rotate", column: column) }
      } else if cursor.skip("pinch") {
        guard cursor.skip("x") else { throw cursor.failure("expected a factor such as x2") }
        let factorColumn = cursor.column
        change.scale = try cursor.number("a factor such as x2")
        guard change.scale > 0 else { throw cursor.failure("expected a factor above 0", column: factorColumn) }
        guard fingers > 1 else { throw cursor.failure("one finger can not pinch", column: column) }
      } else {
        break
      }
    }
    guard cursor.column > start else {
      throw cursor.failure("expected tap, hold, move, pinch, rotate or stay")
    }
    guard let duration else { throw cursor.failure("expected over and a time: over 500ms") }
    return ScriptGesture.Motion(duration: duration, change: change)
  }
}
