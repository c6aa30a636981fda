/// What a request says before its body.
public struct RequestHead: Hashable, Sendable {
  public var method: String
  /// Without the part behind `?`, and with `%` resolved.
  public var path: String
  /// With names in lower case, in the order in which they came.
  public var headers: [Header]

  public init(method: String, path: String, headers: [Header] = []) {
    self.method = method
    self.path = path
    self.headers = headers.map { Header($0.name.lowercased(), $0.value) }
  }

  /// The values of a header, named in lower case.
  public func all(_ name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }

  /// The value of a header that is there once.
  public func one(_ name: String) -> String? {
    let values = all(name)
    return values.count == 1 ? values[0] : nil
  }
}
