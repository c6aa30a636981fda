extension Event {
  /// The fields of each type, optional ones included, in the order of the documentation.
  public static let fieldNames: [String: [String]] = [
    "device.added": ["device", "node", "name", "kind"],
    "device.removed": ["device", "node", "name", "kind"],
    "press.down": ["control", "trigger"],
    "press.up": ["control", "trigger", "held", "reason"],
    "press.ignored": ["control", "trigger", "reason"],
    "press.tap": ["control", "state"],
    "tooltip.shown": ["control", "hint", "text"],
    "tooltip.hidden": ["control"],
    "fade": ["control", "from", "to", "duration"],
    "control.state": ["control", "enabled", "selected"],
    "progress": ["control", "state", "from", "to", "duration", "error", "animated"],
    "gesture": [
      "device", "zone", "gesture", "phase", "fingers", "x", "y", "dx", "dy", "step_x", "step_y", "scale", "angle",
      "step", "vx", "vy",
    ],
    "transform": ["control", "target", "a", "b", "c", "d", "e", "f", "dx", "dy", "scale", "angle", "duration"],
    "take.starting": ["control", "take", "recorder", "file"],
    "take.recording": ["control", "take", "recorder", "file"],
    "take.suspended": ["control", "take", "recorder", "file"],
    "take.stopping": ["control", "take", "recorder", "file", "reason"],
    "take.completed": [
      "control", "take", "recorder", "file", "reason", "duration", "exit_code", "exit_signal", "stop_signal",
      "discarded", "earlier_take",
    ],
    "take.failed": [
      "control", "take", "recorder", "file", "reason", "duration", "exit_code", "exit_signal", "stop_signal",
      "discarded", "earlier_take", "message",
    ],
    "command.finished": ["control", "exit_code", "exit_signal"],
    "command.failed": ["control", "message"],
    "anomaly": ["device", "control", "message"],
  ]
}
