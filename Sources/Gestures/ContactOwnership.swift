public import InputModel

/// Who owns the contacts of one surface: the place on which each landed, until it leaves, wherever it slides.
public struct ContactOwnership: Sendable {
  /// As many as there are fingers: searched from the start, faster than any hash.
  private var owned: [(contact: ContactID, place: ZoneMap.Place)] = []

  public init() {}

  /// The place that a contact belongs to: decided when it begins, told for the last time when it ends or is cancelled.
  /// Nil for a contact whose beginning was not seen.
  public mutating func consume(_ contact: Contact, on map: ZoneMap) -> ZoneMap.Place? {
    let index = owned.firstIndex { $0.contact == contact.id }
    switch contact.phase {
    case .began:
      let place = map.topmost(at: contact.position)
      if let index { owned[index].place = place } else { owned.append((contact.id, place)) }
      return place
    case .moved, .stationary:
      return index.map { owned[$0].place }
    case .ended, .cancelled:
      return index.map { owned.remove(at: $0).place }
    }
  }
}
