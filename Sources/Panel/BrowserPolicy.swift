internal import Bridge

/// What an administrator gives to Chromium, so that pages of the configured origins reach the panel.
///
/// A page from elsewhere needs a permission to reach this machine: the policy of Chromium 142 and later is
/// `LocalNetworkAccessAllowedForUrls`; those that tell the loopback from the rest have `LoopbackNetworkAllowedForUrls`.
public struct BrowserPolicy: Hashable, Sendable {
  public var origins: [String]

  public init(origins: [String]) { self.origins = origins }

  /// The file for /etc/chromium/policies/managed.
  public var json: String {
    JSONObject([
      EventField("LocalNetworkAccessAllowedForUrls", .list(origins)),
      EventField("LoopbackNetworkAllowedForUrls", .list(origins)),
    ]).text
  }

  /// The origins that no policy helps: only pages that came encrypted, or from this machine, may have the permission.
  public var hopeless: [String] {
    origins.filter { origin in
      guard let host = Origin.host(ofPlain: origin) else { return false }
      return host != "localhost" && !host.hasPrefix("127.") && host != "[::1]"
    }
  }
}

/// `https://kiosk.example:8443`, as browsers write it.
public enum Origin {
  private static let schemes: [(scheme: String, port: String)] = [("http://", "80"), ("https://", "443")]

  /// Nil when it is one; else what is wrong.
  public static func complaint(about text: String) -> String? {
    guard let (scheme, port) = schemes.first(where: { text.hasPrefix($0.scheme) }) else {
      return text == "null" ? "any page without an origin is \"null\"" : "it begins neither with http:// nor https://"
    }
    let rest = text.dropFirst(scheme.count)
    if rest.utf8.contains(UInt8(ascii: "/")) { return "it ends before the path, without a /" }
    let parts = rest.hasPrefix("[") ? bracketed(rest) : plain(rest)
    guard let (host, number) = parts else { return "it has no host" }
    guard host == host.lowercased() else { return "browsers write it in small letters" }
    if let number {
      guard let value = UInt16(number), value > 0, String(value) == number else { return "its port is no number" }
      if number == port { return "browsers leave the port \(port) out" }
    }
    return nil
  }

  static func host(ofPlain origin: String) -> String? {
    guard origin.hasPrefix(schemes[0].scheme) else { return nil }
    let rest = origin.dropFirst(schemes[0].scheme.count)
    return (rest.hasPrefix("[") ? bracketed(rest) : plain(rest))?.host
  }

  private static func plain(_ rest: Substring) -> (host: String, port: String?)? {
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
    let safe = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._".utf8)
    guard (1...2).contains(parts.count), !parts[0].isEmpty, parts[0].utf8.allSatisfy(safe.contains) else { return nil }
    return (String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
  }

  private static func bracketed(_ rest: Substring) -> (host: String, port: String?)? {
    guard let end = rest.firstIndex(of: "]") else { return nil }
    let host = rest[...end]
    let port = rest[rest.index(after: end)...]
    guard PanelAddress.isIPv6(String(host.dropFirst().dropLast())), port.isEmpty || port.hasPrefix(":") else {
      return nil
    }
    return (String(host), port.isEmpty ? nil : String(port.dropFirst()))
  }
}
