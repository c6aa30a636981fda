internal import InputModel

/// The fingers on a zone and where they were a frame ago, by tracking id: so the order in which a frame lists them
/// changes no sum. Fixed storage.
struct ZoneContacts {
  static let capacity = 16

  private struct Entry {
    var id = ContactID(rawValue: -1)
    var position = Point(x: 0, y: 0)
    /// Where it was in the last frame; nil when it has just landed.
    var before: Point?
  }

  private(set) var count = 0
  /// Valid up to `count`.
  private var entries = InlineArray<16, Entry>(repeating: Entry())
  /// Where the last search has ended: frames list their fingers in the same order.
  private var hint = 0
  /// The last radius before those that are down came too near each other; nil when they have not, or others were there.
  private var heldRadius: Millimeters?

  /// False when there is no place for it.
  mutating func land(_ id: ContactID, at position: Point) -> Bool {
    guard count < ZoneContacts.capacity else { return false }
    var place = count
    while place > 0, entries[place - 1].id > id {
      entries[place] = entries[place - 1]
      place -= 1
    }
    entries[place] = Entry(id: id, position: position, before: nil)
    count += 1
    heldRadius = nil
    return true
  }

  mutating func move(_ id: ContactID, to position: Point) -> Bool {
    guard let place = place(of: id) else { return false }
    entries[place].position = position
    return true
  }

  mutating func remove(_ id: ContactID) -> Bool {
    guard let place = place(of: id) else { return false }
    for later in place..<(count - 1) { entries[later] = entries[later + 1] }
    count -= 1
    heldRadius = nil
    return true
  }

  mutating func removeAll() {
    count = 0
    heldRadius = nil
  }

  mutating func contains(_ id: ContactID) -> Bool { place(of: id) != nil }

  /// Where the frame has left it; nil for a finger that is not here.
  mutating func position(of id: ContactID) -> Point? { place(of: id).map { entries[$0].position } }

  /// The centroid of all of them; nil without any.
  var centroid: Point? {
    guard count > 0 else { return nil }
    let entries = entries.span
    var sum = Vector.zero
    for place in 0..<count { sum += Vector(dx: entries[place].position.x, dy: entries[place].position.y) }
    return Point(x: sum.dx / Double(count), y: sum.dy / Double(count))
  }

  /// What those that were there before have done since the last step.
  mutating func takeStep(smallestSpan: Millimeters) -> FrameStep {
    var step = step(smallestRadius: smallestSpan / 2)
    step.lastWideRadius = step.wasWide ? step.radiusBefore : heldRadius
    heldRadius = step.isWide || step.contacts < count ? nil : step.lastWideRadius
    for place in 0..<count { entries[place].before = entries[place].position }
    return step
  }

  private func step(smallestRadius: Millimeters) -> FrameStep {
    let entries = entries.span
    var step = FrameStep()
    var (before, after) = (Vector.zero, Vector.zero)
    for place in 0..<count {
      guard let earlier = entries[place].before else { continue }
      step.contacts += 1
      before += Vector(dx: earlier.x, dy: earlier.y)
      after += Vector(dx: entries[place].position.x, dy: entries[place].position.y)
    }
    guard step.contacts > 0 else { return step }
    let share = 1 / Double(step.contacts)
    let from = Point(x: before.dx * share, y: before.dy * share)
    step.pivot = Point(x: after.dx * share, y: after.dy * share)
    step.translation = step.pivot - from
    guard step.contacts > 1 else { return step }
    var (cross, dot) = (0.0, 0.0)
    for place in 0..<count {
      guard let earlier = entries[place].before else { continue }
      let p = earlier - from
      let q = entries[place].position - step.pivot
      step.radiusBefore += p.length
      step.radius += q.length
      cross += p.cross(q)
      dot += p.dot(q)
    }
    step.radiusBefore *= share
    step.radius *= share
    let smallest = max(smallestRadius, Thresholds.resolution)
    step.isWide = step.radius >= smallest
    step.wasWide = step.radiusBefore >= smallest
    if step.isWide, step.wasWide { step.rotation = Vector.angle(cross: cross, dot: dot) }
    return step
  }

  private mutating func place(of id: ContactID) -> Int? {
    for offset in 0..<count {
      let place = hint + offset < count ? hint + offset : hint + offset - count
      if entries[place].id == id {
        hint = place + 1 < count ? place + 1 : 0
        return place
      }
    }
    return nil
  }
}
