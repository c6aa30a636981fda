internal import InputModel

// What is seen of the file and its disk.
extension TakeLifecycle {
  struct Watch: Hashable {
    /// When the file is looked at next.
    var probeAt: Timestamp?
    /// Its length when it was looked at last, in bytes; 0 while there is none.
    var size: Int64 = 0
    /// When it was seen to have another length, or began to be watched.
    var changedAt = Timestamp.zero
    var hasWarned = false
    /// The time to get ready is over, and a last look is being taken.
    var isLastLook = false
  }

  /// No header is longer: a canonical WAV header has 44 bytes, a page is what the largest ones are padded to.
  static let longestHeader: Int64 = 4_096
  /// How often a recorder's file is looked at until it grows: the person waits.
  static let readinessPeriod = Interval.milliseconds(50)
  static let period = Interval.seconds(1)

  mutating func beginWatching(at time: Timestamp) {
    watch.changedAt = time
    watch.probeAt = file != nil && settings.isWatched ? time + Self.period : nil
  }

  /// One look, however late; the next one comes at the first beat after it.
  mutating func probe(due: Timestamp, every period: Interval) -> [Output] {
    let missed = (whenLookedAt(due) - due).microseconds / period.microseconds
    watch.probeAt = due + .microseconds(period.microseconds * (missed + 1))
    return [.probe]
  }

  mutating func probed(_ probe: TakeProbe, at time: Timestamp) -> [Output] {
    let size = max(0, probe.fileSize ?? 0)
    switch phase {
    case .starting:
      let isGrown = size > Self.longestHeader || (watch.size > 0 && size > watch.size)
      let isReady = settings.readiness == .fileGrows ? isGrown : probe.outputMatches
      watch.size = size
      if isReady { return becomeReady(at: time) }
      return watch.isLastLook ? lastLookFailed(at: time) : []
    case .waiting: return failedTry(left: size, at: time)
    case .recording where running == nil && stop == nil:
      // What somebody has stopped need not grow.
      if size != watch.size || isHalted { watch.changedAt = time }
      watch.size = size
      return disk(probe.freeSpace, at: time) ?? stall(at: time)
    default: return []
    }
  }

  private mutating func disk(_ free: Int64?, at time: Timestamp) -> [Output]? {
    let freeSpace = settings.freeSpace
    switch freeSpace.verdict(free: free) {
    case .enough: return nil
    case .scarce:
      guard !watch.hasWarned, let warning = freeSpace.warning(free: free) else { return nil }
      watch.hasWarned = true
      return [.warning(warning)]
    case .tooLittle:
      stop = Stop(reason: .disk, discard: false)
      let (left, limit) = (byteCount(free ?? 0), byteCount(freeSpace.stop))
      let warning = "only \(left) are free, less than \(limit): the take is stopped; make room on that disk"
      return [.warning(warning)] + beginStopping(at: time)
    }
  }

  private mutating func stall(at time: Timestamp) -> [Output] {
    guard let patience = settings.stalledAfter, time - whenLookedAt(watch.changedAt) >= patience else { return [] }
    stop = Stop(reason: .stalled, discard: false)
    failure = "the file has not grown for \(patience.sentence): the recorder hangs, or its device gives nothing"
    return beginStopping(at: time)
  }

  // MARK: Tries

  /// The pause before the `retry`th try, from 1: 100 ms and twice as long each time, up to 5 s.
  static func pause(before retry: Int) -> Interval {
    min(.seconds(5), .milliseconds(100 << Int64(min(retry, 7) - 1)))
  }

  /// The recorder has ended with an error before it was ready, and nothing of it is left.
  mutating func waitToTryAgain(at time: Timestamp) -> [Output] {
    phase = .waiting
    retry += 1
    retryAt = time + Self.pause(before: retry)
    watch.probeAt = nil
    // What has been recorded already is no failed try.
    return file == nil ? [tryAgain] : [.probe]
  }

  private mutating func failedTry(left size: Int64, at time: Timestamp) -> [Output] {
    size > Self.longestHeader ? giveUp(at: time) : [tryAgain]
  }

  private var tryAgain: Output {
    let how = status.map { " (\(sentence(of: $0)))" } ?? ""
    return .warning("the recorder ended before it was ready\(how): trying again, \(retry) of \(settings.retries)")
  }

  mutating func giveUp(at time: Timestamp) -> [Output] {
    if let status { fail(status) }
    return end(at: time)
  }
}
