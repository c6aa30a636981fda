import Bridge
import Explain
import InputModel
import Programs
import Traces

extension Verb {
  static let traceShow = Verb(
    name: "trace show", summary: "say what is in a trace: devices, touches, presses", operands: "FILE",
    text: """
      Lists the devices of a trace, and when fingers touched them, how many and for how long, and which keys were
      pressed. Times count from the first event.
      """,
    options: [json]
  ) { arguments in
    let trace = try Trace(contentsOf: try arguments.traceFile(verb: "trace show"))
    for device in TraceSummary(trace).devices {
      if arguments.has("json") {
        for record in device.records { try Main.say(JSONObject(record).text) }
      } else {
        try Main.say(device.text)
      }
    }
    return .success
  }

  static let traceConvert = Verb(
    name: "trace convert", summary: "write a trace in another format", operands: "FILE",
    text: """
      Writes the events of a trace, with their device's description, as a file of evemu or of libinput record. The last
      keeps several devices, evemu has one.
      """,
    options: [
      format("evemu, or libinput"), OutputFile.option,
      Arguments.Option(
        name: "device", letter: nil, value: "N", help: "only this device, counted from 1 as trace show does"),
    ]
  ) { arguments in
    let path = try arguments.traceFile(verb: "trace convert")
    var trace = try Trace(contentsOf: path)
    if let text = arguments.value("device") {
      guard let number = Int(text), trace.devices.indices.contains(number - 1) else {
        throw Failure(.usage, "'\(text)' is no device of \(path): a number from 1 to \(trace.devices.count)")
      }
      trace.devices = [trace.devices[number - 1]]
    }
    guard let format = try arguments.traceFormat else {
      throw Failure(.usage, "option '--to' is missing: evemu or libinput; see evbridge trace convert --help")
    }
    guard let bytes = format.bytes(of: trace) else {
      throw Failure(
        .usage,
        "\(path) has \(trace.devices.count) devices, and a file of evemu is of one: choose one with --device N")
    }
    try OutputFile.write(bytes, to: arguments.value("output"))
    return .success
  }

  static let traceScript = Verb(
    name: "trace script", summary: "make a trace of a gesture script", operands: "[FILE]",
    text: """
      Plays a gesture script on a touchscreen that exists only there, and writes what it tells:
        evbridge trace script -e 'two fingers at 50%,50%: pinch x2 over 500ms' -o pinch.evemu
      """,
    options: [
      Arguments.Option(name: "expression", letter: "e", value: "TEXT", help: "the script itself, in place of a file"),
      format("evemu (the default), or libinput"), OutputFile.option,
      Arguments.Option(
        name: "device", letter: nil, value: "NAME", help: "what the touchscreen calls itself (default: gesture script)"),
    ]
  ) { arguments in
    let files = arguments.operands
    let text = arguments.value("expression")
    guard files.count + (text == nil ? 0 : 1) == 1 else {
      throw Failure(.usage, "one script is needed, a FILE or -e TEXT; see evbridge trace script --help")
    }
    let bytes = try text.map { Array($0.utf8) } ?? InputFile.read(files[0], maximumSize: Trace.maximumScriptSize)
    var trace: Trace
    do throws(TraceError) {
      trace = try Trace(gestureScript: bytes)
    } catch {
      throw Failure(text == nil ? .noInput : .usage, "\(files.first.map { "\($0): " } ?? "")\(error)")
    }
    if let name = arguments.value("device") { trace.devices[0].description?.name = name }
    let format = try arguments.traceFormat ?? .evemu
    try OutputFile.write(format.bytes(of: trace) ?? [], to: arguments.value("output"))
    return .success
  }

  private static func format(_ help: String) -> Arguments.Option {
    Arguments.Option(name: "to", letter: nil, value: "FORMAT", help: help)
  }
}

private enum TraceFormat: String {
  case evemu
  case libinput

  /// Nil when the format has no place for all devices.
  func bytes(of trace: Trace) -> [UInt8]? {
    switch self {
    case .evemu: trace.devices.count == 1 ? trace.devices[0].evemu : nil
    case .libinput: trace.libinputRecording
    }
  }
}

extension Arguments {
  fileprivate var traceFormat: TraceFormat? {
    get throws(Failure) {
      guard let text = value("to") else { return nil }
      guard let format = TraceFormat(rawValue: text) else {
        throw Failure(.usage, "'\(text)' is no format of a trace: evemu or libinput")
      }
      return format
    }
  }

  /// The one operand of verbs that read a trace.
  func traceFile(verb: String) throws(Failure) -> String {
    guard let path = operands.first else {
      throw Failure(.usage, "which trace? see evbridge \(verb) --help")
    }
    guard operands.count == 1 else {
      throw Failure(.usage, "'\(operands[1])' is one word too many; see evbridge \(verb) --help")
    }
    return path
  }
}
