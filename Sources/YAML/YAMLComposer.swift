/// Makes a tree of the parser's events.
struct YAMLComposer {
  private(set) var problems: [YAMLProblem] = []
  /// What an alias may stand for, with the number of nodes in it.
  private var anchors: [String: (node: YAMLNode, nodes: Int)] = [:]
  private var nodes = 0

  mutating func compose(_ text: [UInt8]) throws(YAMLProblem) -> YAMLNode? {
    var root: YAMLNode?
    var composer = self
    try YAMLParser.parse(text) { (parser) throws(YAMLProblem) in
      var documents = 0
      while true {
        let event = try parser.next()
        switch event.kind {
        case .streamEnd: return
        case .documentStart:
          documents += 1
          if documents > 1 { throw YAMLProblem(event.mark, "a second document begins here (expected one only)") }
        case .streamStart, .documentEnd: continue
        default: root = try composer.node(event, parser, depth: 1)
        }
      }
    }
    self = composer
    return root
  }

  /// The node that begins with `event`.
  private mutating func node(
    _ event: YAMLEvent, _ parser: borrowing YAMLParser, depth: Int
  ) throws(YAMLProblem) -> YAMLNode {
    guard depth <= YAMLDocument.maximumDepth else {
      throw YAMLProblem(event.mark, "more than \(YAMLDocument.maximumDepth) levels of nesting")
    }
    let nodesBefore = nodes
    try count(1, at: event.mark)
    if let tag = event.tag {
      problems.append(
        YAMLProblem(event.mark, "the tag \(tag) is not understood: a text that begins with ! needs quotes"))
    }
    let content: YAMLNode.Content
    switch event.kind {
    case .alias(let name): return try target(of: name, at: event.mark)
    case .scalar(let text, let isPlain): content = .scalar(text, isPlain: isPlain)
    case .sequenceStart: content = try sequence(parser, depth: depth)
    default: content = try mapping(parser, depth: depth)
    }
    let node = YAMLNode(content, mark: event.mark)
    if let anchor = event.anchor { anchors[anchor] = (node, nodes - nodesBefore) }
    return node
  }

  private mutating func count(_ more: Int, at mark: YAMLMark) throws(YAMLProblem) {
    nodes += more
    guard nodes <= YAMLDocument.maximumNodes else {
      throw YAMLProblem(mark, "more than \(YAMLDocument.maximumNodes) values, aliases counted in full")
    }
  }

  private mutating func target(of name: String, at mark: YAMLMark) throws(YAMLProblem) -> YAMLNode {
    guard let anchor = anchors[name] else {
      problems.append(
        YAMLProblem(mark, "there is no &\(name) before *\(name): a text that begins with * needs quotes: \"*\(name)\""))
      return YAMLNode(.scalar("*\(name)", isPlain: false), mark: mark)
    }
    try count(anchor.nodes, at: mark)
    return anchor.node
  }

  private mutating func sequence(
    _ parser: borrowing YAMLParser, depth: Int
  ) throws(YAMLProblem) -> YAMLNode.Content {
    var elements: [YAMLNode] = []
    while true {
      let event = try parser.next()
      if event.kind == .sequenceEnd { return .sequence(elements) }
      elements.append(try node(event, parser, depth: depth + 1))
    }
  }

  private mutating func mapping(
    _ parser: borrowing YAMLParser, depth: Int
  ) throws(YAMLProblem) -> YAMLNode.Content {
    var entries: [YAMLNode.Entry] = []
    var lines: [String: Int] = [:]
    var merged: [YAMLNode] = []
    while true {
      let event = try parser.next()
      if event.kind == .mappingEnd { break }
      let key = try node(event, parser, depth: depth + 1)
      let value = try node(try parser.next(), parser, depth: depth + 1)
      guard case .scalar(let name, let isPlain) = key.content else {
        problems.append(YAMLProblem(event.mark, "a key must be a word, not a list or mapping"))
        continue
      }
      if let line = lines[name] {
        problems.append(YAMLProblem(event.mark, "the key \(name) is already in line \(line)"))
      } else if name == "<<" && isPlain {
        merged.append(value)
      } else {
        lines[name] = event.mark.line
        entries.append(YAMLNode.Entry(key: name, keyMark: event.mark, value: value))
      }
    }
    for node in merged { merge(node, into: &entries) }
    return .mapping(entries)
  }

  /// `<<: *other` brings the keys of another mapping that are not written here.
  private mutating func merge(_ node: YAMLNode, into entries: inout [YAMLNode.Entry]) {
    guard case .mapping(let others) = node.content else {
      problems.append(YAMLProblem(node.mark, "<< takes an alias of a mapping, such as <<: *name"))
      return
    }
    let written = Set(entries.map(\.key))
    entries += others.filter { !written.contains($0.key) }
  }
}
