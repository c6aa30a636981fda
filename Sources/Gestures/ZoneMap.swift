public import InputModel

/// Which zones of one surface a touch belongs to, by where it lands.
public struct ZoneMap: Hashable, Sendable {
  /// A zone as it lies on the surface.
  public struct Zone: Hashable, Sendable {
    public var shape: ZoneShape
    /// The zone that it lies in, by its place in the list; nil for the whole surface.
    public var parent: Int?
    /// Nothing behind it sees the touch.
    public var blocks: Bool

    public init(_ shape: ZoneShape, parent: Int? = nil, blocks: Bool = false) {
      self.shape = shape
      self.parent = parent
      self.blocks = blocks
    }
  }

  /// What a contact can land on.
  public enum Place: Hashable, Sendable {
    /// A zone, by its place in the list.
    case zone(Int)
    /// The surface itself, the last parent of all zones.
    case whole
  }

  private let zones: [Zone]
  /// Topmost first.
  private let order: [Int]

  /// - Parameter zones: later ones are higher, except that a zone always lies above the one that it is in, or nothing
  ///   could ever land on it
  /// - Precondition: Every parent is in the list, and following the parents ends at the whole surface.
  public init(_ zones: [Zone]) {
    self.zones = zones
    order = ZoneMap.stack(zones).reversed()
    precondition(order.count == zones.count, "a zone's parents lead back to itself or out of the list")
  }

  /// The topmost place that contains a point.
  public func topmost(at landing: Point) -> Place {
    order.first { zones[$0].shape.contains(landing) }.map { .zone($0) } ?? .whole
  }

  /// A place and what lies behind it: its parents, up to and including the first zone that blocks.
  public func chain(from place: Place) -> Chain { Chain(zones: zones, upcoming: place) }

  /// The places that a touch belongs to, topmost first.
  public struct Chain: Sequence, IteratorProtocol, Sendable {
    fileprivate let zones: [Zone]
    fileprivate var upcoming: Place?

    public mutating func next() -> Place? {
      guard let place = upcoming else { return nil }
      upcoming =
        switch place {
        case .whole: nil
        case .zone(let index) where zones[index].blocks: nil
        case .zone(let index): zones[index].parent.map { .zone($0) } ?? .whole
        }
      return place
    }
  }

  /// The zones from the lowest up. Those whose parents never come (a circle, a place out of the list) are left out.
  private static func stack(_ zones: [Zone]) -> [Int] {
    var stacked: [Int] = []
    var isStacked = [Bool](repeating: false, count: zones.count)
    /// A zone, and then those up to `last` that had to wait for it, by their own order.
    func put(_ index: Int, last: Int) {
      stacked.append(index)
      isStacked[index] = true
      for child in 0..<last where zones[child].parent == index { put(child, last: last) }
    }
    for index in zones.indices {
      if let parent = zones[index].parent, !zones.indices.contains(parent) || !isStacked[parent] { continue }
      put(index, last: index)
    }
    return stacked
  }
}
