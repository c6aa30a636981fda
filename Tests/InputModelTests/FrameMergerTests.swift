import InputModel
import TestSupport
import Testing

@Suite struct FrameMergerTests {
  private static let devices = (0..<3).map { DeviceID(rawValue: $0) }

  private func merger() -> FrameMerger {
    var merger = FrameMerger()
    // Added in any order: the rank counts.
    for device in Self.devices.reversed() { merger.add(device, rank: Int(device.rawValue)) }
    return merger
  }

  /// "1@10" for a report of device 1 with stamp 10; other events by their code: "1@10+30".
  private func text(_ merged: [DeviceEvent]) -> String {
    merged.map { entry in
      "\(entry.device.rawValue)@\(entry.event.time.microseconds)"
        + (entry.event.code == .synReport ? "" : "+\(entry.event.code.code)")
    }.joined(separator: " ")
  }

  @Test(
    "frames are merged by stamp",
    arguments: [
      (["2: 5", "1: 4", "0: 6"], "1@4 2@5 0@6"),
      (["2: 5", "1: 5", "0: 5"], "0@5 1@5 2@5"),
      (["0: 3 +30 9 +31 8"], "0@9+30 0@9+31 0@9"),
      (["0: 9", "0: 2", "1: 5", "1: 9"], "1@5 0@9 0@9 1@9"),
      (["0: 3 +30 ~", "1: 4"], "1@4"),
      (["0: 5 +30", "2: 1 +31 6 drop"], "0@5+30 0@5 2@6+31 2@6+3 2@6"),
    ])
  func order(_ frames: [String], _ expected: String) {
    var merger = merger()
    for frame in frames {
      let parts = frame.split(separator: ":", maxSplits: 1)
      let device = Self.devices[Int(parts[0]) ?? 0]
      for event in FrameScript.events(line: String(parts[1])) { merger.consume(event, from: device) }
    }
    merger.merge()
    #expect(text(merger.merged) == expected)
  }

  @Test("a frame that comes late is never handed out with a stamp before the last one, and a part waits for its report")
  func late() {
    var merger = merger()
    merger.consume(.report(Timestamp(microseconds: 10)), from: Self.devices[1])
    merger.consume(RawEvent(Timestamp(microseconds: 7), .key(30), 1), from: Self.devices[0])
    merger.merge()
    #expect(text(merger.merged) == "1@10")
    merger.consume(.report(Timestamp(microseconds: 8)), from: Self.devices[0])
    merger.merge()
    #expect(text(merger.merged) == "0@10+30 0@10")
    merger.merge()
    #expect(merger.merged.isEmpty)
  }

  @Test("a merge with a limit stops at whole frames, and the next one goes on; a frame in parts is not waited for")
  func limit() {
    var merger = merger()
    for line in ["3 +30 +31", "4 +30", "9 +31", "2 +30"] {
      for event in FrameScript.events(line: line) { merger.consume(event, from: Self.devices[0]) }
    }
    for event in FrameScript.events(line: "4 +30 ~") { merger.consume(event, from: Self.devices[1]) }
    #expect(merger.waiting(of: Self.devices[0]) == 9 && merger.waiting(of: Self.devices[1]) == 0)
    var taken: [String] = []
    while let next = merger.nextTime {
      merger.merge(atMost: 2)
      #expect(merger.merged.first?.event.time == next)
      taken.append(text(merger.merged))
    }
    #expect(taken == ["0@3+30 0@3+31 0@3", "0@4+30 0@4", "0@9+31 0@9", "0@9+30 0@9"])
    #expect(merger.waiting(of: Self.devices[0]) == 0)
  }

  @Test("a device that is gone, or never came, hands out nothing")
  func gone() {
    var merger = merger()
    merger.consume(.report(.zero), from: Self.devices[0])
    merger.remove(Self.devices[0])
    merger.consume(.report(.zero), from: Self.devices[0])
    merger.consume(.report(.zero), from: Self.devices[2])
    merger.merge()
    #expect(text(merger.merged) == "2@0")
  }

  @Test("of devices with one rank the one that came first goes first")
  func equalRanks() {
    var merger = FrameMerger()
    for id: UInt32 in [7, 3, 5] { merger.add(DeviceID(rawValue: id), rank: id == 5 ? 0 : 1) }
    for id: UInt32 in [3, 5, 7] { merger.consume(.report(.zero), from: DeviceID(rawValue: id)) }
    merger.merge()
    #expect(text(merger.merged) == "5@0 3@0 7@0")
  }

  /// Three devices' frames, now and then with a stamp that runs back.
  private func streams(_ random: inout SplitMix64) -> [[[RawEvent]]] {
    Self.devices.map { device in
      var time: Int64 = 0
      return (0..<40).map { frame in
        time += Int64.random(in: -2...6, using: &random)
        let stamps = (0..<Int.random(in: 1...3, using: &random)).map { _ in Int64.random(in: 0...3, using: &random) }
        let events = stamps.map {
          RawEvent(Timestamp(microseconds: time + $0), .key(UInt16(frame)), Int32(device.rawValue))
        }
        return events + [.report(Timestamp(microseconds: time))]
      }
    }
  }

  @Test("neither the order nor the size of the reads shows, nor how many frames are merged at once", arguments: 0..<100)
  func cuts(seed: Int) {
    var random = SplitMix64(seed: seed)
    let streams = streams(&random)
    var whole = merger()
    for (device, frames) in zip(Self.devices, streams) {
      for event in frames.joined() { whole.consume(event, from: device) }
    }
    whole.merge()
    #expect(whole.merged.count == streams.joined().joined().count)
    #expect(zip(whole.merged, whole.merged.dropFirst()).allSatisfy { $0.event.time <= $1.event.time })

    // Woken at random times, it has drained all frames up to then, and a part of the next one, in small reads.
    var cut = merger()
    var merged: [DeviceEvent] = []
    var queues = streams.map { frames in
      var latest = Timestamp(microseconds: .min)
      return frames.flatMap { events in
        latest = max(latest, events.map(\.time).max() ?? latest)
        return events.map { (until: latest, event: $0) }
      }[...]
    }
    // Of what it has drained it merges a part, and who has enough of that left is not drained.
    let limit = Int.random(in: 1...12, using: &random)
    var now = Timestamp.zero
    while queues.contains(where: { !$0.isEmpty }) || cut.nextTime != nil {
      now = now + .microseconds(Int64.random(in: 0...30, using: &random))
      var extra = (0..<3).map { _ in Int.random(in: 0...1, using: &random) }
      let isLeftOut = Self.devices.map { cut.waiting(of: $0) >= limit }
      var isDrained = false
      while !isDrained {
        isDrained = true
        for index in queues.indices.shuffled(using: &random) where !isLeftOut[index] {
          guard let next = queues[index].first else { continue }
          let isPart = next.until > now && next.event.code != .synReport && extra[index] > 0
          guard next.until <= now || isPart else { continue }
          if isPart { extra[index] -= 1 }
          cut.consume(next.event, from: Self.devices[index])
          queues[index].removeFirst()
          isDrained = false
        }
      }
      cut.merge(atMost: limit)
      merged += cut.merged
    }
    #expect(merged == whole.merged)
  }
}
