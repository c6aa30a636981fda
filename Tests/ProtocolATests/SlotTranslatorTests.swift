import InputModel
import ProtocolA
import TestSupport
import Testing

@Suite struct SlotTranslatorTests {
  private static func panel(fuzz: Int32 = 0, ids: Bool = false) -> DeviceDescription {
    let axis = AxisInfo(minimum: 0, maximum: 9_600, fuzz: fuzz)
    var axes: [EventCode: AxisInfo] = [
      .mtPositionX: axis, .mtPositionY: axis, .mtToolType: AxisInfo(minimum: 0, maximum: 15),
    ]
    if ids { axes[.mtTrackingID] = AxisInfo(minimum: 0, maximum: 100) }
    return DeviceDescription(
      name: "A", properties: [.direct], codes: Set(axes.keys).union([.btnTouch, .pressure]), axes: axes)
  }

  /// A frame as a device of protocol A sends it.
  private static func frame(_ time: Int64, _ contacts: [(Int32, Int32)], id: Int32? = nil) -> [RawEvent] {
    let time = Timestamp(microseconds: time)
    var events: [RawEvent] = []
    for (place, (x, y)) in contacts.enumerated() {
      events += [RawEvent(time, .mtPositionX, x), RawEvent(time, .mtPositionY, y)]
      if let id { events.append(RawEvent(time, .mtTrackingID, id + Int32(place))) }
      events.append(RawEvent(time, .synMTReport, 0))
    }
    if contacts.isEmpty { events.append(RawEvent(time, .synMTReport, 0)) }
    return events + [.report(time)]
  }

  /// Each frame's contacts: "id:phase(x,y)", in device units.
  private static func texts(_ events: [RawEvent], on device: DeviceDescription = panel()) throws -> [String] {
    var translator = try unwrap(SlotTranslator(describing: device))
    let calibration = Calibration(describing: device, size: Size(width: 9_600, height: 9_600))
    var assembler = FrameAssembler(description: device, calibration: calibration, state: DeviceState())
    var texts: [String] = []
    var translated: [RawEvent] = []
    for event in events { translator.consume(event, into: &translated) }
    for event in translated where assembler.consume(event) {
      let frame = assembler.frame
      let contacts = frame.contacts.map {
        "\($0.id.rawValue):\($0.phase)(\(Int($0.position.x.rounded())),\(Int($0.position.y.rounded())))"
      }
      texts.append((["\(frame.time.microseconds)"] + contacts).joined(separator: " "))
    }
    return texts
  }

  private struct NotProtocolA: Error {}

  private static func unwrap(_ translator: consuming SlotTranslator?) throws -> SlotTranslator {
    guard let translator else { throw NotProtocolA() }
    return translator
  }

  @Test("two fingers cross the frames in any order, and each keeps its id")
  func order() throws {
    let events =
      Self.frame(1, [(100, 100), (5_000, 5_000)]) + Self.frame(2, [(5_010, 5_000), (110, 100)])
      + Self.frame(3, [(120, 100)]) + Self.frame(4, [])
    #expect(
      try Self.texts(events) == [
        "1 0:began(100,100) 1:began(5000,5000)", "2 0:moved(110,100) 1:moved(5010,5000)",
        "3 1:ended(5010,5000) 0:moved(120,100)", "4 0:ended(120,100)",
      ])
  }

  @Test("ids of the device are followed where there are some")
  func ids() throws {
    let events = Self.frame(1, [(100, 100)], id: 5) + Self.frame(2, [(110, 100)], id: 6) + Self.frame(3, [])
    #expect(
      try Self.texts(events, on: Self.panel(ids: true)) == [
        "1 5:began(100,100)", "2 5:ended(100,100) 6:began(110,100)", "3 6:ended(110,100)",
      ])
  }

  @Test("small motion is not bent by a fuzz that the device has not; its own fuzz holds")
  func fuzz() throws {
    let events = (0..<6).flatMap { Self.frame($0, [(Int32(1_000 + 10 * $0), 50)]) }
    #expect(
      try Self.texts(events).suffix(5) == (1...5).map { "\($0) 0:moved(\(1_000 + 10 * $0),50)" }[...])
    #expect(try Self.texts(events, on: Self.panel(fuzz: 200)).count == 1)
  }

  @Test(
    "the last lift is told by an empty contact, or by the touch key or the pressure alone; another key is no lift",
    arguments: [
      (EventCode.btnTouch, Int32(0), 1), (.pressure, 0, 1), (.synMTReport, 0, 1), (.key(30), 0, 0), (.btnTouch, 1, 0),
    ])
  func lastLift(_ code: EventCode, _ value: Int32, _ lifts: Int) throws {
    let time = Timestamp(microseconds: 2)
    let texts = try Self.texts(
      Self.frame(1, [(100, 100)]) + [RawEvent(time, code, value), .report(time)])
    #expect(texts.count { $0 == "2 0:ended(100,100)" } == lifts)
  }

  @Test("a contact whose touch is 0 wide does not touch")
  func hovering() throws {
    let time = Timestamp(microseconds: 2)
    let near = [RawEvent(time, .mtTouchMajor, 0)] + Self.frame(2, [(100, 100)])
    let touching = [RawEvent(time, .mtTouchMajor, 1)] + Self.frame(3, [(100, 100)])
    #expect(
      try Self.texts(near + touching + near) == ["3 0:began(100,100)", "3 0:ended(100,100)"])
  }

  @Test("what is not multitouch passes as it is and in order")
  func passing() throws {
    var translator = try Self.unwrap(SlotTranslator(describing: Self.panel()))
    let time = Timestamp(microseconds: 3)
    let input = [
      RawEvent(time, .key(30), 1), RawEvent(time, .x, 5), RawEvent(time, EventCode(.msc, 5), 7), .report(time),
    ]
    var output: [RawEvent] = []
    for event in input { translator.consume(event, into: &output) }
    #expect(output == input)
  }

  @Test("after a loss all are cancelled in the resync, its contacts are ignored, and what still touches lands anew")
  func loss() throws {
    let drop = [RawEvent(Timestamp(microseconds: 2), .synDropped, 0)]
    let events =
      Self.frame(1, [(100, 100), (5_000, 5_000)]) + drop + Self.frame(3, [(9_000, 9_000)])
      + Self.frame(4, [(120, 100)])
    #expect(
      try Self.texts(events) == [
        "1 0:began(100,100) 1:began(5000,5000)", "3 0:cancelled(100,100) 1:cancelled(5000,5000)",
        "4 0:began(120,100)",
      ])
  }

  @Test("more than 31 contacts in a frame are counted and left out")
  func surplus() throws {
    let device = Self.panel()
    var translator = try Self.unwrap(SlotTranslator(describing: device))
    var output: [RawEvent] = []
    for event in Self.frame(1, (0..<40).map { ($0 * 200, 100) }) { translator.consume(event, into: &output) }
    #expect(translator.surplusContacts == 9)
    #expect(output.count { $0.code == .mtTrackingID && $0.value >= 0 } == 31)
    #expect(output.allSatisfy { $0.code != .mtSlot || (0..<32).contains($0.value) })
  }

  @Test("a crowd of ids that gives way to another hangs nothing, and neither do ids that are promised and do not come")
  func crowds() throws {
    let crowd: [(Int32, Int32)] = (0..<31).map { ($0 * 200, 100) }
    let device = Self.panel(ids: true)
    let exchanged = Self.frame(1, crowd, id: 0) + Self.frame(2, crowd, id: 50) + Self.frame(3, [])
    let texts = try Self.texts(exchanged, on: device)
    // Each new finger takes a slot that one of the old ones left in the same frame.
    #expect(texts.map { $0.split(separator: " ").count } == [32, 63, 32])
    let broken = Self.frame(1, crowd, id: 0) + Self.frame(2, crowd) + Self.frame(3, [(100, 100)]) + Self.frame(4, [])
    #expect(try Self.texts(broken, on: device).map { $0.split(separator: " ").count } == [32, 32, 2, 2])
  }

  @Test("devices of other kinds have no translator")
  func others() {
    var slots = Self.panel()
    slots.codes.insert(.mtSlot)
    let hasSlots = SlotTranslator(describing: slots) == nil
    let isEmpty = SlotTranslator(describing: DeviceDescription(name: "")) == nil
    #expect(hasSlots && isEmpty)
  }

  @Test("wild streams neither hang nor break the grammar of contacts, wherever they are cut", arguments: 0..<40)
  func wild(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let device = Self.panel(fuzz: Int32(seed % 3) * 50, ids: seed % 2 == 0)
    var translator = try Self.unwrap(SlotTranslator(describing: device))
    let calibration = Calibration(describing: device)
    var assembler = FrameAssembler(description: device, calibration: calibration, state: DeviceState())
    var live: Set<ContactID> = []
    var strays = 0
    var seen = 0
    var output: [RawEvent] = []
    for time in 0..<3_000 {
      let code: EventCode = [
        .mtPositionX, .mtPositionY, .mtToolType, .mtTrackingID, .synMTReport, .synMTReport, .synReport, .mtSlot,
        .btnTouch, Int.random(in: 0..<40, using: &random) == 0 ? .synDropped : .synMTReport,
      ][Int.random(in: 0..<10, using: &random)]
      let value =
        Bool.random(using: &random)
        ? Int32.random(in: 0...9_600, using: &random) : .random(in: .min ... .max, using: &random)
      output.removeAll()
      translator.consume(RawEvent(Timestamp(microseconds: Int64(time)), code, value), into: &output)
      for event in output where assembler.consume(event) {
        for contact in assembler.frame.contacts {
          seen += 1
          let isFine = contact.phase == .began ? live.insert(contact.id).inserted : live.contains(contact.id)
          if !isFine { strays += 1 }
          if !contact.phase.isActive { live.remove(contact.id) }
        }
      }
    }
    #expect(strays == 0)
    #expect(seen > 0)
  }
}
