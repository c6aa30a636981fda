import InputModel
import Testing

@Suite struct CalibrationTests {
  // U1 of the recorders' and users' cases: 4 rotations by 4 corners.
  @Test(
    "the raw corners top left, top right, bottom right, bottom left go round clockwise with the picture",
    arguments: [
      (Rotation.none, ["0,0", "320,0", "320,200", "0,200"]),
      (.quarter, ["200,0", "200,320", "0,320", "0,0"]),
      (.half, ["320,200", "0,200", "0,0", "320,0"]),
      (.threeQuarters, ["0,320", "0,0", "200,0", "200,320"]),
    ])
  func corners(rotation: Rotation, expected: [String]) {
    let calibration = Calibration(
      x: AxisInfo(minimum: 100, maximum: 1_100), y: AxisInfo(minimum: -50, maximum: 450), rotation: rotation,
      size: Size(width: 320, height: 200))
    let corners = [(Int32(100), Int32(-50)), (1_100, -50), (1_100, 450), (100, 450)]
    let points = corners.map { calibration.point(x: $0.0, y: $0.1) }
    #expect(points.map { "\(Int($0.x)),\(Int($0.y))" } == expected)
    #expect(points.allSatisfy { $0.x == $0.x.rounded() && $0.y == $0.y.rounded() })
    let isQuarter = rotation == .quarter || rotation == .threeQuarters
    #expect(calibration.surface.size == (isQuarter ? Size(width: 200, height: 320) : Size(width: 320, height: 200)))
  }

  @Test("the matrix acts on device coordinates before the rotation, and a matrix that turns swaps the sides")
  func matrix() {
    let axis = AxisInfo(minimum: 0, maximum: 1_000)
    let size = Size(width: 320, height: 200)
    let flipped = CalibrationMatrix(-1, 0, 1, 0, 1, 0)
    let turned = CalibrationMatrix(0, -1, 1, 1, 0, 0)
    let halved = CalibrationMatrix(0.5, 0, 0.25, 0, 1, 0)
    let cases: [(CalibrationMatrix, Rotation, Point)] = [
      (flipped, .none, Point(x: 240, y: 100)),
      (flipped, .quarter, Point(x: 100, y: 240)),
      (turned, .none, Point(x: 100, y: 80)),
      (turned, .threeQuarters, Point(x: 80, y: 100)),
      (halved, .none, Point(x: 120, y: 100)),
    ]
    for (matrix, rotation, expected) in cases {
      let calibration = Calibration(x: axis, y: axis, matrix: matrix, rotation: rotation, size: size)
      #expect(calibration.point(x: 250, y: 500) == expected)
    }
  }

  @Test("a matrix that loses the glass, or a number, is none")
  func unusable() {
    let usable = CalibrationMatrix(0, -1_000, 1_000, 1e-9, 0, 0)
    #expect(CalibrationMatrix.identity.isUsable && usable.isUsable)
    for number in [Double.nan, .infinity, -.infinity, 1e300, -1_001] {
      #expect(!CalibrationMatrix(1, 0, number, 0, 1, 0).isUsable)
    }
    #expect(!CalibrationMatrix(1, 2, 0, 2, 4, 0).isUsable && !CalibrationMatrix(0, 0, 0, 0, 0, 0).isUsable)
  }

  @Test("a broken axis gives the edge, never a number that is none")
  func broken() {
    let calibration = Calibration(x: AxisInfo(minimum: 5, maximum: 5), y: AxisInfo(minimum: .max, maximum: .min))
    #expect(calibration.point(x: .max, y: .min) == Point(x: 0, y: 0))
    #expect(calibration.surface.isAssumed)
    let huge = Calibration(x: AxisInfo(minimum: .min, maximum: .max), y: AxisInfo(minimum: .min, maximum: .max))
    #expect(huge.point(x: .max, y: .min) == Point(x: 250, y: 0))
  }

  struct SizeCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var x: (span: Int32, resolution: Int32)
    var y: (span: Int32, resolution: Int32)
    var configured: Size?
    var aspect: Double?
    var size: Size
    var isAssumed: Bool

    init(
      _ name: String, _ x: (span: Int32, resolution: Int32), _ y: (span: Int32, resolution: Int32),
      configured: Size? = nil, aspect: Double? = nil, gives width: Double, _ height: Double, isAssumed: Bool
    ) {
      testDescription = name
      self.x = x
      self.y = y
      self.configured = configured
      self.aspect = aspect
      size = Size(width: width, height: height)
      self.isAssumed = isAssumed
    }
  }

  @Test(
    "the size of a panel",
    arguments: [
      SizeCase(
        "what is configured wins", (4_000, 10), (2_000, 10), configured: Size(width: 344, height: 194), gives: 344, 194,
        isAssumed: false),
      SizeCase("by resolution", (4_000, 10), (2_000, 10), gives: 400, 200, isAssumed: false),
      SizeCase("at the bounds of plausible", (10_000, 4), (120, 4), gives: 2_500, 30, isAssumed: false),
      SizeCase("too long a side", (10_004, 4), (5_002, 4), gives: 250, 125, isAssumed: true),
      SizeCase("too short a side", (400, 10), (299, 10), gives: 250, 250 * 299.0 / 400, isAssumed: true),
      SizeCase("a coarse resolution", (1_200, 3), (900, 40), gives: 250, 187.5, isAssumed: true),
      SizeCase("a resolution that is none", (1_200, -4), (900, -4), gives: 250, 187.5, isAssumed: true),
      SizeCase(
        "the picture's aspect agrees within a tenth", (4_000, 10), (2_000, 10), aspect: 2.2, gives: 400, 200,
        isAssumed: false),
      SizeCase(
        "the picture's aspect does not agree", (4_000, 10), (2_000, 10), aspect: 1.6, gives: 250, 156.25,
        isAssumed: true),
      SizeCase("an upright picture", (4_000, 0), (4_000, 0), aspect: 0.5, gives: 125, 250, isAssumed: true),
      SizeCase("equal ranges", (4_096, 0), (4_096, 0), gives: 250, 140.625, isAssumed: true),
      SizeCase("upright ranges", (1_500, 0), (3_000, 0), gives: 125, 250, isAssumed: true),
      SizeCase("no ranges", (0, 0), (0, 0), gives: 250, 140.625, isAssumed: true),
    ])
  func size(_ example: SizeCase) {
    let size = SurfaceSize(
      x: AxisInfo(minimum: 10, maximum: 10 + example.x.span, resolution: example.x.resolution),
      y: AxisInfo(minimum: -10, maximum: -10 + example.y.span, resolution: example.y.resolution),
      configured: example.configured, aspect: example.aspect)
    #expect(size.size == example.size)
    #expect(size.isAssumed == example.isAssumed)
  }

  @Test("the picture's aspect is meant as the person sees it")
  func turnedAspect() {
    let axis = AxisInfo(minimum: 0, maximum: 4_095)
    let upright = Calibration(x: axis, y: axis, rotation: .quarter, outputAspect: 0.5)
    #expect(upright.surface == SurfaceSize(Size(width: 125, height: 250), isAssumed: true))
    let assumed = Calibration(x: axis, y: axis, rotation: .quarter)
    #expect(assumed.surface == SurfaceSize(Size(width: 140.625, height: 250), isAssumed: true))
  }
}
