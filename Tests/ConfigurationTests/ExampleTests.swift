import Bridge
import Configuration
import InputModel
import Takes
import Testing
import Traces

@Suite struct ExampleTests {
  static let examples = Folder(#filePath, up: 2, "examples")

  @Test("there is an example for each kind of user")
  func names() {
    #expect(
      Set(Self.examples.names).isSuperset(of: [
        "push-button.yaml", "museum-booth.yaml", "audio-guestbook.yaml", "kiosk-touchscreen.yaml", "photo-frame.yaml",
        "progress-button.yaml",
      ]))
  }

  @Test("every example is read without a word", arguments: examples.names)
  func example(_ name: String) {
    let result = readConfiguration(Self.examples.bytes(name), file: name, home: "/home/ada")
    #expect(result.diagnostics == [])
    #expect(result.settings?.controls.isEmpty == false)
  }

  @Test("the recorded presses are of the button of push-button.yaml: one that is too short, and a hold of two seconds")
  func presses() throws {
    let settings = try #require(
      readConfiguration(Self.examples.bytes("push-button.yaml"), file: "c", home: "/home/ada").settings)
    let device = try #require(try Trace(evemu: Self.examples.bytes("press.evemu")).devices.first)
    let description = try #require(device.description)
    #expect(settings.devices[Reference(0)].match.fits(description, node: "", links: [], kind: .buttons))
    let source = try #require(settings.controls.first?.triggers.first?.source)
    #expect(source == .code(Reference(0), .keyRecord, inverted: false))
    #expect(description.has(.keyRecord))
    let stamps = device.events.filter { $0.code == .keyRecord }.map { ($0.time - .zero).seconds }
    #expect(stamps == [0, 0.15, 1, 3])
  }

  @Test("every whole example of the manual page is read without a word")
  func manual() {
    let page = String(decoding: Folder(#filePath, up: 2, "docs").bytes("evbridge.yaml.5"), as: UTF8.self)
    let examples = displays(of: page, from: ".Bd", to: ".Ed")
    #expect(examples.count == 2)
    for example in examples {
      let result = read(example)
      #expect(result.diagnostics == [])
      #expect(result.settings?.controls.isEmpty == false)
    }
  }

  @Test("the configuration of the README is read without a word, and so is what it has for a touchscreen")
  func readme() {
    let page = String(decoding: Folder(#filePath, up: 2, ".").bytes("README.md"), as: UTF8.self)
    let examples = displays(of: page, from: "```yaml", to: "```").filter { $0.contains("recorder: story") }
    #expect(examples.count == 2)
    for example in examples {
      let isWhole = example.contains("recorders:")
      let result = read(example + (isWhole ? "" : "\nrecorders: { story: { command: [arecord] } }"))
      #expect(result.diagnostics == [])
      #expect(result.settings?.controls.count == 1)
    }
  }

  @Test("what the README says of recorders is read without a word") func readmeRecorders() {
    let page = String(decoding: Folder(#filePath, up: 2, ".").bytes("README.md"), as: UTF8.self)
    let examples = displays(of: page, from: "```yaml", to: "```", first: "recorders:")
    #expect(examples.count == 1)
    for example in examples {
      let trigger = "trigger: { device: b, key: KEY_A }, recorder: story, on-release: suspend"
      let result = read(
        "devices: { b: { match: { name: B } } }\n\(example)\ncontrols: { c: { type: record-button, \(trigger) } }")
      #expect(result.diagnostics == [])
      #expect(result.settings?.recorders.first?.preset == .arecord)
    }
  }

  /// The configurations between two kinds of lines.
  private func displays(of page: String, from begin: String, to end: String, first: Substring = "devices:") -> [String]
  {
    var displays: [[Substring]] = []
    var isInside = false
    for line in page.split(separator: "\n") {
      if isInside, line == end {
        isInside = false
      } else if line.hasPrefix(begin) {
        isInside = true
        displays.append([])
      } else if isInside {
        displays[displays.count - 1].append(line)
      }
    }
    return displays.filter { $0.first == first }.map { $0.joined(separator: "\n") }
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
