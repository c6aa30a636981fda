import EventLoop
import Glibc
import InputModel

extension TakeStorage {
  /// A file that nobody looks after.
  struct Leftover {
    var file: String
    var directory: String
  }

  /// A marker of another start of the machine may be another machine's, on a shared disk: it is taken away when it is
  /// older than any press.
  private static let oldestMarker = Interval.minutes(24 * 60)

  /// The files that were being written when their daemon ended and that no journal tells of. Markers that reserve the
  /// name of no file, for nobody who is alive, go.
  ///
  /// - Parameter accounted: the files that somebody looks after, or was told of
  func leftovers(in directory: String, accounted: Set<String>) -> [Leftover] {
    let (leftovers, markers) = Self.abandoned(in: directory, accounted: accounted)
    for marker in markers { unsafe unlink(marker) }
    unsafe rmdir(Self.markers(directory))
    return leftovers
  }

  /// The files and markers in a directory that belong to nobody who is alive, found without touching them.
  static func abandoned(in directory: String, accounted: Set<String>) -> (files: [Leftover], markers: [String]) {
    let partial = partial(directory)
    let markers = markers(directory)
    var reserved: Set<String> = []
    var useless: [String] = []
    for name in Directory.names(in: markers) {
      let marker = markers + "/" + name
      let owner = TextFile.firstLine(of: marker).flatMap(MarkerOwner.init(parsing:))
      if owner?.isAlive == true {
        reserved.insert(name)
      } else if !accounted.contains(partial + "/" + name), size(of: partial + "/" + name) == nil,
        owner?.boot == WallClock.bootID || isOld(marker)
      {
        useless.append(marker)
      }
    }
    let files = Directory.names(in: partial).compactMap { name -> Leftover? in
      let file = partial + "/" + name
      guard !reserved.contains(name), !accounted.contains(file), hasContent(file) else { return nil }
      return Leftover(file: file, directory: directory)
    }
    return (files, useless)
  }

  /// A file, not a link to one, with something in it.
  private static func hasContent(_ file: String) -> Bool {
    var status = stat()
    return unsafe lstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
  }

  private static func isOld(_ file: String) -> Bool {
    var status = stat()
    guard unsafe lstat(file, &status) == 0 else { return false }
    return EventLoop.wallClock - .seconds(Int64(status.st_mtim.tv_sec)) > oldestMarker
  }
}
