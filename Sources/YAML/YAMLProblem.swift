/// What is wrong with a text as YAML: the place and one sentence for a person.
public struct YAMLProblem: Error, Hashable, Sendable {
  public var mark: YAMLMark
  public var message: String

  public init(_ mark: YAMLMark, _ message: String) {
    self.mark = mark
    self.message = message
  }
}
