import Glibc

/// A directory of its own for a test, removed afterwards.
struct TestDirectory: ~Copyable {
  let path: String

  init() {
    var name = Array("/tmp/evbridge-test-XXXXXX".utf8CString)
    let made = unsafe mkdtemp(&name)
    precondition(unsafe made != nil)
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    let status = unsafe system("rm -rf \(path)")
    precondition(status == 0)
  }

  func addFile(_ name: String, _ text: String = "", mode: mode_t) {
    let file = unsafe open("\(path)/\(name)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    precondition(file >= 0)
    precondition(unsafe write(file, text, text.utf8.count) == text.utf8.count)
    precondition(fchmod(file, mode) == 0)
    close(file)
  }

  func addDirectory(_ name: String) {
    precondition(unsafe mkdir("\(path)/\(name)", 0o755) == 0)
  }

  func removeFile(_ name: String) { precondition(unsafe unlink("\(path)/\(name)") == 0) }
}
