import Bridge
import Controls
import Gestures
import InputModel
import Takes

extension BridgeRun {
  /// What was published and ordered: `0 down, 0 prepare, 300 spawn, 300 starting, …`, without the looks (fade, state)
  /// and the devices that come. Controls other than `record` are named.
  var text: String { text(withLooks: false) }

  /// The same with all that was published, as the lines that programs read.
  var fullText: String { text(withLooks: true) }

  private func text(withLooks: Bool) -> String {
    log.compactMap { text($0.effect, at: $0.time, withLooks: withLooks) }.joined(separator: ", ")
  }

  private func text(_ effect: Effect, at time: Timestamp, withLooks: Bool) -> String? {
    if case .publish(let event) = effect {
      // Byte for byte, but for the hour.
      if withLooks {
        let relative = Event(.zero + (event.time - start), event.kind)
        return EventLine(relative, sequence: 0, time: WallTime(sinceEpoch: .zero)).json
      }
      guard let words = text(event.kind) else { return nil }
      let owner = event.control.map { $0 == "record" ? "" : $0 + " " } ?? ""
      return "\(stamp(event.time - start)) \(owner)\(words)"
    }
    let words: String
    switch effect {
    case .publish, .probeTake, .answer(_, nil): return nil
    case .prepareTake(let plan): words = plan.control == "record" ? "prepare" : "\(plan.control) prepare"
    case .abandonTake: words = "abandon"
    case .spawnRecorder: words = "spawn"
    case .signalRecorder(_, let signal): words = signal.name
    case .finishTake(_, let verdict): words = verdict.isDiscarded ? "delete" : "keep"
    case .runCommand(_, let arguments, let environment):
      words = text(running: arguments.joined(separator: " "), environment.environment)
    case .endCommand: words = "end command"
    case .runTakeCommand(_, let command): words = "run \(command.rawValue)"
    case .endTakeCommand: words = "end command"
    case .adoptTake(_, let entry): words = "adopt \(entry)"
    case .answer(_, let refusal?): words = "refused (\(refusal))"
    case .readState: words = "read"
    }
    return "\(stamp(time - start)) \(words)"
  }

  private func text(running command: String, _ environment: [String: String]) -> String {
    let named = { environment["EVBRIDGE_" + $0] ?? "" }
    if let control = environment["EVBRIDGE_CONTROL"] { return "\(control) run \(command) by \(named("TRIGGER"))" }
    if let idle = environment["EVBRIDGE_IDLE"] { return "run \(command) by \(idle)" }
    return "run \(command) by \(named("GESTURE")) \(named("PHASE")) on \(named("ZONE"))"
  }

  private func text(_ kind: Event.Kind) -> String? {
    switch kind {
    case .deviceAdded, .fade, .controlState, .progress: nil
    case .deviceRemoved(let presence): "removed \(presence.device)"
    case .pressDown: "down"
    case .pressUp(_, _, let held, let reason): reason.map { "up \(stamp(held)) \($0.rawValue)" } ?? "up \(stamp(held))"
    case .pressIgnored(_, let trigger, let reason): "ignored \(trigger) \(reason.rawValue)"
    case .tap(_, let state): "tap \(state.rawValue)"
    case .tooltipShown(_, let hint, _): "hint \(hint.rawValue)"
    case .tooltipHidden: "hidden"
    case .gesture(let report): text(report)
    case .transform(_, _, let placement, let duration):
      text(placement) + (duration.map { " in \(stamp($0))" } ?? "")
    case .takeStarting: "starting"
    case .takeRecording: "recording"
    case .takeSuspended: "suspended"
    case .takeStopping(_, let reason): "stopping \(reason.rawValue)"
    case .takeCompleted(_, let result):
      "completed \(result.reason.rawValue) \(stamp(result.duration))\(result.wasDiscarded ? " discarded" : "")"
    case .takeFailed(_, let result, let message): "failed \(result.reason.rawValue) (\(message))"
    case .commandFinished: "finished"
    case .commandFailed(_, let message): "failed (\(message))"
    case .anomaly(let device, _, let message): "anomaly \(device ?? "-") (\(message))"
    }
  }

  /// `pan began on photo by 1`; a gesture that only ends needs no phase. What changes is seen where it is carried.
  private func text(_ report: GestureReport) -> String? {
    let gesture = report.gesture
    let isShort = [.tap, .doubleTap, .swipe].contains(gesture.kind)
    guard gesture.phase != .changed else { return nil }
    let words = Event(.zero, .gesture(report)).fields.map(\.text)
    return "\(words[2])\(isShort ? "" : " " + words[3]) on \(report.zone) by \(gesture.contacts)"
  }

  /// `to 12,-3 ×2 ↻90`: how far the fingers have carried, scaled and turned it.
  private func text(_ placement: TransformControl.Placement) -> String {
    let scale = decimal(placement.scale)
    let angle = decimal(placement.rotation * 180 / .pi)
    return "to \(decimal(placement.translation.dx)),\(decimal(placement.translation.dy))"
      + (scale == "1" ? "" : " ×\(scale)") + (angle == "0" ? "" : " ↻\(angle)")
  }

  /// Up to three decimals.
  private func decimal(_ number: Double) -> String {
    let thousandths = Int((number * 1000).rounded())
    return thousandths.isMultiple(of: 1000) ? "\(thousandths / 1000)" : "\(Double(thousandths) / 1000)"
  }

  private func stamp(_ interval: Interval) -> String {
    let time = interval.microseconds
    return time % 1000 == 0 ? "\(time / 1000)" : "\(Double(time) / 1000)"
  }
}
