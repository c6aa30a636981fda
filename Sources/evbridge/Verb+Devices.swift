import Daemon
import Evdev
import Programs

extension Verb {
  static let devices = Verb(
    name: "devices", summary: "list the input devices: name, kind, ids, links, size, what is down", operands: "",
    text: """
      Lists every event device with all that a configuration can match it by, and the lights that are its own. What is
      down now is shown too: hold a button while you call it to learn its name, or see which way round a switch is.
      """,
    options: [
      json,
      Arguments.Option(name: "all", letter: "a", value: nil, help: "every key of a device, not only the first few"),
    ]
  ) { arguments in
    try arguments.refuseOperands(verb: "devices")
    let nodes = try DeviceNode.all()
    for node in nodes {
      let listing = DeviceListing(node)
      try Main.say(arguments.has("json") ? listing.json : listing.text(isWhole: arguments.has("all")))
    }
    if nodes.isEmpty, !arguments.has("json") {
      try Main.say("There are no input devices (/dev/input has no event nodes).")
    }
    return .success
  }
}
