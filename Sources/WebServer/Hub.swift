import CMicrohttpd
import Panel

/// Where the library's calls arrive. They judge a request and gather its body; everything else is done outside of them.
@safe final class Hub {
  var gate: Gate?
  var incoming: [WebServer.Incoming] = []
  var exchanges: [ExchangeID: Exchange] = [:]
  /// Something was resumed: the library has to run.
  var isStirred = false
  private var last: UInt64 = 0

  static func handle(
    _ cookie: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, url: UnsafePointer<CChar>?,
    method: UnsafePointer<CChar>?, data: UnsafePointer<CChar>?, size: UnsafeMutablePointer<Int>?,
    slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> MHD_Result {
    guard let cookie = unsafe cookie, let connection = unsafe connection, let size = unsafe size,
      let slot = unsafe slot
    else { return .NO }
    let hub = unsafe Unmanaged<Hub>.fromOpaque(cookie).takeUnretainedValue()
    guard let known = unsafe slot.pointee else {
      let head = unsafe RequestHead(
        method: method.map { unsafe String(cString: $0) } ?? "", path: url.map { unsafe String(cString: $0) } ?? "",
        headers: headers(of: connection))
      let (exchange, answer) = unsafe hub.begin(head, connection)
      unsafe slot.pointee = Unmanaged.passRetained(exchange).toOpaque()
      return answer.map { exchange.give($0) } ?? .YES
    }
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
    if let data = unsafe data, unsafe size.pointee > 0 {
      let piece = unsafe UnsafeRawBufferPointer(start: data, count: size.pointee)
      // The gate has seen how long it is to be.
      guard exchange.body.count + piece.count <= Gate.maximumBody else { return .NO }
      unsafe exchange.body += piece
      unsafe size.pointee = 0
      return .YES
    }
    return hub.proceed(exchange)
  }

  private func begin(_ head: RequestHead, _ connection: OpaquePointer) -> (Exchange, Response?) {
    last += 1
    let id = ExchangeID(rawValue: last)
    switch gate?.judge(head) {
    case .admitted(let route, let headers):
      let exchange = unsafe Exchange(id, connection, .reading, route: route, headers: headers)
      exchanges[id] = exchange
      return (exchange, nil)
    case .answered(let response):
      return (unsafe Exchange(id, connection, .refused, route: nil, headers: []), response)
    case nil:
      let response = Response(.serviceUnavailable, error: "the panel is about to start")
      return (unsafe Exchange(id, connection, .refused, route: nil, headers: []), response)
    }
  }

  private func proceed(_ exchange: Exchange) -> MHD_Result {
    switch exchange.stage {
    case .reading:
      guard let route = exchange.route else { return .NO }
      exchange.stage = .waiting
      incoming.append(.request(exchange.id, route, body: exchange.body))
      exchange.suspend()
      return .YES
    case .answering(let answer): return exchange.give(answer)
    case .refused, .waiting, .answered, .streaming: return .YES
    }
  }

  /// The library is done with a request.
  static func complete(
    _ cookie: UnsafeMutableRawPointer?, slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) {
    guard let cookie = unsafe cookie, let slot = unsafe slot, let known = unsafe slot.pointee else { return }
    let hub = unsafe Unmanaged<Hub>.fromOpaque(cookie).takeUnretainedValue()
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(known).takeRetainedValue()
    unsafe slot.pointee = nil
    if hub.exchanges.removeValue(forKey: exchange.id) != nil { hub.incoming.append(.gone(exchange.id)) }
  }

  /// A connection has come or gone. When it was one of too many, the library looks at those who wait only as it runs again.
  static func stir(_ cookie: UnsafeMutableRawPointer?) {
    guard let cookie = unsafe cookie else { return }
    unsafe Unmanaged<Hub>.fromOpaque(cookie).takeUnretainedValue().isStirred = true
  }

  private final class Gathered {
    var headers: [Header] = []
  }

  private static func headers(of connection: OpaquePointer) -> [Header] {
    let gathered = Gathered()
    let cookie = unsafe Unmanaged.passUnretained(gathered).toOpaque()
    _ = unsafe MHD_get_connection_values_n(
      connection, .HEADER_KIND,
      { cookie, _, name, nameSize, value, valueSize in
        guard let cookie = unsafe cookie else { return .NO }
        let gathered = unsafe Unmanaged<Gathered>.fromOpaque(cookie).takeUnretainedValue()
        let header = unsafe Header(
          String(decoding: UnsafeRawBufferPointer(start: name, count: nameSize), as: UTF8.self),
          String(decoding: UnsafeRawBufferPointer(start: value, count: valueSize), as: UTF8.self))
        gathered.headers.append(header)
        return .YES
      }, cookie)
    return gathered.headers
  }
}
