import Controls

extension ControlRequest {
  /// A request as scripts write it.
  init?(scriptWord word: String) {
    let words: [String: ControlRequest] = [
      "start": .start, "stop": .stop, "toggle": .toggle, "suspend": .suspend, "resume": .resume,
      "complete": .complete, "reset": .reset, "enable": .enable, "disable": .disable, "error": .setError(true),
      "fine": .setError(false),
    ]
    if let request = words[word] {
      self = request
    } else if word.hasSuffix("%"), let percent = Double(word.dropLast()) {
      self = .setProgress(percent)
    } else {
      return nil
    }
  }
}
