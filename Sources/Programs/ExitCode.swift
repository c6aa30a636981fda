/// What a program ends with; the numbers are those of sysexits(3).
public enum ExitCode: Int32, Sendable {
  case success = 0
  /// EX_USAGE: the command line is wrong.
  case usage = 64
  /// EX_DATAERR: a file is no WAV file, or can not be mended.
  case data = 65
  /// EX_NOINPUT: a file that was named, or the configuration, can not be read.
  case noInput = 66
  /// EX_UNAVAILABLE: something that is needed is not there: a program, or the daemon.
  case unavailable = 69
  /// EX_OSERR: the system refused what the program can not do without.
  case system = 71
  /// EX_CANTCREAT: a file that was asked for can not be written.
  case cannotCreate = 73
  /// EX_IOERR: standard output can not be written, or a file to be mended can not be read or written.
  case output = 74
  /// EX_TEMPFAIL: the daemon was asked, and refused; a file to be mended is still being written.
  case refused = 75
  /// EX_PROTOCOL: what answers is no daemon of evbridge.
  case protocolError = 76
  /// EX_NOPERM: a configuration that others can write, as root; a socket that is not for this user; a file to be mended
  /// that is not ours to read or write.
  case permission = 77
  /// EX_CONFIG: the configuration is wrong.
  case configuration = 78
}

/// Ends a program early, with a message.
public struct Failure: Error {
  public var code: ExitCode
  public var message: String

  public init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = message
  }
}
