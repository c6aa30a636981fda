/// What a module is, and so what it may import.
enum Layer: String {
  /// Values in, values out. Imports pure modules and adapters.
  case pure
  /// Values in, values out, over a C library. Imports the same, and its own C modules.
  case adapter
  /// Touches the world. Imports pure modules, adapters and its own C modules, but no other edge.
  case edge
  /// Sees everything but C modules.
  case program

  var mayImport: Set<Layer> {
    switch self {
    case .pure, .adapter, .edge: [.pure, .adapter]
    case .program: [.pure, .adapter, .edge, .program]
    }
  }
}
