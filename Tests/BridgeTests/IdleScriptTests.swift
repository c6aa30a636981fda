import Bridge
import Controls
import Gestures
import InputModel
import Testing

@Suite("Idle times, and the commands of gestures") struct IdleScriptTests {
  /// A tap runs a command that takes 300 ms.
  static func tap(
    _ policy: CommandSettings.Policy, every interval: Interval = .zero, closing: Interval = .milliseconds(20)
  ) -> @Sendable (inout Bench) -> Void {
    { bench in
      bench.triggers = []
      bench.zones = [Bench.Zone("pad", .glass, .whole)]
      bench.gestures = [Bench.Gesture("pad", .tap, policy: policy, every: interval)]
      bench.world.commandDuration = .milliseconds(300)
      bench.world.commandClosing = closing
    }
  }

  /// A minute without any use, half a minute without a touch.
  @Sendable static func idle(_ bench: inout Bench) {
    bench.zones = [Bench.Zone("pad", .glass, .whole)]
    bench.gestures = [Bench.Gesture("pad", .longPress, on: [.began])]
    bench.idle = [(.minutes(1), nil), (.seconds(30), .glass)]
  }

  static let taps = "f1:50,50@0 f1:up@50 f1:50,50@100 f1:up@150 f1:50,50@200 f1:up@250 f1:50,50@500 f1:up@550"

  static let cases: [BridgeCase] = [
    BridgeCase(
      "single: while it runs, another does nothing", tap(.single),
      taps + " .2000",
      "50 tap on pad by 1, 50 run pad by tap ended on pad, 150 tap on pad by 1, 250 tap on pad by 1, 350 pad:tap finished, 550 tap on pad by 1, 550 run pad by tap ended on pad, 850 pad:tap finished"
    ),
    BridgeCase(
      "restart: the running one ends, the new one starts", tap(.restart),
      taps + " .2000",
      "50 tap on pad by 1, 50 run pad by tap ended on pad, 150 tap on pad by 1, 150 end command, 150 run pad by tap ended on pad, 170 pad:tap finished, 250 tap on pad by 1, 250 end command, 250 run pad by tap ended on pad, 270 pad:tap finished, 550 pad:tap finished, 550 tap on pad by 1, 550 run pad by tap ended on pad, 850 pad:tap finished"
    ),
    BridgeCase(
      "restart: those that do not end are not joined by ever more", tap(.restart, closing: .seconds(5)),
      taps + " .2000",
      "50 tap on pad by 1, 50 run pad by tap ended on pad, 150 tap on pad by 1, 150 end command, 150 run pad by tap ended on pad, 250 tap on pad by 1, 350 pad:tap finished, 450 pad:tap finished, 550 tap on pad by 1, 550 run pad by tap ended on pad, 850 pad:tap finished"
    ),
    BridgeCase(
      "parallel: up to so many", tap(.parallel(2)),
      taps + " .2000",
      "50 tap on pad by 1, 50 run pad by tap ended on pad, 150 tap on pad by 1, 150 run pad by tap ended on pad, 250 tap on pad by 1, 350 pad:tap finished, 450 pad:tap finished, 550 tap on pad by 1, 550 run pad by tap ended on pad, 850 pad:tap finished"
    ),
    BridgeCase(
      "every: at most one start in the time", tap(.parallel(9), every: .milliseconds(200)),
      taps + " .2000",
      "50 tap on pad by 1, 50 run pad by tap ended on pad, 150 tap on pad by 1, 250 tap on pad by 1, 250 run pad by tap ended on pad, 350 pad:tap finished, 550 pad:tap finished, 550 tap on pad by 1, 550 run pad by tap ended on pad, 850 pad:tap finished"
    ),
    BridgeCase(
      "every: one that ran into its policy does not count as a start", tap(.single, every: .milliseconds(150)),
      "f1:50,50@0 f1:up@50 f1:50,50@200 f1:up@250 f1:50,50@330 f1:up@380 f1:50,50@430 f1:up@480 .2000",
      "50 tap on pad by 1, 50 run pad by tap ended on pad, 250 tap on pad by 1, 350 pad:tap finished, 380 tap on pad by 1, 380 run pad by tap ended on pad, 480 tap on pad by 1, 680 pad:tap finished"
    ),
    BridgeCase(
      "told to end, gestures start nothing", tap(.single),
      "terminate@0 f1:50,50@10 f1:up@50 .1000",
      "50 tap on pad by 1"),
    BridgeCase(
      "from the arrival on, once, and again only after a use", idle,
      ".100000 ↓110000 ↑110100 .250000",
      "30000 run home by glass:idle, 30050 glass:idle finished, 60000 run home by idle, 60050 idle finished, 110000 down, 110000 prepare, 110100 up 100, 110120 abandon, 110120 hint hold, 112120 hidden, 170100 run home by idle, 170150 idle finished"
    ),
    BridgeCase(
      "not while something is touched or held", idle,
      "f1:50,50@0 f1:51,50@40000 f1:up@59000 ↓60000 ↑60100 .130000",
      "500 long-press began on pad by 1, 500 run pad by long-press began on pad, 550 pad:long-press finished, 59000 long-press ended on pad by 0, 60000 down, 60000 prepare, 60100 up 100, 60120 abandon, 60120 hint hold, 62120 hidden, 89000 run home by glass:idle, 89050 glass:idle finished, 120100 run home by idle, 120150 idle finished"
    ),
    BridgeCase(
      "a key is no use of the glass", idle,
      "f1:50,50@10000 f1:up@10100 ↓35000 ↑35100 .100000",
      "35000 down, 35000 prepare, 35100 up 100, 35120 abandon, 35120 hint hold, 37120 hidden, 40100 run home by glass:idle, 40150 glass:idle finished, 95100 run home by idle, 95150 idle finished"
    ),
    BridgeCase(
      "U8 a stuck contact is ignored and reported, and the idle times still run; other fingers work", idle,
      "f1:50,50@0 .130000 f2:20,20@140000 f2:up@140700 .145000",
      "500 long-press began on pad by 1, 500 run pad by long-press began on pad, 550 pad:long-press finished, 60000 anomaly glass (contact 1 has not moved for 60 s; ignored), 60000 long-press cancelled on pad by 0, 90000 run home by glass:idle, 90050 glass:idle finished, 120000 run home by idle, 120050 idle finished, 140500 long-press began on pad by 1, 140500 run pad by long-press began on pad, 140550 pad:long-press finished, 140700 long-press ended on pad by 0"
    ),
    BridgeCase(
      "unplugged while touched: nobody uses it any more", idle,
      "f1:50,50@0 gone:glass@20000 .100000",
      "500 long-press began on pad by 1, 500 run pad by long-press began on pad, 550 pad:long-press finished, 20000 long-press cancelled on pad by 0, 20000 removed glass, 50000 run home by glass:idle, 50050 glass:idle finished, 80000 run home by idle, 80050 idle finished"
    ),
    BridgeCase(
      "the end of a take whose release was lost is the end of its use",
      {
        idle(&$0)
        $0.triggers = ["pad"]
        $0.record.maximum = nil
      },
      "f1:50,50@0 lost:f1:up@10500 .100000",
      "0 down, 0 prepare, 300 spawn, 300 starting, 500 long-press began on pad by 1, 500 run pad by long-press began on pad, 550 pad:long-press finished, 600 recording, 1300 read, 2300 read, 3300 read, 4300 read, 5300 read, 6300 read, 7300 read, 8300 read, 9300 read, 10300 read, 11300 read, 11350 read, 11350 anomaly glass (the release of pad was lost), 11350 up 11350 lost-release, 11350 INT, 11350 stopping lost-release, 11350 long-press cancelled on pad by 0, 11370 keep, 11370 completed lost-release 10750, 41350 run home by glass:idle, 41400 glass:idle finished, 71350 run home by idle, 71400 idle finished"
    ),
    BridgeCase(
      "told to end, nothing is run when idle", idle,
      "terminate@0 .100000",
      ""),
  ]

  @Test("commands", arguments: cases) func command(_ testCase: BridgeCase) throws { try testCase.check() }
}
