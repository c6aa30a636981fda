import Bridge
import Configuration
import Testing

@Suite struct ExampleTests {
  static let examples = Folder(#filePath, up: 2, "examples")

  @Test("there is an example for each kind of user")
  func names() {
    #expect(
      Set(Self.examples.names).isSuperset(of: [
        "push-button.yaml", "museum-booth.yaml", "telephone-hook.yaml", "kiosk-touchscreen.yaml", "photo-frame.yaml",
      ]))
  }

  @Test("every example is read without a word", arguments: examples.names)
  func example(_ name: String) {
    let result = readConfiguration(Self.examples.bytes(name), file: name, home: "/home/ada")
    #expect(result.diagnostics == [])
    #expect(result.settings?.controls.isEmpty == false)
  }

  @Test("the example of the manual page is read without a word")
  func manual() {
    let page = String(decoding: Folder(#filePath, up: 2, "docs").bytes("evbridge.yaml.5"), as: UTF8.self)
    let example = page.split(separator: "\n").drop { !$0.hasPrefix(".Bd") }.dropFirst().prefix { !$0.hasPrefix(".Ed") }
    let result = read(example.joined(separator: "\n"))
    #expect(result.diagnostics == [])
    #expect(result.settings?.controls.count == 1)
  }

  @Test("any damage to an example gives settings or an error, never a trap", arguments: 0..<20)
  func mutations(_ seed: Int) {
    var random = SplitMix64(state: UInt64(seed))
    let texts = Self.examples.names.map(Self.examples.bytes)
    let material = Array("{}[]:,*&!%#|>'\"\\\t\n -\u{0}ä0mx~<?@".utf8) + [0xFF, 0xC3]
    var broken = 0
    for _ in 0..<1000 {
      var bytes = texts[Int.random(in: texts.indices, using: &random)]
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let start = Int.random(in: bytes.indices, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...12, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: bytes.indices, using: &random))
        case 2: bytes.insert(material[Int.random(in: material.indices, using: &random)], at: start)
        default: bytes[start] = material[Int.random(in: material.indices, using: &random)]
        }
        if bytes.isEmpty { bytes = [0x20] }
      }
      let result = readConfiguration(bytes, file: "c", home: "/home/ada")
      let hasError = result.diagnostics.contains { $0.severity == .error }
      #expect(hasError == (result.settings == nil), "\(String(decoding: bytes, as: UTF8.self))")
      if hasError { broken += 1 }
    }
    // Most damage is found: a test that never damages anything would pass as well.
    #expect(broken > 500)
  }
}

/// Steele, Lea and Flood's SplitMix64: the same sequence for the same seed, everywhere.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
