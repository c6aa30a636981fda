public import Controls

/// What a program asks for: one JSON object on a line, such as `{"do":"start","control":"story"}`.
public struct Request: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case control(String, ControlRequest)
    /// Read the configuration again.
    case reload
    case status
    /// Tell events of these types only, of all types when nil.
    case subscribe(types: Set<String>?)
    case unsubscribe
    /// End, as TERM does.
    case terminate
  }

  /// Whatever the program tells its requests apart by; it comes back in the answer.
  public enum Label: Hashable, Sendable {
    case text(String)
    case number(Int64)

    var field: EventField {
      switch self {
      case .text(let text): EventField("id", .text(text))
      case .number(let number): EventField("id", .number(number))
      }
    }
  }

  public var id: Label?
  public var action: Action

  public init(_ action: Action, id: Label? = nil) {
    self.action = action
    self.id = id
  }
}

/// What comes of a request: one line, `{"ok":true}` or `{"error":"…"}`.
public struct Answer: Hashable, Sendable {
  public var id: Request.Label?
  /// Why it was not done; nil when it was.
  public var refusal: String?
  /// It is done when no take is going on any more.
  public var isDeferred: Bool

  public init(to id: Request.Label?, refusal: String? = nil, isDeferred: Bool = false) {
    self.id = id
    self.refusal = refusal
    self.isDeferred = isDeferred
  }

  /// With its `\n`.
  public var line: [UInt8] {
    var fields = id.map { [$0.field] } ?? []
    if let refusal {
      fields.append(EventField("error", .text(refusal)))
    } else {
      fields.append(EventField("ok", .flag(true)))
      if isDeferred { fields.append(EventField("deferred", .flag(true))) }
    }
    return Array((JSONObject(fields).text + "\n").utf8)
  }
}
