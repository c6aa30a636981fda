/// The configuration of the panel: where it is, who may use it, and how controls look there.
public struct PanelSettings: Hashable, Sendable {
  public static let usualPort: UInt16 = 7373

  /// Where it listens.
  public var address: PanelAddress
  public var port: UInt16
  /// Whose pages, beside its own, may show the controls: `https://kiosk.example`.
  public var origins: [String]
  /// The look of all controls, and what single ones have in its place.
  public var look: Look
  public var controls: [NamedLook]

  public init(
    address: PanelAddress = .loopback, port: UInt16 = Self.usualPort, origins: [String] = [], look: Look = Look(),
    controls: [NamedLook] = []
  ) {
    self.address = address
    self.port = port
    self.origins = origins
    self.look = look
    self.controls = controls
  }
}

/// The look of one control.
public struct NamedLook: Hashable, Sendable {
  public var control: String
  public var look: Look

  public init(_ control: String, _ look: Look) {
    self.control = control
    self.look = look
  }
}

/// The numeric address that the panel listens on.
public struct PanelAddress: Hashable, Sendable {
  public static let loopback = PanelAddress(text: "127.0.0.1", isIPv6: false)

  /// As a person writes it, without brackets: `127.0.0.1`, `::1`.
  public var text: String
  public var isIPv6: Bool

  private init(text: String, isIPv6: Bool) {
    self.text = text
    self.isIPv6 = isIPv6
  }

  /// Nil for what is no numeric address.
  public init?(_ text: String) {
    if Self.isIPv4(text) {
      self.init(text: text, isIPv6: false)
    } else if Self.isIPv6(text) {
      self.init(text: text.lowercased(), isIPv6: true)
    } else {
      return nil
    }
  }

  /// Nobody but programs of this machine can reach it.
  public var isLoopback: Bool { isIPv6 ? text == "::1" : text.hasPrefix("127.") }

  /// It stands for all addresses of the machine.
  public var isWildcard: Bool { text == "0.0.0.0" || text == "::" }

  /// As it stands in an address of the web.
  public var host: String { isIPv6 ? "[\(text)]" : text }

  static func isIPv4(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        (1...3).contains(part.utf8.count) && part.utf8.allSatisfy { (48...57).contains($0) } && UInt8(part) != nil
          && (part == "0" || !part.hasPrefix("0"))
      }
  }

  /// Up to eight groups of four hexadecimal digits, at most once `::`; no zone, no IPv4 part.
  static func isIPv6(_ text: String) -> Bool {
    let groups = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (3...9).contains(groups.count) else { return false }
    for group in groups {
      guard group.utf8.count <= 4, group.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
        return false
      }
    }
    let empty = groups.indices.filter { groups[$0].isEmpty }
    let inner = empty.filter { $0 != groups.startIndex && $0 != groups.endIndex - 1 }
    // `::` alone has three empty groups, at either end two, within one.
    switch (groups.first?.isEmpty, groups.last?.isEmpty) {
    case (true, true): return groups.count == 3
    case (true, false): return inner == [1]
    case (false, true): return inner == [groups.count - 2]
    default: return inner.count <= 1 && (inner.count == 1 ? groups.count <= 8 : groups.count == 8)
    }
  }
}
