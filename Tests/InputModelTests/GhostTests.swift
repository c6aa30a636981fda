import InputModel
import Testing

/// Stamps are microseconds: a ghost comes 60,000,000 after the last change.
@Suite struct GhostTests {
  private static func assembler(_ lines: [String], on device: DeviceDescription = Panels.multitouch(slots: 3))
    -> FrameAssembler
  {
    var assembler = FrameAssembler(
      description: device, calibration: Panels.calibration(of: device), state: DeviceState())
    _ = assembler.frames(FrameScript.events(lines))
    return assembler
  }

  private static func texts(_ assembler: inout FrameAssembler, upTo time: Int64) -> [String] {
    assembler.frames(upTo: time).map(FrameScript.text)
  }

  @Test("a contact that has not changed for 60 s is cancelled, the others stay, and it is dead until a fresh id")
  func ghost() {
    var assembler = Self.assembler(["1 s0 i7 x1 y1 s1 i8 x2 y2", "5 s0 x3 s1 i8 x2 y2"])
    #expect(assembler.deadline == Timestamp(microseconds: 60_000_001))
    #expect(Self.texts(&assembler, upTo: 60_000_000).isEmpty)
    #expect(Self.texts(&assembler, upTo: 60_000_003) == ["60000001 8:cancelled(2,2) 7:stationary(3,1) ghost:8"])
    #expect(assembler.deadline == Timestamp(microseconds: 60_000_005))
    let moved = assembler.frames(FrameScript.events(["60000004 s1 x9 s0 x4", "60000005 s1 i-1", "60000006 i9"]))
    #expect(
      moved.map(FrameScript.text) == [
        "60000004 7:moved(4,1)", "60000006 7:stationary(4,1) 9:began(9,2)",
      ])
  }

  @Test("a late look gives the same frames, one for each deadline, each with its own time")
  func late() {
    let lines = ["1 s0 i7 x1 y1", "2 s1 i8 x2 y2 s2 i9 x3 y3"]
    var late = Self.assembler(lines)
    var prompt = late
    let frames = Self.texts(&late, upTo: 900_000_000)
    #expect(
      frames == [
        "60000001 7:cancelled(1,1) 8:stationary(2,2) 9:stationary(3,3) ghost:7",
        "60000002 8:cancelled(2,2) 9:cancelled(3,3) ghost:8 ghost:9",
      ])
    #expect((0..<4).flatMap { Self.texts(&prompt, upTo: 60_000_000 + $0) } == frames)
    #expect(late.deadline == nil && prompt.deadline == nil)
  }

  @Test("a contact that is held is no ghost; let go it is one at once when it never moved, else 60 s after it did")
  func held() {
    var assembler = Self.assembler(["1 s0 i7 x1 y1 s1 i8 x2 y2", "2 s1 i-1"])
    assembler.setHeld(ContactID(rawValue: 7), true)
    assembler.setHeld(ContactID(rawValue: 8), true)
    #expect(assembler.deadline == nil)
    #expect(Self.texts(&assembler, upTo: 300_000_000).isEmpty)
    var moved = assembler
    assembler.setHeld(ContactID(rawValue: 7), false)
    #expect(Self.texts(&assembler, upTo: 300_000_000) == ["60000001 7:cancelled(1,1) ghost:7"])
    _ = moved.frames(FrameScript.events(["300000000 s0 x5", "300000001 s1 i10"]))
    moved.setHeld(ContactID(rawValue: 7), false)
    #expect(moved.deadline == Timestamp(microseconds: 360_000_000))
  }

  @Test("what an unfinished frame has told waits for its report, and a key is no ghost")
  func unfinished() {
    var assembler = Self.assembler(["1 i7 x1 y1", "60000000 +30 x9 ~"])
    #expect(Self.texts(&assembler, upTo: 60_000_001) == ["60000001 7:cancelled(1,1) ghost:7"])
    #expect(assembler.frames(FrameScript.events(["60000001"])).map(FrameScript.text) == ["60000001 +30"])
    #expect(assembler.deadline == nil)
  }

  @Test("a single-touch panel has ghosts too, and none when nothing is left")
  func single() {
    let device = Panels.single(key: .btnTouch)
    var assembler = Self.assembler(["1 +330 X1 Y1"], on: device)
    #expect(Self.texts(&assembler, upTo: 70_000_000) == ["60000001 0:cancelled(1,1) ghost:0"])
    let after = assembler.frames(FrameScript.events(["70000001 X5", "70000002 -330", "70000003 +330"]))
    #expect(after.map(FrameScript.text) == ["70000002 -330", "70000003 +330 1:began(5,1)"])
    let hadContact = assembler.cancelAll(at: Timestamp(microseconds: 70_000_004))
    #expect(hadContact && assembler.deadline == nil)
  }
}
