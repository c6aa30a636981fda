import InputModel
import TestSupport

/// Fingers that land, wander, rest, lift and are taken for palms, at random; and now and then nobody for a while.
struct RandomHands {
  struct Frame {
    var time: Timestamp
    var contacts: [Contact]
    /// Whether fingers only land and leave in it.
    var isStill: Bool
  }

  private(set) var frames: [Frame] = []

  init(seed: Int, count: Int = 200) {
    var random = SplitMix64(seed: seed)
    var time = Timestamp(microseconds: 1_000_000)
    var down: [(id: ContactID, position: Point, velocity: Vector)] = []
    var nextID: Int32 = 0
    // Some hands work with few fingers, some mostly tap, and mostly where they have tapped before.
    let most = max(1, Int.random(in: -6...6, using: &random))
    let unrest = max(0, Int.random(in: -6...8, using: &random))
    let stay = Int.random(in: 5...60, using: &random)
    var place = Point(x: 100, y: 100)
    for _ in 0..<count {
      let pauses = down.isEmpty && Int.random(in: 0..<3, using: &random) == 0
      time =
        time
        + .microseconds(pauses ? .random(in: 1_000...500_000, using: &random) : .random(in: 1...30_000, using: &random))
      var contacts: [Contact] = []
      for index in down.indices.reversed() where Int.random(in: 0..<stay, using: &random) == 0 {
        let phase: ContactPhase = Int.random(in: 0..<8, using: &random) == 0 ? .cancelled : .ended
        contacts.append(Contact(id: down[index].id, phase: phase, position: down[index].position))
        down.remove(at: index)
      }
      let isStill = Int.random(in: 0..<4, using: &random) == 0
      for index in down.indices {
        if Int.random(in: 0..<20, using: &random) < unrest { down[index].velocity = RandomHands.velocity(&random) }
        if !isStill { down[index].position = down[index].position + down[index].velocity }
        contacts.append(
          Contact(id: down[index].id, phase: isStill ? .stationary : .moved, position: down[index].position))
      }
      if down.count < most, Int.random(in: 0..<(down.isEmpty ? 3 : 9), using: &random) == 0 {
        if Int.random(in: 0..<4, using: &random) == 0 {
          place = Point(x: .random(in: 0...300, using: &random), y: .random(in: 0...200, using: &random))
        }
        down.append((ContactID(rawValue: nextID), place, unrest > 4 ? RandomHands.velocity(&random) : .zero))
        contacts.append(Contact(id: ContactID(rawValue: nextID), phase: .began, position: place))
        nextID += 1
      }
      frames.append(Frame(time: time, contacts: contacts, isStill: isStill))
    }
    let rest = down.map { Contact(id: $0.id, phase: .ended, position: $0.position) }
    frames.append(Frame(time: time + .milliseconds(10), contacts: rest, isStill: true))
  }

  /// Millimetres per frame; often none, so that presses come about too.
  private static func velocity(_ random: inout SplitMix64) -> Vector {
    guard Bool.random(using: &random) else { return .zero }
    return Vector(dx: .random(in: -4...4, using: &random), dy: .random(in: -4...4, using: &random))
  }

  /// The same fingers somewhere else.
  func mapped(_ map: (Point) -> Point) -> RandomHands {
    changed { frame in
      for index in frame.contacts.indices { frame.contacts[index].position = map(frame.contacts[index].position) }
    }
  }

  func shifted(by interval: Interval) -> RandomHands { changed { $0.time = $0.time + interval } }

  func shuffled(seed: Int) -> RandomHands {
    var random = SplitMix64(seed: seed)
    return changed { $0.contacts.shuffle(using: &random) }
  }

  private func changed(_ change: (inout Frame) -> Void) -> RandomHands {
    var hands = self
    for index in frames.indices { change(&hands.frames[index]) }
    return hands
  }
}
