import Gestures

extension GestureSettings.Pattern {
  /// Every gesture by the word that the configuration and the events have for it.
  public static let words: [(name: String, pattern: GestureSettings.Pattern)] =
    (GestureKind.allCases.map { GestureSettings.Pattern($0) }
    + SwipeDirection.allCases.map { GestureSettings.Pattern(.swipe, direction: $0) }).map { ($0.name, $0) }

  /// The word for it: "rotate", or "swipe-left", which says where it goes.
  public var name: String {
    switch kind {
    case .tap: "tap"
    case .doubleTap: "double-tap"
    case .longPress: "long-press"
    case .pan: "pan"
    case .pinch: "pinch"
    case .rotation: "rotate"
    case .swipe: direction.map { "swipe-\($0.name)" } ?? "swipe"
    }
  }
}

extension SwipeDirection {
  fileprivate var name: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .up: "up"
    case .down: "down"
    }
  }
}
