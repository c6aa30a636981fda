import Foundation
import Glibc
import Testing

/// The built program, fed by a trace in real time, with feedback that hangs.
@Suite(.serialized) struct HangingFeedbackTests {
  /// Beside the bundle of these tests.
  static let program: String = {
    var link = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink("/proc/self/exe", &link, link.count)
    let bundle = String(decoding: link.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return bundle.prefix(through: bundle.lastIndex(of: "/") ?? bundle.startIndex) + "evbridge"
  }()

  /// KEY_RECORD down at 100 ms, and up.
  private static func trace(up: Int) -> String {
    let time = "\(up / 1_000).\(String(format: "%06d", up % 1_000 * 1_000))"
    return """
      # EVEMU 1.3
      N: Test button
      I: 0003 16c0 05e1 0110
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 80 00 00 00
      B: 01 00 80 00 00 00 00 00 00
      E: 0.100000 0001 00a7 1
      E: 0.100000 0000 0000 0
      E: \(time) 0001 00a7 0
      E: \(time) 0000 0000 0

      """
  }

  private struct Outcome {
    /// From the press to the first instruction of the recorder, in seconds.
    var delay: Double
    var text: String
    /// Of the whole run, in milliseconds.
    var length: Int64
  }

  /// - Parameter up: when the button is let go, in milliseconds; it goes down at 100
  private func run(_ desktop: Desktop, feedback: String, up: Int = 900) throws -> Outcome {
    let folder = desktop.folder
    let configuration = """
      devices: { button: { match: { name: Test button } } }
      recorders:
        fake:
          command: [sh, -c, 'read -r time rest </proc/uptime; echo $time >\(folder)/started; sleep 9']
          ready: spawned
      controls:
        record:
          { type: record-button, trigger: { device: button, key: KEY_RECORD }, recorder: fake, minimum: 0s, maximum: 2s }
      feedback: { \(feedback) }

      """
    try configuration.write(toFile: folder + "/evbridge.yaml", atomically: true, encoding: .utf8)
    try Self.trace(up: up).write(toFile: folder + "/trace", atomically: true, encoding: .utf8)
    let begin = now()
    let part = try Desktop.Part(
      [Self.program, "run", "--json", "-c", folder + "/evbridge.yaml", "--trace", folder + "/trace"],
      environment: desktop.environment.merging(["XDG_STATE_HOME": folder + "/state"]) { $1 })
    #expect(part.wait(for: "take.completed"))
    var info = unsafe siginfo_t()
    unsafe waitid(P_PID, id_t(part.process), &info, WEXITED | WNOWAIT)
    let length = now() - begin
    let down = part.text.split(separator: "\n").first { $0.contains(#""type":"press.down""#) } ?? ""
    let stamp = down.components(separatedBy: #""mono_us":"#).last?.prefix { $0.isNumber } ?? ""
    let started = try String(contentsOfFile: folder + "/started", encoding: .utf8)
    let delay = try #require(Double(started.filter { !$0.isWhitespace })) - (try #require(Double(stamp))) / 1_000_000
    return Outcome(delay: delay, text: part.text, length: length)
  }

  @Test("T36: a press is answered as fast when notifications, a bar and a hook hang, and so is the end")
  func everythingHangs() throws {
    let desktop = try Desktop()
    try desktop.startDunst()
    let quiet = try run(desktop, feedback: "")
    desktop.hangDunst()
    let hanging = try run(
      desktop,
      feedback: """
        desk: { notify: true }, bar: { lines: [sleep, "15"] }, bar2: { lines: [sleep, "15"], format: "{percent}" },
        hook: { run: [sleep, "3"], events: [press.down] }, gone: { lines: ["false"] }, led: { leds: [evbridge-no-such-light] }
        """)
    print("from the press to the recorder: \(quiet.delay) s, with hanging feedback \(hanging.delay) s")
    // 300 ms of hold; /proc/uptime has hundredths. A call that waited would take a second.
    #expect((0.28...1.2).contains(quiet.delay))
    #expect((0.28...1.2).contains(hanging.delay))
    // A trace is over when its last hook is, after three seconds; nothing else is waited for.
    #expect(hanging.length < 6_000)
  }

  @Test("a take is seen on the desktop: one card that fills, and at last the end")
  func cards() throws {
    let desktop = try Desktop()
    try desktop.startDunst()
    _ = try run(desktop, feedback: "desk: { notify: true }", up: 1_900)
    let dunst = try #require(desktop.dunst)
    #expect(dunst.wait(for: "summary: 'Recording'"))
    #expect(dunst.wait(for: "summary: 'Done'"))
    #expect(try desktop.cards(soon: 1) == 1)
    // 1.5 s of a ring of two seconds, four times a second at most, and less where the desktop is slow to answer: the
    // values are whole percents that grow.
    let values = dunst.text.split(separator: "\n").compactMap { line in
      line.contains("progress: ") ? Int(line.filter { $0.isNumber || $0 == "-" }) : nil
    }.filter { $0 >= 0 }
    #expect(values == values.sorted())
    #expect((2...8).contains(Set(values).count))
  }

  @Test("a program that reads lines hears each step and the last line; one that died is not started again at once")
  func lines() throws {
    let desktop = try Desktop()
    let file = desktop.folder + "/lines"
    _ = try run(
      desktop,
      feedback: """
        bar: { lines: [sh, -c, 'cat >>\(file)'], format: { progress: "{percent}", take.completed: "end of {control}" } }
        """)
    let limit = now() + 5_000
    var text = ""
    while !text.hasSuffix("end of record\n"), now() < limit {
      text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      usleep(10_000)
    }
    let lines = text.split(separator: "\n")
    #expect(lines.last == "end of record")
    let percents = lines.dropLast().compactMap { Int($0) }
    #expect(percents.count == lines.count - 1)
    // Fewer where the machine is slow.
    #expect((3...9).contains(Set(percents).count))

    let counts = desktop.folder + "/counts"
    _ = try run(
      desktop,
      feedback: "bar: { lines: [sh, -c, 'read -r line; echo $line >>\(counts)'], format: { fade: \"{to}\" } }")
    // The first line ends it; the second comes within the second that it is given to stay away.
    #expect(try String(contentsOfFile: counts, encoding: .utf8) == "0.3000\n")
  }

  @Test("a program that ended is started again by a line that comes after its pause") func restart() throws {
    let desktop = try Desktop()
    let counts = desktop.folder + "/counts"
    // It starts with the daemon, ends at the press, and may start again two seconds after its first start.
    _ = try run(
      desktop, feedback: "bar: { lines: [sh, -c, 'read -r line; echo $line >>\(counts)'], format: { fade: \"{to}\" } }",
      up: 2_250)
    let wanted = "0.3000\n1.0000\n"
    let limit = now() + 5_000
    var text = ""
    while text != wanted, now() < limit {
      text = (try? String(contentsOfFile: counts, encoding: .utf8)) ?? ""
      usleep(10_000)
    }
    #expect(text == wanted)
  }

  @Test("check says what notifications lack: a bus, somebody on it, an answer") func check() throws {
    let desktop = try Desktop()
    let configuration = desktop.folder + "/evbridge.yaml"
    try """
    devices: { b: { match: { name: B } } }
    controls: { c: { type: command-button, trigger: { device: b, key: KEY_A }, run: ["true"] } }
    feedback: { desk: { notify: true } }

    """.write(toFile: configuration, atomically: true, encoding: .utf8)
    func lines() throws -> [String] {
      let part = try Desktop.Part([Self.program, "check", configuration], environment: desktop.environment)
      #expect(part.wait(for: "errors\n"))
      return part.text.split(separator: "\n").map(String.init).filter { $0.contains("feedback 'desk'") }
    }
    #expect(try lines().map { $0.contains("nobody shows notifications") } == [true])
    try desktop.startDunst()
    #expect(try lines() == [])
    #expect(try desktop.cards(soon: 0) == 0)
    desktop.hangDunst()
    #expect(try lines().map { $0.contains("does not answer within a second") } == [true])
    desktop.endBus()
    #expect(try lines().map { $0.contains("no session bus") } == [true])
  }
}
