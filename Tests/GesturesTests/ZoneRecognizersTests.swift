import Gestures
import InputModel
import Testing

@Suite struct ZoneRecognizersTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var settings: ZoneRecognizers.Settings
    var script: String
    var reports: [String]

    init(
      _ name: String, _ gestures: GestureSet, _ script: String, _ reports: [String],
      _ change: (inout ZoneRecognizers.Settings) -> Void = { _ in }
    ) {
      testDescription = name
      settings = ZoneRecognizers.Settings(gestures)
      change(&settings)
      self.script = script
      self.reports = reports
    }
  }

  private static func withoutSlop(_ settings: inout ZoneRecognizers.Settings) {
    settings.thresholds.panSlop = 0
    settings.thresholds.pinchSlop = 0
    settings.thresholds.rotationSlop = 0
    settings.thresholds.rotationSlopInPinch = 0
    settings.thresholds.rotationArcSlop = 0
    settings.thresholds.smallestSpan = 0
  }

  @Test("one finger in place", arguments: presses)
  func press(_ example: Example) { check(example) }

  @Test("fingers that move", arguments: motions)
  func motion(_ example: Example) { check(example) }

  @Test("what waits for what", arguments: relations)
  func relation(_ example: Example) { check(example) }

  private func check(_ example: Example) {
    #expect(GestureScript(example.settings, example.script).lines == example.reports)
  }

  private static let presses = [
    Example("a tap", [.tap], "0 +1 10,10\n80 -1", ["80 tap ended 10,10 [1]"]),
    Example("a tap that trembles", [.tap], "0 +1 10,10\n10 1 13,10\n80 -1", ["80 tap ended 13,10 [1]"]),
    Example("no tap that moves", [.tap], "0 +1 10,10\n10 1 13.1,10\n20 1 10,10\n80 -1", []),
    Example(
      "a tap may be long where nobody wants a long press", [.tap], "0 +1 10,10\n900 -1", ["900 tap ended 10,10 [1]"]),
    Example("a tap that is too long", [.tap], "0 +1 10,10\n201 -1", []) { settings in
      settings.thresholds.longestTap = .milliseconds(200)
    },
    Example(
      "a finger that takes the place of another in one frame: two taps", [.tap], "0 +1 10,10\n80 -1 +2 10,10\n160 -2",
      ["80 tap ended 10,10 [1]", "160 tap ended 10,10 [1]"]),
    Example("two fingers in one frame are no tap", [.tap], "0 +1 10,10 +2 40,10\n80 -1 -2", []),
    Example(
      "a second finger ends it, also for the one that stays", [.tap, .longPress],
      "0 +1 10,10\n10 +2 40,10\n20 -2\n700 -1", []),
    Example("a palm is no tap", [.tap, .longPress], "0 +1 10,10\n80 x1\n700", []),
    Example(
      "a long press by its deadline, whatever follows", [.longPress],
      "0 +1 10,10\n500\n520 1 60,10\n540 +2 90,10\n560 -1\n580 -2",
      [
        "500 longPress began 10,10 [1]", "520 longPress changed 60,10 [1]", "540 longPress changed 60,10 [2]",
        "560 longPress ended 60,10 [1]",
      ]),
    Example(
      "a late reader gets the same", [.longPress], "0 +1 10,10\n900 -1",
      ["500 longPress began 10,10 [1]", "900 longPress ended 10,10 [0]"]),
    Example("a lift before the deadline", [.tap, .longPress], "0 +1 10,10\n499 -1", ["499 tap ended 10,10 [1]"]),
    Example(
      "a long press excludes all motion until all fingers are up", [.longPress, .pan, .pinch, .swipe],
      "0 +1 10,10\n510 +2 60,10\n520 -1\n530 2 90,10\n540 -2",
      ["500 longPress began 10,10 [1]", "510 longPress changed 10,10 [2]", "520 longPress ended 10,10 [1]"]),
    Example(
      "a palm cancels a long press", [.longPress], "0 +1 10,10\n600 x1",
      ["500 longPress began 10,10 [1]", "600 longPress cancelled 10,10 [0]"]),
    Example(
      "all is taken back", [.longPress], "0 +1 10,10\n600 cancel\n610 1 50,50\n620 -1",
      ["500 longPress began 10,10 [1]", "600 longPress cancelled 10,10 [0]"]),
    Example(
      "a double tap", [.doubleTap], "0 +1 10,10\n50 -1\n150 +2 12,10\n200 -2", ["200 doubleTap ended 12,10 [1]"]),
    Example(
      "a tap waits for the second", [.tap, .doubleTap], "0 +1 10,10\n50 -1\n350\n351", ["350 tap ended 10,10 [1]"]),
    Example(
      "the last moment for the second", [.tap, .doubleTap], "0 +1 10,10\n50 -1\n350 +2 10,10\n400 -2",
      ["400 doubleTap ended 10,10 [1]"]),
    Example(
      "a bounce of the finger is no pair, and the first of one", [.doubleTap],
      "0 +1 10,10\n50 -1\n60 +2 10,10\n70 -2\n170 +3 10,10\n180 -3", ["180 doubleTap ended 10,10 [1]"]),
    Example(
      "too far for a pair", [.tap, .doubleTap], "0 +1 10,10\n50 -1\n150 +2 26,10\n200 -2\n600",
      ["150 tap ended 10,10 [1]", "500 tap ended 26,10 [1]"]),
    Example(
      "a pair whose second finger drags", [.tap, .doubleTap, .pan],
      "0 +1 10,10\n50 -1\n150 +2 10,10\n160 2 20,10\n200 -2",
      ["160 tap ended 10,10 [1]", "160 pan began 7,0 [1]", "200 pan ended 7,0 at 1000,0 [0]"]),
    Example(
      "three taps are one pair and one tap", [.tap, .doubleTap],
      "0 +1 9,9\n50 -1\n150 +2 9,9\n200 -2\n300 +3 9,9\n350 -3\n900",
      ["200 doubleTap ended 9,9 [1]", "650 tap ended 9,9 [1]"]),
    Example("a held tap is taken back", [.tap, .doubleTap], "0 +1 9,9\n50 -1\n100 cancel\n900", []),
  ]

  private static let motions = [
    Example(
      "a pan without its slop", [.pan], "0 +1 10,10\n10 1 12,10\n20 1 16,10\n30 1 16,20\n99 -1",
      ["20 pan began 4,0 [1]", "30 pan changed 4,10 [1]", "99 pan ended 4,10 [0]"]),
    Example(
      "the slop beside a press", [.pan], "0 +1 10,10\n10 1 13,10\n20 1 13.5,10\n30 x1",
      ["20 pan began 0.5,0 [1]", "30 pan cancelled 0.5,0 [0]"]
    ) { $0.hasPress = true },
    Example(
      "fingers come and go, nothing jumps", [.pan],
      "0 +1 10,10\n10 1 30,10\n20 +2 90,90\n30 1 40,10 2 90,100\n40 -1\n50 2 91,100\n99 -2",
      [
        "10 pan began 18,0 [1]", "20 pan changed 18,0 [2]", "30 pan changed 23,5 [2]", "40 pan changed 23,5 [1]",
        "50 pan changed 24,5 [1]", "99 pan ended 24,5 [0]",
      ]),
    Example(
      "spreading fingers", [.motions],
      "0 +1 40,10 +2 60,10\n10 1 38.5,10 2 61.5,10\n20 1 37,10 2 63,10\n30 1 30,10 2 70,10\n40 -1 -2",
      ["20 pinch began 1.13 [2]", "30 pinch changed 1.74 [2]", "40 pinch ended 1.74 [0]"]),
    Example(
      "a pinch that is over begins anew, from 1", [.pinch],
      "0 +1 40,10 +2 60,10\n10 1 30,10\n20 -1\n30 2 90,10\n40 +3 70,10\n50 3 60,10",
      ["10 pinch began 1.3 [2]", "20 pinch ended 1.3 [1]", "50 pinch began 1.3 [2]"]),
    Example(
      "a third finger changes nothing", [.pinch],
      "0 +1 40,10 +2 60,10\n10 1 30,10\n20 +3 90,90\n30 -2\n40 -3",
      ["10 pinch began 1.3 [2]", "20 pinch changed 1.3 [3]", "30 pinch changed 1.3 [2]", "40 pinch ended 1.3 [1]"]),
    Example(
      "a palm among two fingers", [.pan, .pinch],
      "0 +1 40,10 +2 60,10\n10 1 30,10\n20 x1\n30 2 65,10\n80 -2",
      [
        "10 pan began -3,0 [2]", "10 pinch began 1.3 [2]", "20 pan changed -3,0 [1]", "20 pinch cancelled 1.3 [1]",
        "30 pan changed 2,0 [1]", "80 pan ended 2,0 [0]",
      ]),
    Example(
      "a turn without its slop, a quarter and on", [.rotation],
      "0 +1 0,50 +2 100,50\n10 1 50,0 2 50,100\n20 1 100,50 2 0,50\n30 1 50,100 2 50,0\n40 1 0,50 2 100,50\n50 1 50,0 2 50,100\n60 -1",
      [
        "10 rotation began 85 [2]", "20 rotation changed 175 [2]", "30 rotation changed 265 [2]",
        "40 rotation changed 355 [2]", "50 rotation changed 445 [2]", "60 rotation ended 445 [1]",
      ]),
    Example(
      "a pinch turns the picture only beyond ten degrees", [.pinch, .rotation],
      "0 +1 40,50 +2 60,50\n10 1 30,50 2 70,50\n20 1 30.2,48 2 69.8,52\n30 1 32.7,40 2 67.3,60",
      [
        "10 pinch began 1.74 [2]", "20 pinch changed 1.73 [2]", "30 pinch changed 1.74 [2]",
        "30 rotation began 20.03 [2]",
      ]),
    Example(
      "below the smallest span scale and rotation are held", [.pinch, .rotation],
      "0 +1 40,50 +2 60,50\n10 1 45,50 2 55,50\n20 1 50,50 2 50,50\n30 1 50,42 2 50,58\n40 1 50,34 2 50,66",
      [
        "10 pinch began 0.59 [2]", "20 pinch changed 0.59 [2]", "30 pinch changed 0.94 [2]",
        "40 pinch changed 1.88 [2]",
      ]),
    Example(
      "what was held is forgotten when another finger comes", [.pinch],
      "0 +1 40,50 +2 60,50\n10 1 45,50 2 55,50\n20 1 50,50 2 50,50\n30 +3 50,50\n40 1 30,50 2 70,50 3 50,50"
        + "\n50 1 10,50 2 90,50",
      [
        "10 pinch began 0.59 [2]", "20 pinch changed 0.59 [2]", "30 pinch changed 0.59 [3]",
        "40 pinch changed 0.59 [3]", "50 pinch changed 1.18 [3]",
      ]),
    Example(
      "a pinch that begins from one point begins with 1", [.pinch],
      "0 +1 50,50 +2 50,50\n10 1 30,50\n20 1 10,50", ["10 pinch began 1 [2]", "20 pinch changed 2 [2]"]),
    Example(
      "everything at once", [.motions],
      "0 +1 0,0 +2 100,0\n10 1 70,-60 2 70,140\n20 -1 -2",
      [
        "10 pan began 20,40 [2]", "10 pinch began 2 [2]", "10 rotation began 90 [2]",
        "20 pan ended 20,40 at 2000,4000 [0]",
        "20 pinch ended 2 [0]", "20 rotation ended 90 [0]",
      ]
    ) {
      withoutSlop(&$0)
      $0.thresholds.fastest = 1e9
    },
    Example(
      "once one has begun the others need no slop of length", [.pan, .pinch],
      "0 +1 40,50 +2 60,50\n10 1 45,50 2 65.2,50\n20 1 45,50 2 66.2,50\n80 -1 -2",
      [
        "10 pan began 3.1,0 [2]", "20 pan changed 3.6,0 [2]", "20 pinch began 1.05 [2]",
        "80 pan ended 3.6,0 [0]",
        "80 pinch ended 1.05 [0]",
      ]),
    Example(
      "the first one has the touch", [.motions],
      "0 +1 40,50 +2 60,50\n10 1 30,50 2 62,50\n20 1 0,80 2 92,20\n30 -1\n40 2 0,0\n50 -2",
      ["10 pinch began 1.39 [2]", "20 pinch changed 4.78 [2]", "30 pinch ended 4.78 [1]"]
    ) { $0.isSimultaneous = false },
    Example(
      "movement along one axis", [.pan], "0 +1 10,10\n10 1 30,10\n20 1 40,15\n30 -1",
      ["20 pan began 0,3 [1]", "30 pan ended 0,3 at 0,750 [0]"]
    ) { $0.panAxis = .vertical },
    Example(
      "a swipe of two follows their pan", [.pan, .swipe],
      "0 +1 10,10 +2 40,10\n10 1 16,10 2 46,10\n20 1 22,10 2 52,10\n30 -1\n40 -2",
      [
        "10 pan began 4,0 [2]", "20 pan changed 10,0 [2]", "30 pan changed 10,0 [1]", "40 pan ended 10,0 at 600,0 [0]",
        "40 swipe ended right at 600,0 [2]",
      ]),
    Example(
      "a swipe of six", [.swipe],
      "0 +1 0,0 +2 0,9 +3 0,18 +4 0,27 +5 0,36 +6 0,45\n9 1 20,0 2 20,9 3 20,18 4 20,27 5 20,36 6 20,45\n18 -1 -2 -3 -4 -5 -6",
      []),
    Example("no swipe after a rest", [.swipe], "0 +1 10,10\n10 1 20,10\n20 1 30,10\n61 -1", []),
    Example(
      "no swipe of a finger that had company long ago", [.swipe],
      "0 +1 10,10 +2 40,10\n10 -2\n190 1 20,10\n200 1 40,10\n210 -1", []),
    Example(
      "a palm has no part in a swipe", [.swipe], "0 +1 10,10 +2 40,10\n10 x2\n20 1 24,10\n30 1 31,10\n40 -1",
      ["40 swipe ended right at 700,0 [1]"]
    ) { _ in },
    Example("a swipe that is too slow for its name", [.swipe], "0 +1 10,10\n390 1 15,10\n400 1 25,10\n410 -1", []) {
      $0.thresholds.longestSwipe = .milliseconds(400)
    },
    Example("between two axes", [.swipe], "0 +1 10,10\n10 1 20,17\n20 1 30,24\n30 -1", []),
    Example("a finger that has landed elsewhere", [.all], "0 1 10,10\n10 1 60,10\n20 -1", []),
    Example(
      "an id that lands twice: the first one is taken back", [.pan], "0 +1 10,10\n10 1 20,10\n20 +1 90,90\n30 1 95,90",
      ["10 pan began 8,0 [1]", "20 pan cancelled 8,0 [0]", "30 pan began 3,0 [1]"]),
    Example(
      "where a finger is said to lift does not count", [.pan], "0 +1 10,10\n10 1 20,10\n20 1 20,10 -1",
      ["10 pan began 8,0 [1]", "20 pan ended 8,0 at 1000,0 [0]"]),
  ]

  private static func waiting(_ kind: GestureKind, for others: GestureSet) -> (inout ZoneRecognizers.Settings) -> Void {
    { $0.failures[kind] = others }
  }

  private static let relations = [
    Example(
      "a tap that does not wait", [.tap, .doubleTap], "0 +1 9,9\n50 -1\n150 +2 9,9\n200 -2",
      ["50 tap ended 9,9 [1]", "200 doubleTap ended 9,9 [1]", "200 tap ended 9,9 [1]"]
    ) { $0.failures = FailureTable() },
    Example(
      "a pan that waits for a long press starts without a step", [.pan, .longPress],
      "0 +1 10,10\n10 1 12.5,10\n20 1 14,10\n80 -1",
      ["20 pan began 1.5,0 [1]", "80 pan ended 1.5,0 [0]"]
    ) {
      $0.thresholds.panSlop = 1
      $0.failures[.pan] = .longPress
    },
    Example(
      "a swipe that is no pan", [.pan, .swipe], "0 +1 10,10\n10 1 30,10\n20 1 50,10\n30 -1",
      ["10 pan began 18,0 [1]", "20 pan changed 38,0 [1]", "30 pan ended 38,0 at 2000,0 [0]"]
    ) {
      $0.thresholds.fastest = 9_999
      $0.failures[.swipe] = .pan
    },
    Example(
      "a long press that leaves the second of a pair alone", [.doubleTap, .longPress],
      "0 +1 9,9\n50 -1\n150 +2 9,9\n900 -2", ["900 doubleTap ended 9,9 [1]"], waiting(.longPress, for: .doubleTap)),
  ]

  @Test("the sixteenth finger counts, the seventeenth is ignored and told of")
  func surplus() {
    var recognizers = ZoneRecognizers(ZoneRecognizers.Settings([.pan]))
    var events: [GestureEvent] = []
    let hands = (1...17).map { id in
      Contact(id: ContactID(rawValue: id), phase: .began, position: Point(x: Double(id) * 10, y: 0))
    }
    recognizers.consume(Array(hands.dropLast()), at: .zero, into: &events)
    #expect(!recognizers.hasSurplus)
    recognizers.consume([hands[16]], at: .zero, into: &events)
    #expect(recognizers.hasSurplus)
    let moved = hands.map { Contact(id: $0.id, phase: .moved, position: $0.position + Vector(dx: 0, dy: 5)) }
    recognizers.consume(moved, at: Timestamp(microseconds: 1), into: &events)
    #expect(!recognizers.hasSurplus)
    #expect(events.map(\.contacts) == [16] && events.map(\.kind) == [.pan])
  }

  @Test("a deadline is there as long as something waits for time, and no longer")
  func deadlines() {
    func deadline(_ script: String) -> Int64? {
      GestureScript(ZoneRecognizers.Settings(.all), script).recognizers.deadline?.microseconds
    }
    let scripts = [
      "0", "0 +1 9,9", "0 +1 9,9\n10 1 30,9", "0 +1 9,9\n600", "0 +1 9,9\n50 -1", "0 +1 9,9\n50 -1\n351",
      "0 +1 9,9\n50 -1\n150 +2 9,9", "0 +1 9,9 +2 30,9",
    ]
    #expect(scripts.map(deadline) == [nil, 500_000, nil, nil, 350_001, nil, 650_000, nil])
  }

  @Test("however near the fingers get, the scale has four decimals that are not 0")
  func nearest() {
    var settings = ZoneRecognizers.Settings([.pinch])
    Self.withoutSlop(&settings)
    let script = "0 +1 0,50 +2 5000,50\n10 1 2499.99,50 2 2500.01,50\n20 1 2490,50 2 2510,50"
    let reports = GestureScript(settings, script).reports
    #expect(reports.count == 2)
    for report in reports {
      guard case .pinch(let scale, _) = report.values else { continue }
      #expect(scale >= 0.0001)
    }
  }

  @Test("a pinch ends where its fingers were together last, and turns about those that have made the step")
  func focus() {
    let reports = GestureScript(
      ZoneRecognizers.Settings([.pinch]),
      "0 +1 40,10 +2 60,10\n10 1 30,10 2 70,10\n20 1 20,10 2 80,10 +3 50,70\n30 -3\n40 -2"
    ).reports
    #expect(
      reports.map(\.focus) == [
        Point(x: 50, y: 10), Point(x: 50, y: 30), Point(x: 50, y: 10), Point(x: 50, y: 10),
      ])
    #expect(reports.map(\.pivot) == Array(repeating: Point(x: 50, y: 10), count: 4))
    #expect(reports.map(\.contacts) == [2, 3, 2, 1])
  }
}
