import Foundation
import Testing

/// Programs that read what recorders write.
enum Reader: CaseIterable {
  case soxi
  case ffprobe

  var command: [String] {
    switch self {
    case .soxi: ["soxi", "-D"]
    case .ffprobe: ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0"]
    }
  }
}

/// How long a file plays, in seconds, as a program says that reads it; nil when it can not.
func duration(of file: String, by reader: Reader, in scene: Scene) throws -> Double? {
  let program = Program(["/usr/bin/env"] + reader.command + [file], environment: ["PATH": scene.path])
  let exitCode = try program.end()
  return exitCode == 0 ? program.outputLines.first.flatMap(Double.init) : nil
}
