import CSpawn
import Glibc
public import Takes

/// Takes leave of children. There is one for the whole process: it takes every child that has exited, whoever started it.
public enum Reaper {
  /// A child that has exited.
  public struct Exit: Hashable, Sendable {
    public var process: ProcessID
    public var status: ExitStatus

    public init(process: ProcessID, status: ExitStatus) {
      self.process = process
      self.status = status
    }
  }

  /// From now on orphans among our descendants become our own children, not those of process 1: a worker that outlives the
  /// program that started it is still reaped here. Not inherited by children.
  public static func adoptOrphans() {
    let status = evb_become_subreaper()
    precondition(status == 0, "Linux has had PR_SET_CHILD_SUBREAPER since 3.4")
  }

  /// Whether there is any child, one that has exited too. After `adoptOrphans` the answer no means that nobody is left of
  /// whatever was started here.
  static var hasChildren: Bool {
    var info = unsafe siginfo_t()
    return unsafe waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD
  }

  /// Everybody who has exited since the last time, adopted orphans too, in no particular order. Does not wait.
  ///
  /// Call it at every SIGCHLD: one signal may stand for many.
  public static func reap() -> [Exit] {
    var exits: [Exit] = []
    while true {
      var info = unsafe siginfo_t()
      guard unsafe waitid(P_ALL, 0, &info, WEXITED | WNOHANG) == 0 else { return exits }
      let child = unsafe info._sifields._sigchld
      guard child.si_pid != 0 else { return exits }
      let hasExited = unsafe info.si_code == Int32(CLD_EXITED)
      exits.append(
        Exit(
          process: ProcessID(rawValue: child.si_pid),
          status: hasExited ? .exited(child.si_status) : .signalled(Signal(rawValue: child.si_status))))
    }
  }
}
