import Gestures
import InputModel
import TestSupport
import Testing
import Traces

/// What single traces are there for.
@Suite(.enabled(if: !RealTraces.names.isEmpty, RealTraces.areHere))
struct RealDeviceTests {
  @Test("presses of real buttons: 21 short ones, and six within a frame")
  func presses() throws {
    let buzz = Replay(try RealTraces.device(startingWith: "usb-buttons__sony"))
    #expect(buzz.presses.count == 21)
    #expect(buzz.presses.allSatisfy { $0 > .milliseconds(127) && $0 < .milliseconds(241) })
    let headset = Replay(try RealTraces.device(startingWith: "headset"))
    #expect(headset.presses.count { $0 == .zero } == 6)
    #expect(headset.presses.filter { $0 > .zero } == [.microseconds(2_256_009)])
    #expect(headset.heldAtEnd == 1)
    let remote = Replay(try RealTraces.device(startingWith: "remote__HP"))
    #expect(remote.presses.map { $0.microseconds / 1_000 } == [7])
    let mouse = Replay(try RealTraces.device(startingWith: "mouse__PixArt"))
    #expect(mouse.presses.count == 2 && mouse.heldAtEnd == 0)
    let pedal = Replay(try RealTraces.device(startingWith: "footpedal"))
    #expect(pedal.presses.count == 1)
  }

  @Test("two fingers on an anonymous panel are held for 1.72 s and 1.93 s")
  func anonymous() throws {
    let replay = Replay(try RealTraces.device(startingWith: "touchscreen-A__N-Trig"))
    #expect(replay.contacts == [.microseconds(1_927_270), .microseconds(1_720_712)])
  }

  @Test("a touchscreen that poses as an absolute mouse touches with its left button")
  func absoluteMouse() throws {
    let replay = Replay(try RealTraces.device(startingWith: "odd__posiflex"))
    #expect(replay.contacts.count == 4)
  }

  @Test("fingers that are there at the start are no contacts until they land anew")
  func downAtStart() throws {
    let replay = Replay(try RealTraces.device(startingWith: "odd__SynPS2"))
    #expect(replay.sessions.isEmpty)
  }

  @Test("nine taps of 82 to 110 ms")
  func taps() throws {
    let replay = Replay(try RealTraces.device(startingWith: "touchscreen-B10__Atmel-maXTouch-Touchscreen.1"))
    #expect(replay.contacts.count == 9)
    #expect(replay.contacts.allSatisfy { $0 >= .milliseconds(82) && $0 < .milliseconds(111) })
    let recognition = Recognition(replay, ZoneRecognizers.Settings([.tap, .longPress, .motions, .swipe]))
    #expect((0..<9).map { recognition.kinds(in: $0) } == Array(repeating: [.tap], count: 9))
  }

  @Test("four fingers that are dragged pan, and their scale stays within 2 %; two that pinch do not turn")
  func oneMotion() throws {
    let settings = ZoneRecognizers.Settings([.tap, .motions, .swipe])
    let drag = Replay(try RealTraces.device(startingWith: "touchscreen-B10__Atmel-maXTouch-Touchscreen.4"))
    let dragged = Recognition(drag, settings)
    #expect(dragged.kinds(in: 0).contains(.pan) && dragged.kinds(in: 0).isDisjoint(with: [.rotation, .tap]))
    // Once the pan has begun every change of the distances counts, but there is next to none.
    #expect(abs((dragged.motions[0][4]?.scale ?? 0) - 1) < 0.02)
    let quanta = Replay(try RealTraces.device(startingWith: "touchscreen-B2__quanta-0408-3008-0"))
    let recognition = Recognition(quanta, settings)
    #expect(recognition.kinds(in: 1).contains(.pinch) && !recognition.kinds(in: 1).contains(.rotation))
    #expect(recognition.kinds(in: 2).contains(.pan) && !recognition.kinds(in: 2).contains(.rotation))
  }

  @Test("947 contacts in 127 sessions, none longer than 0.107 s")
  func stress() throws {
    let replay = Replay(try RealTraces.device(startingWith: "touchscreen-B10__advanced"))
    #expect(replay.sessions.count == 127)
    #expect(replay.contacts.count == 947)
    #expect(replay.sessions.allSatisfy { $0.end - $0.begin <= .milliseconds(107) })
    let recognition = Recognition(replay, ZoneRecognizers.Settings(.all))
    #expect(recognition.events.flatMap { $0 }.filter { $0.kind != .tap }.isEmpty)
  }

  @Test("slots that never end are reported as ghosts, and do not keep others from landing")
  func slotsThatNeverEnd() throws {
    let replay = Replay(try RealTraces.device(startingWith: "odd__cando"), rest: .seconds(61))
    #expect(replay.live.isEmpty)
    #expect(replay.ghosts == 2)
  }

  @Test("a file that ends inside a frame leaves two fingers, which are ghosts later")
  func truncated() throws {
    let device = try RealTraces.device(startingWith: "touchscreen-B60__3m")
    #expect(Replay(device).live.count == 2)
    #expect(Replay(device, rest: .seconds(61)).ghosts == 2)
  }
}
