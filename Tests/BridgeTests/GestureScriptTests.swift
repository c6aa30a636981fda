import Bridge
import Controls
import Gestures
import InputModel
import Testing

@Suite("Gestures on the bench") struct GestureScriptTests {
  /// A transform on all of the glass, with all slops and the smallest span at 0, so that what moves is carried at once.
  @Sendable static func photo(_ bench: inout Bench) {
    withSlops(&bench)
    bench.zones[0].thresholds.panSlop = 0
    bench.zones[0].thresholds.pinchSlop = 0
    bench.zones[0].thresholds.rotationSlop = 0
    bench.zones[0].thresholds.rotationSlopInPinch = 0
    bench.zones[0].thresholds.rotationArcSlop = 0
    bench.zones[0].thresholds.smallestSpan = 0
  }

  /// The same as a person gets it.
  @Sendable static func withSlops(_ bench: inout Bench) {
    bench.triggers = []
    bench.zones = [Bench.Zone("photo", .glass, .whole)]
    bench.transforms = [Bench.Transform(name: "photo", zone: "photo")]
  }

  /// A command for the gesture's beginning and its end.
  static func bind(
    _ kinds: [GestureKind], fingers: Int? = nil
  ) -> @Sendable (inout Bench) -> Void {
    { bench in
      bench.triggers = []
      bench.zones = [Bench.Zone("pad", .glass, .whole)]
      bench.gestures = kinds.map { Bench.Gesture("pad", $0, fingers: fingers, on: [.began, .ended, .cancelled]) }
    }
  }

  /// A transform on a screen of protocol A.
  @Sendable static func film(_ bench: inout Bench) {
    photo(&bench)
    bench.zones[0].device = .film
  }

  /// A record button and a transform, both on one zone.
  @Sendable static func holdAndPan(_ bench: inout Bench) {
    withSlops(&bench)
    bench.triggers = ["photo"]
  }

  static let cases: [BridgeCase] = [
    BridgeCase(
      "one finger carries", photo,
      "f1:20,50@0 f1:40,50@16 f1:40,60@32 f1:up@100 .1000",
      "16 pan began on photo by 1, 16 photo to 20,0, 32 photo to 20,10, 100 pan ended on photo by 0"),
    BridgeCase(
      "two fingers carry, scale and turn at the same time", photo,
      "f1:40,50+f2:60,50@0 f1:50,30+f2:50,70@16 f1:50,40+f2:50,80@32 f1:up+f2:up@48 .1000",
      "16 pinch began on photo by 2, 16 photo to 0,0 ×2, 16 rotate began on photo by 2, 16 photo to 0,0 ×2 ↻90, 32 pan began on photo by 2, 32 photo to 0,10 ×2 ↻90, 48 pan ended on photo by 0, 48 pinch ended on photo by 0, 48 rotate ended on photo by 0"
    ),
    BridgeCase(
      "the slops are taken off, and nothing jumps", withSlops,
      "f1:20,50@0 f1:22,50@16 f1:22.1,50@32 f1:60,50@48 f1:up@200 .1000",
      "32 pan began on photo by 1, 32 photo to 0.1,0, 48 photo to 38,0, 200 pan ended on photo by 0"),
    BridgeCase(
      "two fingers with slops: the first to begin opens the way for the others", withSlops,
      "f1:40,50+f2:60,50@0 f1:39,50+f2:61,50@16 f1:30,50+f2:70,50@32 f1:40,50+f2:80,50@48 f1:up+f2:up@200 .1000",
      "32 pinch began on photo by 2, 32 photo to 0,0 ×1.739, 48 pan began on photo by 2, 48 photo to 10,0 ×1.739, 200 pan ended on photo by 0, 200 pinch ended on photo by 0"
    ),
    BridgeCase(
      "first wins",
      {
        withSlops(&$0)
        $0.zones[0].isSimultaneous = false
      },
      "f1:40,50+f2:60,50@0 f1:30,50+f2:70,50@16 f1:40,40+f2:80,70@32 f1:up+f2:up@200 .1000",
      "16 pinch began on photo by 2, 16 photo to 0,0 ×1.739, 32 photo to 0,0 ×2.174, 200 pinch ended on photo by 0"),
    BridgeCase(
      "the scale stays within its limits, and the target has its own name",
      {
        photo(&$0)
        $0.transforms[0].settings = TransformControl.Settings(target: "map", scaleLimits: 0.5...1.5)
      },
      "f1:40,50+f2:60,50@0 f1:30,50+f2:70,50@16 f1:45,50+f2:55,50@32 f1:up+f2:up@200 .1000",
      "16 pinch began on photo by 2, 16 photo to 0,0 ×1.5, 32 photo to 0,0 ×0.5, 200 pinch ended on photo by 0"),
    BridgeCase(
      "a disabled transform stays, the gestures are told; one that began before is not taken up again", photo,
      "f1:20,50@0 f1:30,50@16 off:photo@20 f1:40,50@32 on:photo@40 f1:50,50@48 f1:up@100 f1:20,50@200 f1:25,50@216 f1:up@300 .1000",
      "16 pan began on photo by 1, 16 photo to 10,0, 100 pan ended on photo by 0, 216 pan began on photo by 1, 216 photo to 15,0, 300 pan ended on photo by 0"
    ),
    BridgeCase(
      "U2 a second finger that lands and lifts in a pan makes no jump, and the pan goes on", photo,
      "f1:20,50@0 f1:40,50@16 f2:80,80@32 f1:42,50+f2:82,80@48 f2:up@64 f1:44,50@80 f1:up@200 .1000",
      "16 pan began on photo by 1, 16 photo to 20,0, 48 photo to 22,0, 80 photo to 24,0, 200 pan ended on photo by 0"),
    BridgeCase(
      "U3 one finger still, the other moves: a pinch", withSlops,
      "f1:40,50+f2:60,50@0 f2:62,50@16 f2:64,50@32 f2:70,50@48 f2:80,50@64 f1:up+f2:up@200 .1000",
      "32 pinch began on photo by 2, 32 photo to 0,0 ×1.043, 48 pan began on photo by 2, 48 photo to 3,0 ×1.043, 48 photo to 3,0 ×1.304, 64 photo to 8,0 ×1.304, 64 photo to 8,0 ×1.739, 200 pan ended on photo by 0, 200 pinch ended on photo by 0"
    ),
    BridgeCase(
      "U3 25 degrees with a spread of 5 %: a rotation", withSlops,
      "f1:30,50+f2:70,50@0 f1:30.2,46.5+f2:69.8,53.5@16 f1:30.5,43.2+f2:69.5,56.8@32 f1:30.9,41.1+f2:69.1,58.9@48 f1:up+f2:up@200 .1000",
      "16 rotate began on photo by 2, 16 photo to 0,0 ↻5.024, 32 pinch began on photo by 2, 32 photo to 0,0 ×1.027 ↻5.024, 32 photo to 0,0 ×1.027 ↻14.225, 48 photo to 0,0 ×1.048 ↻14.225, 48 photo to 0,0 ×1.048 ↻19.984, 200 pinch ended on photo by 0, 200 rotate ended on photo by 0"
    ),
    BridgeCase(
      "U4 events dropped in a pinch, and the slots have changed: cancelled; who is still there goes on", photo,
      "f1:40,50+f2:60,50@0 f1:30,50+f2:70,50@16 lost:f2:up@20 lost:f3:90,90@24 lost:f1:35,50@28 drop:glass@32 f1:36,50@48 f3:91,90@64 f1:up@80 f3:up@96 f2:20,20@112 f2:30,20@128 f2:up@200 .1000",
      "16 pinch began on photo by 2, 16 photo to 0,0 ×2, 32 anomaly glass (the kernel dropped events; state read back), 32 pan began on photo by 1, 32 photo to 5,0 ×2, 32 pinch cancelled on photo by 1, 48 photo to 6,0 ×2, 80 pan ended on photo by 0, 128 pan began on photo by 1, 128 photo to 16,0 ×2, 200 pan ended on photo by 0"
    ),
    BridgeCase(
      "U4 all fingers gone in the loss", photo,
      "f1:40,50+f2:60,50@0 f1:30,50+f2:70,50@16 lost:f2:up@20 lost:f1:up@24 drop:glass@32 f1:20,20@100 f1:30,20@116 f1:up@200 .1000",
      "16 pinch began on photo by 2, 16 photo to 0,0 ×2, 32 anomaly glass (the kernel dropped events; state read back), 32 pinch cancelled on photo by 0, 116 pan began on photo by 1, 116 photo to 10,0 ×2, 200 pan ended on photo by 0"
    ),
    BridgeCase(
      "U5 a new id in a live slot is a lift and a landing", photo,
      "raw:slot=0+id=7+x=200+y=500@0 raw:x=300@16 raw:id=8+x=600@32 raw:x=650@48 raw:id=-1@64 .1000",
      "16 pan began on photo by 1, 16 photo to 10,0, 32 pan ended on photo by 0, 48 pan began on photo by 1, 48 photo to 15,0, 64 pan ended on photo by 0"
    ),
    BridgeCase(
      "U5 a slot that the panel does not have is nobody", photo,
      "raw:slot=9+id=7+x=200+y=500@0 raw:x=300@16 raw:slot=0+id=8+x=100+y=100@32 raw:slot=12+x=900@48 raw:slot=0+x=200@64 raw:slot=9+id=-1@80 raw:slot=0+id=-1@96 .1000",
      "64 pan began on photo by 1, 64 photo to 10,0, 96 pan ended on photo by 0"),
    BridgeCase(
      "U5 a position before its id is where the finger lands", photo,
      "raw:slot=1+x=200+y=500@0 raw:x=300@16 raw:id=7@32 raw:x=400@48 raw:id=-1@64 .1000",
      "48 pan began on photo by 1, 48 photo to 10,0, 64 pan ended on photo by 0"),
    BridgeCase(
      "U5 protocol A: who lifts last is not who landed last, and nothing is stuck", film,
      "film:20,50@0 film:30,50@16 film:30,50+70,50@32 film:20,50+80,50@48 film:80,50@64 film:85,50@80 film:@96 film:10,10@200 film:10,20@216 film:@300 .1000",
      "16 pan began on photo by 1, 16 photo to 10,0, 48 pinch began on photo by 2, 48 photo to 10,0 ×1.5, 64 pinch ended on photo by 1, 80 photo to 15,0 ×1.5, 96 pan ended on photo by 0, 216 pan began on photo by 1, 216 photo to 15,10 ×1.5, 300 pan ended on photo by 0"
    ),
    BridgeCase(
      "U6 a drift of 2.5 mm before the deadline is a long press, and movement after it does not end it",
      bind([.longPress]),
      "f1:20,50@0 f1:22.5,50@200 f1:37.5,50@700 f1:up@900 .1000",
      "500 long-press began on pad by 1, 500 run pad by long-press began on pad, 550 pad:long-press finished, 900 long-press ended on pad by 0, 900 run pad by long-press ended on pad, 950 pad:long-press finished"
    ),
    BridgeCase(
      "U6 15 mm before the deadline is none", bind([.longPress]),
      "f1:20,50@0 f1:35,50@200 f1:up@900 .1000",
      ""),
    BridgeCase(
      "U7 a palm during a pan: the pan goes on", photo,
      "f1:20,50@0 f1:30,50@16 f2:60,60@32 f2:palm@48 f1:40,50@64 f2:up@80 f1:50,50@96 f1:up@200 .1000",
      "16 pan began on photo by 1, 16 photo to 10,0, 64 photo to 20,0, 96 photo to 30,0, 200 pan ended on photo by 0"),
    BridgeCase(
      "U7 a palm from the start of it, and a palm alone: nothing", photo,
      "f2:60,60+f2:palm@0 f2:70,60@16 f1:20,50@32 f1:30,50@48 f1:up@64 f2:up@80 .1000",
      "48 pan began on photo by 1, 48 photo to 10,0, 64 pan ended on photo by 0"),
    BridgeCase(
      "U10 unplugged with two fingers down: cancelled, not ended", photo,
      "f1:40,50+f2:60,50@0 f1:30,50+f2:70,60@16 gone:glass@32 back:glass@500 f1:20,20@600 f1:30,20@616 f1:up@700 .1000",
      "16 pan began on photo by 2, 16 photo to 0,5, 16 pinch began on photo by 2, 16 photo to 0,5 ×2.062, 16 rotate began on photo by 2, 16 photo to 0,5 ×2.062 ↻14.036, 32 pan cancelled on photo by 0, 32 pinch cancelled on photo by 0, 32 rotate cancelled on photo by 0, 32 removed glass, 616 pan began on photo by 1, 616 photo to 10,5 ×2.062 ↻14.036, 700 pan ended on photo by 0"
    ),
    BridgeCase(
      "U10 a long press that is unplugged is cancelled", bind([.longPress, .tap]),
      "f1:20,50@0 gone:glass@700 .2000",
      "500 long-press began on pad by 1, 500 run pad by long-press began on pad, 550 pad:long-press finished, 700 long-press cancelled on pad by 0, 700 run pad by long-press cancelled on pad, 700 removed glass, 750 pad:long-press finished"
    ),
    BridgeCase(
      "hold and pan on one zone: a finger that is not quite still holds", holdAndPan,
      "f1:50,50@0 f1:52.8,50@100 f1:up@900 .2000",
      "0 down, 0 prepare, 300 spawn, 300 starting, 600 recording, 900 up 900, 1600 INT, 1600 stopping released, 1620 keep, 1620 completed released 1000"
    ),
    BridgeCase(
      "hold and pan on one zone: one that moves carries, and is answered when it lifts", holdAndPan,
      "f1:50,50@0 f1:56,50@100 f1:up@900 .1200",
      "0 down, 0 prepare, 100 pan began on photo by 1, 100 photo to 3,0, 900 up 900, 900 abandon, 900 hint hold, 900 pan ended on photo by 0"
    ),
    BridgeCase(
      "hold and pan on one zone: once it records, the finger may carry as well", holdAndPan,
      "f1:50,50@0 f1:60,50@1000 f1:up@2000 .3000",
      "0 down, 0 prepare, 300 spawn, 300 starting, 600 recording, 1000 pan began on photo by 1, 1000 photo to 7,0, 1300 read, 2000 up 2000, 2000 INT, 2000 stopping released, 2000 pan ended on photo by 0, 2020 keep, 2020 completed released 1400"
    ),
    BridgeCase(
      "a lost lift is found by reading back: what it carried is let go", holdAndPan,
      "f1:50,50@0 f1:60,50@1000 lost:f1:up@1500 .2500 f1:20,20@3000 f1:40,20@3016 f1:up@3100 .3200",
      "0 down, 0 prepare, 300 spawn, 300 starting, 600 recording, 1000 pan began on photo by 1, 1000 photo to 7,0, 1300 read, 2300 read, 2350 read, 2350 anomaly glass (the release of photo was lost), 2350 up 2350 lost-release, 2350 INT, 2350 stopping lost-release, 2350 pan cancelled on photo by 0, 2370 keep, 2370 completed lost-release 1750, 3000 down, 3000 prepare, 3016 pan began on photo by 1, 3016 photo to 24,0, 3100 up 100, 3100 abandon, 3100 hint hold, 3100 pan ended on photo by 0"
    ),
    BridgeCase(
      "the press slop of a zone is that of its buttons too",
      {
        holdAndPan(&$0)
        $0.zones[0].thresholds.pressSlop = 6
      },
      "f1:50,50@0 f1:55,50@100 f1:up@2000 .3000",
      "0 down, 0 prepare, 300 spawn, 300 starting, 600 recording, 1300 read, 2000 up 2000, 2000 INT, 2000 stopping released, 2020 keep, 2020 completed released 1400"
    ),
    BridgeCase(
      "all kinds: single and double taps", bind(GestureKind.allCases),
      "f1:20,50@0 f1:up@50 f1:20,50@1000 f1:up@1050 f1:20,50@1200 f1:up@1250 .2000",
      "350.001 tap on pad by 1, 350.001 run pad by tap ended on pad, 400.001 pad:tap finished, 1250 double-tap on pad by 1, 1250 run pad by double-tap ended on pad, 1300 pad:double-tap finished"
    ),
    BridgeCase(
      "all kinds: a flick is a pan and a swipe", bind(GestureKind.allCases),
      "f1:60,50@0 f1:40,50@20 f1:30,50@40 f1:20,50@60 f1:up@70 .2000",
      "20 pan began on pad by 1, 20 run pad by pan began on pad, 70 pad:pan finished, 70 pan ended on pad by 0, 70 run pad by pan ended on pad, 70 swipe-left on pad by 1, 70 run pad by swipe-left ended on pad, 120 pad:pan finished, 120 pad:swipe finished"
    ),
    BridgeCase(
      "the fingers of what goes on are counted when it begins", bind([.pan], fingers: 2),
      "f1:40,50+f2:60,50@0 f1:40,60+f2:60,60@16 f1:up@100 f2:up@120 f1:20,50@500 f1:20,60@516 f1:up@600 .1000",
      "16 pan began on pad by 2, 16 run pad by pan began on pad, 66 pad:pan finished, 120 pan ended on pad by 0, 120 run pad by pan ended on pad, 170 pad:pan finished, 516 pan began on pad by 1, 600 pan ended on pad by 0"
    ),
    BridgeCase(
      "the fingers of a swipe are those that made it", bind([.swipe], fingers: 2),
      "f1:70,50+f2:70,70@0 f1:50,50+f2:50,70@20 f1:30,50+f2:30,70@40 f1:up@50 f2:up@60 f1:70,50@500 f1:50,50@520 f1:30,50@540 f1:up@550 .1000",
      "60 swipe-left on pad by 2, 60 run pad by swipe-left ended on pad, 110 pad:swipe finished, 550 swipe-left on pad by 1"
    ),
  ]

  @Test("gestures", arguments: cases) func gesture(_ testCase: BridgeCase) throws { try testCase.check() }
}
