/// Puts the frames of several devices, each drained at a time of its own, into the one order that the core consumes.
///
/// Whole frames are ordered by stamp, the latest in the frame; equal stamps by the devices' order in the configuration.
/// The frames of one device keep their order: a stamp that runs back counts as the device's latest before. Every event
/// of a frame is handed out with the frame's stamp, which is never earlier than the last one handed out. So as long as
/// all devices are drained before each merge, neither the order in which they are read nor the size of the reads shows;
/// nor does a limit of the merge, when a device that is left out has at least so many events in whole frames here.
///
/// An unfinished frame waits for its report and holds nobody up. It can not grow without end: the kernel itself
/// closes a frame that is too long (with a SYN_REPORT of value 1).
public struct FrameMerger {
  /// What the last `merge` has put in order. Read in place: its storage is used again by the next one.
  public private(set) var merged: [DeviceEvent] = []

  /// In the order in which equal stamps are handed out.
  private var lanes: [Lane] = []
  private var latest: Timestamp?

  public init() {}

  /// - Parameter rank: the device's place in the configuration; of equal ranks the device that came first goes first
  public mutating func add(_ device: DeviceID, rank: Int) {
    let lane = Lane(device: device, rank: rank)
    let place = lanes.firstIndex { ($0.rank, $0.device) > (rank, device) } ?? lanes.endIndex
    lanes.insert(lane, at: place)
  }

  /// Forgets a device and all that was not merged of it.
  public mutating func remove(_ device: DeviceID) {
    lanes.removeAll { $0.device == device }
  }

  /// An event of a device that was added; of any other it is ignored.
  public mutating func consume(_ event: RawEvent, from device: DeviceID) {
    guard let index = lanes.firstIndex(where: { $0.device == device }) else { return }
    lanes[index].append(event)
  }

  /// How many events of a device wait in whole frames.
  public func waiting(of device: DeviceID) -> Int { lanes.first { $0.device == device }?.wholeCount ?? 0 }

  /// The stamp of the frame that the next merge begins with; nil when no whole frame waits.
  public var nextTime: Timestamp? { earliest().map { time(of: lanes[$0]) } }

  /// Fills `merged` with whole frames, the earliest first, until it has this many events, or all there are. The last
  /// frame may exceed the limit.
  public mutating func merge(atMost limit: Int = .max) {
    merged.removeAll(keepingCapacity: true)
    while merged.count < limit, let index = earliest() {
      let lane = lanes[index]
      let time = time(of: lane)
      for event in lane.events[lane.next] {
        merged.append(DeviceEvent(lane.device, RawEvent(time, event.code, event.value)))
      }
      latest = time
      lanes[index].findNext()
    }
    for index in lanes.indices { lanes[index].dropMerged() }
  }

  private func time(of lane: Lane) -> Timestamp { max(lane.nextTime, latest ?? lane.nextTime) }

  /// The lane whose next frame is the earliest; of equals the first. Nil when no frame is whole.
  private func earliest() -> Int? {
    var best: Int?
    for index in lanes.indices where !lanes[index].next.isEmpty {
      if let best, lanes[best].nextTime <= lanes[index].nextTime { continue }
      best = index
    }
    return best
  }
}

/// The events of one device that were not handed out.
private struct Lane {
  let device: DeviceID
  let rank: Int
  private(set) var events: [RawEvent] = []
  /// How many of them are in whole frames, those that have just been merged included.
  private(set) var wholeCount = 0
  /// The next whole frame in `events`, empty when there is none.
  private(set) var next = 0..<0
  /// Its stamp: the latest of its events and of the frames before.
  private(set) var nextTime = Timestamp(microseconds: .min)

  init(device: DeviceID, rank: Int) {
    self.device = device
    self.rank = rank
  }

  mutating func append(_ event: RawEvent) {
    events.append(event)
    guard event.code == .synReport else { return }
    wholeCount = events.count
    if next.isEmpty { findNext() }
  }

  /// Goes on to the frame after `next`.
  mutating func findNext() {
    let start = next.upperBound
    guard let report = events[start...].firstIndex(where: { $0.code == .synReport }) else {
      next = start..<start
      return
    }
    next = start..<report + 1
    for event in events[next] { nextTime = max(nextTime, event.time) }
  }

  mutating func dropMerged() {
    let count = next.lowerBound
    events.removeSubrange(..<count)
    wholeCount -= count
    next = 0..<next.count
  }
}
