import Controls
import InputModel
import Takes

/// A record button driven by a line of text, its actions as text.
///
/// Input, separated by blanks, times in milliseconds: `↓0` `↑299` (trigger A), `B↓400` `B↑600` (trigger B),
/// `out@50` `in@60` `slop@70` (the finger of A), `↑out@90` (released outside), `gone@1500` `resync@…` `lost@…`
/// `sleep@…` (cancelled), `greeted@…` `ready@600` `paused@…` `stopping@…` `ended@900` `failed@900` (what becomes of the take),
/// `start@…` `stop@…` `toggle@…` `suspend@…` `resume@…` `complete@…` `reset@…` `enable@…` `disable@…` `error@…` (requests),
/// `terminate@…` `off@…` `on@…` `busy@…` `free@…`, `.5000` (time passes). Unless the line has a `ready` of its own, the take is
/// ready as soon as it starts; unless it has a `paused`, it pauses and goes on as soon as it is told to; unless it has an
/// `ended` or `failed`, it ends 20 ms after its stop.
struct RecordButtonScript {
  var button: RecordButton
  private var readyByItself: Bool
  private var pausesByItself: Bool
  private var endsByItself: Bool
  private var pending: [(Timestamp, RecordButton.Input)] = []
  private(set) var log: [ControlAction] = []
  /// What was refused, and why: `500 it is not recording`.
  private(set) var refusals: [String] = []

  private static let requests: [String: ControlRequest] = [
    "start@": .start, "stop@": .stop, "toggle@": .toggle, "suspend@": .suspend, "resume@": .resume,
    "complete@": .complete, "reset@": .reset, "enable@": .enable, "disable@": .disable, "error@": .setError(true),
    "progress@": .setProgress(50),
  ]

  init(_ settings: RecordButton.Settings, script: String) throws {
    button = RecordButton(settings: settings)
    let words = script.split(separator: " ").map(String.init)
    readyByItself = !words.contains { $0.hasPrefix("ready@") }
    pausesByItself = !words.contains { $0.hasPrefix("paused@") }
    endsByItself = !words.contains { $0.hasPrefix("ended@") || $0.hasPrefix("failed@") }
    for word in words { try perform(word) }
  }

  struct Unreadable: Error { var word: String }

  private mutating func perform(_ word: String) throws {
    guard let digits = word.firstIndex(where: \.isNumber), let milliseconds = Double(word[digits...]) else {
      throw Unreadable(word: word)
    }
    let time = Timestamp(microseconds: Int64(milliseconds * 1000))
    pass(to: time)
    let verb = String(word[..<digits])
    let input: RecordButton.Input
    switch verb {
    case ".": return
    case "↓": input = .trigger(0, .down)
    case "↑": input = .trigger(0, .up(inside: true))
    case "↑out@": input = .trigger(0, .up(inside: false))
    case "B↓": input = .trigger(1, .down)
    case "B↑": input = .trigger(1, .up(inside: true))
    case "out@": input = .trigger(0, .moved(beyondSlop: false, inside: false))
    case "in@": input = .trigger(0, .moved(beyondSlop: false, inside: true))
    case "slop@": input = .trigger(0, .moved(beyondSlop: true, inside: true))
    case "gone@": input = .trigger(0, .cancelled(.deviceLost))
    case "resync@": input = .trigger(0, .cancelled(.resync))
    case "lost@": input = .trigger(0, .cancelled(.lostRelease))
    case "sleep@": input = .trigger(0, .cancelled(.suspend))
    case "ready@": input = .takeReady
    case "greeted@": input = .greetingEnded
    case "paused@": input = .takeSuspended
    case "stopping@": input = .takeStopping
    case "ended@": input = .takeEnded(failed: false)
    case "failed@": input = .takeEnded(failed: true)
    case "terminate@": input = .stop(.terminate)
    case "off@": input = .setEnabled(false)
    case "on@": input = .setEnabled(true)
    case "busy@", "free@":
      button.recorderIsBusy = verb == "busy@"
      return
    default:
      guard let request = Self.requests[verb] else { throw Unreadable(word: word) }
      if let refusal = button.refusal(of: request) { refusals.append("\(word[digits...]) \(refusal)") }
      input = .request(request)
    }
    note(button.consume(input, at: time))
  }

  /// Lets time pass, the answers of the take included, in order.
  private mutating func pass(to time: Timestamp) {
    while true {
      let next = earliest(button.deadline, pending.first?.0)
      guard let next, next <= time else { break }
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
      case .take(.start) where readyByItself: pending.append((action.time, .takeReady))
      case .take(.stop) where endsByItself: pending.append((action.time + .milliseconds(20), .takeEnded(failed: false)))
      case .take(.suspend) where pausesByItself: pending.append((action.time, .takeSuspended))
      case .take(.resume) where pausesByItself: pending.append((action.time, .takeReady))
      default: break
      }
    }
    pending.sort { $0.0 < $1.0 }
  }

  /// What it did, without the looks: `0 prepare, 300 start, …`.
  var text: String { log.compactMap { Self.text($0) }.joined(separator: ", ") }

  /// What its ring showed: `300 inProgress 0-100 in 5000, …`.
  var ringText: String { log.compactMap { ringStep($0) }.joined(separator: ", ") }

  static func text(_ action: ControlAction) -> String? {
    let stamp = stampText(action)
    switch action.kind {
    case .pressDown, .pressUp, .fade, .stateChanged, .progress: return nil
    case .pressIgnored(let trigger, let reason): return "\(stamp) ignored \(trigger == 0 ? "" : "B ")\(reason.rawValue)"
    case .tapped(let state): return "\(stamp) tap \(state.rawValue)"
    case .tooltipShown(let hint): return "\(stamp) hint \(hint.rawValue)"
    case .tooltipHidden: return "\(stamp) hidden"
    case .run: return "\(stamp) run"
    case .take(.prepare): return "\(stamp) prepare"
    case .take(.abandon): return "\(stamp) abandon"
    case .take(.start): return "\(stamp) start"
    case .take(.suspend): return "\(stamp) suspend"
    case .take(.resume): return "\(stamp) resume"
    case .take(.stop(let reason, let discard)): return "\(stamp) stop \(reason.rawValue)\(discard ? " discard" : "")"
    }
  }
}

func stampText(_ action: ControlAction) -> String { milliseconds(Interval(microseconds: action.time.microseconds)) }

private func milliseconds(_ interval: Interval) -> String {
  let time = interval.microseconds
  return time % 1000 == 0 ? "\(time / 1000)" : "\(Double(time) / 1000)"
}

func ringStep(_ action: ControlAction) -> String? {
  guard case .progress(let ring) = action.kind else { return nil }
  func percent(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\((value * 100).rounded() / 100)"
  }
  let values = ring.from == ring.to ? percent(ring.from) : "\(percent(ring.from))-\(percent(ring.to))"
  let rest = ring.duration == .zero ? "" : " in \(milliseconds(ring.duration))"
  return "\(stampText(action)) \(ring.state.rawValue) \(values)\(rest)\(ring.hasError ? " error" : "")"
}
