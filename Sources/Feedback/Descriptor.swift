import Glibc

/// The one owner of a file descriptor.
struct Descriptor: ~Copyable {
  let rawValue: Int32

  init(owning rawValue: Int32) { self.rawValue = rawValue }

  deinit { close(rawValue) }
}
