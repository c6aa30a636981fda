import Bridge
import ControlSocket
import EventLoop
import Feedback

/// One program that is connected.
final class SocketClient {
  enum Subscription {
    case all
    case types(Set<String>)
    case none
  }

  let id: SocketServer.ClientID
  let connection: Connection
  var writer: LineWriter
  var lines = LineAssembler(maximum: Request.maximumLength)
  var subscription = Subscription.all
  /// Readable, or after its end of what it says, its loss.
  var reading: Watch?
  private var writing: Watch?
  /// It says nothing more.
  var hasEnded = false
  /// There may be requests that came and were not considered yet.
  var hasBacklog = false
  /// The connection has gone, or what was sent could not be kept for it.
  var isLost = false
  /// Nothing of it is read any more, and it is let go when it has got what it was told.
  var isLeaving = false
  private var isWatchedForLoss = false

  init(_ id: SocketServer.ClientID, connection: consuming Connection) {
    self.id = id
    writer = LineWriter(connection.descriptor, notice: EventLine.dropped)
    self.connection = connection
  }

  func owns(_ token: Token) -> Bool { token == reading?.token || isWriting(token) }

  /// Whether it is what tells that more can be written.
  func isWriting(_ token: Token) -> Bool { token == writing?.token }

  func wants(_ type: String) -> Bool {
    guard !isLeaving else { return false }
    switch subscription {
    case .all: return true
    case .types(let types): return types.contains(type)
    case .none: return false
    }
  }

  /// Sends what it has asked for.
  func insist(_ line: [UInt8]) {
    // One who has gone may have asked before: that is still read.
    if !writer.insist(line), !writer.isClosed { isLost = true }
  }

  /// Sends why it can not stay.
  func farewell(_ refusal: String) { _ = writer.insist(Answer(to: nil, refusal: refusal).line) }

  /// Waits for what it is to wait for; false when the connection is over.
  func arrange(loop: inout EventLoop) throws -> Bool {
    if isLost || (isLeaving && !writer.wantsWritable) { return false }
    if writer.isClosed, hasEnded, !hasBacklog { return false }
    if writer.wantsWritable {
      if writing == nil {
        writing = try loop.watch(descriptor: writer.descriptor, for: .writable, priority: .client)
      }
    } else {
      writing = nil
    }
    if hasEnded || isLeaving, !isWatchedForLoss {
      // The descriptor can be watched once: first the one watch goes, then the other comes.
      reading = nil
      reading = try loop.watch(descriptor: connection.descriptor, for: .hangUp, priority: .client)
      isWatchedForLoss = true
    }
    return true
  }
}
