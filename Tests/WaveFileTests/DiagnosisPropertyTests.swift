import TestSupport
import Testing

@testable import WaveFile

@Suite("Diagnosis of random WAV files") struct DiagnosisPropertyTests {
  /// A file that a program could have written, with sizes that are right.
  private static func valid(_ random: inout SplitMix64) -> (wave: WaveBytes, bytes: [UInt8], block: Int) {
    var wave = WaveBytes()
    let channels = Int.random(in: 1...6, using: &random)
    let bytes = Int.random(in: 1...4, using: &random)
    if Int.random(in: 0..<4, using: &random) == 0 {
      wave.form = "RIFX"
      wave.order = .big
    }
    wave.format = WaveBytes.format(channels: channels, bytes: bytes, wave.order)
    func noise(_ range: ClosedRange<Int>) -> [UInt8] {
      (0..<Int.random(in: range, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    let names = ["LIST", "bext", "fact", "JUNK", "cue ", "id3 ", "smpl"]
    func chunks() -> [[UInt8]] {
      (0..<Int.random(in: 0...2, using: &random)).map { _ in
        WaveBytes.chunk(names.randomElement(using: &random) ?? "LIST", noise(0...90), wave.order)
      }
    }
    wave.beforeData = chunks()
    wave.samples = (0..<Int.random(in: 0...120, using: &random) * channels * bytes).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
    wave.afterData = Array(chunks().joined())
    let file = wave.make()
    return (wave, file, channels * bytes)
  }

  @Test("a valid file is good, and nothing is to be written", arguments: 0..<20) func good(seed: Int) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<25 {
      let (wave, bytes, _) = Self.valid(&random)
      let found = diagnosis(of: bytes)
      #expect(found.isGood && found.sound?.size == UInt64(wave.samples.count))
    }
  }

  @Test("cut anywhere behind its header, it is mended to the samples that are left, and good then", arguments: 0..<20)
  func cut(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<25 {
      let (wave, bytes, block) = Self.valid(&random)
      let length = Int.random(in: wave.dataStart...bytes.count, using: &random)
      let cut = Array(bytes[..<length])
      let found = diagnosis(of: cut)
      let whole = min(wave.samples.count, (length - wave.dataStart) / block * block)
      let sound = try #require(found.sound)
      #expect(sound.start == UInt64(wave.dataStart))
      try Self.expectWhole(found, cut, size: whole, seed: seed)
    }
  }

  @Test("with any sizes that are not known it is mended to all its samples", arguments: 0..<20)
  func unknown(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let sizes: [UInt64] = [0, 0xffff_ffff, 0x7fff_ffff, 0x7fff_f000, 0x7fff_0000, 0x8000_0000]
    for _ in 0..<25 {
      var (wave, _, block) = Self.valid(&random)
      // Behind samples that a recorder has not ended there is nothing yet.
      wave.afterData = Array(repeating: 0x81, count: Int.random(in: 0..<block, using: &random))
      wave.isPadded = false
      let samples = wave.samples
      wave.samples += wave.afterData
      wave.afterData = []
      wave.dataSize = sizes.randomElement(using: &random)
      wave.riffSize = sizes.randomElement(using: &random)
      let bytes = wave.make()
      try Self.expectWhole(diagnosis(of: bytes), bytes, size: samples.count, seed: seed)
    }
  }

  private static func expectWhole(_ found: Diagnosis, _ bytes: [UInt8], size: Int, seed: Int) throws {
    let sound = try #require(found.sound)
    #expect(sound.size == UInt64(size), "seed \(seed): \(found)")
    let mended = bytes.applying(found.patches)
    #expect(mended.count == bytes.count)
    let again = diagnosis(of: mended)
    #expect(again.isGood && again.sound == sound, "seed \(seed): \(found), then \(again)")
    #expect(mended[Int(sound.start)...] == bytes[Int(sound.start)...])
  }

  @Test("of random bytes nothing traps, and no patch lies outside or in the samples", arguments: 0..<20)
  func noise(seed: Int) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<150 {
      var (wave, bytes, _) = Self.valid(&random)
      if Bool.random(using: &random) {
        wave.form = ["RF64", "BW64", "RIFF"].randomElement(using: &random) ?? "RIFF"
        wave.room = (
          ["ds64", "JUNK"].randomElement(using: &random) ?? "ds64",
          (0..<Int.random(in: 20...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        )
        bytes = wave.make()
      }
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let place = Int.random(in: 0..<min(bytes.count, 120), using: &random)
        bytes[place] = [0, 0xff, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
      }
      bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
      let found = diagnosis(of: bytes)
      guard let sound = found.sound else { continue }
      #expect(found.patches.allSatisfy { $0.end <= sound.start && $0.end <= UInt64(bytes.count) })
      #expect(diagnosis(of: bytes.applying(found.patches)).isGood, "seed \(seed): \(bytes)")
    }
  }
}
