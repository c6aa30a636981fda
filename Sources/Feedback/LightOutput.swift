public import Bridge
public import InputModel

/// The lights of one output, all showing the same; those of input devices are shown by whoever owns the devices. A light that is missing or fails is told of once and left out; the
/// others go on.
public final class LightOutput {
  private final class Lamp {
    var light: Light
    init(_ light: consuming Light) { self.light = light }
  }

  private var lamps: [Lamp] = []
  private var pattern: LightPattern
  private var errors: [LightError] = []

  /// Takes the lights and shows that nothing happens.
  /// - Parameters:
  ///   - names: as in /sys/class/leds
  ///   - idle: what is shown while nothing happens
  ///   - folder: another one for tests
  public init(names: [String], idle: LightSettings.Idle, in folder: String = Light.folder) {
    for name in names {
      do throws(LightError) {
        lamps.append(Lamp(try Light(name, in: folder)))
      } catch {
        errors.append(error)
      }
    }
    pattern = LightPattern(idle: idle, isGraded: lamps.contains { $0.light.isGraded })
    show()
  }

  /// There are lights of input devices to be shown.
  public var hasDeviceLights = false

  /// When `advance(to:)` is due; nil while nothing changes by itself.
  public var deadline: Timestamp? { lamps.isEmpty && !hasDeviceLights ? nil : pattern.deadline }

  /// Whether a light that knows only on and off is lit now.
  public var isLit: Bool { pattern.level >= 0.5 }

  public func consume(_ event: Event) {
    pattern.consume(event)
    show()
  }

  public func advance(to time: Timestamp) {
    pattern.advance(to: time)
    show()
  }

  /// What went wrong since it was last asked, to be logged: each light at most once.
  public func takeErrors() -> [LightError] {
    defer { errors = [] }
    return errors
  }

  /// Gives the lights back as they were.
  public func release() { lamps = [] }

  private func show() {
    let level = pattern.level
    lamps.removeAll { lamp in
      do throws(LightError) {
        try lamp.light.show(level)
        return false
      } catch {
        errors.append(error)
        return true
      }
    }
  }
}
