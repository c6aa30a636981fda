/// What a parser finds next.
public struct YAMLEvent: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case streamStart
    case streamEnd
    case documentStart
    case documentEnd
    case alias(String)
    /// `isPlain`: written without quotes.
    case scalar(String, isPlain: Bool)
    case sequenceStart
    case sequenceEnd
    case mappingStart
    case mappingEnd
  }

  public var kind: Kind
  public var mark: YAMLMark
  public var anchor: String?
  public var tag: String?
}
