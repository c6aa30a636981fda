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

  /// Whether what is there is gone when the machine is switched off (tmpfs, ramfs).
  static func isMemory(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    // As glibc's major() and minor() take it apart, which are macros.
    let number = UInt64(status.st_dev)
    let (major, minor) = (number >> 8 & 0xfff | number >> 32 & ~0xfff, number & 0xff | number >> 12 & ~0xff)
    let device = "\(major):\(minor)"
    // 36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue
    return TextFile.lines(of: "/proc/self/mountinfo").contains { line in
      let fields = line.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
      guard fields.count > 6, fields[2] == device, let dash = fields[6...].firstIndex(of: "-") else { return false }
      return fields[(dash + 1)...].first.map { ["tmpfs", "ramfs"].contains($0) } ?? false
    }
  }
}
