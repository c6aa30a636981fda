extension DeviceNode {
  /// All nodes that are there now, in the order of their numbers.
  public static func all() throws(EvdevError) -> [DeviceNode] {
    var discovery = try Discovery()
    var nodes: [DeviceNode] = []
    for change in try discovery.drain() {
      if case .appeared(let node) = change { nodes.append(node) }
    }
    return nodes.sorted { ($0.path.utf8.count, $0.path) < ($1.path.utf8.count, $1.path) }
  }
}
