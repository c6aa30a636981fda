public import Controls

extension ControlRequest {
  /// What can be asked of a control without a value, in the order of the documentation.
  private static let plain: [(word: String, request: ControlRequest)] = [
    ("start", .start), ("stop", .stop), ("toggle", .toggle), ("suspend", .suspend), ("resume", .resume),
    ("complete", .complete), ("reset", .reset), ("enable", .enable), ("disable", .disable),
  ]

  /// The words of what needs a value.
  public static let setProgress = "set-progress"
  public static let setError = "set-error"

  /// Every word that can be asked of a control.
  public static let words = plain.map(\.word) + [setProgress, setError]

  /// The request that a word alone says; nil for one that needs a value.
  public init?(word: String) {
    guard let found = Self.plain.first(where: { $0.word == word }) else { return nil }
    self = found.request
  }

  /// Its word.
  public var word: String {
    switch self {
    case .setProgress: Self.setProgress
    case .setError: Self.setError
    default: Self.plain.first { $0.request == self }?.word ?? ""
    }
  }

  /// What goes with the word.
  fileprivate var fields: [EventField] {
    switch self {
    case .setProgress(let percent, let isAnimated):
      present(EventField("value", .decimal(percent)), isAnimated ? nil : EventField("animated", .flag(false)))
    case .setError(let flag): [EventField("value", .flag(flag))]
    default: []
    }
  }
}

extension Request {
  static let otherWords = ["reload", "status", "subscribe", "unsubscribe", "terminate"]

  /// Every word of `do`.
  public static let words = ControlRequest.words + otherWords

  /// The line that asks for it, with its `\n`.
  public var line: [UInt8] {
    var fields = id.map { [$0.field] } ?? []
    switch action {
    case .control(let name, let request):
      fields += [EventField("do", .text(request.word)), EventField("control", .text(name))] + request.fields
    case .reload: fields.append(EventField("do", .text("reload")))
    case .status: fields.append(EventField("do", .text("status")))
    case .subscribe(let types):
      fields.append(EventField("do", .text("subscribe")))
      if let types { fields.append(EventField("types", .list(types.sorted()))) }
    case .unsubscribe: fields.append(EventField("do", .text("unsubscribe")))
    case .terminate: fields.append(EventField("do", .text("terminate")))
    }
    return Array((JSONObject(fields).text + "\n").utf8)
  }
}
