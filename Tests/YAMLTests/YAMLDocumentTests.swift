import Testing
import YAML

@Suite struct YAMLDocumentTests {
  /// Scalars in <> when plain, in "" when quoted; every value followed by its line and column.
  private func drawn(_ node: YAMLNode) -> String {
    let place = "@\(node.mark.line):\(node.mark.column)"
    switch node.content {
    case .scalar(let text, let isPlain): return (isPlain ? "<\(text)>" : "\"\(text)\"") + place
    case .sequence(let elements): return "[" + elements.map(drawn).joined(separator: " ") + "]" + place
    case .mapping(let entries):
      let pairs = entries.map { "\($0.key)@\($0.keyMark.line):\($0.keyMark.column)=\(drawn($0.value))" }
      return "{" + pairs.joined(separator: " ") + "}" + place
    }
  }

  @Test(
    "a tree keeps every text as it was written, and its place in characters",
    arguments: [
      ("", ""),
      ("# nothing\n", ""),
      ("a", "<a>@1:1"),
      ("id: 16c0:05e1", "{id@1:1=<16c0:05e1>@1:5}@1:1"),
      ("ä: yes\nb: '1'", #"{ä@1:1=<yes>@1:4 b@2:1="1"@2:4}@1:1"#),
      ("a:\nb: ~", "{a@1:1=<>@1:3 b@2:1=<~>@2:4}@1:1"),
      ("\u{FEFF}a: 1", "{a@1:1=<1>@1:4}@1:1"),
      ("a: [x, {file}]", "{a@1:1=[<x>@1:5 {file@1:9=<>@1:13}@1:8]@1:4}@1:1"),
      ("- 1\n- - 2\n", "[<1>@1:3 [<2>@2:5]@2:3]@1:1"),
      ("a: &x [1]\nb: *x", "{a@1:1=[<1>@1:8]@1:4 b@2:1=[<1>@1:8]@1:4}@1:1"),
      ("a: |\n  x\n  y\n", "{a@1:1=\"x\ny\n\"@1:4}@1:1"),
      (
        "a: &x { p: 1, q: 2 }\nb: { <<: *x, q: 3 }",
        "{a@1:1={p@1:9=<1>@1:12 q@1:15=<2>@1:18}@1:4 b@2:1={q@2:14=<3>@2:17 p@1:9=<1>@1:12}@2:4}@1:1"
      ),
    ])
  func trees(_ text: String, _ expected: String) {
    let document = YAMLDocument(parsing: Array(text.utf8))
    #expect(document.problems.isEmpty)
    #expect(document.root.map(drawn) ?? "" == expected)
  }
}
