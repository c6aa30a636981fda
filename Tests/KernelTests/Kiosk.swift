import InputModel
import Testing

/// A touchscreen as somebody sets it up whose picture, "photo", is moved with the fingers.
struct Kiosk: ~Copyable {
  /// No slop at all.
  static let noSlops =
    "{ pan-slop: 0mm, pinch-slop: 0mm, rotate-slop: 0deg, rotate-slop-in-pinch: 0deg, rotate-arc-slop: 0mm,"
    + " smallest-span: 0mm }"

  private let folder: TestFolder
  private let configuration: String

  /// - Parameters:
  ///   - thresholds: of the glass, as YAML
  ///   - rest: further controls and sections, as YAML
  init(_ panel: any TouchPanel, thresholds: String = "{}", rest: (_ takes: String) -> String = { _ in "" }) throws {
    let folder = try TestFolder()
    let configuration = try folder.add(
      "evbridge.yaml",
      """
      devices:
        glass: { match: { name: "\(panel.name)", kind: touchscreen }, thresholds: \(thresholds) }
      controls:
        photo: { type: transform, device: glass, zone: { x: 0%, y: 0%, width: 100%, height: 100% } }
      \(rest(folder.takes))
      """)
    self.folder = folder
    self.configuration = configuration
  }

  /// Starts the daemon, and waits until it has the glass.
  borrowing func run() throws -> RunningProgram {
    let program = try RunningProgram("run", "--json", "-c", configuration, state: folder.path + "/state")
    try program.event("device.added")
    return program
  }
}

extension RunningProgram {
  /// Puts fingers on a panel frame by frame, each when what came of the last one is done.
  func follow(_ frames: [[Finger]], on panel: any TouchPanel) throws {
    for fingers in frames {
      try panel.show(fingers)
      try sleep()
    }
  }
}
