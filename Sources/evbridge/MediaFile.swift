import Daemon
import Glibc
import Programs
import WaveFile

/// A file of a recorder, open: read in pieces, patched in place.
struct MediaFile: ~Copyable {
  let path: String
  private let descriptor: Int32
  private(set) var status: stat

  /// Opens it for reading.
  init(_ path: String) throws(Failure) {
    // A pipe that nobody writes to would block.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else {
      guard errno != ELOOP else { throw Failure(.noInput, "it is a symbolic link: name the file that it leads to") }
      throw Failure(errno == EACCES ? .permission : .noInput, "it can not be read: \(Self.reason)")
    }
    var status = stat()
    let isFile = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    guard isFile else {
      close(descriptor)
      throw Failure(.noInput, "it is not a file")
    }
    self.path = path
    self.descriptor = descriptor
    self.status = status
  }

  deinit { close(descriptor) }

  var length: UInt64 { UInt64(status.st_size) }

  func read(_ offset: UInt64, _ count: Int) throws(Failure) -> [UInt8] {
    guard offset <= UInt64(Int64.max) else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = unsafe bytes[filled...].withUnsafeMutableBytes { rest in
        unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(filled))
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw Failure(.output, "it can not be read: \(Self.reason)") }
      if got == 0 { break }
      filled += got
    }
    return Array(bytes.prefix(filled))
  }

  /// Writes the patches in their order, each on the disk before the next.
  func apply(_ patches: [Patch]) throws(Failure) {
    // By the descriptor: what has the name now may be another file.
    let writer = unsafe open("/proc/self/fd/\(descriptor)", O_WRONLY | O_CLOEXEC)
    guard writer >= 0 else {
      let denied = errno == EACCES || errno == EPERM
      throw Failure(denied ? .permission : .cannotCreate, "it can not be written: \(Self.reason)")
    }
    defer { close(writer) }
    var now = stat()
    guard unsafe fstat(writer, &now) == 0, now.st_size == status.st_size else {
      throw Failure(.refused, "it has just changed: repair it when its recorder has ended")
    }
    for patch in patches {
      let count = unsafe patch.bytes.withUnsafeBytes { bytes in
        unsafe pwrite(writer, bytes.baseAddress, bytes.count, off_t(patch.offset))
      }
      guard count == patch.bytes.count, fdatasync(writer) == 0 else {
        throw Failure(.output, "writing it failed: \(Self.reason); run repair on it again")
      }
    }
    guard fsync(writer) == 0 else { throw Failure(.output, "writing it failed: \(Self.reason)") }
  }

  /// Who has it open for writing, in words; nil when nobody has.
  ///
  /// What other users' programs have open is not to be seen in /proc; a lease for reading is given only while nobody
  /// has the file open for writing. Where there are no leases, a file that grows is written.
  func writer() -> String? {
    if let program = OpenFiles.writer(of: status) { return "\(program) has it open for writing" }
    // Whoever opens it for writing meanwhile breaks the lease, of which a signal tells.
    _ = signal(SIGIO, SIG_IGN)
    if fcntl(descriptor, Self.setLease, F_RDLCK) == 0 {
      _ = fcntl(descriptor, Self.setLease, F_UNLCK)
      return nil
    }
    if errno == EAGAIN { return "a program has it open for writing" }
    _ = poll(nil, 0, Self.growthTime)
    var now = stat()
    let isSame =
      unsafe fstat(descriptor, &now) == 0 && now.st_size == status.st_size
      && now.st_mtim.tv_sec == status.st_mtim.tv_sec && now.st_mtim.tv_nsec == status.st_mtim.tv_nsec
    return isSame ? nil : "it is being written"
  }

  /// Milliseconds to watch a file: ffmpeg with sound of one channel writes every 3.8 s unless it is told to flush.
  private static let growthTime: Int32 = 4_000

  /// `F_SETLEASE`, which glibc shows to _GNU_SOURCE only.
  private static let setLease: Int32 = 1_024

  private static var reason: String { unsafe String(cString: strerror(errno)) }
}
