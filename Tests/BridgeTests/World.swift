import InputModel
import Takes

/// How the outside answers. Unless a case says otherwise it is ideal: prepared at once, spawned at once, and gone 20 ms
/// after a signal.
struct World: Sendable {
  /// Why a take is refused at the press.
  var refusal: String?
  /// Why it can not be spawned.
  var spawnFailure: String?
  /// Its output says that it is ready this long after the spawn.
  var matchesAfter: Interval?
  /// It ends by itself this long after the spawn.
  var diesAfter: Interval?
  /// How it ends, by itself or after a signal.
  var status = ExitStatus.exited(0)
  /// From the signal to the end of the leader.
  var closing = Interval.milliseconds(20)
  var ignores: [Signal] = []
  /// How long the rest of the group outlives the leader.
  var lingering = Interval.zero
  /// What is wrong with the file.
  var fileProblem: String?
  /// How long a command runs.
  var commandDuration = Interval.milliseconds(50)
  /// From the order to end until a command has ended.
  var commandClosing = Interval.milliseconds(20)
  /// How long the greeting before a recorder is.
  var greeting = Interval.zero
  /// What every look at a take finds.
  var probe = TakeProbe(fileSize: nil, freeSpace: nil)
  /// From the order to read a device's state back to the answer.
  var readingDelay = Interval.zero
}
