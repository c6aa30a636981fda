import Bridge
import Supervision

/// A command of a command button, or a hook's run.
struct RunningCommand {
  enum Owner: Equatable {
    case button(CommandID)
    case hook(Reference<OutputSettings>)
  }

  var process: ProcessID
  var owner: Owner
}
