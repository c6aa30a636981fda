import Bridge
import Controls
import Gestures
import InputModel
import Takes
import Testing

@Suite("Zones on the bench") struct ZoneScriptTests {
  @Sendable static func glass(_ bench: inout Bench) { bench.triggers = ["ring"] }
  @Sendable static func pane(_ bench: inout Bench) { bench.triggers = ["pane"] }

  /// Two record buttons, each a zone of the glass.
  @Sendable static func two(_ bench: inout Bench) {
    bench.zones.append(Bench.Zone("corner", .glass, rectangle(0, 0, 20, 20)))
    bench.triggers = ["ring"]
    bench.commands = [
      Bench.Command(name: "call", triggers: ["corner"], occasion: .release, action: .run(["call"]))
    ]
  }

  /// A button in a toolbar that blocks, in a picture that is a button as well, on a surface.
  @Sendable static func nested(_ bench: inout Bench) {
    bench.zones = [
      Bench.Zone("picture", .glass, rectangle(0, 0, 100, 100)),
      Bench.Zone("toolbar", .glass, rectangle(0, 80, 100, 20), inside: "picture", blocks: true),
      Bench.Zone("tool", .glass, rectangle(40, 85, 20, 10), inside: "toolbar"),
    ]
    bench.triggers = ["tool"]
    for zone in ["picture", "toolbar"] {
      bench.commands.append(
        Bench.Command(name: "in-\(zone)", triggers: [zone], occasion: .press, action: .run([zone])))
    }
  }

  static func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> ZoneOutline {
    .rectangle(
      x: .millimeters(x), y: .millimeters(y), width: .millimeters(width), height: .millimeters(height))
  }

  static let cases: [BridgeCase] = [
    BridgeCase(
      "a finger holds", glass, "f1:50,80@0 f1:up@2000 .3000",
      "\(begun), 1300 read, 2000 up 2000, 2000 INT, 2000 stopping released, 2020 keep, 2020 completed released 1400"),
    BridgeCase(
      "150 ms is short", glass, "f1:50,80@0 f1:up@150 .3000",
      "0 down, 0 prepare, 150 up 150, 150 abandon, 150 hint hold, 2150 hidden"),
    BridgeCase("outside nothing happens", glass, "f1:10,10@0 f1:50,80@100 f1:up@2000 .3000", ""),
    BridgeCase(
      "released outside: no hint", glass, "f1:50,69@0 f1:50,67@50 f1:up@150 .1000",
      "0 down, 0 prepare, 150 up 150, 150 abandon"),
    BridgeCase(
      "beyond the slop is no long press", glass, "f1:50,80@0 f1:54,80@100 f1:up@900 .1000",
      "0 down, 0 prepare, 900 up 900, 900 abandon, 900 hint hold"),
    BridgeCase(
      "after the start the finger slides anywhere", glass, "f1:50,80@0 f1:5,5@400 f1:up@2000 .3000",
      "\(begun), 1300 read, 2000 up 2000, 2000 INT, 2000 stopping released, 2020 keep, 2020 completed released 1400"),
    BridgeCase(
      "a second finger changes nothing", glass, "f1:50,80@0 f2:52,80@400 f2:up@600 f1:up@2000 .3000",
      "\(begun), 1300 read, 2000 up 2000, 2000 INT, 2000 stopping released, 2020 keep, 2020 completed released 1400"),
    BridgeCase(
      "the second finger does not inherit the press", glass, "f1:50,80@0 f2:52,80@400 f1:up@2000 f2:up@5000 .6000",
      "\(begun), 1300 read, 2000 up 2000, 2000 INT, 2000 stopping released, 2020 keep, 2020 completed released 1400"),
    BridgeCase(
      "a palm is no press in the end", glass, "f1:50,80@0 f1:palm@100 f1:up@900 .1000",
      "0 down, 0 prepare, 100 up 100 released, 100 abandon"),
    BridgeCase(
      "a palm during a take is a release: the minimum holds", glass,
      "f1:50,80@0 f1:palm@900 f1:up@2000 f1:50,80@2100 f1:up@2200 .2300",
      "\(begun), 900 up 900 released, 1600 INT, 1600 stopping released, 1620 keep, 1620 completed released 1000, 2100 down, 2100 prepare, 2200 up 100, 2200 abandon, 2200 hint hold"
    ),
    BridgeCase(
      "a finger kept over a loss holds on", glass, "f1:50,80@0 drop:glass@700 f1:up@2000 .3000",
      "\(begun), 700 anomaly glass (\(dropped)), 1300 read, 2000 up 2000, 2000 INT, 2000 stopping released, 2020 keep, 2020 completed released 1400"
    ),
    BridgeCase(
      "a finger that lifted in a loss is cancelled", glass, "f1:50,80@0 lost:f1:up@600 drop:glass@700 .1500",
      "\(begun), 700 anomaly glass (\(dropped)), 700 up 700 resync, 700 INT, 700 stopping resync, 720 keep, 720 completed resync 100"
    ),
    BridgeCase(
      "a finger that landed in a loss is nothing", glass, "lost:f1:50,80@100 drop:glass@200 f1:up@900 .1500",
      "200 anomaly glass (\(dropped))"),
    BridgeCase(
      "unplugged during a take, back again", glass,
      "f1:50,80@0 gone:glass@900 back:glass@2000 f1:50,80@3000 f1:up@3100 .3200",
      "\(begun), 900 removed glass, 900 up 900 device-lost, 900 INT, 900 stopping device-lost, 920 keep, 920 completed device-lost 300, 3000 down, 3000 prepare, 3100 up 100, 3100 abandon, 3100 hint hold"
    ),
    BridgeCase(
      "a finger that is there at open is no press", glass,
      "gone:glass@0 lost:f1:50,80@10 back:glass@20 f1:up@900 f1:50,80@1000 f1:up@1100 .1200",
      "0 removed glass, 1000 down, 1000 prepare, 1100 up 100, 1100 abandon, 1100 hint hold"),
    BridgeCase(
      "a lost lift is found by reading back", glass, "f1:50,80@0 lost:f1:up@1500 .2500 f1:50,80@3000 f1:up@5000 .6000",
      "\(begun), 1300 read, 2300 read, 2350 read, 2350 anomaly glass (the release of ring was lost), 2350 up 2350 lost-release, 2350 INT, 2350 stopping lost-release, 2370 keep, 2370 completed lost-release 1750, 3000 down, 3000 prepare, 3300 spawn, 3300 starting, 3600 recording, 4300 read, 5000 up 2000, 5000 INT, 5000 stopping released, 5020 keep, 5020 completed released 1400"
    ),
    BridgeCase(
      "a lost lift of one finger leaves the other's press alone", two,
      "f1:50,80@0 f2:10,10@200 lost:f1:up@1500 .2500 f2:up@3000 f2:10,10@3500 f2:up@3600 .4000",
      "0 down, 0 prepare, 200 call down, 300 spawn, 300 starting, 600 recording, 1300 read, 2300 read, 2350 read, 2350 anomaly glass (the release of ring was lost), 2350 up 2350 lost-release, 2350 INT, 2350 stopping lost-release, 2370 keep, 2370 completed lost-release 1750, 3000 call up 2800, 3000 call run call by corner, 3050 call finished, 3500 call down, 3600 call up 100, 3600 call run call by corner, 3650 call finished"
    ),
    BridgeCase(
      "a lost lift ends all that the finger pressed", nested,
      "f1:50,90@0 lost:f1:up@1500 .2500 f1:50,90@3000 f1:up@3100 .3200",
      "0 down, 0 prepare, 0 in-toolbar down, 0 in-toolbar run toolbar by toolbar, 50 in-toolbar finished, 300 spawn, 300 starting, 600 recording, 1300 read, 2300 read, 2350 read, 2350 anomaly glass (the release of tool was lost), 2350 up 2350 lost-release, 2350 INT, 2350 stopping lost-release, 2350 anomaly glass (the release of toolbar was lost), 2350 in-toolbar up 2350 lost-release, 2370 keep, 2370 completed lost-release 1750, 3000 down, 3000 prepare, 3000 in-toolbar down, 3000 in-toolbar run toolbar by toolbar, 3050 in-toolbar finished, 3100 up 100, 3100 abandon, 3100 hint hold, 3100 in-toolbar up 100"
    ),
    BridgeCase(
      "one finger: holds, read back", pane, "p:50,80@0 p:up@2500 .3500",
      "\(begun), 1300 read, 2300 read, 2500 up 2500, 2500 INT, 2500 stopping released, 2520 keep, 2520 completed released 1900"
    ),
    BridgeCase(
      "one finger: short", pane, "p:50,80@0 p:up@150 .2500",
      "0 down, 0 prepare, 150 up 150, 150 abandon, 150 hint hold, 2150 hidden"),
    BridgeCase(
      "one finger: a lost lift, and the next touch counts", pane,
      "p:50,80@0 lost:p:up@1500 .2500 p:50,80@3000 p:up@5000 .6000",
      "\(begun), 1300 read, 2300 read, 2350 read, 2350 anomaly pane (the release of pane was lost), 2350 up 2350 lost-release, 2350 INT, 2350 stopping lost-release, 2370 keep, 2370 completed lost-release 1750, 3000 down, 3000 prepare, 3300 spawn, 3300 starting, 3600 recording, 4300 read, 5000 up 2000, 5000 INT, 5000 stopping released, 5020 keep, 5020 completed released 1400"
    ),
    BridgeCase(
      "one finger: the kernel lets go of it", pane, "p:50,80@0 withdraw:pane@900 .1500",
      "\(begun), 900 up 900 device-lost, 900 INT, 900 stopping device-lost, 920 keep, 920 completed device-lost 300"
    ),
    BridgeCase(
      "one finger: a loss while it holds", pane, "p:50,80@0 drop:pane@700 p:up@2000 .3000",
      "\(begun), 700 anomaly pane (\(dropped)), 1300 read, 2000 up 2000, 2000 INT, 2000 stopping released, 2020 keep, 2020 completed released 1400"
    ),
    BridgeCase(
      "U11 a finger and a button: the first owns", { $0.triggers = ["button", "ring"] },
      "f1:50,80@0 ↓500 ↑700 f1:up@2000 ↓3000 ↑3100 .4000",
      "0 down, 0 prepare, 300 spawn, 300 starting, 500 ignored button not-owner, 600 recording, 1300 read, 2000 up 2000, 2000 INT, 2000 stopping released, 2020 keep, 2020 completed released 1400, 3000 down, 3000 prepare, 3100 up 100, 3120 abandon, 3120 hint hold"
    ),
    BridgeCase(
      "nested: a touch goes to its zone and the parents up to one that blocks", nested,
      "f1:50,50@0 f1:up@100 f1:10,90@500 f1:up@600 f1:50,90@1000 f1:up@1100 .2000",
      "0 in-picture down, 0 in-picture run picture by picture, 50 in-picture finished, 100 in-picture up 100, 500 in-toolbar down, 500 in-toolbar run toolbar by toolbar, 550 in-toolbar finished, 600 in-toolbar up 100, 1000 down, 1000 prepare, 1000 in-toolbar down, 1000 in-toolbar run toolbar by toolbar, 1050 in-toolbar finished, 1100 up 100, 1100 abandon, 1100 hint hold, 1100 in-toolbar up 100"
    ),
  ]

  @Test("zones", arguments: cases) func zone(_ testCase: BridgeCase) throws { try testCase.check() }
}
