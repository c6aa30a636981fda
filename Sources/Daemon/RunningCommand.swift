import Bridge
import Supervision

/// A command of a command button, or a hook's run.
struct RunningCommand {
  enum Owner: Equatable {
    /// Of a button, a gesture, an idle time.
    case core(CommandID)
    /// Of the output of this name, which a reload may have taken away.
    case hook(String)
  }

  var process: ProcessID
  var owner: Owner
}
