internal import Bridge

/// A line of an answer's head.
public struct Header: Hashable, Sendable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// What an answer comes to (RFC 9110).
public enum Status: UInt32, Sendable {
  case ok = 200
  case noContent = 204
  case badRequest = 400
  case forbidden = 403
  case notFound = 404
  case methodNotAllowed = 405
  case conflict = 409
  case lengthRequired = 411
  case contentTooLarge = 413
  case unsupportedMediaType = 415
  case misdirected = 421
  case serviceUnavailable = 503
  case gatewayTimeout = 504
}

/// An answer.
public struct Response: Hashable, Sendable {
  public var status: Status
  /// Beside those that every answer has.
  public var headers: [Header]
  public var body: [UInt8]

  public init(_ status: Status, headers: [Header] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A body of this type.
  public init(_ type: String, _ body: [UInt8], headers: [Header] = []) {
    self.init(.ok, headers: headers + [Header("Content-Type", type)], body: body)
  }

  /// JSON, as a line.
  public init(_ status: Status = .ok, json: String, headers: [Header] = []) {
    self.init(
      status, headers: headers + [Header("Content-Type", "application/json")], body: Array((json + "\n").utf8))
  }

  /// What is wrong, as the control socket says it.
  public init(_ status: Status, error: String, headers: [Header] = []) {
    self.init(status, json: JSONObject([EventField("error", .text(error))]).text, headers: headers)
  }

  /// What every answer says: nothing from elsewhere is loaded, nothing is guessed, kept or framed.
  ///
  /// - Parameter isForOthers: a page from elsewhere may load it as a script or an image
  public static func common(isForOthers: Bool) -> [Header] {
    [
      Header(
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
          + "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"),
      Header("X-Content-Type-Options", "nosniff"), Header("Cache-Control", "no-store"),
      Header("Referrer-Policy", "no-referrer"),
      Header("Cross-Origin-Resource-Policy", isForOthers ? "cross-origin" : "same-origin"),
    ]
  }
}
