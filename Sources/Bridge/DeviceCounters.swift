/// What went wrong with a device of the configuration since the program's start.
public struct DeviceCounters: Hashable, Sendable {
  /// How often the kernel dropped events, so that the state had to be read back.
  public private(set) var drops: Int64 = 0
  /// How often it came back after it was gone.
  public private(set) var reopens: Int64 = 0
  private var departures: Int64 = 0

  public init() {}

  mutating func noteDrop() { drops += 1 }
  mutating func noteDeparture() { departures += 1 }

  /// The first arrivals of several devices of one binding are no returns.
  mutating func noteArrival() { if departures > reopens { reopens += 1 } }
}
