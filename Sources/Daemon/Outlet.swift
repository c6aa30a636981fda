import Bridge
import EventLoop
import InputModel
import Supervision
import Takes

/// One way of telling the person something, as the daemon runs it. None of its calls waits for anybody.
protocol Outlet: AnyObject {
  /// Takes an event of a control that it is for. What takes time is left to `advance`, which comes when all that has
  /// happened in the round is decided.
  func consume(_ line: EventLine)
  /// Does what is due.
  func advance(to time: Timestamp, loop: inout EventLoop)
  /// When `advance` is due; nil while nothing is to be done by itself.
  var deadline: Timestamp? { get }
  /// A watched descriptor is ready; false when it is not this one's.
  func noteReady(_ token: Token) -> Bool
  /// A process has ended; false when it is not this one's.
  func noteEnd(of process: ProcessID, _ status: ExitStatus, at time: Timestamp) -> Bool
  func noteArrival(of device: OpenDevice)
  func noteDeparture(of device: DeviceID)
  /// Whether whoever asks this device for anything, or writes to it, would have to wait for what this one has begun.
  func holdsUp(_ device: DeviceID) -> Bool
  /// What went wrong since it was last asked, to be logged.
  func takeErrors() -> [String]
  /// Gives everything back as it was; nothing is called after it.
  func release()
}

extension Outlet {
  func noteReady(_ token: Token) -> Bool { false }
  func noteEnd(of process: ProcessID, _ status: ExitStatus, at time: Timestamp) -> Bool { false }
  func noteArrival(of device: OpenDevice) {}
  func noteDeparture(of device: DeviceID) {}
  func holdsUp(_ device: DeviceID) -> Bool { false }
}
