internal import Takes

/// A take that is going on, and whose it is.
struct ActiveTake {
  var id: TakeID
  /// Its place among the controls; nil for one whose control is of an earlier run.
  var control: Int?
  var controlName: String
  var recorder: RecorderSettings
  var lifecycle: TakeLifecycle
}

extension TakeResult {
  init(_ outcome: TakeLifecycle.Outcome) {
    self.init(
      reason: outcome.reason, file: outcome.file, duration: outcome.duration, status: outcome.status,
      signal: outcome.signal, wasDiscarded: outcome.wasDiscarded)
  }
}

extension ControlSettings {
  func label(_ trigger: Int) -> String { triggers[trigger].label }
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
