import Glibc

/// What the soak's recorder does, drawn from the seed and the number of the take.
enum SoakFault: String, CaseIterable {
  /// Records until it is told to stop, then closes its file.
  case none
  /// Takes its time to close the file.
  case slowClose = "slow-close"
  case closesOutput = "closes-output"
  case floodsOutput = "floods-output"
  case exitsAtOnce = "exits-at-once"
  /// Ends in the middle, with 1.
  case exitsMidway = "exits-midway"
  /// Ends in the middle, content with itself.
  case endsMidway = "ends-midway"
  case isKilled = "is-killed"
  case ignoresInterrupt = "ignores-interrupt"
  /// INT and TERM.
  case ignoresAll = "ignores-all"
  /// Its child, of the same group, is there for longer.
  case leavesChild = "leaves-child"
  /// Its child is in a session of its own.
  case leavesSession = "leaves-session"
  case neverReady = "never-ready"
  /// Sends itself STOP.
  case stopsItself = "stops-itself"
  case removesFile = "removes-file"

  /// Whether its file ends as a good one must, whenever and however it is told to stop.
  var isSound: Bool {
    switch self {
    case .none, .slowClose, .closesOutput, .floodsOutput, .leavesChild, .leavesSession: true
    default: false
    }
  }
}

/// A recorder that has faults: a small program, run as every other.
///
/// Its file tells whose it is: `take NUMBER FAULT`, then `ready` before its output says so, and `end` when it was closed,
/// each with the time.
enum SoakRecorder {
  /// Every second take is sound. `$1` is the file, `$2` the seed. The shell answers a signal when its `sleep` is over,
  /// and the signal, which is for the whole group, ends that too.
  static let script =
    """
    #!/bin/sh
    file=$1
    draw=$(((EVBRIDGE_TAKE * 1103515245 + $2 * 69069 + 12345) >> 7 & 0xffff))
    fault=none
    if [ $((draw % 2)) = 1 ]; then
      shift $#
      set -- \(SoakFault.allCases.dropFirst().map(\.rawValue).joined(separator: " "))
      shift $((draw / 2 % $#))
      fault=$1
      # It costs its timeout, which is long for the sake of slow machines.
      if [ $fault = never-ready ] && [ $((draw / 256 % 4)) != 0 ]; then fault=none; fi
    fi
    # With the time, for whoever has to find out what happened.
    note() { read -r uptime idle </proc/uptime; echo "$* $uptime" >>"$file"; }
    finish() { note end; exit "$1"; }
    ready() { note ready; echo begun; }
    record() { while :; do sleep 0.2; done; }
    trap 'finish 255' INT TERM
    note "take $EVBRIDGE_TAKE $fault"
    case $fault in
      none) ready; record ;;
      slow-close) trap 'sleep 0.15; finish 0' INT; ready; record ;;
      closes-output) ready; exec >&- 2>&-; record ;;
      floods-output) ready; yes 'all work and no play'; record ;;
      exits-at-once) echo 'no such card' >&2; exit 3 ;;
      exits-midway) ready; sleep 0.12; echo 'cable pulled' >&2; exit 1 ;;
      ends-midway) ready; sleep 0.12; finish 0 ;;
      is-killed) ready; sleep 0.05; kill -KILL $$ ;;
      ignores-interrupt) trap '' INT; trap 'finish 0' TERM; ready; record ;;
      ignores-all) trap '' INT TERM; ready; record ;;
      leaves-child) (trap '' INT; sleep 0.6) & ready; record ;;
      leaves-session) setsid sleep 0.4 & ready; record ;;
      never-ready) record ;;
      stops-itself) ready; sleep 0.03; kill -STOP $$; record ;;
      removes-file) ready; trap 'exit 0' INT; rm "$file"; record ;;
    esac

    """
}

/// What the soak's recorder has written, taken apart.
struct SoakFile {
  var take: Int64
  var fault: SoakFault
  var wasReady: Bool
  var isClosed: Bool
  var content: String

  /// Nil when it is no such file.
  init?(_ path: String) {
    let content = text(of: path)
    let lines = content.split(separator: "\n").map { $0.split(separator: " ") }
    let words = lines.first ?? []
    guard words.count == 4, words[0] == "take", let take = Int64(words[1]) else { return nil }
    guard let fault = SoakFault(rawValue: String(words[2])) else { return nil }
    self.take = take
    self.fault = fault
    self.content = content
    wasReady = lines.contains { $0.first == "ready" }
    isClosed = lines.last?.first == "end"
  }
}
