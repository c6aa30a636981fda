import Glibc

/// Why a program could not be started, in words that say what to do about it.
public enum SpawnError: Error, Hashable, Sendable {
  case notFound(program: String)
  case notExecutable(program: String, path: String)
  /// The working directory is not there, is not a directory, or may not be entered.
  case workingDirectory(program: String, path: String, errno: Int32)
  /// There is no program, or a text has a zero byte in it, which would cut it short.
  case malformed(program: String)
  /// The system refused.
  case system(program: String, errno: Int32)
}

extension SpawnError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFound(let program):
      program.utf8.contains(UInt8(ascii: "/"))
        ? "cannot start \(program): there is no such file; correct the path or install the program"
        : "cannot start \(program): it is in no directory of PATH; install the program or give its full path"
    case .notExecutable(let program, let path):
      "cannot start \(program): \(path) is not a program that this user may run; try chmod +x \(path)"
    case .workingDirectory(let program, let path, let errno):
      "cannot start \(program) in \(path): \(Self.text(errno)); create the directory or correct its path"
    case .malformed(let program):
      program.isEmpty
        ? "cannot start a command without a program; name one"
        : "cannot start \(program): its arguments or environment contain a zero byte; remove it"
    case .system(let program, let errno):
      "cannot start \(program): \(Self.text(errno))\(Self.remedy(errno).map { "; " + $0 } ?? "")"
    }
  }

  private static func text(_ errno: Int32) -> String { unsafe String(cString: strerror(errno)) }

  private static func remedy(_ errno: Int32) -> String? {
    switch errno {
    case ENOENT: "the file has gone, or the interpreter in its first line is missing"
    case EACCES: "this user may not run it, or its file system is mounted noexec"
    case ENOEXEC: "it is not a program for this machine; a script needs a first line such as #!/bin/sh"
    case E2BIG: "its arguments and environment are too long"
    case EAGAIN: "this user has too many processes"
    case EMFILE, ENFILE: "too many files are open"
    default: nil
    }
  }
}
