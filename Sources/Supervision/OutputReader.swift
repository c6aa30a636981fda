import Glibc

/// Our end of the pipe that a program writes to. Reading never waits.
///
/// Keep it until the whole process group is gone, and keep draining: a program that writes into a closed pipe dies of
/// SIGPIPE, in the middle of its file, and one that writes into a full pipe stops recording. For the same reason a
/// recorder whose lines nobody needs is better given `.discarded` or `.log`: it then survives us.
public struct OutputReader: ~Copyable {
  /// How far a reading came.
  public enum Progress: Hashable, Sendable {
    /// There may be more.
    case more
    /// All that is there for now has been read.
    case drained
    /// Every process that could write has closed the pipe. Stop watching the descriptor.
    case ended
  }

  /// A line's first bytes are kept, the rest is dropped: a program that never ends its line costs no more than this.
  public static let maximumLineLength = 4_096
  /// The most that one `drain` reads, so that a program that floods its output can not hold the loop: one page.
  static let readLength = 4_096

  private let source: Descriptor
  private var line: [UInt8] = []

  init(owning descriptor: Int32) {
    // Of our end only: the flag belongs to the pipe's end, and programs expect to be able to wait when they write.
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    source = Descriptor(owning: descriptor)
  }

  /// To be watched for reading. Stays this reader's.
  public var descriptor: Int32 { source.rawValue }

  /// Reads once, and hands over each line that is complete, without its end. Lines end with \n or \r (progress displays
  /// overwrite themselves with the latter) or with the output; empty ones are left out. Bytes that are not UTF-8 are
  /// replaced.
  public mutating func drain(_ consume: (String) -> Void) -> Progress {
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.readLength) { buffer, initialized in
      count = unsafe read(source.rawValue, buffer.baseAddress, buffer.count)
      initialized = max(0, count)
    }
    guard count >= 0 else {
      switch errno {
      case EAGAIN: return .drained
      case EINTR: return .more
      default: return .ended
      }
    }
    guard count > 0 else {
      endLine(consume)
      return .ended
    }
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        endLine(consume)
      } else if line.count < Self.maximumLineLength {
        line.append(byte)
      }
    }
    return .more
  }

  private mutating func endLine(_ consume: (String) -> Void) {
    guard !line.isEmpty else { return }
    consume(String(decoding: line, as: UTF8.self))
    line.removeAll(keepingCapacity: true)
  }
}
