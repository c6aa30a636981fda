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
  private(set) var members: [Member] = []
  /// Nobody was met whose environment could not be told: a program that is just being loaded has none yet.
  private(set) var isConclusive = true

  /// An environment may be as large as the stack allows; who has more is nobody's recorder.
  private static let largestEnvironment = 2_097_152

  /// Between its birth and the program that it is to run a child is a copy of its parent, without the mark: that of a
  /// daemon which was killed in between is about to become the recorder.
  private static func runsOurProgram(_ process: String) -> Bool {
    var ours = stat()
    var theirs = stat()
    guard unsafe stat("/proc/self/exe", &ours) == 0, unsafe stat("/proc/\(process)/exe", &theirs) == 0 else {
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
    let user = geteuid()
    guard let folder = unsafe opendir("/proc") else { return }
    defer { unsafe closedir(folder) }
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { unsafe String(cString: $0) }
      }
      guard let number = Int32(name), number > 1 else { continue }
      let process = ProcessID(rawValue: number)
      if user != 0 {
        var status = stat()
        guard unsafe stat("/proc/\(name)", &status) == 0, status.st_uid == user else { continue }
      }
      guard let status = ProcessStatus(of: process), !status.hasExited, status.hasMemory, status.startTime >= since
      else { continue }
      let environment = bytesOfFile("/proc/\(name)/environ", atMost: Self.largestEnvironment)
      if environment?.isEmpty == true, ancestor.map({ status.descends(from: $0) }) ?? true { isConclusive = false }
      let isMarked = environment?.split(separator: 0).contains { $0.elementsEqual(wanted) } ?? false
      if !isMarked, awaitsBirth, number != getpid(), Self.runsOurProgram(name) { isConclusive = false }
      guard isMarked || status.group == group else { continue }
      members.append(
        Member(
          identity: ProcessIdentity(process, startTime: status.startTime), group: status.group, isMarked: isMarked,
          isHalted: status.isHalted))
    }
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
