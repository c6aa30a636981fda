import Bridge
import Controls
import Gestures
import InputModel
import Takes
import Testing

struct TerminalFormatTests {
  private static let take = TakeReference(
    take: TakeID(rawValue: 1), control: "record", recorder: "story", file: "/home/me/takes/.partial/a.wav")

  private static let cases: [(Int64, Event.Kind, String)] = [
    (
      0, .deviceAdded(DevicePresence(device: "button", node: "/dev/input/event5", name: "Arcade", kind: .buttons)),
      "  0.000  button      device.added      Arcade (buttons) at /dev/input/event5"
    ),
    (
      0,
      .deviceRemoved(
        DevicePresence(device: "button", node: "/dev/input/event5", name: "A\u{1b}[2J\n", kind: .other)),
      "  0.000  button      device.removed    A [2J  at /dev/input/event5"
    ),
    (
      300_000, .takeRecording(take),
      "  0.300  record      take.recording    story  ~/takes/.partial/a.wav"
    ),
    (
      12_345_678, .pressUp(control: "record", trigger: "button:KEY_RECORD", held: .microseconds(299_999), reason: nil),
      " 12.345  record      press.up          button:KEY_RECORD  held 0.299 s"
    ),
    (
      0, .pressUp(control: "record", trigger: "glass:record", held: .zero, reason: .resync),
      "  0.000  record      press.up          glass:record  held 0.000 s  resync"
    ),
    (
      -1_000, .pressIgnored(control: "a long name of a control", trigger: "a:b", reason: .busy),
      " -0.001  a long name of a control  press.ignored     a:b  busy"
    ),
    (
      0, .tooltipShown(control: "record", hint: .tapAndHold, text: "Tap and Hold"),
      "  0.000  record      tooltip.shown     \"Tap and Hold\""
    ),
    (0, .tooltipHidden(control: "Zeitlupe ä"), "  0.000  Zeitlupe ä  tooltip.hidden"),
    (
      0, .fade(control: "record", PressFade.Segment(from: 0.3, to: 1, duration: .milliseconds(400))),
      "  0.000  record      fade              from 0.30 to 1.00 in 0.400 s"
    ),
    (
      0, .controlState(control: "record", isEnabled: false, isSelected: true),
      "  0.000  record      control.state     disabled, selected"
    ),
    (
      0, .takeStopping(take, reason: .deviceLost),
      "  0.000  record      take.stopping     story  device-lost"
    ),
    (
      0,
      .takeCompleted(take, TakeResult(reason: .released, file: "/home/men/a.wav", duration: .milliseconds(1_700))),
      "  0.000  record      take.completed    story  1.700 s  released  /home/men/a.wav"
    ),
    (
      0, .takeCompleted(take, TakeResult(reason: .released, duration: .milliseconds(700), wasDiscarded: true)),
      "  0.000  record      take.completed    story  0.700 s  released  discarded: too short"
    ),
    (
      0,
      .takeFailed(
        take, TakeResult(reason: .recorderExit, file: "/home/me/a.wav", status: .exited(1)),
        message: "arecord: no such card; arecord -l lists them"),
      "  0.000  record      take.failed       "
        + "story  arecord: no such card; arecord -l lists them  recorder-exit  exit 1  ~/a.wav"
    ),
    (
      0, .commandFinished(control: "replay", .signalled(.terminate)),
      "  0.000  replay      command.finished  ended by TERM"
    ),
    (0, .tap(control: "laundry", state: .suspended), "  0.000  laundry     press.tap         suspended"),
    (
      0,
      .progress(
        control: "record",
        ProgressRing.Reading(state: .inProgress, from: 20, to: 100, duration: .milliseconds(4_000), hasError: false)),
      "  0.000  record      progress          inProgress  20 % to 100 % in 4.000 s"
    ),
    (
      0,
      .progress(
        control: "record",
        ProgressRing.Reading(state: .default, from: 0, to: 0, duration: .zero, hasError: true)),
      "  0.000  record      progress          default  0 %  error"
    ),
    (0, .commandFailed(control: "replay", message: "no aplay"), "  0.000  replay      command.failed    no aplay"),
    (
      0,
      .gesture(
        GestureReport(
          device: "glass", zone: "photo",
          gesture: GestureEvent(
            .pinch(scale: 2, step: 1), .ended, at: .zero, contacts: 1, focus: Point(x: 60, y: 10)))),
      "  0.000  photo       gesture           pinch ended  fingers 1  x 60.0000  y 10.0000  scale 2.0000  step 1.0000"
    ),
    (
      0, .transform(control: "photo", target: "map", TransformControl().placement, duration: .milliseconds(400)),
      "  0.000  photo       transform         map  a 1.0000  b 0.0000  c 0.0000  d 1.0000  e 0.0000  f 0.0000  "
        + "dx 0.0000  dy 0.0000  scale 1.0000  angle 0.0000  in 0.400 s"
    ),
    (0, .anomaly(device: nil, control: "record", message: "late"), "  0.000  record      anomaly           late"),
    (0, .anomaly(device: "glass", message: "late"), "  0.000  glass       anomaly           late"),
    (0, .anomaly(device: nil, message: "late"), "  0.000  -           anomaly           late"),
  ]

  private func text(_ event: Event, _ format: TerminalFormat) -> String {
    var bytes: [UInt8] = []
    format.append(event, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("each event reads as one aligned line that can not command the terminal")
  func lines() {
    let start = Timestamp(microseconds: 1_000_000)
    let format = TerminalFormat(start: start, home: "/home/me")
    for (after, kind, line) in Self.cases {
      #expect(text(Event(start + .microseconds(after), kind), format) == line + "\n")
    }
  }

  @Test("color marks what a person looks for, and is never there without being asked for")
  func color() {
    let format = TerminalFormat(start: .zero, isColored: true)
    let red = text(Event(.zero, .anomaly(device: nil, message: "m")), format)
    #expect(red == "  0.000  -           \u{1b}[31manomaly\u{1b}[0m           m\n")
    let plain = text(Event(.zero, .takeStarting(Self.take)), format)
    #expect(plain == "  0.000  record      take.starting     story  /home/me/takes/.partial/a.wav\n")
  }

  @Test("what comes with every frame of a gesture is not for people")
  func frames() {
    let pan = GestureEvent(
      .pan(translation: .zero, step: .zero, velocity: .zero), .changed, at: .zero, contacts: 1,
      focus: Point(x: 0, y: 0))
    let format = TerminalFormat(start: .zero)
    let report = GestureReport(device: "glass", zone: "photo", gesture: pan)
    #expect(text(Event(.zero, .gesture(report)), format) == "")
    let placement = TransformControl().placement
    #expect(text(Event(.zero, .transform(control: "a", target: "b", placement)), format) == "")
  }
}
