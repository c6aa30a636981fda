import Glibc

/// What the disk says of a take's place.
enum DiskSpace {
  /// What an ordinary user may still write on the disk of a path, in bytes; nil when it can not be told.
  static func free(at path: String) -> Int64? {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return nil }
    let (bytes, isTooLarge) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return isTooLarge ? .max : Int64(clamping: bytes)
  }
}
