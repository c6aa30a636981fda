/// What libyaml's parser finds next, without its pointers.
struct YAMLEvent {
  enum Kind: Equatable {
    case streamStart
    case streamEnd
    case documentStart
    case documentEnd
    case alias(String)
    case scalar(String, isPlain: Bool)
    case sequenceStart
    case sequenceEnd
    case mappingStart
    case mappingEnd
  }

  var kind: Kind
  var mark: YAMLMark
  var anchor: String?
  var tag: String?
}
