import Glibc

/// One who has connected. Reads never wait.
public struct Connection: ~Copyable {
  public enum Reading: Hashable, Sendable {
    /// So many bytes came.
    case some
    /// There is nothing now.
    case nothing
    /// The other side says nothing more. It may still listen.
    case ended
    case failed(errno: Int32)
  }

  /// How much is read at once: a wake-up with a thousand tiny requests would hold up the loop.
  private static let piece = 1_024

  private let owned: Descriptor
  /// Nil when the kernel does not say.
  public let peer: Peer?

  init(owning descriptor: Int32) {
    owned = Descriptor(owning: descriptor)
    peer = Peer(of: descriptor)
  }

  public var descriptor: Int32 { owned.rawValue }

  /// Reads one piece of what there is.
  public func read(into lines: inout LineAssembler) -> Reading {
    var buffer = [UInt8](repeating: 0, count: Self.piece)
    while true {
      let count = unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count > 0 {
        lines.append(buffer[..<count])
        return .some
      }
      if count == 0 { return .ended }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .nothing
      default: return .failed(errno: errno)
      }
    }
  }
}
