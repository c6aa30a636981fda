import Foundation
import Testing

/// A page in a tab of its own, which goes with this.
///
/// From its first moment on it keeps a record of what it is told and what it shows, by its own clock (watch.js): a test
/// that waits never has to be quick.
final class Tab {
  private let chromium: Chromium
  private let handle: String

  /// In pixels.
  struct Size {
    var width: Double
    var height: Double

    /// Three pixels for each millimetre of a kiosk's glass.
    static let usual = Size(width: 1_032, height: 582)
  }

  private let size: Size

  private struct Handle: Decodable {
    var handle: String
  }

  /// - Parameters:
  ///   - isReduced: whoever looks at it wants no motion
  ///   - script: runs before those of the page
  init(_ chromium: Chromium, size: Size = .usual, isReduced: Bool = false, script: String = "") throws {
    self.chromium = chromium
    self.size = size
    let new: Handle = try chromium.call("POST", "/window/new", ["type": "tab"])
    handle = new.handle
    let _: Chromium.Nothing = try chromium.call("POST", "/window", ["handle": handle])
    try devtools(
      "Emulation.setDeviceMetricsOverride",
      ["width": Int(size.width), "height": Int(size.height), "deviceScaleFactor": 1, "mobile": false])
    if isReduced {
      try devtools(
        "Emulation.setEmulatedMedia", ["features": [["name": "prefers-reduced-motion", "value": "reduce"]]])
    }
    // Keys go to the page as if its window were in front.
    try devtools("Emulation.setFocusEmulationEnabled", ["enabled": true])
    let watch = try String(
      contentsOfFile: Program.repository + "/Tests/CommandLineTests/Page/watch.js", encoding: .utf8)
    try devtools("Page.addScriptToEvaluateOnNewDocument", ["source": watch + script])
  }

  deinit {
    // The browser ends with its last tab; the first one is never used.
    let _: [String]? = try? chromium.call("DELETE", "/window")
    if let first = (try? chromium.call("GET", "/window/handles") as [String])?.first {
      let _: Chromium.Nothing? = try? chromium.call("POST", "/window", ["handle": first])
    }
  }

  func open(_ address: String) throws {
    let _: Chromium.Nothing = try chromium.call("POST", "/url", ["url": address])
  }

  /// What a script comes to, or what its promise does.
  func value<Value: Decodable>(_ script: String) throws -> Value {
    try chromium.call("POST", "/execute/sync", ["script": script, "args": [Any]()])
  }

  func run(_ script: String) throws { let _: Chromium.Nothing = try value(script) }

  /// Waits, by the page's own frames, until an expression is true; it is what the page shows or has been told.
  func wait(until expression: String) throws {
    let state: String? = try value("return seen.until(() => \(expression))")
    if let state { throw Browser.Silence(description: "the page waited in vain for \(expression): \(state)") }
  }

  func record() throws -> PageRecord { try value("return seen.record()") }

  func devtoolsValue<Value: Decodable>(_ command: String, _ parameters: [String: Any] = [:]) throws -> Value {
    try chromium.call("POST", "/goog/cdp/execute", ["cmd": command, "params": parameters])
  }

  func devtools(_ command: String, _ parameters: [String: Any] = [:]) throws {
    let _: Chromium.Nothing = try devtoolsValue(command, parameters)
  }

  // MARK: Hands

  /// A mouse, or a finger on the screen of the browser itself (`touch`), that moves there and does these: `pointerDown`,
  /// `pointerUp`.
  func mouse(at x: Double, _ y: Double, _ actions: [String], as kind: String = "mouse") throws {
    let steps: [[String: Any]] =
      [["type": "pointerMove", "duration": 0, "x": Int(x), "y": Int(y)]] + actions.map { ["type": $0, "button": 0] }
    let _: Chromium.Nothing = try chromium.call(
      "POST", "/actions",
      ["actions": [["type": "pointer", "id": kind, "parameters": ["pointerType": kind], "actions": steps]]])
  }

  /// In the middle of what a selector finds.
  func mouse(
    on selector: String, _ actions: [String] = ["pointerDown", "pointerUp"], as kind: String = "mouse"
  ) throws {
    let box: Box = try value("return seen.box('\(selector)')")
    try mouse(at: box.x + box.width / 2, box.y + box.height / 2, actions, as: kind)
  }

  /// A key that does these; Tab is U+E004, Enter U+E007 (WebDriver's table).
  func key(_ key: String, _ actions: [String] = ["keyDown", "keyUp"]) throws {
    let steps = actions.map { ["type": $0, "value": key] }
    let _: Chromium.Nothing = try chromium.call(
      "POST", "/actions", ["actions": [["type": "key", "id": "keyboard", "actions": steps]]])
  }

  // MARK: What a screen reader is told

  struct Accessible: Decodable, Hashable {
    var role: String
    var name: String
  }

  private struct Element: Decodable {
    var id: String

    private enum CodingKeys: String, CodingKey {
      case id = "element-6066-11e4-a52e-4f735466cecf"
    }
  }

  /// As the browser has computed it of what a selector finds.
  func accessible(_ selector: String) throws -> Accessible {
    let element: Element = try chromium.call("POST", "/element", ["using": "css selector", "value": selector])
    return Accessible(
      role: try chromium.call("GET", "/element/\(element.id)/computedrole"),
      name: try chromium.call("GET", "/element/\(element.id)/computedlabel"))
  }

  // MARK: Pictures

  /// Where pictures for people are written.
  private static let pictures =
    ProcessInfo.processInfo.environment["EVBRIDGE_SCREENSHOTS"] ?? Program.repository + "/.build/screenshots"

  /// A picture of what a selector finds, with the pixels around it, and more above where a tooltip is; of all without one.
  func picture(_ name: String, of selector: String? = nil, above: Double = 0) throws {
    var box = Box(x: 0, y: 0, width: size.width, height: size.height)
    if let selector {
      let found: Box = try value("return seen.box('\(selector)')")
      let around = 24.0
      box = Box(
        x: found.x - around, y: found.y - around - above, width: found.width + 2 * around,
        height: found.height + 2 * around + above)
    }
    struct Picture: Decodable {
      var data: String
    }
    let clip = ["x": box.x, "y": box.y, "width": box.width, "height": box.height, "scale": 1]
    let picture: Picture = try devtoolsValue("Page.captureScreenshot", ["format": "png", "clip": clip])
    try FileManager.default.createDirectory(atPath: Self.pictures, withIntermediateDirectories: true)
    try #require(Data(base64Encoded: picture.data)).write(to: URL(fileURLWithPath: "\(Self.pictures)/\(name).png"))
  }
}

struct Box: Decodable, Hashable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double
}
