// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "evbridge", path: "..")],
  targets: [
    // What no gesture recognizer can do without: a loop in C that only assembles slots.
    .target(name: "CSlots"),
    .executableTarget(
      name: "FrameBenchmark",
      dependencies: [
        "CSlots", .product(name: "Gestures", package: "evbridge"), .product(name: "InputModel", package: "evbridge"),
      ]),
  ]
)
