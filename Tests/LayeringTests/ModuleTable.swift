/// The architecture as data: every module, its layer, and what else the layers forbid.
enum ModuleTable {
  struct Module {
    var layer: Layer
    /// The C modules that this module alone imports.
    var libraries: Set<String> = []
  }

  /// A word that may stand in the code of some modules only.
  struct ReservedWord {
    var word: String
    var modules: Set<String> = []
    var reason: String
  }

  static let modules: [String: Module] = [
    "InputModel": Module(layer: .pure),
    "Gestures": Module(layer: .pure),
    "Controls": Module(layer: .pure),
    "Takes": Module(layer: .pure),
    "Bridge": Module(layer: .pure),
    "Traces": Module(layer: .pure),
    "Explain": Module(layer: .pure),
    "Configuration": Module(layer: .pure),
    "Panel": Module(layer: .pure),
    "WaveFile": Module(layer: .pure),
    "EventNames": Module(layer: .adapter, libraries: ["CLibevdevNames"]),
    "JSONLines": Module(layer: .adapter, libraries: ["CLibjansson"]),
    "OutputPattern": Module(layer: .adapter),
    "ProtocolA": Module(layer: .adapter, libraries: ["CLibmtdev"]),
    "YAML": Module(layer: .adapter, libraries: ["CLibyaml"]),
    "ControlSocket": Module(layer: .edge),
    "EventLoop": Module(layer: .edge, libraries: ["CLibsystemdEvent"]),
    "Evdev": Module(layer: .edge, libraries: ["CLibevdev", "CLibsystemdDevice"]),
    "Notifications": Module(layer: .edge, libraries: ["CLibsystemdBus"]),
    "Supervision": Module(layer: .edge, libraries: ["CSpawn"]),
    "Feedback": Module(layer: .edge),
    "Programs": Module(layer: .edge, libraries: ["CGetopt"]),
    "WebServer": Module(layer: .edge, libraries: ["CMicrohttpd"]),
    "Daemon": Module(layer: .program),
    "evbridge": Module(layer: .program),
    "evbridge-panel": Module(layer: .program, libraries: ["CPanelPage"]),
  ]

  /// The one file of a pure module that needs the C library: it calculates.
  static let pureFilesWithGlibc: Set<String> = ["Sources/InputModel/Geometry.swift"]

  static let reservedWords: [ReservedWord] =
    clocks + [
      ReservedWord(word: "@unchecked", reason: "what cannot be checked is designed wrongly"),
      ReservedWord(word: "nonisolated(unsafe)", reason: "what cannot be checked is designed wrongly"),
    ]

  private static let clocks = ["clock_gettime", "gettimeofday", "ContinuousClock", "SuspendingClock"].map {
    // Evdev stamps what it reads back after the kernel dropped events: nothing else can.
    ReservedWord(word: $0, modules: ["EventLoop", "Evdev"], reason: "time is an input")
  }

  static let sourceLineLimit = 400
  static let testLineLimit = 600
}
