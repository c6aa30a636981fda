public import Evdev
import Feedback
import Glibc

/// Shakes a device for each word that it reads: what the daemon starts, since a driver may let it wait.
public enum RumblePlayer {
  /// What the program is called with, before the node.
  public static let verb = "rumble"
  /// This program, also after an upgrade has replaced its file.
  static let program = "/proc/self/exe"

  /// The words that it knows.
  public static var words: [String] { Cues.Cue.allCases.map(\.rawValue) }

  /// Plays what standard input says, a word a line, until its end or until the device is gone; the last shake is felt to
  /// its own end. Of words that have come while it was waiting only the last counts: what is old is not felt.
  public static func run(node: String) throws(EvdevError) {
    var rumble = try Rumble(path: node)
    var text: [UInt8] = []
    /// What may still shake.
    var playing: Rumble.Effect?
    do throws(EvdevError) {
      for cue in Cues.Cue.allCases { try rumble.prepare(effect(of: cue)) }
      while true {
        if let effect = playing, !isReadable(within: effect.duration) { playing = nil }
        guard let bytes = read() else { break }
        text += bytes
        guard let end = text.lastIndex(of: UInt8(ascii: "\n")) else { continue }
        let lines = text[..<end].split(separator: UInt8(ascii: "\n"))
        text.removeSubrange(...end)
        guard let word = lines.last, let cue = Cues.Cue(rawValue: String(decoding: word, as: UTF8.self)) else {
          continue
        }
        let effect = effect(of: cue)
        try rumble.play(effect)
        playing = effect
      }
      // Whoever closes the device stops it.
      if let effect = playing { poll(nil, 0, Int32(effect.duration)) }
    } catch {
      // The daemon knows, and starts another one when the device is back.
      guard case .gone = error else { throw error }
    }
  }

  private static func effect(of cue: Cues.Cue) -> Rumble.Effect {
    switch cue {
    case .hint: Rumble.Effect(strong: 0, weak: 0.5, length: 300)
    case .started: Rumble.Effect(strong: 0.6, weak: 0.6, length: 120)
    case .completed: Rumble.Effect(strong: 0, weak: 0.8, length: 100, delay: 100, count: 2)
    case .error: Rumble.Effect(strong: 1, weak: 0, length: 200, delay: 100, count: 3)
    }
  }

  /// Whether standard input has something, or has ended, within milliseconds.
  private static func isReadable(within milliseconds: Int) -> Bool {
    var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&waiting, 1, Int32(milliseconds)) != 0
  }

  /// Nil at the end.
  private static func read() -> [UInt8]? {
    while true {
      var count = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, initialized in
        count = unsafe Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
        initialized = max(0, count)
      }
      if count > 0 { return bytes }
      if count == 0 || errno != EINTR { return nil }
    }
  }
}
