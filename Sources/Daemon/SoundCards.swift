import Glibc

/// The sound cards of the kernel, as ALSA tells of them in /proc/asound.
struct SoundCards {
  private static let folder = "/proc/asound"

  /// The device nodes that record: `/dev/snd/pcmC0D0c`.
  let recording: [String]

  init() {
    // 00-00: ALC892 Analog : ALC892 Analog : playback 1 : capture 1
    recording = TextFile.lines(of: Self.folder + "/pcm").compactMap { line in
      let fields = line.utf8.split(separator: UInt8(ascii: ":")).map { String(decoding: $0, as: UTF8.self) }
      guard fields.dropFirst().contains(where: { $0.hasPrefix(" capture ") }), let head = fields.first else {
        return nil
      }
      let numbers = head.utf8.split(separator: UInt8(ascii: "-")).compactMap { Int(String(Substring($0))) }
      return numbers.count == 2 ? "/dev/snd/pcmC\(numbers[0])D\(numbers[1])c" : nil
    }
  }

  /// The card that an ALSA device names: `Microphone` of `plughw:CARD=Microphone,DEV=0`, `1` of `hw:1,0`; nil for one
  /// that a configuration of ALSA gives a meaning to, such as `default`.
  static func card(of device: String) -> String? {
    let parts = device.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1)
    guard parts.count == 2, [Array("hw".utf8), Array("plughw".utf8)].contains(Array(parts[0])) else { return nil }
    let names = parts[1].split(separator: UInt8(ascii: ",")).map { String(Substring($0)) }
    let mark = "CARD="
    return names.first { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) } ?? names.first
  }

  /// Whether there is a card of this name or number.
  static func has(_ card: String) -> Bool {
    unsafe access(folder + "/" + (card.allSatisfy(\.isNumber) ? "card" : "") + card, F_OK) == 0
  }
}
