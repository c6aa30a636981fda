public import Bridge
internal import Controls

/// What a page asks for: one request of the control socket, about a control.
public enum ControlPost {
  /// What only the machine's own programs may ask: a page does not switch a control off, and shows errors, but makes none.
  private static let refused = ["enable", "disable", ControlRequest.setError]

  public enum Reading: Hashable, Sendable {
    case request(Request.Action)
    case refused(String)
  }

  public static func read(_ body: [UInt8]) -> Reading {
    do throws(RequestError) {
      let request = try Request(parsing: body)
      guard case .control(_, let wish) = request.action, !refused.contains(wish.word) else {
        let words = ControlRequest.words.filter { !refused.contains($0) }
        return .refused("a page may ask for \(words.joined(separator: ", "))")
      }
      return .request(request.action)
    } catch {
      return .refused(error.message)
    }
  }
}
