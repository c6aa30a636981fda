import Panel
import Testing

/// Who may ask for what: a table of requests, and what comes of each.
@Suite struct GateTests {
  static let token = PageToken(random: Array(0..<16))
  static let tokenText = "000102030405060708090a0b0c0d0e0f"
  static let allowed = "https://kiosk.example"

  static func gate(_ address: String = "127.0.0.1", port: UInt16 = 7373) throws -> Gate {
    var settings = PanelSettings()
    settings.address = try #require(PanelAddress(address))
    settings.origins = [allowed]
    var look = Look()
    look.content = .image(path: "/srv/photo.jpg", text: nil)
    settings.controls = [NamedLook("photo", look)]
    return Gate(settings, port: port, token: token)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var line: String
    var headers: [Header]
    var outcome: String

    /// - Parameters:
    ///   - headers: `Name: value`, without a Host that is right
    ///   - outcome: a status, or "in"
    init(_ line: String, _ headers: [String], host: String? = "127.0.0.1:7373", _ outcome: String) {
      self.line = line
      let lines = (host.map { ["Host: " + $0] } ?? []) + headers
      self.headers = lines.map { text in
        let colon = text.firstIndex(of: ":") ?? text.endIndex
        return Header(String(text[..<colon]), String(text[text.index(colon, offsetBy: 2)...]))
      }
      self.outcome = outcome
    }

    init(_ line: String, host: String? = "127.0.0.1:7373", _ outcome: String) {
      self.init(line, [], host: host, outcome)
    }

    var head: RequestHead {
      let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      return RequestHead(method: String(words[0]), path: String(words[1]), headers: headers)
    }

    var testDescription: String {
      ([line] + headers.map { "\($0.name): \($0.value)" }).joined(separator: ", ") + " → " + outcome
    }
  }

  static let json = "Content-Type: application/json"
  static let good = ["X-Evbridge-Token: " + tokenText, json, "Content-Length: 30"]

  static let places = [
    Case("GET /", "in"), Case("HEAD /", "in"), Case("GET /look.json", "in"), Case("GET /events", "in"),
    Case("GET /panel.js", "in"), Case("GET /panel.css", "in"), Case("GET /overlay.js", "in"),
    Case("GET /content/photo", "in"), Case("GET /content/record", "404"), Case("GET /content/", "404"),
    Case("GET /content/../photo", "404"), Case("GET /panel.html", "404"), Case("GET /index.html", "404"),
    Case("GET /../etc/passwd", "404"), Case("GET //", "404"), Case("GET /panel.js/", "404"), Case("GET ", "404"),
    Case("POST /", "405"), Case("DELETE /", "405"), Case("OPTIONS /", "405"), Case("HEAD /events", "405"),
    Case("GET /control", "405"), Case("PUT /control", "405"), Case("TRACE /", "405"), Case("get /", "405"),
    Case("GET /", ["Content-Length: 1"], "413"), Case("GET /", ["Content-Length: 0"], "in"),
    Case("GET /", ["Transfer-Encoding: chunked"], "411"), Case("GET /", ["Content-Length: x"], "400"),
    Case("GET /", ["Content-Length: -1"], "400"), Case("GET /", ["Content-Length: 0", "Content-Length: 0"], "411"),
  ]

  static let hosts = [
    Case("GET /", host: "localhost:7373", "in"), Case("GET /", host: "LocalHost:7373", "in"),
    Case("GET /", host: "[::1]:7373", "in"), Case("GET /", host: nil, "421"),
    Case("GET /", host: "127.0.0.1", "421"), Case("GET /", host: "127.0.0.1:7374", "421"),
    Case("GET /", host: "localhost", "421"), Case("GET /", host: "evil.example:7373", "421"),
    Case("GET /", host: "127.0.0.1.evil.example:7373", "421"),
    Case("GET /", host: "localhost:7373.evil.example", "421"),
    Case("GET /", host: "localhost.:7373", "421"), Case("GET /", host: "127.0.0.2:7373", "421"),
    Case("GET /", host: "192.168.1.7:7373", "421"), Case("GET /", host: "", "421"),
    Case("GET /", ["Host: 127.0.0.1:7373"], "421"), Case("GET /panel.js", host: "evil.example:7373", "421"),
  ]

  static let origins = [
    Case("GET /events", ["Origin: http://127.0.0.1:7373"], "in"),
    Case("GET /events", ["Origin: http://localhost:7373"], host: "localhost:7373", "in"),
    Case("GET /events", ["Origin: http://localhost:7373"], "403"),
    Case("GET /events", ["Origin: https://127.0.0.1:7373"], "403"),
    Case("GET /events", ["Origin: null"], "403"), Case("GET /events", ["Origin: http://evil.example"], "403"),
    Case("GET /events", ["Origin: " + allowed], "in"), Case("GET /events", ["Origin: \(allowed):443"], "403"),
    Case("GET /events", ["Origin: http://kiosk.example"], "403"),
    Case("GET /events", ["Origin: https://kiosk.example.evil"], "403"),
    Case("GET /events", ["Origin: \(allowed)", "Origin: \(allowed)"], "403"),
    Case("GET /panel.js", ["Origin: http://evil.example"], "403"), Case("GET /panel.js", ["Origin: " + allowed], "in"),
    Case("GET /", ["Sec-Fetch-Site: cross-site"], "in"), Case("GET /overlay.js", ["Sec-Fetch-Site: cross-site"], "in"),
    Case("GET /events", ["Sec-Fetch-Site: same-origin"], "in"), Case("GET /events", ["Sec-Fetch-Site: none"], "in"),
    Case("GET /events", ["Sec-Fetch-Site: cross-site"], "403"),
    Case("GET /events", ["Sec-Fetch-Site: same-site"], "403"),
    Case("GET /look.json", ["Sec-Fetch-Site: cross-site"], "403"),
    Case("GET /events", ["Sec-Fetch-Site: cross-site", "Origin: " + allowed], "in"),
    Case("OPTIONS /control", ["Origin: " + allowed], "204"), Case("OPTIONS /events", ["Origin: " + allowed], "204"),
    Case("OPTIONS /control", ["Origin: http://evil.example"], "403"), Case("OPTIONS /control", "405"),
    Case("OPTIONS /nothing", ["Origin: " + allowed], "404"),
  ]

  static let posts = [
    Case("POST /control", good, "in"), Case("POST /control", good + ["Origin: " + allowed], "in"),
    Case("POST /control", good + ["Origin: http://evil.example"], "403"),
    Case("POST /control", good, host: "evil.example", "421"),
    Case("POST /control", good + ["Sec-Fetch-Site: cross-site"], "403"),
    Case("POST /control", [json, "Content-Length: 30"], "403"),
    Case("POST /control", ["X-Evbridge-Token: ", json, "Content-Length: 30"], "403"),
    Case("POST /control", ["X-Evbridge-Token: \(tokenText.dropLast())0", json, "Content-Length: 30"], "403"),
    Case("POST /control", ["X-Evbridge-Token: \(tokenText)0", json, "Content-Length: 30"], "403"),
    Case("POST /control", good + ["X-Evbridge-Token: " + tokenText], "403"),
    Case("POST /control", ["X-Evbridge-Token: " + tokenText, "Content-Length: 30"], "415"),
    Case("POST /control", ["X-Evbridge-Token: " + tokenText, "Content-Type: text/plain", "Content-Length: 30"], "415"),
    Case(
      "POST /control",
      ["X-Evbridge-Token: " + tokenText, "Content-Type: Application/JSON; charset=utf-8", "Content-Length: 4096"], "in"),
    Case("POST /control", ["X-Evbridge-Token: " + tokenText, json, "Content-Length: 4097"], "413"),
    Case("POST /control", ["X-Evbridge-Token: " + tokenText, json, "Content-Length: 99999999999999999999"], "400"),
    Case("POST /control", ["X-Evbridge-Token: " + tokenText, json, "Transfer-Encoding: chunked"], "411"),
  ]

  static func outcome(_ verdict: Gate.Verdict) -> String {
    switch verdict {
    case .admitted: "in"
    case .answered(let response): "\(response.status.rawValue)"
    }
  }

  @Test("only what is there is there, and only for whom it is", arguments: places + hosts + origins + posts)
  func verdict(_ item: Case) throws {
    #expect(Self.outcome(try Self.gate().judge(item.head)) == item.outcome)
  }

  @Test(
    "a panel for others is found under the numbers of its machine, and under no name",
    arguments: [
      ("0.0.0.0", "192.168.1.7:7373", "in"), ("0.0.0.0", "[fe80::1]:7373", "in"), ("0.0.0.0", "127.0.0.1:7373", "in"),
      ("0.0.0.0", "evil.example:7373", "421"), ("0.0.0.0", "192.168.1.7", "421"),
      ("0.0.0.0", "192.168.1.777:7373", "421"),
      ("::", "[::1]:7373", "in"), ("::", "[::1:7373", "421"), ("192.168.1.7", "192.168.1.7:7373", "in"),
      ("192.168.1.7", "192.168.1.8:7373", "421"), ("192.168.1.7", "localhost:7373", "in"),
    ])
  func wildcard(_ address: String, _ host: String, _ outcome: String) throws {
    let gate = try Self.gate(address)
    #expect(Self.outcome(gate.judge(Case("GET /", host: host, "").head)) == outcome)
  }

  @Test("on the usual port of the web a host has no port", arguments: ["127.0.0.1", "127.0.0.1:80", "localhost"])
  func port80(_ host: String) throws {
    #expect(Self.outcome(try Self.gate(port: 80).judge(Case("GET /", host: host, "").head)) == "in")
  }

  @Test("who is allowed is told so, by name, and nobody else")
  func crossOrigin() throws {
    let gate = try Self.gate()
    let names = [Header("Access-Control-Allow-Origin", Self.allowed), Header("Vary", "Origin")]
    guard case .admitted(.events, names) = gate.judge(Case("GET /events", ["Origin: " + Self.allowed], "").head),
      case .admitted(.events, []) = gate.judge(Case("GET /events", "").head),
      case .answered(let plain) = gate.judge(Case("OPTIONS /control", ["Origin: " + Self.allowed], "").head),
      case .answered(let asked) = gate.judge(
        Case(
          "OPTIONS /control", ["Origin: " + Self.allowed, "Access-Control-Request-Private-Network: true"], ""
        ).head),
      case .answered(let foreign) = gate.judge(
        Case("OPTIONS /control", ["Origin: http://evil.example", "Access-Control-Request-Private-Network: true"], "")
          .head)
    else {
      Issue.record("a verdict of another kind")
      return
    }
    let private_ = Header("Access-Control-Allow-Private-Network", "true")
    #expect(plain.headers.starts(with: names) && !plain.headers.contains(private_))
    #expect(asked.headers.starts(with: names) && asked.headers.contains(private_))
    #expect(!foreign.headers.contains { $0.name.hasPrefix("Access-Control") })
    #expect(plain.headers.contains(Header("Access-Control-Allow-Headers", "Content-Type, X-Evbridge-Token")))
  }

  @Test("a token is hexadecimal, and the same only as itself")
  func tokens() {
    #expect(Self.token.text == Self.tokenText)
    #expect(Self.token.isSame(as: Self.tokenText))
    for guess in ["", "0", Self.tokenText.uppercased(), Self.tokenText + " ", String(repeating: "0", count: 32)] {
      #expect(!Self.token.isSame(as: guess))
    }
  }

  @Test("no header of a policy is missing")
  func policy() throws {
    let common = Response.common(isForOthers: false)
    let policy = try #require(common.first { $0.name == "Content-Security-Policy" }).value
    for part in [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self' data:",
      "frame-ancestors 'self'",
    ] { #expect(policy.split(separator: ";").map { $0.drop { $0 == " " } }.contains(Substring(part))) }
    #expect(common.contains(Header("X-Content-Type-Options", "nosniff")))
    #expect(common.contains(Header("Cache-Control", "no-store")))
  }
}
