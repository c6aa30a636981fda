import Glibc

/// Who carries a mark, or belongs to a group, at one time.
///
/// A mark is a text in the environment variable `EVBRIDGE_MARK` that nobody else has. A program hands it down to all
/// that it starts, whatever group or session that goes to. Only what this user may look at is found: not what `sudo`
/// started, which has another environment besides.
struct ProcessSurvey {
  struct Member: Hashable {
    var identity: ProcessIdentity
    var group: ProcessID
    var isMarked: Bool
    var isHalted: Bool
  }

  /// Those who have exited are not among them.
  let members: [Member]
  /// Nobody was met whose environment could not be told: a program that is just being loaded has none yet.
  let isConclusive: Bool

  /// Between its birth and the program that it is to run a child is a copy of its parent, without the mark: that of a
  /// daemon which was killed in between is about to become the recorder.
  private static func runsOurProgram(_ process: ProcessID) -> Bool {
    var ours = stat()
    var theirs = stat()
    guard unsafe stat("/proc/self/exe", &ours) == 0, unsafe stat("/proc/\(process.rawValue)/exe", &theirs) == 0 else {
      return false
    }
    return ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino
  }

  /// - Parameters:
  ///   - since: who was started before this is of no interest
  ///   - awaitsBirth: the recorder may be just about to be started by somebody who is gone
  ///   - ancestor: whose descendants alone can be meant; nil when nobody knows
  init(mark: String, group: ProcessID?, since: UInt64, ancestor: ProcessID?, awaitsBirth: Bool = false) {
    let wanted = Array("\(Invocation.markVariable)=\(mark)".utf8)
    var members: [Member] = []
    var isConclusive = true
    ProcessTable.forEach(includingOthers: true, since: since) { process, status in
      let environment = ProcessTable.environment(of: process)
      if environment?.isEmpty == true, ancestor.map({ status.descends(from: $0) }) ?? true { isConclusive = false }
      let isMarked = environment?.split(separator: 0).contains { $0.elementsEqual(wanted) } ?? false
      if !isMarked, awaitsBirth, process.rawValue != getpid(), Self.runsOurProgram(process) { isConclusive = false }
      guard isMarked || status.group == group else { return }
      members.append(
        Member(
          identity: ProcessIdentity(process, startTime: status.startTime), group: status.group, isMarked: isMarked,
          isHalted: status.isHalted))
    }
    self.members = members
    self.isConclusive = isConclusive
  }
}

extension ProcessStatus {
  /// Deeper than any recorder's tree of processes.
  private static let mostGenerations = 64

  fileprivate func descends(from ancestor: ProcessID) -> Bool {
    var next = self
    for _ in 1...Self.mostGenerations {
      if next.parent == ancestor { return true }
      guard next.parent.rawValue > 1, let parent = ProcessStatus(of: next.parent) else { return false }
      next = parent
    }
    return false
  }
}
