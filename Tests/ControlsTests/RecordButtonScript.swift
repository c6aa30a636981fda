import Controls
import InputModel
import Takes

/// A record button driven by a line of text, its actions as text.
///
/// Input, separated by blanks, times in milliseconds: `↓0` `↑299` (trigger A), `B↓400` `B↑600` (trigger B),
/// `out@50` `in@60` `slop@70` (the finger of A), `↑out@90` (released outside), `gone@1500` `resync@…` `lost@…`
/// `sleep@…` (cancelled), `ready@600` `ended@900` `terminate@…` `complete@…` `off@…` `on@…` `busy@…` `free@…`, `.5000` (time
/// passes). Unless the line has a `ready` of its own, the take is ready as soon as it starts; unless it has an `ended`,
/// it ends 20 ms after its stop.
struct RecordButtonScript {
  var button: RecordButton
  private var readyByItself: Bool
  private var endsByItself: Bool
  private var pending: [(Timestamp, RecordButton.Input)] = []
  private(set) var log: [ControlAction] = []

  init(_ settings: RecordButton.Settings, script: String) throws {
    button = RecordButton(settings: settings)
    let words = script.split(separator: " ").map(String.init)
    readyByItself = !words.contains { $0.hasPrefix("ready@") }
    endsByItself = !words.contains { $0.hasPrefix("ended@") }
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
    case "ended@": input = .takeEnded
    case "terminate@": input = .stop(.terminate)
    case "complete@": input = .stop(.complete)
    case "off@": input = .setEnabled(false)
    case "on@": input = .setEnabled(true)
    case "busy@", "free@":
      button.recorderIsBusy = verb == "busy@"
      return
    default: throw Unreadable(word: word)
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
      case .take(.stop) where endsByItself: pending.append((action.time + .milliseconds(20), .takeEnded))
      default: break
      }
    }
    pending.sort { $0.0 < $1.0 }
  }

  /// What it did, without the looks: `0 prepare, 300 start, …`.
  var text: String { log.compactMap { Self.text($0) }.joined(separator: ", ") }

  static func text(_ action: ControlAction) -> String? {
    let time = action.time.microseconds
    let stamp = time % 1000 == 0 ? "\(time / 1000)" : "\(Double(time) / 1000)"
    switch action.kind {
    case .pressDown, .pressUp, .fade, .stateChanged, .progress: return nil
    case .pressIgnored(let trigger, let reason): return "\(stamp) ignored \(trigger == 0 ? "" : "B ")\(reason.rawValue)"
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
