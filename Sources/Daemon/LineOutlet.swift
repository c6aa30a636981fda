import Bridge
import EventLoop
import Feedback
import InputModel
import Supervision
import Takes

/// A program that is told events as lines.
final class LineOutlet: Outlet {
  let output: OutputSettings
  private var feed: LineFeed
  private let sink: LineSink

  init(_ output: OutputSettings, _ settings: LineSettings, start: Timestamp) {
    self.output = output
    feed = LineFeed(settings.texts)
    sink = LineSink(name: output.name, command: settings.command, start: start)
  }

  var deadline: Timestamp? { earliest(feed.deadline, sink.deadline) }

  func consume(_ line: EventLine) {
    if let text = feed.consume(line) { sink.write(text, at: line.event.time) }
  }

  func advance(to time: Timestamp, loop: inout EventLoop) {
    for text in feed.advance(to: time) { sink.write(text, at: time) }
    sink.advance(to: time, loop: &loop)
  }

  func noteReady(_ token: Token) -> Bool {
    guard sink.token == token else { return false }
    sink.flush()
    return true
  }

  func noteEnd(of process: ProcessID, _ status: ExitStatus, at time: Timestamp) -> Bool {
    guard sink.process == process else { return false }
    sink.noteEnd(status, at: time)
    return true
  }

  func takeErrors() -> [String] { sink.takeErrors() }

  func release() { sink.release() }
}
