import Foundation
import Testing

@Suite("The panel, its pages and the daemon", .serialized, .ownThread) struct PanelTests {
  static let long = ControlSocketTests.long
  static let short = ControlSocketTests.short

  @Test("the page brings all that it needs, and the same token every time") func page() throws {
    let scene = try Scene(Self.long)
    let panel = try RunningPanel(scene)
    let page = try panel.ask("GET /")
    #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
    let token = try panel.token()
    #expect(token.utf8.count == 32 && page.body.contains("\"token\":\"\(token)\""))
    // All that the files of the page load, from the first one on.
    var wanted = ["overlay.js"]
    var texts = [page.body]
    var seen: Set<String> = []
    while let text = texts.popLast() {
      for mark in ["\"/", "'./", "+ '/"] {
        for part in text.components(separatedBy: mark).dropFirst() {
          let name = String(part.prefix { $0 != "\"" && $0 != "'" })
          if name.hasSuffix(".js") || name.hasSuffix(".css") { wanted.append(name) }
        }
      }
      while let name = wanted.popLast() {
        guard seen.insert(name).inserted else { continue }
        let file = try panel.ask("GET /" + name)
        let type = name.hasSuffix(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8"
        #expect(file.status == 200 && file.headers["content-type"] == type && !file.body.isEmpty, "\(name)")
        texts.append(file.body)
      }
    }
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Program.repository + "/Sources/System/CPanelPage/page")
    #expect(seen == Set(files.filter { $0 != "panel.html" }))
    for name in seen {
      let source = try String(
        contentsOfFile: Program.repository + "/Sources/System/CPanelPage/page/" + name, encoding: .utf8)
      #expect(try panel.ask("GET /" + name).body == source)
    }
    let head = try panel.ask("HEAD /")
    #expect(head.status == 200 && head.body.isEmpty && head.headers["content-length"] == "\(page.body.utf8.count)")
    #expect(try panel.end() == 0)
  }

  @Test("no answer lets anything in, not even a refusal") func headers() throws {
    let scene = try Scene(Self.long)
    let panel = try RunningPanel(scene)
    for line in ["GET /", "GET /panel.js", "GET /nothing", "DELETE /", "POST /control"] {
      let answer = try panel.ask(line)
      #expect(answer.headers["content-security-policy"]?.hasPrefix("default-src 'none'; script-src 'self'") == true)
      #expect(answer.headers["x-content-type-options"] == "nosniff" && answer.headers["cache-control"] == "no-store")
      #expect(answer.headers["access-control-allow-origin"] == nil)
    }
    #expect(try panel.end() == 0)
  }

  @Test("who comes from elsewhere is refused, unless the configuration names him") func strangers() throws {
    let scene = try Scene(Self.long, rest: "panel: { origins: [\"https://kiosk.example\"] }")
    let panel = try RunningPanel(scene)
    let token = try panel.token()
    let good = ["X-Evbridge-Token: " + token, "Content-Type: application/json"]
    let start = #"{"do":"start","control":"record"}"#
    let cases: [(line: String, headers: [String], body: String?, status: Int)] = [
      ("GET /", ["Host: evil.example:\(panel.port)"], nil, 421), ("GET /", ["Host: 127.0.0.1"], nil, 421),
      ("GET /events", ["Origin: http://evil.example"], nil, 403), ("GET /look.json", ["Origin: null"], nil, 403),
      ("POST /control", good + ["Origin: http://evil.example"], start, 403),
      ("POST /control", good + ["Host: evil.example"], start, 421),
      ("POST /control", ["Content-Type: application/json"], start, 403),
      ("POST /control", ["Content-Type: text/plain", "X-Evbridge-Token: " + token], start, 415),
      ("POST /control", good, String(repeating: "x", count: 4_097), 413),
      ("POST /control", good + ["Transfer-Encoding: chunked"], nil, 411), ("PUT /control", good, start, 405),
      ("GET /control", [], nil, 405), ("GET /../../etc/passwd", [], nil, 404), ("GET /%2e%2e/etc/passwd", [], nil, 404),
      // The daemon is not there, so this is as far as a good one comes.
      ("POST /control", good + ["Origin: https://kiosk.example"], start, 503), ("POST /control", good, start, 503),
      ("POST /control", good, "{}", 400),
    ]
    for item in cases {
      let answer = try panel.ask(item.line, item.headers, body: item.body)
      #expect(answer.status == item.status, "\(item)")
    }
    let allowed = try panel.ask("GET /look.json", ["Origin: https://kiosk.example"])
    #expect(allowed.headers["access-control-allow-origin"] == "https://kiosk.example")
    let preflight = try panel.ask(
      "OPTIONS /control", ["Origin: https://kiosk.example", "Access-Control-Request-Private-Network: true"])
    #expect(preflight.status == 204 && preflight.headers["access-control-allow-private-network"] == "true")
    #expect(try panel.end() == 0)
  }

  @Test("a page gets a snapshot, then events, and asks as a finger would") func conversation() throws {
    let scene = try Scene(Self.long, control: Self.short)
    let daemon = try scene.startListening()
    try daemon.wait(forEvent: "tooltip.shown")
    let panel = try RunningPanel(scene)
    let token = try panel.token()
    let page = try panel.openEvents()
    let first = try page.next { $0.type != "bridge" }
    #expect(first.type == "snapshot")
    #expect(try panel.post(#"{"do":"start","control":"record"}"#, token: token) == (200, "{\"ok\":true}\n"))
    try page.next("take.recording")
    let late = try panel.openEvents()
    #expect(try late.next()?.type == "snapshot")
    let again = try panel.post(#"{"do":"start","control":"record"}"#, token: token)
    #expect(again.0 == 409 && again.1.hasPrefix("{\"error\":\""))
    #expect(try panel.post(#"{"do":"start","control":"recrod"}"#, token: token).0 == 409)
    for request in [#"{"do":"disable","control":"record"}"#, #"{"do":"terminate"}"#, #"{"do":"reload"}"#, "x"] {
      #expect(try panel.post(request, token: token).0 == 400, "\(request)")
    }
    #expect(try panel.post(#"{"do":"complete","control":"record"}"#, token: token).0 == 200)
    #expect(try page.next("take.completed")["reason"] == "complete")
    #expect(try late.next("take.completed")["reason"] == "complete")
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
    #expect(try panel.end() == 0)
    daemon.send(SIGTERM)
    #expect(try scene.end(daemon).exitCode == 0)
  }

  @Test("the daemon and the panel come and go, and the page sees it") func restarts() throws {
    let scene = try Scene(Self.long, control: Self.short)
    let panel = try RunningPanel(scene)
    let page = try panel.openEvents()
    #expect(try page.next()?.text == #"{"v":1,"type":"bridge","running":false}"#)
    for round in 0..<3 {
      let daemon = try scene.startListening()
      let snapshot = try page.next()
      #expect(snapshot?.type == "snapshot" && snapshot?.number("pid") == Double(daemon.number))
      if round == 1 { daemon.send(SIGKILL) } else { daemon.send(SIGTERM) }
      _ = try daemon.end()
      try page.next("bridge")
    }
    let daemon = try scene.startListening()
    try page.next("snapshot")
    panel.program.send(SIGKILL)
    #expect(try panel.program.end() == -SIGKILL)
    let next = try RunningPanel(scene)
    #expect(try next.openEvents().next { $0.type != "bridge" }.type == "snapshot")
    try daemon.wait(forEvent: "press.down")
    #expect(try next.end() == 0)
    daemon.send(SIGTERM)
    #expect(try scene.end(daemon).exitCode == 0)
  }

  @Test("an image is served by the control's name, and nothing else of the folder") func images() throws {
    let scene = try Scene(Self.long)
    let names = ["photo", "pipe", "large", "missing", "folder"]
    let controls = names.map { "\($0): { type: command-button, trigger: { device: button, key: KEY_PLAY }, run: [a] }" }
    let looks = names.map { "\($0): { content: { image: \"\(scene.folder)/\($0).png\" } }" }
    try scene.configure(
      """
      devices: { button: { match: { name: Test button } } }
      controls: { \(controls.joined(separator: ", ")) }
      panel: { controls: { \(looks.joined(separator: ", ")) } }
      """)
    let bytes = String(repeating: "picture", count: 100_000)
    try scene.write("photo.png", bytes)
    try scene.write("large.png", "")
    #expect(unsafe truncate(scene.folder + "/large.png", 16 << 20 + 1) == 0)
    #expect(unsafe mkfifo(scene.folder + "/pipe.png", 0o600) == 0)
    try scene.makeFolder("folder.png")
    let panel = try RunningPanel(scene)
    let photo = try panel.ask("GET /content/photo")
    #expect(photo.status == 200 && photo.headers["content-type"] == "image/png" && photo.body == bytes)
    for name in names.dropFirst() + ["photo.png", "", "..", "../photo"] {
      #expect(try panel.ask("GET /content/" + name).status == 404, "\(name)")
    }
    #expect(try panel.end() == 0)
  }

  struct Usage: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var exitCode: Int32
    var says: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(
    "what is wrong is said in one line, with an exit code of its own",
    arguments: [
      Usage(arguments: ["--help"], exitCode: 0, says: "usage: evbridge-panel [options]"),
      Usage(arguments: ["--version"], exitCode: 0, says: "evbridge-panel 0.1.0"),
      Usage(
        arguments: ["serve"], exitCode: 64,
        says: "evbridge-panel: 'serve' is one word too many; see evbridge-panel --help"),
      Usage(
        arguments: ["policy", "now"], exitCode: 64,
        says: "evbridge-panel: 'now' is one word too many; see evbridge-panel --help"),
      Usage(
        arguments: ["--frob"], exitCode: 64,
        says: "evbridge-panel: there is no option '--frob'; see evbridge-panel --help"),
      Usage(
        arguments: ["-c", "/nonexistent"], exitCode: 66,
        says: "evbridge-panel: /nonexistent: No such file or directory"),
      Usage(
        arguments: ["-c", "CONFIGURATION", "--port", "65536"], exitCode: 64,
        says: "evbridge-panel: '65536' is no port: a number from 0 to 65535; see evbridge-panel --help"),
      Usage(
        arguments: ["-c", "CONFIGURATION", "policy"], exitCode: 78,
        says: "evbridge-panel: no page from elsewhere may use the panel: name its origin first, as in "
          + "panel: { origins: [https://kiosk.example] }"),
    ])
  func usage(_ item: Usage) throws {
    let scene = try Scene(Self.long)
    let arguments = item.arguments.map { $0 == "CONFIGURATION" ? scene.folder + "/evbridge.yaml" : $0 }
    let program = Program([RunningPanel.path] + arguments, environment: ["PATH": scene.path, "HOME": scene.folder])
    #expect(try program.end() == item.exitCode)
    #expect((item.exitCode == 0 ? program.outputLines : program.errorLines).first == item.says)
  }

  @Test("a broken configuration and a port that is taken are told with what to do") func refusals() throws {
    let scene = try Scene(Self.long, rest: "panel: { port: 0 }")
    let configuration = scene.folder + "/evbridge.yaml"
    let broken = Program([RunningPanel.path, "-c", configuration], environment: ["PATH": scene.path])
    #expect(try broken.end() == 78)
    #expect(broken.errorLines.first?.hasPrefix(configuration + ":") == true)
    #expect(broken.errorLines.last == "evbridge-panel: \(configuration) is not used; nothing runs")
    try scene.change("port: 0", to: "origins: [\"https://kiosk.example\", \"http://kiosk.lan\"]")
    let panel = try RunningPanel(scene)
    let second = Program(
      [RunningPanel.path, "-c", configuration, "--port", "\(panel.port)"], environment: ["PATH": scene.path])
    #expect(try second.end() == 69)
    #expect(
      second.errorLines == [
        "evbridge-panel: something listens at 127.0.0.1:\(panel.port) already: end it, or choose another port with --port"
      ])
    #expect(try panel.end() == 0)
    let policy = Program([RunningPanel.path, "policy", "-c", configuration], environment: ["PATH": scene.path])
    #expect(try policy.end() == 0)
    #expect(policy.errorLines.count == 1 && policy.errorLines[0].hasPrefix("evbridge-panel: http://kiosk.lan "))
    #expect(policy.outputLines.count == 1 && JSONLine(policy.outputLines[0]) != nil)
  }
}
