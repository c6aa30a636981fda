import Glibc
public import Takes

/// A program that was started with a mark, and all that came of it: its process group, and whoever left the group and
/// still carries the mark (`setsid`, a program that makes a daemon of itself).
///
/// It is a child of ours, or it was the child of somebody who is gone (adopted). Of a child's group the kernel says
/// whether it is there. An adopted group's number may have been given to others: it counts only while somebody is in it
/// who was there before: its leader, or one with the mark.
public struct MarkedGroup: Hashable, Sendable {
  public enum Presence: Hashable, Sendable {
    case present
    /// Somebody was met of whom it can not be told yet: look again, a little later.
    case unclear
    /// Nobody is left. Final.
    case gone
  }

  public let mark: String
  /// Nil when it is not known, or was seen gone: then nobody may signal it any more.
  public private(set) var group: ProcessID?
  /// Who is to be followed by a `ProcessHandle`, as no SIGCHLD need come of its end; as of the last look.
  public private(set) var followed: [ProcessIdentity] = []
  /// Somebody was halted, by whomever, when a signal was sent last: what asks it to end is not seen before CONT.
  public private(set) var hasHalted = false

  private let leader: ProcessIdentity?
  private let isChild: Bool
  private let since: UInt64
  /// Somebody of it was met: nobody is about to be started any more.
  private var wasSeen = false
  /// How many looks in a row were unclear.
  private var doubts = 0

  /// A program may clear its environment for good; one that is just being loaded has it after milliseconds.
  private static let mostDoubts = 10

  /// A child, just started; `Reaper.adoptOrphans` has been called before.
  public init(child: ProcessID, mark: String) {
    self.mark = mark
    group = child
    leader = ProcessIdentity(of: child)
    isChild = true
    since = leader?.startTime ?? 0
  }

  /// - Parameters:
  ///   - leader: who led the group; nil when that is not known, and only the mark counts
  ///   - since: nobody of it was started before, in clock ticks since the machine started
  public init(adopting leader: ProcessIdentity?, mark: String, since: UInt64) {
    self.mark = mark
    self.leader = leader
    self.since = leader?.startTime ?? since
    group = leader?.process
    isChild = false
  }

  /// The program itself; nil when it was gone before it could be looked at.
  public var identity: ProcessIdentity? { leader }

  /// Looks who is left. Of a child, ask after `Reaper.reap()`.
  public mutating func look() -> Presence {
    if isChild, let group {
      if group.groupExists { return .present }
      self.group = nil
    }
    // The usual end, and it costs nothing; to look through /proc takes milliseconds.
    guard !isChild || Reaper.hasChildren else { return end() }
    // A process that starts another and ends while the list is read may hide it, but not twice.
    for _ in 1...2 {
      let (members, isConclusive) = remaining()
      if !members.isEmpty {
        followed = members.map(\.identity)
        doubts = 0
        wasSeen = true
        return .present
      }
      if !isConclusive, doubts < Self.mostDoubts {
        doubts += 1
        return .unclear
      }
    }
    return end()
  }

  private mutating func end() -> Presence {
    group = nil
    followed = []
    return .gone
  }

  /// Sends a signal once to everybody: to the group, to each group that one of those outside it leads, and to each one
  /// that is left. A group gets it at one time; who is told by himself may start another before the next one is.
  public mutating func signal(_ signal: Signal) -> ProcessID.Delivery {
    var deliveries: [ProcessID.Delivery] = []
    if isChild, let group {
      let delivery = group.signalGroup(signal)
      if delivery == .gone { self.group = nil }
      deliveries.append(delivery)
    }
    let (members, _) = remaining()
    hasHalted = members.contains(where: \.isHalted)
    if !isChild, let group {
      if members.contains(where: { $0.group == group }) { deliveries.append(group.signalGroup(signal)) }
    }
    let others = members.filter { $0.group != group }
    let led = Set(others.filter { $0.isMarked && $0.identity.process == $0.group }.map(\.group))
    for group in led { deliveries.append(group.signalGroup(signal)) }
    for member in others where !led.contains(member.group) { deliveries.append(member.identity.signal(signal)) }
    return deliveries.first { $0 != .sent && $0 != .gone } ?? (deliveries.contains(.sent) ? .sent : .gone)
  }

  /// Who is left, of a child's group those only who carry the mark.
  private func remaining() -> (members: [ProcessSurvey.Member], isConclusive: Bool) {
    // Of whoever loses his parents we are the parent, as long as we are alive (`Reaper.adoptOrphans`).
    let survey = ProcessSurvey(
      mark: mark, group: isChild ? nil : group, since: since, ancestor: isChild ? ProcessID(rawValue: getpid()) : nil,
      awaitsBirth: !isChild && leader == nil && !wasSeen)
    let trusted = survey.members.filter { $0.isMarked || $0.identity == leader }
    let groupIsTrusted = trusted.contains { $0.group == group }
    return (groupIsTrusted && !isChild ? survey.members : trusted, survey.isConclusive)
  }
}
