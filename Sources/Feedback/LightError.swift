import Glibc

/// Why a light can not be used, in one sentence that says what to do.
public enum LightError: Error, Hashable, CustomStringConvertible {
  case missing(name: String, folder: String)
  /// - Parameters:
  ///   - path: the file of the light that could not be opened, read or written
  ///   - errno: what the system said
  case refused(path: String, errno: Int32)

  public var description: String {
    switch self {
    case .missing(let name, let folder):
      "no light \"\(name)\" in \(folder); ls \(folder) shows the names"
    case .refused(let path, errno: EACCES):
      """
      cannot use \(path): permission denied; 60-evbridge.rules, which make install puts in place, gives it to group \
      input after sudo udevadm control --reload && sudo udevadm trigger -s leds -c add
      """
    case .refused(let path, let errno):
      "cannot use \(path): \(unsafe String(cString: strerror(errno)))"
    }
  }
}
