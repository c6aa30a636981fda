internal import InputModel
internal import Takes

/// A take that is going on, and whose it is.
struct ActiveTake {
  /// What was told of it last; the raw value is the word of the snapshot.
  enum Stage: String {
    case starting
    case recording
    case suspended
    case stopping
  }

  let id: TakeID
  /// Its place among the controls; nil for one whose control is of an earlier run.
  let control: Int?
  let controlName: String
  let recorder: RecorderSettings
  var lifecycle: TakeLifecycle
  /// Its number in an earlier run, which may have told of its end already.
  let earlierTake: TakeID?
  /// It has ended other than a person wanted.
  var hasFailed = false
  /// Nil while nothing has been told: the press may come to nothing.
  private(set) var stage: Stage?
  /// When `starting` was told; nil for a take of an earlier run.
  private(set) var startedAt: Timestamp?
  /// The start of the stretch that is being recorded.
  private var recordingSince: Timestamp?
  private var recorded = Interval.zero

  init(
    id: TakeID, control: Int?, controlName: String, recorder: RecorderSettings, lifecycle: TakeLifecycle,
    earlierTake: TakeID? = nil
  ) {
    self.id = id
    self.control = control
    self.controlName = controlName
    self.recorder = recorder
    self.lifecycle = lifecycle
    self.earlierTake = earlierTake
  }

  var reference: TakeReference {
    TakeReference(take: id, control: controlName, recorder: recorder.name, file: lifecycle.file)
  }

  mutating func note(_ output: TakeLifecycle.Output, at time: Timestamp) {
    switch output {
    case .starting: (stage, startedAt) = (.starting, time)
    case .recording:
      stage = .recording
      recordingSince = recordingSince ?? time
    case .suspended: pause(.suspended, at: time)
    case .stopping: pause(.stopping, at: time)
    default: break
    }
  }

  private mutating func pause(_ stage: Stage, at time: Timestamp) {
    recorded = duration(at: time)
    recordingSince = nil
    self.stage = stage
  }

  /// How much has been recorded, suspended time left out.
  func duration(at time: Timestamp) -> Interval { recordingSince.map { recorded + (time - $0) } ?? recorded }
}

extension TakeResult {
  init(_ outcome: TakeLifecycle.Outcome, earlierTake: TakeID?) {
    self.init(
      reason: outcome.reason, file: outcome.file, duration: outcome.duration, status: outcome.status,
      signal: outcome.signal, wasDiscarded: outcome.wasDiscarded, earlierTake: earlierTake)
  }
}

extension Array<String> {
  /// The arguments with `{last-file}` put in; nil when it is asked for and there is none.
  func withLastFile(_ file: String?) -> [String]? {
    var result: [String] = []
    for argument in self {
      let replaced = substituting(file ?? "", for: "{last-file}", in: argument)
      if file == nil, replaced != argument { return nil }
      result.append(replaced)
    }
    return result
  }
}
