/// What can be asked of the panel. There is no folder behind it: what is not in here is not there.
public enum Route: Hashable, Sendable {
  /// A file of the page, by its name.
  case asset(String)
  case page
  case look
  case events
  case control
  /// The image of a control's content.
  case content(control: String)

  static let contentPrefix = "/content/"

  /// The files of the page that others may load as well, with their types.
  public static let assets: [(name: String, type: String)] = [
    ("buttons.js", script), ("control.js", script), ("controls.js", script), ("look.js", script), ("motion.js", script),
    ("overlay.js", script), ("panel.js", script), ("transform.js", script), ("panel.css", "text/css; charset=utf-8"),
  ]
  private static let script = "text/javascript; charset=utf-8"

  init?(path: String) {
    switch path {
    case "/": self = .page
    case "/look.json": self = .look
    case "/events": self = .events
    case "/control": self = .control
    case _ where path.hasPrefix(Self.contentPrefix):
      self = .content(control: String(path.dropFirst(Self.contentPrefix.count)))
    default:
      guard let asset = Self.assets.first(where: { "/" + $0.name == path }) else { return nil }
      self = .asset(asset.name)
    }
  }

  /// The one method that it has, beside HEAD where that is GET.
  var method: String { self == .control ? "POST" : "GET" }

  /// It tells what is going on, or changes it: a page of somebody else may not even ask without saying who it is.
  var isGuarded: Bool {
    switch self {
    case .look, .events, .control: true
    case .asset, .page, .content: false
    }
  }
}
