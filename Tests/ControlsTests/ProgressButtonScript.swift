import Controls
import InputModel
import Takes

/// A progress button driven by a line of text, as a `RecordButtonScript` is: `↓0 ↑100` (trigger A), `B↓…`, `↑out@…` (released
/// outside), `out@…` `in@…` `slop@…` (the finger of A), `gone@…` (cancelled), `greeted@…` `ready@…` `paused@…` `stopping@…`
/// `ended@…` `failed@…` (what becomes of the take), `start@…` `stop@…` and so on (requests), `half@…` (set to 50 %),
/// `terminate@…` `busy@…` `free@…`, `.5000` (time passes). What becomes of the take comes by itself where the line does not
/// say otherwise, as in a `RecordButtonScript`.
struct ProgressButtonScript {
  var button: ProgressButton
  private var words: [String]
  private var pending: [(Timestamp, ProgressButton.Input)] = []
  private(set) var log: [ControlAction] = []
  /// What was refused, and why: `500 it is not in progress`.
  private(set) var refusals: [String] = []

  private static let inputs: [String: ProgressButton.Input] = [
    "↓": .trigger(0, .down), "↑": .trigger(0, .up(inside: true)), "↑out@": .trigger(0, .up(inside: false)),
    "B↓": .trigger(1, .down), "B↑": .trigger(1, .up(inside: true)),
    "out@": .trigger(0, .moved(beyondSlop: false, inside: false)),
    "in@": .trigger(0, .moved(beyondSlop: false, inside: true)),
    "slop@": .trigger(0, .moved(beyondSlop: true, inside: true)), "gone@": .trigger(0, .cancelled(.deviceLost)),
    "greeted@": .greetingEnded, "ready@": .takeReady, "paused@": .takeSuspended, "stopping@": .takeStopping,
    "ended@": .takeEnded(failed: false), "failed@": .takeEnded(failed: true), "terminate@": .stop(.terminate),
    "off@": .setEnabled(false), "on@": .setEnabled(true), "start@": .request(.start), "stop@": .request(.stop),
    "toggle@": .request(.toggle), "suspend@": .request(.suspend), "resume@": .request(.resume),
    "complete@": .request(.complete), "reset@": .request(.reset), "enable@": .request(.enable),
    "disable@": .request(.disable), "error@": .request(.setError(true)), "half@": .request(.setProgress(50)),
    "nan@": .request(.setProgress(.nan)), "line@": .percent(42),
  ]

  struct Unreadable: Error { var word: String }

  init(_ settings: ProgressButton.Settings, script: String) throws {
    button = ProgressButton(settings: settings)
    words = script.split(separator: " ").map(String.init)
    for word in words {
      guard let digits = word.firstIndex(where: \.isNumber), let milliseconds = Int64(word[digits...]) else {
        throw Unreadable(word: word)
      }
      try perform(String(word[..<digits]), at: .zero + .milliseconds(milliseconds))
    }
  }

  private mutating func perform(_ verb: String, at time: Timestamp) throws {
    pass(to: time)
    switch verb {
    case ".": return
    case "busy@", "free@": button.recorderIsBusy = verb == "busy@"
    default:
      guard let input = Self.inputs[verb] else { throw Unreadable(word: verb) }
      if case .request(let request) = input, let refusal = button.refusal(of: request) {
        refusals.append("\(time.microseconds / 1000) \(refusal)")
      }
      note(button.consume(input, at: time))
    }
  }

  private mutating func pass(to time: Timestamp) {
    while let next = earliest(button.deadline, pending.first?.0), next <= time {
      if let (at, input) = pending.first, at == next {
        pending.removeFirst()
        note(button.consume(input, at: at))
      } else {
        note(button.advance(to: next))
      }
    }
  }

  private mutating func note(_ actions: [ControlAction]) {
    for action in actions {
      log.append(action)
      switch action.kind {
      case .take(.start) where !says("ready@"): pending.append((action.time, .takeReady))
      case .take(.suspend) where !says("paused@"): pending.append((action.time, .takeSuspended))
      case .take(.resume) where !says("paused@"): pending.append((action.time, .takeReady))
      case .take(.stop) where !says("ended@") && !says("failed@"):
        pending.append((action.time + .milliseconds(20), .takeEnded(failed: false)))
      default: break
      }
    }
    pending.sort { $0.0 < $1.0 }
  }

  private func says(_ verb: String) -> Bool { words.contains { $0.hasPrefix(verb) } }

  /// What it did, the ring included, without the looks.
  var text: String {
    log.compactMap { ringStep($0) ?? RecordButtonScript.text($0) }.joined(separator: ", ")
  }
}
