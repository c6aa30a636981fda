import CMicrohttpd
import Glibc
import Panel

/// One request and its answer, for as long as the library knows it.
@safe final class Exchange {
  enum Stage {
    /// It was refused, and has its answer.
    case refused
    /// Its body comes.
    case reading
    /// It has come whole and waits for its answer.
    case waiting
    case answering(Answer)
    /// Its answer is on the way.
    case answered
    case streaming
  }

  enum Answer {
    case response(Response)
    /// An open file of this type and length, which the library closes.
    case file(descriptor: Int32, size: UInt64, type: String)
    case stream
  }

  let id: ExchangeID
  let connection: OpaquePointer
  var stage: Stage
  let route: Route?
  /// What the gate adds to the answer.
  let headers: [Header]
  var body: [UInt8] = []
  /// The library does nothing with the connection until it is resumed.
  var isSuspended = false
  /// What the reader of the stream has not got yet.
  var queue: [UInt8] = []
  /// Its stream is over.
  var hasEnded = false

  init(_ id: ExchangeID, _ connection: OpaquePointer, _ stage: Stage, route: Route?, headers: [Header]) {
    self.id = id
    unsafe self.connection = connection
    self.stage = stage
    self.route = route
    self.headers = headers
  }

  func suspend() {
    isSuspended = true
    unsafe MHD_suspend_connection(connection)
  }

  func resume() {
    guard isSuspended else { return }
    isSuspended = false
    unsafe MHD_resume_connection(connection)
  }

  /// Ends the connection at once, whatever the reader still has to get.
  func cut() {
    hasEnded = true
    queue = []
    shutdown(unsafe evb_web_socket(connection), Int32(SHUT_RDWR))
    resume()
  }

  // MARK: Answers

  /// Only from within the library's call.
  func give(_ answer: Answer) -> MHD_Result {
    switch answer {
    case .response(let response): return give(response)
    case .file(let descriptor, let size, let type):
      stage = .answered
      guard let made = unsafe MHD_create_response_from_fd64(size, descriptor) else {
        close(descriptor)
        return .NO
      }
      return unsafe queue(made, .ok, [Header("Content-Type", type)])
    case .stream:
      stage = .streaming
      let cookie = unsafe Unmanaged.passRetained(self).toOpaque()
      let made = unsafe MHD_create_response_from_callback(
        .max, 4_096, { unsafe Exchange.read($0, into: $2, atMost: $3) }, cookie,
        { cookie in if let cookie = unsafe cookie { unsafe Unmanaged<Exchange>.fromOpaque(cookie).release() } })
      guard let made = unsafe made else {
        unsafe Unmanaged<Exchange>.fromOpaque(cookie).release()
        return .NO
      }
      return unsafe queue(made, .ok, [Header("Content-Type", "text/event-stream"), Header("X-Accel-Buffering", "no")])
    }
  }

  func give(_ response: Response) -> MHD_Result {
    if case .refused = stage {} else { stage = .answered }
    let made = unsafe response.body.withUnsafeBytes { bytes in
      unsafe MHD_create_response_from_buffer(
        bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
    }
    guard let made = unsafe made else { return .NO }
    return unsafe queue(made, response.status, response.headers)
  }

  private func queue(_ made: OpaquePointer, _ status: Status, _ own: [Header]) -> MHD_Result {
    defer { unsafe MHD_destroy_response(made) }
    let isForOthers =
      switch route {
      case .asset, .content: true
      default: false
      }
    for header in Response.common(isForOthers: isForOthers) + headers + own {
      _ = unsafe MHD_add_response_header(made, header.name, header.value)
    }
    return unsafe MHD_queue_response(connection, status.rawValue, made)
  }

  /// The library asks for more of a stream.
  private static func read(
    _ cookie: UnsafeMutableRawPointer?, into buffer: UnsafeMutablePointer<CChar>?, atMost limit: Int
  )
    -> Int
  {
    guard let cookie = unsafe cookie, let buffer = unsafe buffer else { return -1 }
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(cookie).takeUnretainedValue()
    guard !exchange.hasEnded else { return -1 }
    guard !exchange.queue.isEmpty else {
      exchange.suspend()
      return 0
    }
    let count = min(limit, exchange.queue.count)
    for index in 0..<count { unsafe buffer[index] = CChar(bitPattern: exchange.queue[index]) }
    exchange.queue.removeFirst(count)
    return count
  }
}
