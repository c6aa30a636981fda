/// The one document of a YAML text, as far as it could be read.
///
/// Configuration is hostile input: the text is limited to 1 MiB, the tree to 32 levels and 5,000 nodes. Aliases count
/// with all that they stand for, so that a few lines can not stand for a billion nodes.
public struct YAMLDocument: Sendable {
  public static let maximumLength = 1 << 20
  public static let maximumDepth = 32
  public static let maximumNodes = 5_000

  /// Nil when the text is empty or not YAML.
  public let root: YAMLNode?
  /// One error of syntax hides what comes after it; repeated keys, tags and unknown aliases are all found.
  public let problems: [YAMLProblem]

  public init(parsing bytes: [UInt8]) {
    guard bytes.count <= Self.maximumLength else {
      root = nil
      problems = [YAMLProblem(.start, "the file is longer than 1 MiB")]
      return
    }
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: byteOrderMark) ? Array(bytes[byteOrderMark.count...]) : bytes
    var composer = YAMLComposer()
    do throws(YAMLProblem) {
      root = try composer.compose(text)
      problems = composer.problems
    } catch {
      root = nil
      problems = [error]
    }
  }
}
