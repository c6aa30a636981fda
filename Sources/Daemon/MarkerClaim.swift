import Glibc

/// The marker of a take that no journal tells of, locked: of two daemons that find the recorder one ends it.
final class MarkerClaim {
  struct Taken: Error {}

  /// Nil where there is no marker to be locked.
  private let descriptor: Int32?

  init(_ marker: String) throws(Taken) {
    let descriptor = unsafe open(marker, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
    guard descriptor < 0 || flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw Taken()
    }
    self.descriptor = descriptor < 0 ? nil : descriptor
  }

  deinit { if let descriptor { close(descriptor) } }
}
