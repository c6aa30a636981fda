public import Gestures
public import InputModel

/// What fingers have made of a zone's content: carried, scaled and turned, all at the same time.
///
/// ```
/// one finger        carries
/// two and more      carry, scale and turn about their centroid: what lies under them stays under them
/// disabled          lets go; a gesture that began before is not taken up again
/// reset             back to the identity, also under the fingers
/// revert            back to what it was when the fingers landed: the touch was meant for something else
/// a limit           the scale stays at it, and goes back as soon as the fingers do
/// ```
/// A value, fed with all gestures of its zone: pan, pinch and rotation in the order in which they are reported.
public struct TransformControl: Hashable, Sendable {
  public struct Settings: Hashable, Sendable {
    /// What is transformed; nil: what has the control's own name.
    public var target: String?
    /// How small and large the content may get.
    public var scaleLimits: ClosedRange<Double>

    /// - Parameter scaleLimits: within `widestLimits`
    public init(target: String? = nil, scaleLimits: ClosedRange<Double> = widestLimits) {
      self.target = target
      self.scaleLimits = scaleLimits.clamped(to: Settings.widestLimits)
    }

    /// Nothing can be seen beyond it, and all values stay finite. A scale is told with four decimals: it is never told
    /// as 0, out of which no page would come back.
    public static let widestLimits = 1e-3...1e6
  }

  public enum Input: Hashable, Sendable {
    case gesture(GestureEvent)
    case setEnabled(Bool)
    case reset
    case revert
  }

  /// Where the content is.
  public struct Placement: Hashable, Sendable {
    /// How far the fingers have carried it.
    public fileprivate(set) var translation = Vector.zero
    public fileprivate(set) var scale = 1.0
    /// Not limited to a turn.
    public fileprivate(set) var rotation: Radians = 0
    /// Where the content's origin, which began at that of the surface, has got to.
    public fileprivate(set) var origin = Point(x: 0, y: 0)

    /// Where it was before anybody touched it.
    public init() {}

    /// Takes the content's points to where they are seen.
    public var matrix: TransformMatrix {
      let x = Vector(dx: scale, dy: 0).rotated(by: rotation)
      return TransformMatrix(a: x.dx, b: x.dy, c: -x.dy, d: x.dx, e: origin.x, f: origin.y)
    }
  }

  /// How long the page takes to show a reset.
  public static let resetDuration = Interval.milliseconds(400)

  public let settings: Settings
  public private(set) var isEnabled: Bool
  public private(set) var placement = Placement()

  /// When the fingers landed that are on it now, or were last.
  private var landed = Placement()
  /// What has begun while it was enabled, and goes on.
  private var followed: GestureSet = []

  /// - Parameter placement: where the content is already; a scale beyond the limits is moved to the nearest
  public init(settings: Settings = Settings(), isEnabled: Bool = true, placement: Placement = Placement()) {
    self.settings = settings
    self.isEnabled = isEnabled
    self.placement = placement
    self.placement.scale = min(max(placement.scale, settings.scaleLimits.lowerBound), settings.scaleLimits.upperBound)
    landed = self.placement
  }

  /// True when the placement has changed.
  public mutating func consume(_ input: Input) -> Bool {
    let before = placement
    switch input {
    case .gesture(let event): follow(event)
    case .setEnabled(let enabled):
      isEnabled = enabled
      if !enabled { followed = [] }
    case .reset: placement = Placement()
    case .revert:
      placement = landed
      followed = []
    }
    return placement != before
  }

  /// Why a request would do nothing, as a sentence about the transform for a person; nil for `enable`, `disable` and
  /// `reset`, which are inputs of the same names.
  public func refusal(of request: ControlRequest) -> String? {
    switch request {
    case .enable, .disable, .reset: nil
    default: Refusal.onlyMoves
    }
  }

  private mutating func follow(_ event: GestureEvent) {
    let kind = GestureSet(event.kind)
    if event.phase == .began, isEnabled {
      if followed.isEmpty { landed = placement }
      followed.formUnion(kind)
    }
    guard followed.contains(kind) else { return }
    apply(event)
    if event.phase == .ended || event.phase == .cancelled { followed.subtract(kind) }
  }

  private mutating func apply(_ event: GestureEvent) {
    switch event.values {
    case .pan(_, let step, _):
      placement.translation += step
      placement.origin = placement.origin + step
    case .pinch(_, let step):
      let limits = settings.scaleLimits
      let scale = min(max(placement.scale * step, limits.lowerBound), limits.upperBound)
      // Without a change the origin would still be rounded.
      guard scale != placement.scale else { return }
      placement.origin = event.pivot + (placement.origin - event.pivot) * (scale / placement.scale)
      placement.scale = scale
    case .rotation(_, let step):
      guard step != 0 else { return }
      placement.origin = event.pivot + (placement.origin - event.pivot).rotated(by: step)
      placement.rotation += step
    case .tap, .doubleTap, .longPress, .swipe: break
    }
  }
}
