import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// A program that is part of the machine, not of this package; `scripts/setup test` installs all of them.
  static func needs(_ program: String) -> Self {
    .enabled("there is no \(program)") {
      let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
      return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }
  }
}
