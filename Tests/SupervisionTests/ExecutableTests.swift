import Glibc
import Supervision
import Testing

@Suite struct ExecutableTests {
  @Test("a program is found where execvp would find it")
  func search() {
    let directory = TestDirectory()
    directory.addDirectory("first")
    directory.addDirectory("second")
    directory.addDirectory("first/folder")
    directory.addFile("first/tool", mode: 0o644)
    directory.addFile("second/tool", mode: 0o755)
    directory.addFile("second/only", mode: 0o755)
    directory.addFile("here", mode: 0o755)
    let (first, second) = ("\(directory.path)/first", "\(directory.path)/second")

    let cases: [(program: String, path: String, expected: Executable)] = [
      ("only", "\(first):\(second)", .found(path: "\(second)/only")),
      ("tool", "\(first):\(second)", .found(path: "\(second)/tool")),
      ("tool", first, .notExecutable(path: "\(first)/tool")),
      ("folder", "\(first):\(second)", .notExecutable(path: "\(first)/folder")),
      ("nothing", "\(first):\(second)", .notFound),
      ("only", "/nonexistent::\(second)", .found(path: "\(second)/only")),
      ("here", "\(first):", .found(path: "./here")),
      ("here", ":\(first)", .found(path: "./here")),
      ("here", first, .notFound),
      ("only", "second", .found(path: "second/only")),
      ("./here", first, .found(path: "./here")),
      ("second/only", "", .found(path: "second/only")),
      ("\(second)/only", "", .found(path: "\(second)/only")),
      ("\(first)/tool", second, .notExecutable(path: "\(first)/tool")),
      ("\(first)/nothing", second, .notFound),
      ("", first, .notFound),
    ]
    for (program, path, expected) in cases {
      let found = Executable.find(program, path: path, workingDirectory: directory.path)
      #expect(found == expected, "\(program) in \(path)")
    }
  }

  @Test("our own PATH is the default")
  func ownPath() {
    guard case .found(let path) = Executable.find("sh") else {
      Issue.record("no sh in PATH")
      return
    }
    #expect(path.hasPrefix("/") && path.hasSuffix("/sh"))
    #expect(Executable.find("evbridge-no-such-program") == .notFound)
  }

  @Test("an error says what is wrong and what to do")
  func descriptions() {
    let cases: [(error: SpawnError, expected: String)] = [
      (
        .notFound(program: "arecord"),
        "cannot start arecord: it is in no directory of PATH; install the program or give its full path"
      ),
      (
        .notFound(program: "/opt/rec"),
        "cannot start /opt/rec: there is no such file; correct the path or install the program"
      ),
      (
        .notExecutable(program: "rec", path: "/opt/rec"),
        "cannot start rec: /opt/rec is not a program that this user may run; try chmod +x /opt/rec"
      ),
      (
        .workingDirectory(program: "rec", path: "/mnt/stick", errno: ENOENT),
        "cannot start rec in /mnt/stick: No such file or directory; create the directory or correct its path"
      ),
      (.malformed(program: ""), "cannot start a command without a program; name one"),
      (
        .system(program: "rec", errno: ENOEXEC),
        "cannot start rec: Exec format error; it is not a program for this machine; "
          + "a script needs a first line such as #!/bin/sh"
      ),
      (.system(program: "rec", errno: EIO), "cannot start rec: Input/output error"),
    ]
    for (error, expected) in cases { #expect("\(error)" == expected) }
  }
}
