import Evdev
import Glibc

/// The user that we are, in this session.
enum Account {
  /// The names of the groups that this process has.
  static var groups: [String] {
    var ids = [gid_t](repeating: 0, count: 65_536)
    let count = unsafe getgroups(Int32(ids.count), &ids)
    return ([getegid()] + ids.prefix(Int(max(0, count)))).reduce(into: [String]()) { names, id in
      let name = unsafe getgrgid(id).map { unsafe String(cString: $0.pointee.gr_name) } ?? "\(id)"
      if !names.contains(name) { names.append(name) }
    }
  }

  /// Whether the system counts the user among a group's members. This session may have begun before that.
  static func isMember(of group: String) -> Bool {
    guard let entry = unsafe getgrnam(group), var member = unsafe entry.pointee.gr_mem else { return false }
    let user = Environment.userName
    while let name = unsafe member.pointee {
      if unsafe String(cString: name) == user { return true }
      unsafe member += 1
    }
    return false
  }

  /// The error, or what is left to be done by somebody who has done what it says.
  static func advice(on error: EvdevError) -> String {
    guard case .denied(let path, let group?) = error, isMember(of: group) else { return "\(error)" }
    return "no permission to read \(path): user \(Environment.userName) is in group \(group), but this session began "
      + "before that; log out and in again, or restart the service"
  }
}
