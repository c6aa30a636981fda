/// How a control looks on the page. What is nil is as the page has it by itself.
public struct Look: Hashable, Sendable {
  /// What can have a color; the raw value is the word of the configuration and of the page.
  public enum Part: String, CaseIterable, Sendable {
    case ring
    /// The inner circle of a record button.
    case record
    case background
    /// The take's progress in the ring of a record button.
    case progress
    /// The label.
    case text
    case icon
    /// The tooltip, and what it says.
    case bubble
    case bubbleText = "bubble-text"
    /// In place of ring or stroke, when something has failed.
    case error
  }

  /// The states of a progress button, as events have them.
  public enum State: String, CaseIterable, Sendable {
    case `default`
    case inProgress
    case suspended
    case completed
  }

  public enum StrokeMode: Hashable, Sendable {
    /// A pie.
    case fill
    /// A ring of this width in pixels.
    case border(Double)
    /// The same in dashes.
    case dashed(Double)
  }

  /// What a transform shows.
  public enum Content: Hashable, Sendable {
    /// The path of an image file, and what it shows, in words.
    case image(path: String, text: String?)
    case text(String)
    /// A part of the page that the controls are put over, as a selector of CSS.
    case fragment(String)
  }

  public var label: String?
  public var colors: [Part: String] = [:]
  public var font: String?
  /// In pixels.
  public var ringWidth: Double?
  /// Between ring and inner circle, in pixels.
  public var ringMargin: Double?
  public var strokeMode: StrokeMode?
  /// 0…1.
  public var touchedAlpha: Double?
  public var icons: [State: String] = [:]
  public var strokes: [State: String] = [:]
  public var isAnimated: Bool?
  public var content: Content?

  public init() {}
}
