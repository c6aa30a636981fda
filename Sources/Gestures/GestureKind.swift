/// What fingers can mean.
public enum GestureKind: UInt8, Hashable, Sendable, CaseIterable {
  case tap
  case doubleTap
  case longPress
  case pan
  case pinch
  case rotation
  case swipe
}

/// Some kinds of gesture.
public struct GestureSet: OptionSet, Hashable, Sendable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public init(_ kind: GestureKind) { rawValue = 1 << kind.rawValue }

  public static let tap = GestureSet(.tap)
  public static let doubleTap = GestureSet(.doubleTap)
  public static let longPress = GestureSet(.longPress)
  public static let pan = GestureSet(.pan)
  public static let pinch = GestureSet(.pinch)
  public static let rotation = GestureSet(.rotation)
  public static let swipe = GestureSet(.swipe)

  /// Those that a finger makes in place.
  public static let presses: GestureSet = [.tap, .doubleTap, .longPress]
  /// Those that carry something along and may run together.
  public static let motions: GestureSet = [.pan, .pinch, .rotation]
  public static let all: GestureSet = [.presses, .motions, .swipe]
}
