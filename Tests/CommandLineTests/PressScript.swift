/// Presses as one writes them, as a trace of evemu: `↓0 ↑2000` is KEY_RECORD down at 0 ms and up at 2 s, `r100` a repeat
/// by the keyboard at 100 ms. After `B:` come the presses of a second key, KEY_PLAY; after `S:` those of a switch,
/// SW_FRONT_PROXIMITY, which `↓` closes.
struct PressScript {
  private struct Step {
    var time: Int
    /// Type and code.
    var code: String
    var value: Int
  }

  private var steps: [Step] = []
  private var hasSwitch = false

  init(_ text: String) {
    var code = "0001 00a7"
    for word in text.split(separator: " ") {
      if word == "B:" {
        code = "0001 00cf"
        continue
      }
      if word == "S:" {
        code = "0005 000b"
        hasSwitch = true
        continue
      }
      let values: [Character: Int] = ["↓": 1, "↑": 0, "r": 2]
      guard let value = word.first.flatMap({ values[$0] }), let time = Int(word.dropFirst()) else {
        preconditionFailure("'\(word)' is no press")
      }
      steps.append(Step(time: time, code: code, value: value))
    }
    steps.sort { $0.time < $1.time }
  }

  /// The device has both keys, bits 167 and 207.
  var evemu: String {
    let head = """
      # EVEMU 1.3
      N: Test button
      I: 0003 16c0 05e1 0110
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 80 00 00 00
      B: 01 00 80 00 00 00 00 00 00

      """
    return head + (hasSwitch ? "B: 05 00 08 00 00 00 00 00 00\n" : "")
      + steps.map { step in
        let fraction = String(step.time % 1_000)
        let stamp = "\(step.time / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)000"
        return "E: \(stamp) \(step.code) \(step.value)\nE: \(stamp) 0000 0000 0\n"
      }.joined()
  }
}
