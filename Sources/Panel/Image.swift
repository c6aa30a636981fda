/// An image file that a transform shows.
public struct Image: Hashable, Sendable {
  /// The largest file, in bytes.
  public static let maximumSize: Int64 = 16 << 20

  public static let types: [(ending: String, type: String)] = [
    ("png", "image/png"), ("jpg", "image/jpeg"), ("jpeg", "image/jpeg"), ("gif", "image/gif"), ("webp", "image/webp"),
    ("avif", "image/avif"), ("svg", "image/svg+xml"),
  ]

  public var path: String
  public var type: String

  /// Nil when the name does not end as an image's does.
  public init?(path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    let ending = path[path.index(after: dot)...].lowercased()
    guard let known = Self.types.first(where: { $0.ending == ending }) else { return nil }
    self.path = path
    type = known.type
  }
}

extension PanelSettings {
  /// The images of the controls, by their names.
  public var images: [String: Image] {
    var images: [String: Image] = [:]
    for named in controls {
      if case .image(let path, _)? = named.look.content, let image = Image(path: path) { images[named.control] = image }
    }
    return images
  }
}
