import Bridge
import Daemon
import Explain
import InputModel
import Programs
import Traces

extension Verb {
  static let explain = Verb(
    name: "explain", summary: "say of a trace which gestures and presses it has, and why not others",
    operands: "TRACE",
    text: """
      For every touch, from the first landing until all fingers are up: which gestures began, when and with which values,
      and by which threshold the others did not. For every press: short or a hold, and by how much. Without -c every
      gesture counts on the whole surface and every key is a record button, with the default thresholds.
      """,
    options: [
      Arguments.Option(
        name: "config", letter: "c", value: "FILE", help: "explain by the zones, controls and thresholds of this file"),
      json,
    ]
  ) { arguments in
    let path = try arguments.traceFile(verb: "explain")
    let settings = try arguments.value("config").map { name in
      let file = try ConfigurationFile(name)
      for diagnostic in file.diagnostics { Main.complainPlainly("\(diagnostic)") }
      guard let settings = file.settings else { throw Failure(.configuration, "\(file.path) can not be used") }
      return settings
    }
    let trace = try Trace(contentsOf: path)
    var explained = 0
    for (place, device) in trace.devices.enumerated() {
      let description = device.knownDescription
      var expectations = Expectations(describing: description)
      if let settings {
        guard let fitting = settings.device(fitting: description) else { continue }
        expectations = Expectations(settings, device: fitting, describing: description)
      }
      explained += 1
      let explanation = Explanation(device, expecting: expectations, start: trace.start)
      if arguments.has("json") {
        let number = EventField("device", .number(Int64(place + 1)))
        for record in explanation.records { try Main.say(JSONObject([number] + record).text) }
      } else {
        try Main.say("device \(place + 1): \(TerminalFormat.printable(description.name))\n\n\(explanation.text)")
      }
    }
    if explained == 0 {
      let names = trace.devices.compactMap { $0.description?.name }
      throw Failure(.noInput, "\(path): \(UnfittingTrace(devices: names))")
    }
    return .success
  }
}
