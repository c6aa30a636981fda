import Glibc

/// A light of /sys/class/leds. As long as it is owned it is ours alone: the kernel's trigger (a heartbeat, the card's
/// activity) is set aside, and given back with the brightness of before.
public struct Light: ~Copyable {
  /// Where the kernel has its lights.
  public static let folder = "/sys/class/leds"

  private let brightness: Attribute
  private let trigger: Attribute
  private let file: Descriptor
  private let maximum: Int
  private let before: (brightness: String, trigger: String?)
  /// What was written last; -1 for nothing yet.
  private var shown = -1

  /// - Parameters:
  ///   - name: as in /sys/class/leds
  ///   - folder: another one for tests
  public init(_ name: String, in folder: String = Self.folder) throws(LightError) {
    let own = folder + "/" + name
    guard unsafe access(own, F_OK) == 0 else { throw .missing(name: name, folder: folder) }
    let brightness = Attribute("brightness", in: own)
    let trigger = Attribute("trigger", in: own)
    let file = try brightness.open(O_WRONLY)
    // A light whose range can not be told is switched on and off.
    let maximum = Self.levels(of: name, in: folder) ?? 1
    let level = try brightness.read()
    // A kernel without triggers has no such file.
    let active = (try? trigger.read()).flatMap(Self.activeTrigger)
    if active != nil { try trigger.write("none") }

    self.brightness = brightness
    self.trigger = trigger
    self.file = file
    self.maximum = max(1, maximum)
    before = (level, active)
  }

  deinit {
    // The brightness first: writing it would take the trigger away again. Nobody is left to tell of an error.
    try? brightness.write(before.brightness, to: file)
    if let active = before.trigger { try? trigger.write(active) }
  }

  /// What stands in the way of using a light, found without touching it.
  public static func obstacle(to name: String, in folder: String = Self.folder) -> LightError? {
    let own = folder + "/" + name
    guard unsafe access(own, F_OK) == 0 else { return .missing(name: name, folder: folder) }
    // A light that a trigger drives is taken from it.
    let isDriven = (try? Attribute("trigger", in: own).read()).flatMap(activeTrigger) != nil
    for file in isDriven ? ["brightness", "trigger"] : ["brightness"] {
      let path = own + "/" + file
      guard unsafe access(path, W_OK) == 0 else { return .refused(path: path, errno: errno) }
    }
    return nil
  }

  /// How many levels of brightness it has above off; nil when the kernel does not say.
  public static func levels(of name: String, in folder: String = Self.folder) -> Int? {
    (try? Attribute("max_brightness", in: folder + "/" + name).read()).flatMap { Int($0) }
  }

  /// It has levels between off and on.
  public var isGraded: Bool { maximum > 1 }

  /// Shows a brightness 0…1; a light without levels is on from 0.5. What it shows already is not written again.
  public mutating func show(_ level: Double) throws(LightError) {
    let value = Int(Double(maximum) * level + 0.5)
    guard value != shown else { return }
    try brightness.write(String(value), to: file)
    shown = value
  }

  /// The trigger that is on, if any: the one in brackets of `none timer [mmc0] heartbeat`.
  private static func activeTrigger(_ text: String) -> String? {
    guard let open = text.firstIndex(of: "["), let close = text.firstIndex(of: "]"), open < close else { return nil }
    let name = text[text.index(after: open)..<close]
    return name == "none" ? nil : String(name)
  }
}
