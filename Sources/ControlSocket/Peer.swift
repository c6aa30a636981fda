import Glibc

/// Who is at the other end of a socket, as the kernel says.
public struct Peer: Hashable, Sendable {
  public var pid: Int32
  public var user: UInt32
  public var group: UInt32
  /// Its supplementary groups.
  public var groups: [UInt32]

  public init(pid: Int32, user: UInt32, group: UInt32, groups: [UInt32] = []) {
    self.pid = pid
    self.user = user
    self.group = group
    self.groups = groups
  }

  /// Root, whom the daemon belongs to, and members of the socket's group may ask. The mode of the socket says the same;
  /// this holds even when somebody has changed that.
  public func mayAsk(daemonOf user: UInt32, socketOf group: UInt32) -> Bool {
    self.user == 0 || self.user == user || self.group == group || groups.contains(group)
  }

  /// Nil when the kernel does not say.
  init?(of descriptor: Int32) {
    // A `struct ucred`, which glibc shows to _GNU_SOURCE only: pid, uid, gid.
    var credentials: [UInt32] = [0, 0, 0]
    var length = socklen_t(credentials.count * 4)
    guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else { return nil }
    var groups = [UInt32](repeating: 0, count: 64)
    length = socklen_t(groups.count * 4)
    var status = unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, &groups, &length)
    if status != 0, errno == ERANGE {
      // Now the length says how many there are.
      groups = [UInt32](repeating: 0, count: Int(length) / 4)
      status = unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, &groups, &length)
    }
    self.init(
      pid: Int32(bitPattern: credentials[0]), user: credentials[1], group: credentials[2],
      groups: status == 0 ? Array(groups.prefix(Int(length) / 4)) : [])
  }
}
