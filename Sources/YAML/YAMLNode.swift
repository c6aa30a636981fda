/// A value of a YAML text and where it stands. Scalars stay texts: only the reader knows what it wants of them.
public struct YAMLNode: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    /// `isPlain`: written without quotes.
    case scalar(String, isPlain: Bool)
    case sequence([YAMLNode])
    /// In the order of the text, no key twice.
    case mapping([Entry])
  }

  /// One key of a mapping and its value.
  public struct Entry: Hashable, Sendable {
    public var key: String
    public var keyMark: YAMLMark
    public var value: YAMLNode

    public init(key: String, keyMark: YAMLMark, value: YAMLNode) {
      self.key = key
      self.keyMark = keyMark
      self.value = value
    }
  }

  public var content: Content
  public var mark: YAMLMark

  public init(_ content: Content, mark: YAMLMark) {
    self.content = content
    self.mark = mark
  }

  /// Nothing is written where a value belongs (`key:`).
  public var isEmpty: Bool { content == .scalar("", isPlain: true) }
}
