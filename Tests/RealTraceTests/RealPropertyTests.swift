import InputModel
import TestSupport
import Testing
import Traces

/// What must not change whatever is done to a trace.
@Suite(.enabled(if: !RealTraces.names.isEmpty, RealTraces.areHere))
struct RealPropertyTests {
  @Test("cutting the stream into reads anywhere changes nothing", arguments: RealTraces.names)
  func reads(_ name: String) throws {
    var random = SplitMix64(seed: name.utf8.count)
    let devices = try RealTraces.trace(name).devices
    // Devices that are read together are drained up to one moment: what is later waits in the kernel.
    var merged: [[DeviceEvent]] = [[], []]
    for run in merged.indices {
      var merger = FrameMerger()
      var queue: [DeviceEvent] = []
      for (place, device) in devices.enumerated() {
        let id = DeviceID(rawValue: UInt32(place))
        merger.add(id, rank: place)
        queue += device.eventsWithSlots().events.map { DeviceEvent(id, $0) }
      }
      if devices.count > 1 { queue.sort { $0.event.time < $1.event.time } }
      for event in queue {
        merger.consume(event.event, from: event.device)
        guard run == 0 || Int.random(in: 0..<20, using: &random) == 0 else { continue }
        merger.merge()
        merged[run] += merger.merged
      }
      merger.merge()
      merged[run] += merger.merged
    }
    #expect(merged[0] == merged[1])
    #expect(!merged[0].isEmpty || devices.allSatisfy { !$0.events.contains { $0.code == .synReport } })
  }

  @Test("numbering the slots otherwise, or another time of day, changes nothing else", arguments: RealTraces.names)
  func slotsAndTime(_ name: String) throws {
    var random = SplitMix64(seed: name.utf8.count)
    for device in try RealTraces.trace(name).devices {
      var other = device
      let shift = Interval.microseconds(.random(in: 0...1 << 50, using: &random))
      for index in other.events.indices { other.events[index].time = other.events[index].time + shift }
      if case .slots(let count)? = device.description.flatMap({ TouchProtocol(describing: $0) }) {
        let permuted = (0..<Int32(count)).shuffled(using: &random)
        other.state.currentSlot = Int(permuted[0])
        for index in other.events.indices where other.events[index].code == .mtSlot {
          let slot = Int(other.events[index].value)
          if permuted.indices.contains(slot) { other.events[index].value = permuted[slot] }
        }
      }
      let frames = Replay(device).frames
      var moved = Replay(other).frames
      for index in moved.indices { moved[index].time = moved[index].time - shift }
      #expect(moved == frames)
    }
  }

  @Test("damaged bytes never trap, neither a reader nor what replays them", arguments: 0..<24)
  func damage(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let prefixes = [
      "touchscreen-B10__Atmel-maXTouch-T", "usb-buttons__sony", "odd__cando", "mouse__Apple",
      "touchscreen-B10__Atmel-maXTouch__", "mouse__PixArt", "keyboard__unnamed", "touchscreen-A__N-Trig",
    ]
    let prefix = prefixes[seed % prefixes.count]
    let name = try #require(RealTraces.names.first { $0.hasPrefix(prefix) })
    let original = try RealTraces.bytes(name)
    var outcomes = (read: 0, refused: 0)
    for _ in 0..<10 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = bytes.indices.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = .random(in: 0...255, using: &random)
        case 1: bytes[index] = UInt8(ascii: "9")
        case 2: bytes.insert(UInt8(ascii: "["), at: index)
        default: bytes.removeSubrange(index..<min(bytes.count, index + 10))
        }
      }
      do {
        for device in try Trace(bytes).devices { #expect(Replay(device).strays.isEmpty) }
        outcomes.read += 1
      } catch {
        outcomes.refused += 1
        #expect(error.line > 0 || error.problem == .notATrace)
      }
    }
    #expect(outcomes.read + outcomes.refused == 10)
  }
}
