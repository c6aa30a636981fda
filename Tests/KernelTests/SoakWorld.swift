import InputModel

/// What is around the daemon of a soak besides its devices: its configuration, and those who talk to it.
final class SoakWorld {
  private static let mostCallers = 8

  let configuration: String
  let recorder: String
  private let folder: TestFolder.Box
  private let seed: Int
  private var callers: [SoakCaller] = []
  private var edition = 0
  /// When somebody has asked for a take that nobody presses for: each time, by control.
  private(set) var asked: [String: [Timestamp]] = [:]

  init(_ folder: TestFolder.Box, seed: Int) throws {
    self.folder = folder
    self.seed = seed
    recorder = try folder.folder.add("recorder", SoakRecorder.script, mode: 0o755)
    configuration = folder.folder.path + "/evbridge.yaml"
    try configure(isBroken: false)
  }

  var state: String { folder.folder.path + "/state" }
  var takes: String { folder.folder.takes }

  func run() throws -> RunningProgram { try RunningProgram("run", "--json", "-c", configuration, state: state) }

  /// Each good one is another than the one before.
  func configure(isBroken: Bool) throws {
    edition += 1
    let text = SoakStage.configuration(recorder: recorder, takes: takes, seed: seed, tail: 20 + edition % 30)
    try folder.folder.add("evbridge.yaml", isBroken ? text + "controls: [\n" : text)
  }

  func say(_ text: String, stays: Bool) {
    for trigger in SoakStage.Trigger.allCases
    where ["start", "toggle"].contains(where: { text.contains("\"\($0)\",\"control\":\"\(trigger.control)\"") }) {
      asked[trigger.control, default: []].append(monotonicNow())
    }
    guard let caller = SoakCaller(state + ".socket") else { return }
    caller.say(text)
    guard stays else { return }
    if callers.count == Self.mostCallers { callers.removeFirst() }
    callers.append(caller)
  }

  func dismissCallers() { callers = [] }
}
