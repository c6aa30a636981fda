import InputModel
import TestSupport
import Testing

struct FrameCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var device: DeviceDescription
  var state: DeviceState
  var input: [String]
  var frames: [String]

  init(
    _ name: String, on device: DeviceDescription = Panels.multitouch(slots: 3), state: DeviceState = DeviceState(),
    _ input: [String], gives frames: [String]
  ) {
    testDescription = name
    self.device = device
    self.state = state
    self.input = input
    self.frames = frames
  }
}

private let contacts = [
  FrameCase(
    "a contact lands, moves and lifts", ["5 i7 x1 y2", "6 x3", "7 i-1"],
    gives: ["5 7:began(1,2)", "6 7:moved(3,2)", "7 7:ended(3,2)"]),
  FrameCase(
    "the kernel leaves out a coordinate that did not change between two contacts",
    ["1 i7 x1 y2", "2 i-1", "3 i8 y5"], gives: ["1 7:began(1,2)", "2 7:ended(1,2)", "3 8:began(1,5)"]),
  FrameCase(
    "a contact is born when its id and a position are known",
    ["1 i7", "2 x2 y4", "3 s1 x1 y1", "4 i8"],
    gives: ["2 7:began(2,4)", "4 7:stationary(2,4) 8:began(1,1)"]),
  FrameCase(
    "a coordinate that never came is the kernel's first, 0", ["1 i7 y5", "2 x3", "3 i-1"],
    gives: ["1 7:began(0,5)", "2 7:moved(3,5)", "3 7:ended(3,5)"]),
  FrameCase("a contact without a position is never shown", ["1 i7", "2 i-1", "3 x1 y1"], gives: []),
  FrameCase(
    "a new id on a live slot is a lift and a landing", ["1 i7 x1 y1", "2 i8 x9"],
    gives: ["1 7:began(1,1)", "2 7:ended(1,1) 8:began(9,1)"]),
  FrameCase("the same id again is no change", ["1 i7 x1 y1", "2 i7 x1 y1"], gives: ["1 7:began(1,1)"]),
  FrameCase("a contact that comes and goes in one frame was never there", ["1 i7 x1 y1 i-1"], gives: []),
  FrameCase(
    "landings of one frame are ordered by id, behind those that left and those that stay",
    ["1 s0 i9 x1 y1 s1 i4 x2 y2", "2 s1 i3 s2 i2 x3 y3"],
    gives: [
      "1 4:began(2,2) 9:began(1,1)", "2 4:ended(2,2) 9:stationary(1,1) 2:began(3,3) 3:began(2,2)",
    ]),
  FrameCase(
    "slots that the panel does not have are ignored until the next slot",
    ["1 s3 i7 x1 y1", "2 s-1 i8 x2 y2", "3 s2 i9 x3 y3", "4 s70000 i-1"], gives: ["3 9:began(3,3)"]),
  FrameCase(
    "one id in two slots is one contact", ["1 i7 x1 y1", "2 s1 i7 x5 y5", "3 x6", "4 i-1", "5 s0 i-1"],
    gives: ["1 7:began(1,1)", "5 7:ended(1,1)"]),
  FrameCase(
    "a palm is cancelled alone, and dead until a fresh id",
    ["1 i7 x1 y1 s1 i8 x2 y2", "2 t2", "3 x4 t0", "4 i-1", "5 i9", "6 s0 x3"],
    gives: [
      "1 7:began(1,1) 8:began(2,2)", "2 8:cancelled(2,2) 7:stationary(1,1)", "5 7:stationary(1,1) 9:began(4,2)",
      "6 7:moved(3,1) 9:stationary(4,2)",
    ]),
  FrameCase(
    "a palm that lifts in the same frame is cancelled too", ["1 i7 x1 y1", "2 t2 i-1"],
    gives: ["1 7:began(1,1)", "2 7:cancelled(1,1)"]),
  FrameCase(
    "a finger that a palm replaces has ended", ["1 i7 x1 y1", "2 i8 t2", "3 t0"],
    gives: ["1 7:began(1,1)", "2 7:ended(1,1)"]),
  FrameCase(
    "what lands as a palm is never shown; a pen is", ["1 i7 t2 x1 y1", "2 x2", "3 s1 i8 t1 x3 y3"],
    gives: ["3 8:began(3,3)"]),
  FrameCase(
    "contacts that are there at the start are dead until a fresh id",
    state: DeviceState(
      currentSlot: 1, slots: [SlotState(x: 4, y: 5), SlotState(trackingID: 3, x: 1, y: 1)]),
    ["1 x9", "2 i-1", "3 i4", "4 s0 i5", "5 s2 i6"],
    gives: ["3 4:began(9,1)", "4 4:stationary(9,1) 5:began(4,5)"]),
  FrameCase(
    "a frame in which nothing of the surface changed is none",
    ["1 i7 x1 y1 +330", "2 X5 Y5", "3", "4 x1 y1"], gives: ["1 +330 7:began(1,1)"]),
]

private let losses = [
  FrameCase(
    "after a loss: what is still there has moved, what lifted or was replaced is cancelled, what came is not shown",
    on: Panels.multitouch(slots: 5),
    [
      "1 s0 i1 x1 y1 s1 i2 x2 y2 s2 i3 x3 y3 s3 i4 x4 y4", "2 drop s1 x20 s2 i-1 s3 i5 x40 s4 i6 x5 y5",
      "3 s1 x21 s3 x41 s4 x6", "4 s1 i-1 s3 i-1", "5 s4 i9 s3 i8",
    ],
    gives: [
      "1 1:began(1,1) 2:began(2,2) 3:began(3,3) 4:began(4,4)",
      "2 resync 3:cancelled(3,3) 4:cancelled(4,4) 1:stationary(1,1) 2:moved(20,2)",
      "3 1:stationary(1,1) 2:moved(21,2)", "4 2:ended(21,2) 1:stationary(1,1)",
      "5 1:stationary(1,1) 8:began(41,4) 9:began(6,5)",
    ]),
  FrameCase(
    "the frame that the loss cut off is told as a part of the difference", on: Panels.buttons,
    ["1 +30", "2 -30 +31 ~", "3 drop +30 sw+2"], gives: ["1 +30", "3 resync +31! sw+2!"]),
  FrameCase(
    "a key that is down before and after a loss has no transition", on: Panels.buttons,
    ["1 +30", "2 drop", "3 -30"], gives: ["1 +30", "2 resync", "3 -30"]),
  FrameCase(
    "a key that went up during a loss is up at the resync", on: Panels.buttons, ["1 +30", "2 drop -30"],
    gives: ["1 +30", "2 resync -30!"]),
  FrameCase(
    "a finger of a single-touch panel that came anew during a loss is not the old one",
    on: Panels.single(key: .btnTouch), ["1 +330 X1 Y1", "2 -330 ~", "3 drop +330", "4 X2", "5 -330", "6 +330"],
    gives: [
      "1 +330 0:began(1,1)", "3 resync 0:cancelled(1,1)", "5 -330", "6 +330 2:began(2,1)",
    ]),
]

private let keys = [
  FrameCase(
    "a key may go down and up in one frame", on: Panels.buttons, ["1 +30 -30 +31"], gives: ["1 +30 -30 +31"]),
  FrameCase(
    "repeats and equal values are no changes", on: Panels.buttons,
    ["1 +30", "2 *30", "3 +30", "4 *31", "5 -31", "6 -30", "7 *30"], gives: ["1 +30", "6 -30"]),
  FrameCase(
    "a report of value 1 ends a frame as well, and is the kernel's own", on: Panels.buttons,
    ["1 +30", "2 -30 report1", "3 +30"], gives: ["1 +30", "2 withdrawal -30", "3 +30"]),
  FrameCase(
    "a key that is down at the start tells its release, then its first press", on: Panels.buttons,
    state: DeviceState(down: [.key(30), .sw(2)]), ["1 +30 sw+2", "2 -30", "3 +30 sw-2"],
    gives: ["2 -30", "3 +30 sw-2"]),
  FrameCase(
    "a frame's time is its latest stamp, and never earlier than the frame's before", on: Panels.buttons,
    ["5 +30 9 +31 7", "3 -30", "10 -31"], gives: ["9 +30 +31", "9 -30", "10 -31"]),
  FrameCase(
    "the last codes that there are", on: Panels.buttons, ["1 +767 sw+16", "2 drop -767 sw-16", "3 +768 sw+64"],
    gives: ["1 +767 sw+16", "2 resync -767! sw-16!"]),
]

private let singles = [
  FrameCase(
    "a single contact gets a fresh id each time", on: Panels.single(key: .btnTouch),
    ["1 +330 X1 Y2", "2 X3", "3 -330", "4 +330", "5 -330 +330 Y9"],
    gives: [
      "1 +330 0:began(1,2)", "2 0:moved(3,2)", "3 -330 0:ended(3,2)", "4 +330 1:began(3,2)",
      "5 -330 +330 1:ended(3,2) 2:began(3,9)",
    ]),
  FrameCase(
    "a finger that is there at the start is dead until it lifts", on: Panels.single(key: .btnTouch),
    state: DeviceState(down: [.btnTouch], x: 7, y: 8), ["1 X9", "2 -330", "3 +330"],
    gives: ["2 -330", "3 +330 1:began(9,8)"]),
  FrameCase(
    "an absolute mouse touches with its left button", on: Panels.single(key: .btnMouse),
    ["1 X1 Y2", "2 +272", "3 -272"], gives: ["2 +272 0:began(1,2)", "3 -272 0:ended(1,2)"]),
]

@Suite struct FrameAssemblerTests {
  @Test("frames of raw events", arguments: contacts + losses + keys + singles)
  func frames(_ example: FrameCase) {
    var assembler = FrameAssembler(
      description: example.device, calibration: Panels.calibration(of: example.device), state: example.state)
    let frames = assembler.frames(FrameScript.events(example.input)).map(FrameScript.text)
    #expect(frames == example.frames)
  }

  @Test("without a calibration a panel has keys only")
  func keysOnly() {
    var assembler = FrameAssembler(
      description: Panels.multitouch(slots: 3), calibration: nil, state: DeviceState(slots: [SlotState(trackingID: 1)]))
    let frames = assembler.frames(FrameScript.events(["1 i7 x1 y1", "2 +330 s9 i1"])).map(FrameScript.text)
    #expect(frames == ["2 +330"])
  }

  @Test("cancelling all takes back every contact until a fresh id, and no key")
  func cancelAll() {
    let device = Panels.multitouch(slots: 3)
    var assembler = FrameAssembler(
      description: device, calibration: Panels.calibration(of: device), state: DeviceState())
    let isEmptyFrame = !assembler.cancelAll(at: .zero)
    _ = assembler.frames(FrameScript.events(["5 s1 i7 x1 y1 s0 i8 x2 y2", "6 +30 ~"]))
    let hasContacts = assembler.cancelAll(at: Timestamp(microseconds: 3))
    #expect(isEmptyFrame && hasContacts)
    #expect(FrameScript.text(assembler.frame) == "6 7:cancelled(1,1) 8:cancelled(2,2)")
    let isEmptyAgain = !assembler.cancelAll(at: Timestamp(microseconds: 9))
    #expect(isEmptyAgain)
    let frames = assembler.frames(FrameScript.events(["7 s1 x5", "10 i9"])).map(FrameScript.text)
    #expect(frames == ["9 +30", "10 9:began(5,1)"])
  }

  @Test(
    "a forgotten contact ends without a frame, the others stay and the next touch begins",
    arguments: [
      (
        Panels.multitouch(slots: 3), ["1 s0 i0 x1 y1 s1 i8 x2 y2", "2 s1 x3", "3 s0 i9 x4"],
        ["1 0:began(1,1) 8:began(2,2)", "2 8:moved(3,2)", "3 8:stationary(3,2) 9:began(4,1)"]
      ),
      (
        Panels.single(key: .btnMouse), ["1 +272 X1 Y1", "2 X3", "3 +272 X4"],
        ["1 +272 0:began(1,1)", "3 +272 1:began(4,1)"]
      ),
    ])
  func forget(_ device: DeviceDescription, _ lines: [String], _ expected: [String]) {
    var assembler = FrameAssembler(
      description: device, calibration: Panels.calibration(of: device), state: DeviceState())
    var frames = assembler.frames(FrameScript.events([lines[0]])).map(FrameScript.text)
    assembler.forget(ContactID(rawValue: 0))
    frames += assembler.frames(FrameScript.events(Array(lines.dropFirst()))).map(FrameScript.text)
    #expect(frames == expected)
  }

  @Test("whatever comes, a contact begins once, ends at most once, and slot numbers do not matter", arguments: 0..<100)
  func grammar(seed: Int) {
    var random = SplitMix64(seed: seed)
    let device = Panels.multitouch(slots: 6)
    let permuted = Array(0..<Int32(6)).shuffled(using: &random)
    let state = DeviceState(slots: Array(repeating: SlotState(), count: 6))
    var plain = FrameAssembler(description: device, calibration: Panels.calibration(of: device), state: state)
    var other = plain
    var live: Set<ContactID> = []
    var nextID: Int32 = 0
    var isSame = true
    var strays: [Contact] = []
    for time in 0..<500 {
      let slot = Int32.random(in: 0..<6, using: &random)
      var events = [(EventCode.mtSlot, slot)]
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let value = Int32.random(in: 0...100, using: &random)
        switch Int.random(in: 0..<30, using: &random) {
        case 0..<5: events.append((.mtPositionX, value))
        case 5..<10: events.append((.mtPositionY, value))
        case 10..<16:
          events.append((.mtTrackingID, nextID))
          nextID += 1
        case 16..<20: events.append((.mtTrackingID, -1))
        case 20..<24: events.append((.mtToolType, value % 3))
        case 24: events.insert((.synDropped, 0), at: 0)
        default: events.append((.synReport, value % 2))
        }
      }
      for (code, value) in events {
        let event = RawEvent(Timestamp(microseconds: Int64(time)), code, value)
        let moved = code == .mtSlot ? RawEvent(event.time, code, permuted[Int(value)]) : event
        let hasFrame = plain.consume(event)
        isSame = isSame && other.consume(moved) == hasFrame && plain.frame == other.frame
        guard hasFrame else { continue }
        for contact in plain.frame.contacts {
          let isFirst = contact.phase == .began ? live.insert(contact.id).inserted : live.contains(contact.id)
          if !isFirst { strays.append(contact) }
          if !contact.phase.isActive { live.remove(contact.id) }
        }
        if live.count != plain.frame.contacts.count(where: { $0.phase.isActive }) {
          strays += plain.frame.contacts
        }
      }
    }
    #expect(isSame)
    #expect(strays.isEmpty)
    #expect(nextID > 100)
  }
}
