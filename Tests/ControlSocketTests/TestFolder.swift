import Glibc
import Testing

/// A folder of its own for a socket; short, as its path must be.
final class TestFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/evb-socket.XXXXXX".utf8CString)
    try #require(unsafe mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in ["s", "t", "link"] { unsafe unlink(path + "/" + name) }
    unsafe rmdir(path + "/folder")
    unsafe rmdir(path)
  }

  func exists(_ name: String) -> Bool { unsafe access(path + "/" + name, F_OK) == 0 }

  func status(_ name: String) -> stat? {
    var status = stat()
    return unsafe lstat(path + "/" + name, &status) == 0 ? status : nil
  }

  func makeFile(_ name: String) {
    close(unsafe open(path + "/" + name, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
  }
}
