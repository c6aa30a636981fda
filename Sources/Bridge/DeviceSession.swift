internal import Controls
internal import Gestures
internal import InputModel

/// Which trigger of which control.
struct TriggerBinding: Hashable {
  var control: Int
  var trigger: Int
}

/// A key or switch that triggers something.
struct CodeBinding {
  var code: EventCode
  var isInverted: Bool
  var binding: TriggerBinding
  /// It is down, and its trigger is down by it.
  var isPressed = false { didSet { suspicion = LossSuspicion() } }
  var suspicion = LossSuspicion()
}

/// A zone that triggers something, and the finger that owns the press.
struct ZoneBinding {
  /// Its place in the map.
  var zone: Int
  var shape: ZoneShape
  /// How far a finger may move and still press long.
  var slop: Millimeters
  var binding: TriggerBinding
  var owner: ContactID? { didSet { suspicion = LossSuspicion() } }
  var suspicion = LossSuspicion()
  var landing = Point(x: 0, y: 0)
  /// A take goes on because of it.
  var isHolding = false
}

/// A device that is there: its frames and what they trigger.
struct DeviceSession {
  var id: DeviceID
  var device: Reference<DeviceSettings>
  var presence: DevicePresence
  /// How it is touched; nil when it is not.
  var touch: TouchProtocol?
  /// How large its surface is, as the person sees it; nil when it has none.
  var surface: Size?
  var assembler: FrameAssembler
  var codes: [CodeBinding] = []
  var zones: [ZoneBinding] = []
  /// The zones of its surface.
  var map: ZoneMap
  var gestureZones: [GestureZone]

  init(_ arrival: Arrival, settings: Settings) {
    let device = settings.devices[arrival.device]
    id = arrival.id
    self.device = arrival.device
    presence = DevicePresence(
      device: device.name, node: arrival.node, name: arrival.description.name, kind: arrival.kind)
    touch = TouchProtocol(describing: arrival.description)
    let calibration = settings.calibration(
      of: arrival.device, kind: arrival.kind, describing: arrival.description, matrix: arrival.matrix)
    surface = calibration?.surface.size
    assembler = FrameAssembler(description: arrival.description, calibration: calibration, state: arrival.state)
    let (own, places) =
      calibration.map { settings.zones(of: arrival.device, on: $0.surface.size) } ?? ([], [])
    map = ZoneMap(places)
    gestureZones = own.indices.compactMap { GestureZone(own[$0], place: $0, in: settings) }
    for (control, controlSettings) in settings.controls.enumerated() {
      for (trigger, triggerSettings) in controlSettings.triggers.enumerated() {
        let binding = TriggerBinding(control: control, trigger: trigger)
        switch triggerSettings.source {
        case .code(arrival.device, let code, let isInverted):
          guard arrival.description.has(code) else { continue }
          codes.append(CodeBinding(code: code, isInverted: isInverted, binding: binding))
        case .zone(let zone):
          guard controlSettings.isPressed(on: zone), let place = own.firstIndex(of: zone) else { continue }
          let slop = settings.zones[zone].thresholds.pressSlop
          zones.append(ZoneBinding(zone: place, shape: places[place].shape, slop: slop, binding: binding))
        case .code: continue
        }
      }
    }
  }

  /// When time alone changes something: a ghost, a long press, a pair that does not come.
  var deadline: Timestamp? { gestureZones.reduce(assembler.deadline) { earliest($0, $1.recognizers.deadline) } }

  /// Somebody touches or presses something that counts.
  var isInUse: Bool { codes.contains { $0.isPressed } || assembler.frame.contacts.contains { $0.phase.isActive } }

  /// The trigger is down by this device.
  func presses(_ binding: TriggerBinding) -> Bool {
    codes.contains { $0.binding == binding && $0.isPressed }
      || zones.contains { $0.binding == binding && $0.owner != nil }
  }

  /// Whether a reading of the device shows the contact.
  func shows(_ contact: ContactID, in state: DeviceState) -> Bool {
    switch touch {
    case .slots: state.slots.contains { $0.trackingID == contact.rawValue }
    case .single(let key): state.down.contains(key)
    // The kernel keeps nothing of these: no reading says that one is gone.
    case .anonymous: true
    case nil: false
    }
  }
}
