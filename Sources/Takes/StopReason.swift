/// Why a take was stopped. The raw value is the word in the event stream.
public enum StopReason: String, Hashable, Sendable, CaseIterable {
  /// The button was let go.
  case released
  /// The second press of a toggle or of a latched hybrid.
  case toggled
  /// The longest allowed length was reached.
  case maximum
  /// A program has asked for its end.
  case complete
  /// The device that held the take is gone.
  case deviceLost = "device-lost"
  /// Reading the key back showed it up although no release came.
  case lostRelease = "lost-release"
  /// The kernel dropped events and the key was up afterwards.
  case resync
  /// The system slept while the button was held.
  case suspend
  /// The control was disabled.
  case disabled
  /// Free space fell below the limit.
  case disk
  /// The file has not grown for too long.
  case stalled
  /// The daemon itself ended before the take did; the next start found it.
  case crash
  /// The recorder ended by itself.
  case recorderExit = "recorder-exit"
  /// The daemon was told to end.
  case terminate
}
