import Glibc

/// Gives the memory of code that only the start has needed back: readers of configurations, tables, the dynamic linker.
///
/// The pages of program text stay in the page cache and come back, a fault of less than a microsecond for 64 KiB, when
/// they run again. A daemon that waits for a button keeps what waiting takes.
enum StartUpPages {
  static func release() {
    guard let stream = unsafe fopen("/proc/self/maps", "re") else { return }
    defer { unsafe fclose(stream) }
    var line = [CChar](repeating: 0, count: 4_352)
    while unsafe fgets(&line, Int32(line.count), stream) != nil {
      let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      let fields = bytes.split(separator: UInt8(ascii: " "), maxSplits: 2)
      // Text alone: it is never written, so nothing is lost.
      guard fields.count == 3, fields[1].elementsEqual("r-xp".utf8), fields[2].contains(UInt8(ascii: "/")) else {
        continue
      }
      let bounds = fields[0].split(separator: UInt8(ascii: "-")).compactMap {
        UInt(String(decoding: $0, as: UTF8.self), radix: 16)
      }
      guard bounds.count == 2, let start = unsafe UnsafeMutableRawPointer(bitPattern: bounds[0]) else { continue }
      unsafe madvise(start, Int(bounds[1] - bounds[0]), MADV_DONTNEED)
    }
  }
}
