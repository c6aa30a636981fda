import Daemon
import Evdev
import Glibc
import Programs

extension Verb {
  static let rumble = Verb(
    name: RumblePlayer.verb, summary: "shake a device, as a feedback does", operands: "NODE",
    text: """
      Reads words from standard input, one a line (\(RumblePlayer.words.joined(separator: ", "))), and shakes the device
      for each as a feedback with rumble would. A feedback runs it; by hand it tries a device out:

        echo completed | evbridge rumble /dev/input/by-id/…-event-joystick
      """,
    options: []
  ) { arguments in
    guard arguments.operands.count == 1, let node = arguments.operands.first else {
      throw Failure(.usage, "rumble wants one device node; 'evbridge devices' lists them")
    }
    do throws(EvdevError) {
      try RumblePlayer.run(node: node)
    } catch {
      let isDenied = if case .writingDenied = error { true } else { false }
      throw Failure(isDenied ? .permission : .system, "\(error)")
    }
    return .success
  }
}
