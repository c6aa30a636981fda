import Glibc
import Takes

/// What the disk says of a take's place.
enum DiskSpace {
  /// What an ordinary user may still write on the disk of a path, in bytes; nil when it can not be told.
  static func free(at path: String) -> Int64? {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return nil }
    let (bytes, isTooLarge) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return isTooLarge ? .max : Int64(clamping: bytes)
  }

  /// Why no take begins; nil when there is room.
  static func refusal(_ limits: FreeSpace, free: Int64?, in directory: String) -> String? {
    guard let free, free < limits.stop else { return nil }
    return "directory \(directory): only \(megabytes(free)) are free, and no take begins below "
      + "\(megabytes(limits.stop)): make room on that disk, or lower free.stop"
  }

  /// What a person is told who should make room; nil when there is enough.
  static func warning(_ limits: FreeSpace, free: Int64?, in directory: String) -> String? {
    guard let free, free < limits.warn else { return nil }
    return "directory \(directory): only \(megabytes(free)) are free; make room on that disk"
  }

  private static func megabytes(_ bytes: Int64) -> String { "\(bytes / 1_000_000) MB" }
}
