public import Bridge
import EventLoop
import InputModel

/// What came of reading the configuration again.
public struct Rereading: Sendable {
  /// Nil when it can not be used.
  public var settings: Settings?
  /// What is wrong with it, or worth a word, each with its place.
  public var findings: [Finding]

  public struct Finding: Sendable {
    /// Else it is a warning.
    public var isError: Bool
    public var message: String

    public init(isError: Bool, message: String) {
      self.isError = isError
      self.message = message
    }
  }

  public init(settings: Settings?, findings: [Finding]) {
    self.settings = settings
    self.findings = findings
  }
}

// The configuration is read again while the program runs. One that is broken changes nothing, and one that is good
// waits until no take is going on.
extension Daemon {
  enum Reload {
    case done
    case deferred
    case refused(String)
  }

  func reload(at now: Timestamp) -> Reload {
    guard !isTerminating else { return .refused("evbridge is ending") }
    guard let reread = options.reload else { return .refused("this run has no configuration file") }
    // Whoever has asked for it by HUP waits for the end of it, whatever comes of it.
    tell(.reloading(since: EventLoop.now))
    defer { tell(.ready) }
    let read = reread()
    for finding in read.findings { log(finding.isError ? .error : .warning, finding.message) }
    guard let settings = read.settings else {
      let errors = read.findings.filter(\.isError)
      let first = errors.first?.message ?? "the configuration can not be used"
      let more = errors.count > 1 ? " (and \(errors.count - 1) more, see the log)" : ""
      log(.error, "the configuration stays as it was")
      reports.append(.anomaly(device: nil, message: "the configuration is not reloaded: \(first)\(more)"))
      return .refused(first + more)
    }
    awaitedSettings = settings
    do {
      try adoptAwaitedSettings(at: now)
    } catch {
      awaitedSettings = nil
      log(.error, "the configuration stays as it was: \(error)")
      return .refused("\(error)")
    }
    guard awaitedSettings != nil else { return .done }
    log(.notice, "the configuration is read; it counts when no take is going on any more")
    return .deferred
  }

  /// Tries again what had to wait for a take.
  func adoptDeferredSettings(at now: Timestamp) {
    guard awaitedSettings != nil else { return }
    do {
      try adoptAwaitedSettings(at: now)
    } catch {
      awaitedSettings = nil
      log(.error, "the configuration stays as it was: \(error)")
    }
  }

  private func adoptAwaitedSettings(at now: Timestamp) throws {
    guard let settings = awaitedSettings, state.isIdle, !isTerminating else { return }
    // To read the file took time: a press that came meanwhile comes first.
    let time = catchUp()
    guard state.isIdle else { return }
    // What can fail comes first, while everything is as it was.
    var roster: DeviceRoster?
    if case .devices(let old) = source { roster = try old.successor(settings, loop: &loop) }
    guard adopt(settings, at: now) else { return }
    awaitedSettings = nil
    publisher.reload(settings, at: now)
    switch source {
    case .devices(let old):
      if let roster {
        roster.inherit(from: old, merger: &merger)
        source = .devices(roster)
      }
      follow(at: now)
      roster?.sayWhatIsMissing()
    case .trace(let feed):
      noteArrivals(feed.restart(settings, merger: &merger), at: time)
    }
    for finding in Inspection.programs(of: settings) { log(.warning, finding.message) }
    log(.notice, "the configuration is reloaded")
    StartUpPages.release()
  }

  /// Without a manager that can be told there is still a button to answer.
  private func tell(_ notification: EventLoop.Notification) {
    do {
      try EventLoop.notify(notification)
    } catch {
      log(.warning, "\(error)")
    }
  }
}
