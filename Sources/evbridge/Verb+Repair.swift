import Bridge
import Programs
import WaveFile

extension Verb {
  static let repair = Verb(
    name: "repair", summary: "mend the header of WAV files whose recorder was killed", operands: "FILE...",
    text: """
      A recorder that is killed, or loses its power, leaves a WAV file whose header does not say how long it is. Where the
      samples are there, this writes the right sizes into the header, and nothing else: the file keeps its length, its name
      and its place. A good file is not touched. Ends with the highest code of all files: 0, or 65 for one that is no WAV
      file or can not be mended.
      """,
    options: [
      Arguments.Option(name: "dry-run", letter: "n", value: nil, help: "only say what would be done"),
      Arguments.Option(
        name: "force", letter: "f", value: nil, help: "also a file that some program has open for writing"),
      json,
    ]
  ) { arguments in
    guard !arguments.operands.isEmpty else { throw Failure(.usage, "which file? see evbridge repair --help") }
    var worst = ExitCode.success
    for path in arguments.operands {
      let report = RepairReport(
        of: path, isDryRun: arguments.has("dry-run"), isForced: arguments.has("force"))
      if arguments.has("json") {
        try Main.say(report.json)
      } else if report.code == .success {
        try Main.say(report.text)
      } else {
        Main.complain(report.text)
      }
      if report.code.rawValue > worst.rawValue { worst = report.code }
    }
    return worst
  }
}
