internal import InputModel

/// The commands that run, and when those of gestures and idle times were started last.
struct CommandTable {
  enum Owner: Hashable {
    case control(Int)
    case gesture(Reference<GestureSettings>)
    case idle(Reference<IdleSettings>)
    /// Nobody of the settings as they are now; its name as it was.
    case former(String)
  }

  private var commands: [(id: CommandID, owner: Owner)] = []
  private var starts: [(owner: Owner, time: Timestamp)] = []
  private var next: UInt64 = 1

  mutating func add(_ owner: Owner) -> CommandID {
    let id = CommandID(rawValue: next)
    next += 1
    commands.append((id, owner))
    return id
  }

  /// Whose it was.
  mutating func remove(_ id: CommandID) -> Owner? {
    commands.firstIndex { $0.id == id }.map { commands.remove(at: $0).owner }
  }

  /// Gives all commands, and the times of starts, to other owners.
  mutating func reassign(_ change: (Owner) -> Owner) {
    for index in commands.indices { commands[index].owner = change(commands[index].owner) }
    for index in starts.indices { starts[index].owner = change(starts[index].owner) }
    starts.removeAll { if case .former = $0.owner { true } else { false } }
  }

  func running(_ owner: Owner) -> [CommandID] { commands.filter { $0.owner == owner }.map(\.id) }

  func mayStart(_ owner: Owner, every interval: Interval, at time: Timestamp) -> Bool {
    starts.allSatisfy { $0.owner != owner || time - $0.time >= interval }
  }

  mutating func noteStart(_ owner: Owner, at time: Timestamp) {
    starts.removeAll { $0.owner == owner }
    starts.append((owner, time))
  }
}
