/// The place of an element in one list of the settings: an index that can not be used on another list.
public struct Reference<Element>: Hashable, Sendable {
  public var position: Int
  public init(_ position: Int) { self.position = position }
}

extension Array {
  public subscript(reference: Reference<Element>) -> Element {
    get { self[reference.position] }
    set { self[reference.position] = newValue }
  }

  /// A reference to every element, in order.
  public var references: [Reference<Element>] { indices.map { Reference($0) } }
}
