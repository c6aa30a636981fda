import Bridge
import Controls
import InputModel
import Takes

extension BridgeRun {
  /// What was published and ordered: `0 down, 0 prepare, 300 spawn, 300 starting, …`, without the looks (fade, state)
  /// and the devices that come. Controls other than `record` are named.
  var text: String { text(withLooks: false) }

  /// The same with all that was published.
  var fullText: String { text(withLooks: true) }

  private func text(withLooks: Bool) -> String {
    log.compactMap { text($0.effect, at: $0.time, withLooks: withLooks) }.joined(separator: ", ")
  }

  private func text(_ effect: Effect, at time: Timestamp, withLooks: Bool) -> String? {
    if case .publish(let event) = effect {
      guard let words = text(event.kind) ?? (withLooks ? looks(event.kind) : nil) else { return nil }
      let owner = event.control.map { $0 == "record" ? "" : $0 + " " } ?? ""
      return "\(stamp(event.time - start)) \(owner)\(words)"
    }
    let words =
      switch effect {
      case .publish: ""
      case .prepareTake(let plan): plan.control == "record" ? "prepare" : "\(plan.control) prepare"
      case .abandonTake: "abandon"
      case .spawnRecorder: "spawn"
      case .signalRecorder(_, let signal): signal.name
      case .finishTake(_, let discard): discard ? "delete" : "keep"
      case .runCommand(_, let arguments, let control, let trigger):
        "\(control) run \(arguments.joined(separator: " ")) by \(trigger)"
      case .readState: "read"
      }
    return "\(stamp(time - start)) \(words)"
  }

  private func text(_ kind: Event.Kind) -> String? {
    switch kind {
    case .deviceAdded, .fade, .controlState: nil
    case .deviceRemoved(let presence): "removed \(presence.device)"
    case .pressDown: "down"
    case .pressUp(_, _, let held, let reason): reason.map { "up \(stamp(held)) \($0.rawValue)" } ?? "up \(stamp(held))"
    case .pressIgnored(_, let trigger, let reason): "ignored \(trigger) \(reason.rawValue)"
    case .tooltipShown(_, let hint, _): "hint \(hint.rawValue)"
    case .tooltipHidden: "hidden"
    case .takeStarting: "starting"
    case .takeRecording: "recording"
    case .takeSuspended: "suspended"
    case .takeStopping(_, let reason): "stopping \(reason.rawValue)"
    case .takeCompleted(_, let result):
      "completed \(result.reason.rawValue) \(stamp(result.duration))\(result.wasDiscarded ? " discarded" : "")"
    case .takeFailed(_, let result, let message): "failed \(result.reason.rawValue) (\(message))"
    case .commandFinished: "finished"
    case .commandFailed(_, let message): "failed (\(message))"
    case .anomaly(let device, let message): "anomaly \(device ?? "-") (\(message))"
    }
  }

  private func looks(_ kind: Event.Kind) -> String? {
    switch kind {
    case .fade(_, let segment): "fade \(segment.from) \(segment.to) \(stamp(segment.duration))"
    case .controlState(_, let isEnabled, let isSelected):
      (isEnabled ? "enabled" : "disabled") + (isSelected ? " selected" : "")
    case .deviceAdded(let presence): "added \(presence.device)"
    default: nil
    }
  }

  private func stamp(_ interval: Interval) -> String {
    let time = interval.microseconds
    return time % 1000 == 0 ? "\(time / 1000)" : "\(Double(time) / 1000)"
  }
}
