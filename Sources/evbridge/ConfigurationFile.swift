import Bridge
import Configuration
import Daemon
import Programs

/// What the configuration comes to.
struct ConfigurationFile {
  static let option = ConfigurationSource.option

  var path: String
  var settings: Settings?
  var diagnostics: [Diagnostic]

  /// Reads the file that was named, or the one at the usual places.
  init(_ named: String?) throws(Failure) { self.init(try ConfigurationSource(named)) }

  init(_ source: ConfigurationSource) {
    path = source.path
    (settings, diagnostics) = readConfiguration(source.bytes, file: path, home: Environment.value("HOME"))
  }

  /// Reads it again, for a daemon that runs.
  static func reread(_ path: String) -> Rereading {
    do throws(Failure) {
      let file = try ConfigurationFile(path)
      return Rereading(
        settings: file.settings,
        findings: file.diagnostics.map { Rereading.Finding(isError: $0.severity == .error, message: $0.located) })
    } catch {
      return Rereading(settings: nil, findings: [Rereading.Finding(isError: true, message: error.message)])
    }
  }
}
