import Glibc

/// Where lines go: another descriptor for what the caller's leads to, and the way to write to it without waiting.
///
/// O_NONBLOCK belongs to the open file description, which a shell shares among all its programs: set on our standard
/// output it would make the next program's writes fail. So what is behind the descriptor is opened once more.
struct Target: ~Copyable {
  enum Outcome {
    case wrote(Int)
    case wouldBlock
    case failed(errno: Int32)
  }

  private enum Way {
    /// A description of our own that does not block, or a regular file, which never does.
    case write
    case send
    /// A shared description that may block: only what surely fits is written, and only after a look.
    case look(atMost: Int)
  }

  private let owned: Descriptor
  private let way: Way

  var descriptor: Int32 { owned.rawValue }

  /// - Parameter mayReopen: false to test what is done where the thing can not be opened once more: a pipe of another
  ///   user, a terminal after `su`, no /proc.
  init(_ descriptor: Int32, mayReopen: Bool = true) {
    var status = stat()
    let type = unsafe fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : nil
    // A regular file keeps its description: another would have an offset of its own and overwrite the beginning.
    if mayReopen, type != S_IFREG, type != S_IFSOCK {
      let opened = unsafe open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
      if opened >= 0 {
        owned = Descriptor(owning: opened)
        way = .write
        return
      }
    }
    owned = Descriptor(owning: fcntl(descriptor, F_DUPFD_CLOEXEC, 3))
    way =
      switch type {
      // No such descriptor: the first write will say so.
      case nil, S_IFREG: .write
      case S_IFSOCK: .send
      // A writable pipe has room for PIPE_BUF bytes; of other things nothing is known but that one byte fits.
      case S_IFIFO: .look(atMost: Int(PIPE_BUF))
      default: .look(atMost: 1)
      }
  }

  /// Writes a beginning of the bytes, which are not empty.
  func write(_ bytes: Span<UInt8>) -> Outcome {
    var count = 0
    repeat {
      count = unsafe bytes.withUnsafeBytes { bytes in
        switch way {
        case .write: unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        case .send:
          unsafe send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
        case .look(let most):
          isWritable ? unsafe Glibc.write(descriptor, bytes.baseAddress, min(bytes.count, most)) : 0
        }
      }
    } while count < 0 && errno == EINTR
    if count > 0 { return .wrote(count) }
    return count == 0 || errno == EAGAIN ? .wouldBlock : .failed(errno: errno)
  }

  private var isWritable: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&request, 1, 0) > 0
  }
}
