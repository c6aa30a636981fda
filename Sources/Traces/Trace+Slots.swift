public import InputModel
internal import ProtocolA

extension Trace.Device {
  /// The events as frames are made of them, which are those of a live device: of anonymous contacts (protocol A) they
  /// have slots.
  ///
  /// - Returns: also how many contacts were too many for one frame and are left out
  public func eventsWithSlots() -> (events: [RawEvent], surplusContacts: Int) {
    guard let description, var translator = SlotTranslator(describing: description) else { return (events, 0) }
    var translated: [RawEvent] = []
    for event in events { translator.consume(event, into: &translated) }
    return (translated, translator.surplusContacts)
  }
}
