import Testing

@testable import WaveFile

@Suite("Diagnosis of WAV files") struct DiagnosisTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// What is said, the size of the samples, and the fields to be mended in their order.
    var expected: String
    var length: UInt64?
    var change: @Sendable (inout WaveBytes) -> Void

    init(
      _ description: String, _ expected: String, length: UInt64? = nil,
      _ change: @escaping @Sendable (inout WaveBytes) -> Void
    ) {
      testDescription = description
      self.expected = expected
      self.length = length
      self.change = change
    }
  }

  /// 400 bytes, 100 frames of 4, which look like no chunk.
  static let samples = [UInt8](repeating: 0x81, count: 400)
  static let info = WaveBytes.chunk("LIST", Array("INFOISFT".utf8) + [4, 0, 0, 0] + Array("Lavf".utf8))
  static let big: UInt64 = 5 << 30
  static let room = [UInt8](repeating: 0, count: 28)

  static let cases = [
    Case("whole", "good 400") { _ in },
    Case("whole, without samples", "good 0") { $0.samples = [] },
    Case("whole, with LIST before the samples", "good 400") { $0.beforeData = [info] },
    Case("whole, with LIST behind the samples", "good 400") { $0.afterData = info },
    Case("whole, with a chunk of an unknown name behind them", "good 400") {
      $0.afterData = WaveBytes.chunk("Xyz1", [1, 2, 3])
    },
    Case("whole, without samples, with LIST behind", "good 0") {
      $0.samples = []
      $0.afterData = info
    },
    Case("LIST behind the samples, outside of RIFF", "good 400") {
      $0.afterData = info
      $0.riffSize = 436
    },
    Case("an ID3 tag behind RIFF", "good 400") {
      $0.afterData = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 10] + [UInt8](repeating: 0, count: 10)
      $0.riffSize = 436
    },
    Case("an old ID3 tag behind RIFF", "good 400") {
      $0.afterData = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
      $0.riffSize = 436
    },
    Case("something behind the samples that RIFF knows of", "good 400") {
      $0.afterData = [UInt8](repeating: 1, count: 40)
    },
    Case("samples of an odd size, with the byte behind", "good 3") {
      $0.format = WaveBytes.format(channels: 1, bytes: 1)
      $0.samples = [0x81, 0x81, 0x81]
    },
    Case("samples of an odd size, without it", "good 3") {
      $0.format = WaveBytes.format(channels: 1, bytes: 1)
      $0.samples = [0x81, 0x81, 0x81]
      $0.isPadded = false
    },
    Case("samples of an odd size, without it but counted", "good 3") {
      $0.format = WaveBytes.format(channels: 1, bytes: 1)
      $0.samples = [0x81, 0x81, 0x81]
      $0.isPadded = false
      $0.riffSize = 40
    },
    Case("samples of an odd size, then LIST at an odd place", "good 3") {
      $0.format = WaveBytes.format(channels: 1, bytes: 1)
      $0.samples = [0x81, 0x81, 0x81]
      $0.isPadded = false
      $0.afterData = info
    },
    Case("ffmpeg, killed", "mendable 400 data riff") { unsaid(&$0, 0xffff_ffff, 0xffff_ffff) },
    Case("arecord, killed", "mendable 400 data riff") { unsaid(&$0, 0x7fff_ffec, 0x8000_0010) },
    Case("sox, killed", "mendable 400 data riff") { unsaid(&$0, 0x7fff_f000, 0x7fff_f024) },
    Case("gst-launch, killed", "mendable 400 data riff") { unsaid(&$0, 0x7fff_0000, 0x7fff_0024) },
    Case("sizes of 0", "mendable 400 data riff") { unsaid(&$0, 0, 0) },
    Case("size of the samples 0, RIFF right", "mendable 400 data") { $0.dataSize = 0 },
    Case("killed before the first sample", "mendable 0 data riff") {
      $0.samples = []
      unsaid(&$0, 0xffff_ffff, 0xffff_ffff)
    },
    Case("grown after the header was written", "mendable 400 data riff") { unsaid(&$0, 200, 236) },
    Case("RIFF's size alone is wrong", "mendable 400 riff") { $0.riffSize = 0xffff_ffff },
    Case("RIFF ends within the samples", "mendable 400 riff") { $0.riffSize = 100 },
    Case("a frame that is cut stays out", "mendable 400 data riff") {
      $0.samples += [1, 2, 3]
      $0.isPadded = false
      unsaid(&$0, 0xffff_ffff, 0xffff_ffff)
    },
    Case("a frame that was left out is not taken in", "good 400") {
      $0.samples += [1, 2, 3]
      $0.isPadded = false
      unsaid(&$0, 400, 436)
    },
    Case("LIST behind the samples is cut", "mendable 400 riff") {
      $0.afterData = Array(info.dropLast(5))
      $0.riffSize = UInt64(436 + info.count)
    },
    Case("LIST behind the samples is cut in its name", "mendable 400 riff") {
      $0.afterData = Array("LI".utf8)
      $0.riffSize = UInt64(436 + info.count)
    },
    Case("mu-law counts its frames", "mendable 400 frames data riff") {
      $0.format = WaveBytes.format(coding: 7, channels: 1, bytes: 1, more: [0, 0])
      $0.beforeData = [WaveBytes.chunk("fact", [0, 0, 0, 0])]
      unsaid(&$0, 0xffff_ffff, 0xffff_ffff)
    },
    Case("ADPCM is cut by blocks", "mendable 256 frames data riff") {
      $0.format = WaveBytes.format(coding: 2, channels: 1, bytes: 1, block: 256, more: [2, 0, 0xf4, 1])
      $0.beforeData = [WaveBytes.chunk("fact", [0, 0, 0, 0])]
      unsaid(&$0, 0xffff_ffff, 0xffff_ffff)
    },
    Case("RIFX", "mendable 400 data riff") {
      $0.form = "RIFX"
      $0.order = .big
      $0.format = WaveBytes.format(.big)
      unsaid(&$0, 0x7fff_f000, 0x7fff_f024)
    },
    Case("RF64, killed", "mendable 400 frames data riff") { long(&$0, "RF64") },
    Case("BW64, killed", "mendable 400 data riff") { long(&$0, "BW64") },
    Case("RF64 with sizes of 32 bits", "mendable 400 frames data data riff riff") {
      long(&$0, "RF64")
      unsaid(&$0, 200, 236)
    },
    Case("more than 4 GiB, with room for long sizes", "mendable \(big - 80) long long data form", length: big) {
      $0.room = ("JUNK", room)
      $0.samples = []
      unsaid(&$0, 0xffff_fffe, 0xffff_fffe)
    },
    Case("the same, broken off before the form", "mendable \(big - 80) form", length: big) {
      $0.room = (
        "ds64",
        [8, 16].flatMap { ByteOrder.little.bytes(big - ($0 == 8 ? 8 : 80)) }
          + ByteOrder.little.bytes((big - 80) / 4) + [0, 0, 0, 0]
      )
      $0.samples = []
      unsaid(&$0, 0xffff_ffff, 0xffff_fffe)
    },
    Case("more than 4 GiB, no room", "mendable \(big - 44) data riff too long", length: big) {
      $0.samples = []
      unsaid(&$0, 0x7fff_0000, 0x7fff_0024)
    },
    Case("more than 4 GiB, no room, said as well as can be", "good \(big - 44) too long", length: big) {
      $0.samples = []
      unsaid(&$0, 0xffff_ffff, 0xffff_ffff)
    },
    Case("between 2 and 4 GiB", "mendable 3221225428 data riff", length: 3 << 30) {
      $0.samples = []
      unsaid(&$0, 0x7fff_0000, 0x7fff_0024)
    },
  ]

  private static func unsaid(_ bytes: inout WaveBytes, _ data: UInt64, _ riff: UInt64) {
    bytes.dataSize = data
    bytes.riffSize = riff
  }

  private static func long(_ bytes: inout WaveBytes, _ form: String) {
    bytes.form = form
    bytes.room = ("ds64", room)
    unsaid(&bytes, 0xffff_ffff, 0xffff_ffff)
  }

  @Test("each is told from the others, and mended once", arguments: cases) func diagnose(_ example: Case) {
    var wave = WaveBytes()
    wave.samples = Self.samples
    example.change(&wave)
    let bytes = wave.make()
    let found = diagnosis(of: bytes, length: example.length)
    #expect(Self.text(found) == example.expected)
    // A second time there is nothing to do, and a mend that is broken off anywhere leads to the same end.
    let mended = bytes.applying(found.patches)
    let whole = Self.text(found).split(separator: " ").last == "long" ? " too long" : ""
    #expect(Self.text(diagnosis(of: mended, length: example.length)) == "good \(found.sound?.size ?? 0)\(whole)")
    for count in found.patches.indices {
      let broken = bytes.applying(found.patches.prefix(count))
      #expect(broken.applying(diagnosis(of: broken, length: example.length).patches) == mended)
    }
  }

  private static func text(_ diagnosis: Diagnosis) -> String {
    guard let sound = diagnosis.sound else { return "\(diagnosis)" }
    let names: [Patch.Field: String] = [
      .riffSize: "riff", .dataSize: "data", .frameCount: "frames", .longSizes: "long", .form: "form",
    ]
    let words = [diagnosis.isGood ? "good" : "mendable", "\(sound.size)"]
    return (words + diagnosis.patches.compactMap { names[$0.field] } + (sound.exceedsHeader ? ["too long"] : []))
      .joined(separator: " ")
  }

  static let refusals: [(String, [UInt8], Diagnosis)] = [
    ("empty", [], .hopeless("it is empty: the recorder was killed before it had written anything")),
    (
      "zeros", [UInt8](repeating: 0, count: 4_096), .hopeless("it begins with zeros: its header never reached the disk")
    ),
    ("text", Array("hello, this is no sound".utf8), .notWave("it does not begin with RIFF, RIFX, RF64 or BW64")),
    (
      "a film", Array("RIFF\u{10}\0\0\0AVI LIST".utf8), .notWave("it is a RIFF file, but of kind 'AVI ', not WAVE")
    ),
    ("cut", Array("RIFF\u{10}\0\0\0WAVEfmt ".utf8), .hopeless("it ends within its header: no samples were written")),
    (
      "samples before their format", Array("RIFF\u{10}\0\0\0WAVEdata\0\0\0\0".utf8),
      .hopeless("its header does not say what the samples are: no fmt chunk before the data")
    ),
    (
      "no channels", Array("RIFF\0\0\0\0WAVEfmt \u{10}\0\0\0".utf8) + [UInt8](repeating: 0, count: 60),
      .hopeless("its header does not say what the samples are: the fmt chunk makes no sense")
    ),
    (
      "RF64 without ds64",
      Array("RF64\0\0\0\0WAVE".utf8) + WaveBytes.chunk("fmt ", WaveBytes.format())
        + WaveBytes.chunk("data", [1, 2, 3, 4]),
      .hopeless("its header says RF64 or BW64 but has no ds64 chunk at its beginning")
    ),
    (
      "no data",
      Array("RIFF\0\0\0\0WAVE".utf8) + WaveBytes.chunk("fmt ", WaveBytes.format())
        + [UInt8](repeating: 1, count: 50), .hopeless("it has no data chunk where one can be found")
    ),
  ]

  @Test("what can not be mended is said to be so, and why", arguments: refusals)
  func refuse(_ description: String, _ bytes: [UInt8], _ expected: Diagnosis) {
    #expect(diagnosis(of: bytes) == expected)
  }

  @Test("length and format are those of the samples, after mending") func sound() throws {
    var wave = WaveBytes(riffSize: 0xffff_ffff, dataSize: 0xffff_ffff, samples: [UInt8](repeating: 9, count: 88_200))
    let sound = try #require(diagnosis(of: wave.make()).sound)
    #expect(sound.seconds == 0.5 && sound.frames == 22_050 && sound.start == 44)
    #expect(sound.format.text == "44100 Hz, 2 channels, 16 bits")
    let guid: [UInt8] = [22, 0, 32, 0, 0, 0, 0, 0, 3, 0] + [UInt8](repeating: 0, count: 14)
    wave.format = WaveBytes.format(coding: 0xfffe, channels: 1, rate: 16_000, bytes: 4, more: guid)
    let float = try #require(diagnosis(of: wave.make()).sound)
    #expect(float.frames == 22_050 && float.format.text == "16000 Hz, 1 channel, 32 bits float")
  }

  @Test("a problem with reading is thrown on") func reading() {
    struct Unreadable: Error, Equatable {}
    #expect(throws: Unreadable()) {
      try Diagnosis(length: 100) { (_, _) throws(Unreadable) -> [UInt8] in throw Unreadable() }
    }
  }
}
