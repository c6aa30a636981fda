import Bridge
import Controls
import Gestures
import InputModel
import Testing

@Suite("Zones within a transform") struct ToolbarScriptTests {
  /// A photo on all of the glass, in it a toolbar, in that a record button; a tap on the bar and a swipe to the left on
  /// the desk behind the photo do something too.
  static func desk(blocks: Bool) -> @Sendable (inout Bench) -> Void {
    { bench in
      bench.zones = [
        Bench.Zone("desk", .glass, .whole),
        Bench.Zone("photo", .glass, ZoneScriptTests.rectangle(0, 0, 100, 100), inside: "desk"),
        Bench.Zone("toolbar", .glass, ZoneScriptTests.rectangle(0, 80, 100, 20), inside: "photo", blocks: blocks),
        Bench.Zone("tool", .glass, ZoneScriptTests.rectangle(40, 85, 20, 10), inside: "toolbar"),
        Bench.Zone("stamp", .glass, ZoneScriptTests.rectangle(0, 0, 80, 10), inside: "desk"),
      ]
      bench.triggers = ["tool"]
      bench.transforms = [Bench.Transform(name: "photo", zone: "photo")]
      bench.gestures = [
        Bench.Gesture("toolbar", .tap), Bench.Gesture("desk", .swipe, .left), Bench.Gesture("desk", .tap),
      ]
    }
  }

  @Sendable static func blocking(_ bench: inout Bench) { desk(blocks: true)(&bench) }
  @Sendable static func open(_ bench: inout Bench) { desk(blocks: false)(&bench) }

  static let cases: [BridgeCase] = [
    BridgeCase(
      "what begins on the bar never moves the photo", blocking,
      "f1:20,90@0 f1:20,50@16 f1:20,20@32 f1:up@200 .1000",
      ""),
    BridgeCase(
      "without block it does", open,
      "f1:20,90@0 f1:20,50@16 f1:20,20@32 f1:up@200 .1000",
      "16 pan began on photo by 1, 16 photo to 0,-38, 32 photo to 0,-68, 200 pan ended on photo by 0"),
    BridgeCase(
      "two fingers of the bar do not pinch the photo", blocking,
      "f1:20,90+f2:30,90@0 f1:10,90+f2:70,90@16 f1:up+f2:up@200 .1000",
      ""),
    BridgeCase(
      "without block they do", open,
      "f1:20,90+f2:30,90@0 f1:10,90+f2:70,90@16 f1:up+f2:up@200 .1000",
      "16 pan began on photo by 2, 16 photo to 13,0, 16 pinch began on photo by 2, 16 photo to 13,0 ×4.615, 200 pan ended on photo by 0, 200 pinch ended on photo by 0"
    ),
    BridgeCase(
      "what begins on the photo moves it also over the bar", blocking,
      "f1:20,50@0 f1:20,90@16 f1:up@200 .1000",
      "16 pan began on photo by 1, 16 photo to 0,38, 200 pan ended on photo by 0"),
    BridgeCase(
      "one finger on the photo and one on the bar: only the first counts", blocking,
      "f1:20,50@0 f2:30,90@16 f1:20,40+f2:90,90@32 f2:up@48 f1:20,30@64 f1:up@200 .1000",
      "32 pan began on photo by 1, 32 photo to 0,-8, 64 photo to 0,-18, 200 pan ended on photo by 0"),
    BridgeCase(
      "the bar's own gestures work, and the desk does not see them", blocking,
      "f1:20,90@0 f1:up@50 .1000",
      "50 tap on toolbar by 1, 50 run toolbar by tap ended on toolbar, 100 toolbar:tap finished"),
    BridgeCase(
      "without block the desk sees them as well", open,
      "f1:20,90@0 f1:up@50 .1000",
      "50 tap on desk by 1, 50 run desk by tap ended on desk, 50 tap on toolbar by 1, 50 run toolbar by tap ended on toolbar, 100 desk:tap finished, 100 toolbar:tap finished"
    ),
    BridgeCase(
      "the bar's record button works while the photo is carried", blocking,
      "f2:20,50@0 f1:50,90@10 f2:40,50@100 f1:up@2000 f2:60,50@2100 f2:up@2300 .2500",
      "10 down, 10 prepare, 100 pan began on photo by 1, 100 photo to 18,0, 310 spawn, 310 starting, 610 recording, 1310 read, 2000 up 1990, 2000 INT, 2000 stopping released, 2000 tap on toolbar by 1, 2000 run toolbar by tap ended on toolbar, 2020 keep, 2020 completed released 1390, 2050 toolbar:tap finished, 2100 photo to 38,0, 2300 pan ended on photo by 0"
    ),
    BridgeCase(
      "a tap on the record button is answered, and is a tap on the bar too", blocking,
      "f1:50,90@0 f1:up@100 .1000",
      "0 down, 0 prepare, 100 up 100, 100 abandon, 100 hint hold, 100 tap on toolbar by 1, 100 run toolbar by tap ended on toolbar, 150 toolbar:tap finished"
    ),
    BridgeCase(
      "a swipe of the desk takes back what it carried of the photo", blocking,
      "f1:60,50@0 f1:70,60@300 f1:up@600 f1:80,50@1000 f1:60,50@1016 f1:40,50@1032 f1:up@1040 .2000",
      "300 pan began on photo by 1, 300 photo to 8.586,8.586, 600 pan ended on photo by 0, 1016 pan began on photo by 1, 1016 photo to -9.414,8.586, 1032 photo to -29.414,8.586, 1040 swipe-left on desk by 1, 1040 run desk by swipe-left ended on desk, 1040 photo to 8.586,8.586, 1040 pan ended on photo by 0, 1090 desk:swipe-left finished"
    ),
    BridgeCase(
      "a swipe that is bound to nothing takes nothing back", blocking,
      "f1:20,50@0 f1:40,50@16 f1:60,50@32 f1:up@40 .1000",
      "16 pan began on photo by 1, 16 photo to 18,0, 32 photo to 38,0, 40 swipe-right on desk by 1, 40 pan ended on photo by 0"
    ),
    BridgeCase(
      "a swipe beside the photo does not touch it", blocking,
      "f1:60,50@0 f1:70,60@300 f1:up@600 f1:70,5@1000 f1:50,5@1016 f1:30,5@1032 f1:up@1040 .2000",
      "300 pan began on photo by 1, 300 photo to 8.586,8.586, 600 pan ended on photo by 0, 1040 swipe-left on desk by 1, 1040 run desk by swipe-left ended on desk, 1090 desk:swipe-left finished"
    ),
    BridgeCase(
      "nor one by a finger that lands there as the one on the photo lifts", blocking,
      "f1:60,50@0 f1:70,60@300 f1:up+f2:70,5@600 f2:50,5@1016 f2:30,5@1032 f2:up@1040 .2000",
      "300 pan began on photo by 1, 300 photo to 8.586,8.586, 600 pan ended on photo by 0, 1040 swipe-left on desk by 1, 1040 run desk by swipe-left ended on desk, 1090 desk:swipe-left finished"
    ),
    BridgeCase(
      "a disabled photo is not taken back either", blocking,
      "f1:60,50@0 f1:70,60@300 f1:up@600 off:photo@700 f1:80,50@1000 f1:60,50@1016 f1:40,50@1032 f1:up@1040 .2000",
      "300 pan began on photo by 1, 300 photo to 8.586,8.586, 600 pan ended on photo by 0, 1016 pan began on photo by 1, 1040 swipe-left on desk by 1, 1040 run desk by swipe-left ended on desk, 1040 pan ended on photo by 0, 1090 desk:swipe-left finished"
    ),
    BridgeCase(
      "a swipe that begins on the bar is none of the desk", blocking,
      "f1:80,95@0 f1:60,95@16 f1:40,95@32 f1:up@40 .1000",
      ""),
  ]

  @Test("zones", arguments: cases) func toolbar(_ testCase: BridgeCase) throws { try testCase.check() }
}
