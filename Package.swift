// swift-tools-version: 6.2
import PackageDescription

/// One list for every target: strict from the first line, so that nothing has to be made strict later.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

/// A C library of the system: module map and shim, nothing else.
func system(_ name: String, pkgConfig: String? = nil, package: String? = nil) -> Target {
  .systemLibrary(
    name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig,
    providers: package.map { [.apt([$0])] })
}

let package = Package(
  name: "evbridge",
  products: [
    .executable(name: "evbridge", targets: ["evbridge"]),
    .executable(name: "evbridge-panel", targets: ["evbridge-panel"]),
    .library(name: "InputModel", targets: ["InputModel"]),
    .library(name: "Gestures", targets: ["Gestures"]),
    .library(name: "Controls", targets: ["Controls"]),
    .library(name: "Evdev", targets: ["Evdev"]),
  ],
  targets: [
    system("CLibevdev", pkgConfig: "libevdev", package: "libevdev-dev"),
    system("CLibevdevNames", pkgConfig: "libevdev", package: "libevdev-dev"),
    system("CLibmtdev", pkgConfig: "mtdev", package: "libmtdev-dev"),
    system("CLibsystemdEvent", pkgConfig: "libsystemd", package: "libsystemd-dev"),
    system("CLibsystemdBus", pkgConfig: "libsystemd", package: "libsystemd-dev"),
    system("CLibsystemdDevice", pkgConfig: "libsystemd", package: "libsystemd-dev"),
    system("CLibyaml", pkgConfig: "yaml-0.1", package: "libyaml-dev"),
    system("CLibjansson", pkgConfig: "jansson", package: "libjansson-dev"),
    system("CMicrohttpd", pkgConfig: "libmicrohttpd", package: "libmicrohttpd-dev"),
    system("CGetopt"),
    system("CSpawn"),
    // The page of the panel, put into the program as it is.
    .target(name: "CPanelPage", path: "Sources/System/CPanelPage", exclude: ["page"]),

    // Pure: values in, values out.
    module("InputModel"),
    module("Gestures", ["InputModel"]),
    module("Controls", ["InputModel", "Gestures", "Takes"]),
    module("Takes", ["InputModel"]),
    module("Bridge", ["Controls", "Gestures", "InputModel", "JSONLines", "Takes"]),
    module("Explain", ["Bridge", "Controls", "EventNames", "Gestures", "InputModel", "Takes", "Traces"]),
    module("Traces", ["InputModel", "ProtocolA", "YAML"]),
    module(
      "Configuration",
      [
        "Bridge", "Controls", "EventNames", "Gestures", "InputModel", "OutputPattern", "Panel", "Takes", "YAML",
      ]),
    module("Panel", ["Bridge", "Controls", "InputModel", "JSONLines"]),
    module("WaveFile"),

    // Deterministic adapters over a C library.
    module("EventNames", ["CLibevdevNames", "InputModel"]),
    module("JSONLines", ["CLibjansson"]),
    module("OutputPattern"),
    module("ProtocolA", ["CLibmtdev", "InputModel"]),
    module("YAML", ["CLibyaml"]),

    // Edges.
    module("ControlSocket"),
    module("EventLoop", ["CLibsystemdEvent", "InputModel", "Takes"]),
    module("Evdev", ["CLibevdev", "CLibsystemdDevice", "InputModel"]),
    module("Notifications", ["CLibsystemdBus"]),
    module("Supervision", ["CSpawn", "Takes"]),
    module("Programs", ["CGetopt"]),
    module("WebServer", ["CMicrohttpd", "InputModel", "Panel"]),
    module("Feedback", ["Bridge", "Controls", "InputModel", "Takes"]),

    // Programs.
    module(
      "Daemon",
      [
        "Bridge", "ControlSocket", "EventLoop", "EventNames", "Evdev", "Feedback", "InputModel", "JSONLines",
        "Notifications", "OutputPattern", "ProtocolA", "Supervision", "Takes", "Traces",
      ]),
    .executableTarget(
      name: "evbridge",
      dependencies: [
        "Bridge", "Configuration", "ControlSocket", "Controls", "Daemon", "EventNames", "Evdev", "Explain",
        "InputModel", "JSONLines", "Programs", "Takes", "Traces", "WaveFile",
      ],
      swiftSettings: strict),

    .executableTarget(
      name: "evbridge-panel",
      dependencies: [
        "Bridge", "CPanelPage", "Configuration", "ControlSocket", "EventLoop", "InputModel", "Panel", "Programs",
        "Takes", "WebServer",
      ],
      swiftSettings: strict),

    .systemLibrary(name: "CGlibc", path: "Tests/System/CGlibc"),
    .systemLibrary(name: "CUHID", path: "Tests/System/CUHID"),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    tests(
      "BridgeTests", ["Bridge", "Controls", "Gestures", "InputModel", "ProtocolA", "Takes", "TestSupport"]),
    // They run the built program, so it must be built before them.
    tests(
      "CommandLineTests", ["Evdev", "InputModel", "evbridge", "evbridge-panel", "TestSupport"],
      exclude: ["Page/watch.js"]),
    tests(
      "ConfigurationTests", ["Bridge", "Configuration", "Controls", "Gestures", "InputModel", "Takes", "Traces"],
      exclude: ["Fixtures"]),
    tests("ControlSocketTests", ["ControlSocket"]),
    tests("ControlsTests", ["Controls", "Gestures", "InputModel", "Takes"]),
    tests("EvdevTests", ["Evdev", "InputModel"]),
    tests("EventLoopTests", ["EventLoop", "InputModel", "Takes"]),
    tests("EventNamesTests", ["EventNames", "InputModel"]),
    tests(
      "ExplainTests", ["Bridge", "Controls", "Explain", "Gestures", "InputModel", "Takes", "Traces"],
      exclude: ["Fixtures"]),
    tests("FeedbackTests", ["Bridge", "Controls", "Feedback", "InputModel", "Takes"]),
    tests("GesturesTests", ["Gestures", "InputModel", "TestSupport"]),
    tests("InputModelTests", ["InputModel", "TestSupport"]),
    tests("JSONLinesTests", ["JSONLines"]),
    tests(
      "KernelTests", ["CGlibc", "CUHID", "Evdev", "InputModel", "ProtocolA", "Supervision", "Takes", "TestSupport"]),
    tests("LayeringTests", []),
    tests("NotificationsTests", ["Notifications", "evbridge"]),
    tests("OutputPatternTests", ["OutputPattern"]),
    tests("PanelTests", ["Bridge", "Controls", "InputModel", "Panel", "TestSupport"]),
    tests("PeerCaseTests", ["Gestures", "InputModel"], exclude: ["Fixtures"]),
    tests("ProtocolATests", ["InputModel", "ProtocolA", "TestSupport"]),
    tests("RealTraceTests", ["Gestures", "InputModel", "TestSupport", "Traces"]),
    tests("SupervisionTests", ["Supervision", "Takes"]),
    tests("TakesTests", ["InputModel", "Takes", "TestSupport"]),
    tests("TracesTests", ["InputModel", "TestSupport", "Traces"]),
    tests("WaveFileTests", ["TestSupport", "WaveFile"]),
    tests("YAMLTests", ["YAML"]),
  ]
)
