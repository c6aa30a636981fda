import Bridge
import Configuration
import Daemon
import Glibc
import Panel
import Programs

/// What the configuration comes to.
struct ConfigurationFile {
  static let option = ConfigurationSource.option

  var path: String
  var settings: Settings?
  var diagnostics: [Diagnostic]
  private let source: ConfigurationSource

  /// Reads the file that was named, or the one at the usual places.
  init(_ named: String?) throws(Failure) { self.init(try ConfigurationSource(named)) }

  init(_ source: ConfigurationSource) {
    self.source = source
    path = source.path
    (settings, diagnostics) = readConfiguration(source.bytes, file: path, home: Environment.value("HOME"))
  }

  var panel: PanelSettings? {
    readPanelConfiguration(source.bytes, file: path, home: Environment.value("HOME")).panel
  }

  /// The images that the page would show and that can not be read by this user.
  func missingImages() -> [Finding] {
    (panel?.images ?? [:]).sorted { $0.key < $1.key }.compactMap { control, image in
      let descriptor = unsafe open(image.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
      var reason = descriptor < 0 ? unsafe String(cString: strerror(errno)) : nil
      defer { if descriptor >= 0 { close(descriptor) } }
      var status = stat()
      if descriptor >= 0, unsafe fstat(descriptor, &status) != 0 || status.st_mode & S_IFMT != S_IFREG {
        reason = "it is no file"
      } else if status.st_size > Image.maximumSize {
        reason = "it is larger than \(Image.maximumSize >> 20) MiB"
      }
      return reason.map {
        .warning(
          "control '\(control)': its image can not be shown: \(image.path): \($0); the panel's user has to read it")
      }
    }
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
