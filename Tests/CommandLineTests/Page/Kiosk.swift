import Foundation
import Testing

/// A glass with controls on it: the daemon, a panel, and a page that shows it.
final class Kiosk {
  let scene: Scene
  private(set) var daemon: Program
  private(set) var panel: RunningPanel
  let tab: Tab
  private let hasDevice: Bool

  /// The pixels of a millimetre of the glass, which is 344 mm wide and 194 mm high.
  let scale: (x: Double, y: Double)

  /// Where fingers find the controls of `standard`, in the words of a gesture script.
  static let place = (record: "15%,75%", work: "40%,75%", staff: "65%,75%", photo: "50%,35%")

  static let standard = """
    photo: { type: transform, device: glass, zone: { x: 0%, y: 0%, width: 100%, height: 100% } }
    record: { type: record-button, trigger: { device: glass, zone: { center: [15%, 75%], radius: 15mm } }, recorder: fake, minimum: 0ms }
    work: { type: progress-button, trigger: { device: glass, zone: { center: [40%, 75%], radius: 15mm } }, maximum: 1500ms }
    staff: { type: command-button, trigger: { device: glass, zone: { x: 58%, y: 65%, width: 14%, height: 20% } }, run: ["true"] }
    """

  /// - Parameters:
  ///   - fingers: a gesture script
  ///   - device: the name of a touchscreen whose fingers are seen in place of the script's
  ///   - controls: the entries of the configuration
  ///   - look: the section `panel` of the configuration
  ///   - size: of the page
  ///   - isReduced: whoever looks at it wants no motion
  ///   - script: runs in the page before its own
  ///   - open: what is opened in the browser; the panel's page when nil
  init(
    _ fingers: String = "", on device: String? = nil, controls: String = standard, look: String = "{}",
    size: Tab.Size = .usual,
    isReduced: Bool = false, script: String = "", chromium: Chromium? = nil,
    open: ((RunningPanel) throws -> String)? = nil
  ) throws {
    scale = (size.width / 344, size.height / 194)
    scene = try Scene()
    try scene.makeRecorder(Scene.recordsUntilStopped)
    try scene.write("fingers", "panel 344mm x 194mm, 10 fingers\n\(fingers)\n\(Self.idle)\n")
    try scene.configure(
      """
      devices: { glass: { match: { \(device.map { "name: \"\($0)\", " } ?? "")kind: touchscreen }, size: 344mm x 194mm } }
      recorders:
        fake: { command: ["\(scene.folder)/recorder", "{file}"], directory: "\(scene.folder)/takes", name: "take-{n}.txt", \(Scene.readyWhenBegun) }
      controls:
      \(controls.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
      panel: \(look)
      """)
    hasDevice = device != nil
    daemon = try Self.startDaemon(scene, hasDevice: hasDevice)
    panel = try RunningPanel(scene)
    tab = try Tab(chromium ?? Chromium.shared(), size: size, isReduced: isReduced, script: script)
    try tab.open(open.map { try $0(panel) } ?? "http://127.0.0.1:\(panel.port)/")
  }

  /// Returns when it listens: whoever ends it sooner ends it before it can say goodbye.
  private static func startDaemon(_ scene: Scene, hasDevice: Bool) throws -> Program {
    let daemon = try scene.start(
      ["run", "-c", scene.folder + "/evbridge.yaml", "--socket", scene.socket]
        + (hasDevice ? [] : ["--trace", scene.folder + "/fingers"]),
      output: "/dev/null")
    try Caller(scene.socket).close()
    return daemon
  }

  /// The same gesture again and again: a page that comes late sees a later one.
  /// - Parameter every: in milliseconds
  static func again(every: Int, _ gestures: [(at: Int, what: String)]) -> String {
    (0..<20).flatMap { round in
      gestures.map { "at \(1_000 + round * every + $0.at)ms: one finger at \($0.what)" }
    }.joined(separator: "\n")
  }

  /// Taps that mean nothing. Longer pauses in a trace are shortened, and the daemon ends with it.
  private static let idle = (0..<40).map { "at \($0 * 9)s: one finger at 1mm,1mm tap" }.joined(separator: "\n")

  /// What a program asks the daemon.
  func ask(_ request: String) throws { #expect(try Caller(scene.socket).ask(request) == "ok", "\(request)") }

  func endDaemon() throws {
    daemon.send(SIGTERM)
    #expect(try daemon.end() == 0, "\(daemon.errorLines)")
  }

  func restartDaemon() throws { daemon = try Self.startDaemon(scene, hasDevice: hasDevice) }

  /// Kills the panel, and starts another one at the same place.
  func killPanel() throws {
    panel.program.send(SIGKILL)
    _ = try panel.program.end()
  }

  func restartPanel() throws { panel = try RunningPanel(scene, ["--port", "\(panel.port)"]) }

  /// All is as it should be at the end.
  func end() throws {
    try endDaemon()
    #expect(try panel.end() == 0)
  }
}
