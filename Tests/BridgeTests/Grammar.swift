import Bridge
import Controls
import Gestures
import InputModel
import Takes

/// What holds for the effects of every run that was closed: each beginning has one end, and the reverse.
enum Grammar {
  static func problems(_ effects: [Effect]) -> [String] {
    var problems: [String] = []
    var pressed: Set<String> = []
    var hinting: Set<String> = []
    var gestures: Set<String> = []
    var takes: [TakeID: Take] = [:]
    /// The controls that have had takes, those of them that record, and what their rings show.
    var recorders: Set<String> = []
    var recording: Set<String> = []
    var endedAt: [String: Timestamp] = [:]
    var rings: [String: ProgressRing.State] = [:]
    for effect in effects {
      switch effect {
      case .publish(let event):
        let control = event.control ?? ""
        switch event.kind {
        case .pressDown where !pressed.insert(control).inserted: problems.append("\(control) is pressed twice")
        case .pressUp where pressed.remove(control) == nil: problems.append("\(control) is let go but was not pressed")
        case .tooltipShown where !hinting.insert(control).inserted: problems.append("\(control) hints twice")
        case .tooltipHidden where hinting.remove(control) == nil: problems.append("\(control) hides no hint")
        case .gesture(let report): note(report, in: &gestures, &problems)
        case .transform(_, _, let placement, _):
          let matrix = placement.matrix
          let values = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f, placement.rotation]
          if !values.allSatisfy(\.isFinite) || placement.scale <= 0 { problems.append("\(placement) is no placement") }
        case .takeStarting(let take): takes[take.take]?.note(.starting)
        case .takeRecording(let take):
          takes[take.take]?.note(.recording)
          recording.insert(take.control)
        case .takeStopping(let take, _):
          takes[take.take]?.note(.stopping)
          recording.remove(take.control)
          endedAt[take.control] = event.time
        case .takeSuspended(let take):
          recording.remove(take.control)
          endedAt[take.control] = event.time
        case .progress(_, let ring):
          // In the very moment of an end the ring's beginning may still be told.
          let isLate = endedAt[control].map { event.time > $0 } ?? true
          if ring.state == .inProgress, recorders.contains(control), !recording.contains(control), isLate {
            problems.append("\(control) shows progress although nothing is recorded")
          }
          rings[control] = ring.state
        case .takeCompleted(let take, _): takes[take.take]?.note(.completed)
        case .takeFailed(let take, _, _): takes[take.take]?.note(.failed)
        default: break
        }
      case .prepareTake(let plan):
        if takes.values.contains(where: { $0.isOpen }) { problems.append("two takes of one recorder") }
        takes[plan.take] = Take()
        recorders.insert(plan.control)
      case .abandonTake(let take): takes[take]?.note(.abandon)
      case .spawnRecorder(let take): takes[take]?.note(.spawn)
      case .signalRecorder(let take, let signal): takes[take]?.note(signal == .interrupt ? .interrupt : .otherSignal)
      case .finishTake(let take, _): takes[take]?.note(.finish)
      case .adoptTake(let take, _): takes[take] = Take(isAdopted: true)
      case .runTakeCommand(let take, .before): takes[take]?.isGreeted = true
      case .runTakeCommand, .endTakeCommand, .probeTake, .answer: break
      case .runCommand, .endCommand, .readState: break
      }
    }
    problems += recorders.filter { rings[$0] == .inProgress }.map { "\($0) shows progress for ever" }
    problems += gestures.map { "\($0) goes on for ever" }
    problems += pressed.map { "\($0) is never let go" } + hinting.map { "\($0) hints for ever" }
    for (id, take) in takes { problems += take.problems.map { "take \(id.rawValue) \($0)" } }
    return problems
  }

  /// A pan, pinch, rotation or long press begins once, and ends or is cancelled once; the others only end.
  private static func note(_ report: GestureReport, in open: inout Set<String>, _ problems: inout [String]) {
    let gesture = report.gesture
    let name = "\(gesture.kind) on \(report.zone)"
    let isShort = [.tap, .doubleTap, .swipe].contains(gesture.kind)
    switch gesture.phase {
    case .began where isShort || !open.insert(name).inserted: problems.append("\(name) begins twice")
    case .changed where !open.contains(name): problems.append("\(name) changes, but has not begun")
    case .cancelled where open.remove(name) == nil: problems.append("\(name) is cancelled, but has not begun")
    case .ended where !isShort && open.remove(name) == nil: problems.append("\(name) ends, but has not begun")
    case .began, .changed, .ended, .cancelled: break
    }
  }

  private struct Take {
    enum Word {
      case spawn, starting, recording, interrupt, otherSignal, stopping, finish, abandon, completed, failed
    }

    /// It was begun by an earlier run.
    var isAdopted = false
    var isGreeted = false
    private var words: [Word] = []

    init(isAdopted: Bool = false) { self.isAdopted = isAdopted }

    mutating func note(_ word: Word) { words.append(word) }

    var isOpen: Bool { count(.completed) + count(.failed) + count(.abandon) == 0 }

    private func count(_ word: Word) -> Int { words.count { $0 == word } }

    var problems: [String] {
      var problems: [String] = []
      let reservationEnds = count(.abandon) + count(.finish)
      // A take that was refused had no reservation.
      let isRefused = words == [.failed]
      if reservationEnds != (isRefused ? 0 : 1) { problems.append("gives its name back \(reservationEnds) times") }
      let ends = count(.completed) + count(.failed)
      // Who is let go while the greeting plays is never recorded.
      let isStartedOnce = count(.spawn) == count(.starting) || (isGreeted && count(.spawn) == 0)
      if !isStartedOnce || count(.starting) > 1 { problems.append("is not started once") }
      if let end = words.firstIndex(where: { $0 == .stopping || $0 == .finish }), words[end...].contains(.recording) {
        problems.append("records after its end")
      }
      if (count(.starting) == 1 || isAdopted) && ends != 1 { problems.append("ends \(ends) times") }
      if count(.finish) == 1, count(.starting) == 0, !isAdopted {
        problems.append("is finished but never was started")
      }
      if count(.interrupt) > 1 { problems.append("is interrupted \(count(.interrupt)) times") }
      if count(.stopping) > 1 { problems.append("stops \(count(.stopping)) times") }
      if let signal = words.firstIndex(of: .interrupt), words[..<signal].firstIndex(of: .recording) == nil,
        count(.failed) == 0, !isAdopted
      {
        problems.append("is interrupted before it was ready")
      }
      let last = words.last
      if last != .completed && last != .failed && last != .abandon { problems.append("goes on after its end") }
      return problems
    }
  }
}
