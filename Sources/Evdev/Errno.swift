import Glibc

/// An error number of the kernel, positive.
public struct Errno: Error, RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public var rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// What a C function that returns `-errno` has said.
  init(status: Int32) { self.init(rawValue: -status) }

  /// What the last failed call of this thread has left.
  static var last: Errno { Errno(rawValue: errno) }

  static let outOfMemory = Errno(rawValue: ENOMEM)

  /// Passes on the result of a C function that returns `-errno` when it fails.
  @discardableResult
  static func check(_ status: Int32) throws(Errno) -> Int32 {
    guard status >= 0 else { throw Errno(status: status) }
    return status
  }

  public var description: String {
    guard let text = unsafe strerror(rawValue) else { return "error \(rawValue)" }
    return unsafe String(cString: text)
  }
}
