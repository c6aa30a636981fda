import Bridge
import EventLoop
import Evdev
import Feedback
import InputModel
import Supervision
import Takes

/// The devices that one output writes to. One that can not be written is told of once and left out until it comes back.
private final class WrittenDevices {
  private final class Written {
    let id: DeviceID
    var output: DeviceOutput

    init(_ id: DeviceID, _ output: consuming DeviceOutput) {
      self.id = id
      self.output = output
    }
  }

  private let name: String
  private let isHeldUp: (DeviceID) -> Bool
  private var written: [Written] = []
  private var errors: [String] = []
  private var said: Set<String> = []

  /// - Parameter isHeldUp: a device of which this is true is left as it is
  init(name: String, isHeldUp: @escaping (DeviceID) -> Bool) {
    self.name = name
    self.isHeldUp = isHeldUp
  }

  func open(_ device: OpenDevice, lights: [EventCode] = [], sounds: Bool = false) {
    do throws(EvdevError) {
      written.append(Written(device.id, try DeviceOutput(of: device.handle, lights: lights, sounds: sounds)))
    } catch {
      complain(error)
    }
  }

  func close(_ device: DeviceID) { written.removeAll { $0.id == device } }

  func closeAll() { written = [] }

  func forEach(_ body: (inout DeviceOutput) throws(EvdevError) -> Void) {
    written.removeAll { device in
      guard !isHeldUp(device.id) else { return false }
      do throws(EvdevError) {
        try body(&device.output)
        return false
      } catch {
        // Of a device that is gone everybody hears anyway.
        if case .gone = error {} else { complain(error) }
        return true
      }
    }
  }

  func takeErrors() -> [String] {
    defer { errors = [] }
    return errors
  }

  private func complain(_ error: EvdevError) {
    if said.insert("\(error)").inserted { errors.append("feedback '\(name)': \(error)") }
  }
}

/// Lights of the system and of devices.
final class LightOutlet: Outlet {
  private let lights: [LightSettings.DeviceLight]
  private let output: LightOutput
  private let devices: WrittenDevices

  init(_ settings: LightSettings, name: String, isHeldUp: @escaping (DeviceID) -> Bool) {
    lights = settings.deviceLights
    output = LightOutput(names: settings.names, idle: settings.idle)
    output.hasDeviceLights = !settings.deviceLights.isEmpty
    devices = WrittenDevices(name: name, isHeldUp: isHeldUp)
  }

  var deadline: Timestamp? { output.deadline }

  func consume(_ line: EventLine) {
    output.consume(line.event)
    show()
  }

  func advance(to time: Timestamp, loop: inout EventLoop) {
    output.advance(to: time)
    show()
  }

  func noteArrival(of device: OpenDevice) {
    let own = lights.filter { $0.device == device.device }.map(\.code)
    guard !own.isEmpty else { return }
    devices.open(device, lights: own)
    show()
  }

  func noteDeparture(of device: DeviceID) { devices.close(device) }

  func takeErrors() -> [String] { output.takeErrors().map(\.description) + devices.takeErrors() }

  func release() {
    output.release()
    devices.closeAll()
  }

  private func show() {
    let isLit = output.isLit
    devices.forEach { output throws(EvdevError) in try output.show(isLit: isLit) }
  }
}

/// A device that sounds tones.
final class BeepOutlet: Outlet {
  private let device: Reference<DeviceSettings>
  private var beeps: Beeps
  private let devices: WrittenDevices

  init(
    _ device: Reference<DeviceSettings>, whileRecording: Bool, name: String, isHeldUp: @escaping (DeviceID) -> Bool
  ) {
    self.device = device
    beeps = Beeps(whileRecording: whileRecording)
    devices = WrittenDevices(name: name, isHeldUp: isHeldUp)
  }

  var deadline: Timestamp? { beeps.deadline }

  func consume(_ line: EventLine) {
    beeps.consume(line.event)
    sound()
  }

  func advance(to time: Timestamp, loop: inout EventLoop) {
    beeps.advance(to: time)
    sound()
  }

  func noteArrival(of device: OpenDevice) {
    if device.device == self.device { devices.open(device, sounds: true) }
  }

  func noteDeparture(of device: DeviceID) { devices.close(device) }

  func takeErrors() -> [String] { devices.takeErrors() }

  func release() { devices.closeAll() }

  private func sound() {
    let tone = beeps.tone
    devices.forEach { output throws(EvdevError) in try output.sound(hertz: tone) }
  }
}

/// A device that shakes. Its driver may let whoever uploads an effect wait, so a program of our own does that.
final class RumbleOutlet: Outlet {
  private let device: Reference<DeviceSettings>
  private let name: String
  private var cues: Cues
  private var players: [(device: DeviceID, sink: LineSink)] = []
  private var errors: [String] = []

  init(_ device: Reference<DeviceSettings>, whileRecording: Bool, name: String) {
    self.device = device
    self.name = name
    cues = Cues(whileRecording: whileRecording)
  }

  var deadline: Timestamp? { players.reduce(nil) { earliest($0, $1.sink.deadline) } }

  func consume(_ line: EventLine) {
    guard let cue = cues.consume(line.event) else { return }
    for (_, sink) in players { sink.write(Array((cue.rawValue + "\n").utf8), at: line.event.time) }
  }

  func advance(to time: Timestamp, loop: inout EventLoop) {
    for (_, sink) in players { sink.advance(to: time, loop: &loop) }
  }

  func noteReady(_ token: Token) -> Bool {
    guard let sink = players.first(where: { $0.sink.token == token })?.sink else { return false }
    sink.flush()
    return true
  }

  /// It is not started again: while a driver lets it wait, nobody can ask the device which keys are down.
  func noteEnd(of process: ProcessID, _ status: ExitStatus, at time: Timestamp) -> Bool {
    guard let index = players.firstIndex(where: { $0.sink.process == process }) else { return false }
    let (_, sink) = players.remove(at: index)
    errors += sink.takeErrors()
    if status != .exited(0) {
      errors.append(
        "feedback '\(name)': what shakes the device \(status.sentence); it is tried again when the device comes back")
    }
    return true
  }

  func noteArrival(of device: OpenDevice) {
    guard device.device == self.device else { return }
    guard device.handle.description.has(.rumble) else {
      errors.append("feedback '\(name)': \(EvdevError.noRumble(path: device.node.path))")
      return
    }
    players.append(
      (
        device.id,
        LineSink(name: name, command: [RumblePlayer.program, RumblePlayer.verb, device.node.path], start: .zero)
      ))
  }

  func noteDeparture(of device: DeviceID) {
    for (_, sink) in players.filter({ $0.device == device }) { sink.release() }
    players.removeAll { $0.device == device }
  }

  func holdsUp(_ device: DeviceID) -> Bool {
    players.contains { $0.device == device && $0.sink.process?.isInDiskSleep == true }
  }

  func takeErrors() -> [String] {
    defer { errors = [] }
    return errors + players.flatMap { $0.sink.takeErrors() }
  }

  func release() {
    for (_, sink) in players { sink.release() }
    players = []
  }
}
