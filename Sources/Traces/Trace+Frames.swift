public import InputModel

extension Trace {
  /// The first stamp of any device; zero without events.
  public var start: Timestamp { devices.compactMap { $0.events.first?.time }.min() ?? .zero }
}

extension Trace.Device {
  /// What is known of the device: its description, or the keys and switches that it has sent.
  public var knownDescription: DeviceDescription {
    let codes = description == nil ? Set(events.map(\.code).filter { $0.type == .key || $0.type == .sw }) : []
    return description ?? DeviceDescription(name: "(not described)", codes: codes)
  }

  /// Plays the device: its frames as a live one would make them, and then those that time alone brings, of contacts that
  /// never end.
  ///
  /// - Parameter calibration: makes it a surface; without one it only has keys and switches
  public func forEachFrame(calibration: Calibration?, _ body: (Frame) -> Void) {
    var assembler = FrameAssembler(description: knownDescription, calibration: calibration, state: state)
    for event in eventsWithSlots().events {
      while assembler.advance(to: event.time) { body(assembler.frame) }
      if assembler.consume(event) { body(assembler.frame) }
    }
    while let deadline = assembler.deadline, assembler.advance(to: deadline) { body(assembler.frame) }
  }
}
