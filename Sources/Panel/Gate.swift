/// Who may ask for what. Every request passes it before anything else is done for it.
public struct Gate: Hashable, Sendable {
  /// The longest body.
  public static let maximumBody = 4_096

  public enum Verdict: Hashable, Sendable {
    /// It may come in. The headers belong to the answer, whatever that is.
    case admitted(Route, headers: [Header])
    /// This is the answer.
    case answered(Response)
  }

  private let address: PanelAddress
  private let port: UInt16
  private let origins: [String]
  private let contents: Set<String>
  private let token: PageToken

  /// - Parameters:
  ///   - port: that it really listens on
  public init(_ settings: PanelSettings, port: UInt16, token: PageToken) {
    address = settings.address
    self.port = port
    origins = settings.origins
    contents = Set(settings.images.keys)
    self.token = token
  }

  public func judge(_ head: RequestHead) -> Verdict {
    guard let host = head.one("host"), isOurs(host: host) else {
      return refuse(
        .misdirected, "this panel is at http://\(address.host):\(port)/, and under no other name: ask for it there")
    }
    var headers: [Header] = []
    switch origin(of: head, at: host) {
    case .none:
      // Browsers say where a request comes from even where they name no origin.
      if let site = head.one("sec-fetch-site"), site != "same-origin", site != "none",
        Route(path: head.path)?.isGuarded ?? true
      {
        return refuse(.forbidden, "pages from elsewhere may not ask for this")
      }
    case .own: break
    case .allowed(let origin):
      headers = [Header("Access-Control-Allow-Origin", origin), Header("Vary", "Origin")]
    case .foreign:
      return refuse(
        .forbidden,
        "pages of this origin may not use the panel: add it to origins under panel in the configuration of evbridge")
    }
    guard let route = Route(path: head.path), isThere(route) else {
      return refuse(.notFound, "there is nothing here", headers)
    }
    if head.method == "OPTIONS" { return .answered(preflight(route, head, headers)) }
    guard head.method == route.method || (head.method == "HEAD" && route.method == "GET" && route != .events) else {
      return refuse(
        .methodNotAllowed, "only \(route.method) is answered here", headers + [Header("Allow", route.method)])
    }
    if let refusal = refusal(ofBody: head, route, headers) { return .answered(refusal) }
    return .admitted(route, headers: headers)
  }

  private func isThere(_ route: Route) -> Bool {
    if case .content(let control) = route { contents.contains(control) } else { true }
  }

  private func refuse(_ status: Status, _ message: String, _ headers: [Header] = []) -> Verdict {
    .answered(Response(status, error: message, headers: headers))
  }
}

// MARK: - Where it comes from, and where it thinks it goes

extension Gate {
  private enum Origin {
    /// None is named.
    case none
    case own
    case allowed(String)
    case foreign
  }

  /// A name that somebody else's DNS has led here (DNS rebinding) is none of ours.
  private func isOurs(host: String) -> Bool {
    let names = ["127.0.0.1", "localhost", "[::1]", address.host]
    guard !address.isWildcard else { return names.contains { matches(host, $0) } || isNumeric(host) }
    return names.contains { matches(host, $0) }
  }

  private func matches(_ host: String, _ name: String) -> Bool {
    let host = host.lowercased()
    return host == "\(name):\(port)" || (port == 80 && host == name)
  }

  /// An address in numbers, with our port: no name can be led astray.
  private func isNumeric(_ host: String) -> Bool {
    guard let name = port == 80 && !host.hasSuffix(":80") ? host : stripped(host, suffix: ":\(port)") else {
      return false
    }
    if PanelAddress.isIPv4(name) { return true }
    return name.hasPrefix("[") && name.hasSuffix("]") && PanelAddress.isIPv6(String(name.dropFirst().dropLast()))
  }

  private func stripped(_ text: String, suffix: String) -> String? {
    text.hasSuffix(suffix) ? String(text.dropLast(suffix.count)) : nil
  }

  private func origin(of head: RequestHead, at host: String) -> Origin {
    let named = head.all("origin")
    guard let origin = named.first else { return .none }
    guard named.count == 1 else { return .foreign }
    if origin == "http://" + host.lowercased() { return .own }
    return origins.contains(origin) ? .allowed(origin) : .foreign
  }

  /// The answer to a browser that asks beforehand whether a page may.
  private func preflight(_ route: Route, _ head: RequestHead, _ headers: [Header]) -> Response {
    // Only a page from elsewhere has to ask.
    guard !headers.isEmpty else {
      return Response(
        .methodNotAllowed, error: "only \(route.method) is answered here", headers: [Header("Allow", route.method)])
    }
    var headers = headers
    headers.append(Header("Access-Control-Allow-Methods", route.method))
    headers.append(Header("Access-Control-Allow-Headers", "Content-Type, \(Self.tokenHeader)"))
    headers.append(Header("Access-Control-Max-Age", "600"))
    if head.one("access-control-request-private-network") == "true" {
      headers.append(Header("Access-Control-Allow-Private-Network", "true"))
    }
    return Response(.noContent, headers: headers)
  }
}

// MARK: - What changes something

extension Gate {
  public static let tokenHeader = "X-Evbridge-Token"

  private func refusal(ofBody head: RequestHead, _ route: Route, _ headers: [Header]) -> Response? {
    let lengths = head.all("content-length")
    guard head.all("transfer-encoding").isEmpty, lengths.count <= 1 else {
      return Response(.lengthRequired, error: "the length of a body must be told before it", headers: headers)
    }
    let length = lengths.first.map { Int($0) } ?? 0
    guard let length, length >= 0 else {
      return Response(.badRequest, error: "Content-Length is no number", headers: headers)
    }
    guard route == .control else {
      guard length > 0 else { return nil }
      return Response(.contentTooLarge, error: "this takes no body", headers: headers)
    }
    guard token.isSame(as: head.one(Self.tokenHeader.lowercased()) ?? "") else {
      return Response(
        .forbidden, error: "the token is missing or old: load the page again", headers: headers)
    }
    guard let type = head.one("content-type"), type.lowercased().prefix(while: { $0 != ";" }) == "application/json"
    else {
      return Response(
        .unsupportedMediaType, error: "a request is JSON (Content-Type: application/json)", headers: headers)
    }
    guard length <= Self.maximumBody else {
      return Response(
        .contentTooLarge, error: "a request has at most \(Self.maximumBody) bytes", headers: headers)
    }
    return nil
  }
}
