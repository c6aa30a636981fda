import Foundation
import TestSupport
import Testing

@Suite("The panel among browsers that mean no good", .serialized, .ownThread) struct PanelAttackTests {
  @Test("two hundred come at once, each is answered, and nothing is left of them") func crowd() throws {
    let scene = try Scene(ControlSocketTests.long)
    let panel = try RunningPanel(scene)
    let pid = Int(panel.program.number)
    let before = try panel.descriptorsAtRest()
    let crowd = try (0..<200).map { _ in try Browser(panel.port) }
    for browser in crowd {
      browser.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(panel.port)\r\nConnection: close\r\n\r\n")
    }
    // Those that wait to be accepted cost nothing here.
    #expect(descriptors(of: pid) <= before + 32)
    for browser in crowd { #expect(try browser.readToEnd().hasPrefix("HTTP/1.1 200 OK\r\n")) }
    try wait(for: "its descriptors") { descriptors(of: pid) == before }
    // Those who say nothing are let go in time, and then the others have their turn.
    let silent = try (0..<40).map { _ in try Browser(panel.port) }
    #expect(try panel.ask("GET /").status == 200)
    for browser in silent { browser.close() }
    try wait(for: "its descriptors") { descriptors(of: pid) == before }
    #expect(try panel.end() == 0)
  }

  @Test("pages that vanish make room at once, and too many are told so") func vanished() throws {
    let scene = try Scene(ControlSocketTests.long)
    let panel = try RunningPanel(scene)
    let pid = Int(panel.program.number)
    let before = try panel.descriptorsAtRest()
    for _ in 0..<5 {
      let pages = try (0..<24).map { _ in try panel.openEvents() }
      for page in pages { #expect(try page.next()?.type == "bridge") }
      let answer = try panel.ask("GET /events")
      #expect(answer.status == 503 && answer.body.contains("24 pages"))
      for page in pages { page.close() }
      // Far sooner than anybody is sent anything.
      let start = Date()
      try wait(for: "its descriptors") { descriptors(of: pid) == before }
      #expect(Date().timeIntervalSince(start) < 5)
    }
    let talker = try panel.openEvents()
    try talker.next("bridge")
    talker.send("GET / HTTP/1.1\r\n\r\n")
    #expect(try talker.next() == nil)
    #expect(try panel.end() == 0)
  }

  @Test("who reads events too slowly is let go, and the others miss nothing") func slowReader() throws {
    let presses = (0..<1_200).map { "↓\(4_000 + $0 * 6) ↑\(4_000 + $0 * 6 + 3)" }.joined(separator: " ")
    let scene = try Scene(presses + " ↓14000 ↑14100 ↓35000 ↑35100", control: "minimum: 0ms, debounce: 0ms")
    let panel = try RunningPanel(scene)
    let before = try panel.descriptorsAtRest()
    let reader = try panel.openEvents()
    let slow = try panel.openEvents(receiveBuffer: 4_096)
    try reader.next("bridge")
    let pid = Int(panel.program.number)
    let daemon = try scene.startListening()
    let start = try reader.next("snapshot")
    var last = try #require(start.number("seq"))
    var seen = 0
    while true {
      let event = try #require(try reader.next())
      guard event.type != "snapshot" else { continue }
      let number = try #require(event.number("seq"))
      #expect(number == last + 1)
      last = number
      seen += 1
      let passed = try #require(event.number("mono_us")) - (start.number("mono_us") ?? 0)
      if event.type == "press.down", passed > 12e6 { break }
    }
    #expect(seen > 4_000)
    // The reader's connection and the daemon's are left.
    try wait(for: "the end of the slow one") { descriptors(of: pid) == before + 2 }
    let rest = try slow.readToEnd()
    #expect(rest.utf8.count < 1_000_000)
    #expect(try panel.ask("GET /").status == 200)
    #expect(try panel.end() == 0)
    daemon.send(SIGTERM)
    #expect(try scene.end(daemon).exitCode == 0)
  }

  @Test("whatever is sent, it goes on, and its memory does not grow", arguments: [1, 2]) func fuzz(seed: Int) throws {
    let scene = try Scene(ControlSocketTests.long)
    let panel = try RunningPanel(scene)
    let pid = Int(panel.program.number)
    let host = "Host: 127.0.0.1:\(panel.port)\r\n"
    let token = try panel.token()
    let good = [
      "GET / HTTP/1.1\r\n\(host)\r\n", "GET /events HTTP/1.1\r\n\(host)\r\n", "HEAD /panel.js HTTP/1.0\r\n\(host)\r\n",
      "OPTIONS /control HTTP/1.1\r\n\(host)Origin: https://a.example\r\n\r\n",
      "POST /control HTTP/1.1\r\n\(host)Content-Type: application/json\r\nX-Evbridge-Token: \(token)\r\n"
        + "Content-Length: 33\r\n\r\n{\"do\":\"start\",\"control\":\"record\"}",
      "POST /control HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    ].map { Array($0.utf8) }
    let material = Array("\r\n\r\n :/%\0\u{7f}?#\"{}[],;=()<>@\\0123456789abcGETPOSTHTTP".utf8) + [0x80, 0xC3, 0xFF]
    var random = SplitMix64(seed: seed)
    func mutated() -> [UInt8] {
      var bytes = good[Int.random(in: good.indices, using: &random)]
      for _ in 0..<Int.random(in: 0...6, using: &random) where !bytes.isEmpty {
        let start = Int.random(in: bytes.indices, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...40, using: &random))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
        case 2: bytes[start] = material[Int.random(in: material.indices, using: &random)]
        case 3: bytes.insert(material[Int.random(in: material.indices, using: &random)], at: start)
        case 4: bytes.removeSubrange(start...)
        default:
          let long = [UInt8](repeating: bytes[start], count: Int.random(in: 1...70_000, using: &random))
          bytes.insert(contentsOf: long, at: start)
        }
      }
      // One that ends in the middle is kept for seconds: most of them end.
      if Int.random(in: 0..<20, using: &random) > 0 { bytes += Array("\r\n\r\n".utf8) + repeatElement(0x20, count: 40) }
      return bytes
    }
    let before = try panel.descriptorsAtRest()
    var memory: [Int] = []
    for _ in 0..<4 {
      for round in 0..<60 {
        let browser = try Browser(panel.port)
        browser.send(mutated())
        if round.isMultiple(of: 7) { browser.endSpeaking() }
        browser.close()
      }
      #expect(try panel.ask("GET /").status == 200)
      try wait(for: "the last to be gone") { descriptors(of: pid) == before }
      memory.append(try residentKilobytes(of: pid))
    }
    #expect(memory[3] - memory[1] < 512, "\(memory)")
    #expect(try panel.end() == 0)
  }
}
