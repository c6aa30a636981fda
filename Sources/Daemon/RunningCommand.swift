import Bridge
import Supervision

/// A command of a command button, or a hook's run.
struct RunningCommand {
  enum Owner: Equatable {
    /// Of a button, a gesture, an idle time.
    case core(CommandID)
    case hook(Reference<OutputSettings>)
  }

  var process: ProcessID
  var owner: Owner
}
