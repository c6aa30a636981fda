import Programs
import Traces

extension Trace {
  /// A file of any format that is known. Where evemu's events have their description in a file of their own, `x.desc`
  /// beside `x.events`, both are read.
  init(contentsOf path: String) throws(Failure) {
    self = try Trace.read(path)
    let ending = ".events"
    guard path.hasSuffix(ending), devices.contains(where: { $0.description == nil }) else { return }
    self = described(by: try Trace.read(path.dropLast(ending.count) + ".desc"))
  }

  private static func read(_ path: String) throws(Failure) -> Trace {
    let bytes = try InputFile.read(path, maximumSize: Trace.maximumSize)
    do throws(TraceError) {
      return try Trace(bytes)
    } catch {
      throw Failure(.noInput, "\(path): \(error)")
    }
  }
}
