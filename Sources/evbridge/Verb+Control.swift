import Bridge
import Controls
import JSONLines
import Programs

extension Verb {
  static let control = Verb(
    name: "control", summary: "operate a control of the running daemon, as a finger would",
    operands: "CONTROL ACTION [VALUE]",
    text: """
      Asks the daemon to do something with a control, and waits for its answer. Actions:
        start, stop, toggle      a take of a record button, a progress, or a command
        suspend, resume          a take that can be
        complete                 end a take, also one that is suspended; the progress becomes 100
        reset                    progress to 0; a content back to where it was
        enable, disable
        set-progress VALUE       0 to 100
        set-error VALUE          on or off
      That a take was asked for is no promise that it is recorded: status and the events tell.
      """,
    options: [Conversation.option]
  ) { arguments in
    let (name, request) = try arguments.controlRequest
    var conversation = try Conversation(arguments)
    _ = try conversation.ask(.control(name, request))
    return .success
  }

  static let reload = Verb(
    name: "reload", summary: "let the running daemon read its configuration again", operands: "",
    text: """
      A configuration with mistakes is refused, and the daemon goes on with the one it has. A take that is going on is not
      touched: the new configuration counts when none is.
      """,
    options: [Conversation.option]
  ) { arguments in
    try arguments.refuseOperands(verb: "reload")
    var conversation = try Conversation(arguments)
    let answer = try conversation.ask(.reload)
    try Main.say(
      answer["deferred"]?.flag == true
        ? "read; it counts when no take is going on any more" : "reloaded")
    return .success
  }

  static let stop = Verb(
    name: "stop", summary: "let the running daemon finish its takes and end", operands: "",
    text: """
      Does what TERM does, and waits until the daemon has ended. To stop one take only: evbridge control CONTROL stop
      """,
    options: [Conversation.option]
  ) { arguments in
    if let control = arguments.operands.first {
      throw Failure(
        .usage, "stop ends the whole daemon and takes no operand; to stop a take: evbridge control \(control) stop")
    }
    var conversation = try Conversation(arguments)
    _ = try conversation.ask(.terminate)
    while try conversation.next() != nil {}
    return .success
  }
}

extension Arguments {
  /// `story start`, or as some say it, `start story`.
  fileprivate var controlRequest: (name: String, request: ControlRequest) {
    get throws(Failure) {
      let words = ControlRequest.words
      guard let first = operands.first else {
        throw Failure(.usage, "which control, and what? see evbridge control --help")
      }
      guard operands.count > 1 else {
        throw Failure(.usage, "what shall '\(first)' do? one of \(words.joined(separator: ", "))")
      }
      var (name, action) = (first, operands[1])
      if !words.contains(action), words.contains(first) { (name, action) = (action, first) }
      guard words.contains(action) else {
        let near = suggestion(for: action, among: words)
        throw Failure(
          .usage, "there is no action '\(action)'\(near.isEmpty ? ": one of " + words.joined(separator: ", ") : near)")
      }
      guard operands.count < 4 else {
        throw Failure(.usage, "'\(operands[3])' is one word too many; see evbridge control --help")
      }
      let value = operands.count == 3 ? operands[2] : nil
      switch ControlRequest.reading(action, value: value) {
      case .request(let request): return (name, request)
      case .needs(let what): throw Failure(.usage, "\(action) needs \(what); see evbridge control --help")
      case .takesNone: throw Failure(.usage, "\(action) takes no value; see evbridge control --help")
      }
    }
  }
}

extension ControlRequest {
  fileprivate enum Reading {
    case request(ControlRequest)
    case needs(String)
    case takesNone
  }

  fileprivate static func reading(_ word: String, value: String?) -> Reading {
    if let request = ControlRequest(word: word) { return value == nil ? .request(request) : .takesNone }
    if word == ControlRequest.setProgress {
      guard let percent = value.flatMap(Double.init), (0...100).contains(percent) else {
        return .needs("a number from 0 to 100")
      }
      return .request(.setProgress(percent))
    }
    switch value {
    case "on", "true", "yes": return .request(.setError(true))
    case "off", "false", "no": return .request(.setError(false))
    default: return .needs("on or off")
    }
  }
}
