import ControlSocket
import EventLoop
import InputModel
import Panel

/// The connection to the daemon: made again and again while there is none.
final class DaemonLink {
  private let paths: [String]
  private var connection: Connection?
  private var lines = LineAssembler(maximum: Relay.longestLine)
  private var watch: Watch?
  /// When it is tried again; nil while it is there.
  private(set) var triesAt: Timestamp?
  private var pause = shortestPause
  private var lastComplaint: String?

  private static let shortestPause = Interval.milliseconds(100)
  /// Trying costs little, and a page that waits is looked at.
  private static let longestPause = Interval.seconds(2)
  /// How many kilobytes are read before everything else has its turn.
  private static let piecesAtOnce = 64

  init(_ paths: [String]) {
    self.paths = paths
    triesAt = .zero
  }

  func owns(_ token: Token) -> Bool { token == watch?.token }

  /// True when it is there now and was not.
  func connect(at now: Timestamp, loop: inout EventLoop) -> Bool {
    guard let due = triesAt, due <= now else { return false }
    do {
      let made = try Connection(toFirstOf: paths)
      watch = try loop.watch(descriptor: made.descriptor, priority: .input)
      connection = consume made
      lines = LineAssembler(maximum: Relay.longestLine)
      triesAt = nil
      return true
    } catch {
      complain("\(error)")
      retry(at: now)
      return false
    }
  }

  /// Says it once, however often it is tried.
  func complain(_ message: String) {
    guard message != lastComplaint else { return }
    lastComplaint = message
    Log.complain("\(message); trying again")
  }

  /// The daemon has said something sensible.
  func noteGood() {
    pause = Self.shortestPause
    guard lastComplaint != nil else { return }
    lastComplaint = nil
    Log.note("connected")
  }

  func close(at now: Timestamp) {
    watch = nil
    connection = nil
    retry(at: now)
  }

  private func retry(at now: Timestamp) {
    triesAt = now + pause
    pause = min(Interval.microseconds(pause.microseconds * 2), Self.longestPause)
  }

  /// The lines that have come; `isOver` when there will be no more.
  func read() -> (lines: [[UInt8]], isOver: Bool) {
    var whole: [[UInt8]] = []
    for _ in 0..<Self.piecesAtOnce {
      guard let reading = connection?.read(into: &lines) else { return (whole, true) }
      switch reading {
      case .some: break
      case .nothing: return (whole, false)
      case .ended, .failed: return (whole, true)
      }
      do {
        while let line = try lines.next() { whole.append(line) }
      } catch {
        complain("the daemon sent a line that does not end")
        return (whole, true)
      }
    }
    return (whole, false)
  }

  /// False when it is of no use any more.
  func send(_ line: [UInt8]) -> Bool { connection?.send(line) == .done }
}
