import ControlSocket
import Testing

@Suite struct TableTests {
  struct Place: Sendable, CustomTestStringConvertible {
    var option: String?
    var environment: [String: String] = [:]
    var isRoot = false
    var daemon: String
    var client: [String]
    var testDescription: String { daemon }
  }

  private static let system = "/run/evbridge/evbridge.sock"

  static let places = [
    Place(daemon: system, client: [system]),
    Place(isRoot: true, daemon: system, client: [system]),
    Place(
      environment: ["XDG_RUNTIME_DIR": "/run/user/7"], daemon: "/run/user/7/evbridge.sock",
      client: ["/run/user/7/evbridge.sock", system]),
    Place(environment: ["XDG_RUNTIME_DIR": "/run/user/0"], isRoot: true, daemon: system, client: [system]),
    Place(environment: ["XDG_RUNTIME_DIR": "here"], daemon: system, client: [system]),
    Place(
      environment: ["RUNTIME_DIRECTORY": "/run/booth:/run/other", "XDG_RUNTIME_DIR": "/run/user/7"],
      daemon: "/run/booth/evbridge.sock", client: ["/run/user/7/evbridge.sock", system]),
    Place(environment: ["RUNTIME_DIRECTORY": "/run/evbridge"], isRoot: true, daemon: system, client: [system]),
    Place(
      environment: ["EVBRIDGE_SOCKET": "/tmp/x", "RUNTIME_DIRECTORY": "/run/booth", "XDG_RUNTIME_DIR": "/run/user/7"],
      isRoot: true, daemon: "/tmp/x", client: ["/tmp/x"]),
    Place(option: "y", environment: ["EVBRIDGE_SOCKET": "/tmp/x"], daemon: "y", client: ["y"]),
  ]

  @Test("both sides look for the socket in the same places", arguments: places) func place(_ place: Place) {
    let daemon = SocketPath.ofDaemon(option: place.option, isRoot: place.isRoot) { place.environment[$0] }
    let client = SocketPath.ofClient(option: place.option, isRoot: place.isRoot) { place.environment[$0] }
    #expect(daemon == place.daemon && client == place.client)
  }

  @Test("root, the daemon's user and members of the socket's group may ask, nobody else")
  func peers() {
    let cases: [(Peer, Bool)] = [
      (Peer(pid: 1, user: 0, group: 0), true), (Peer(pid: 1, user: 7, group: 9), true),
      (Peer(pid: 1, user: 8, group: 20), true), (Peer(pid: 1, user: 8, group: 9, groups: [3, 20]), true),
      (Peer(pid: 1, user: 8, group: 9), false), (Peer(pid: 1, user: 20, group: 7, groups: [7, 0]), false),
    ]
    for (peer, mayAsk) in cases { #expect(peer.mayAsk(daemonOf: 7, socketOf: 20) == mayAsk) }
  }

  struct Pieces: Sendable, CustomTestStringConvertible {
    var pieces: [String]
    /// What comes out; nil for a line that is too long.
    var lines: [String?]
    init(_ pieces: String..., gives lines: [String?]) {
      self.pieces = pieces
      self.lines = lines
    }
    var testDescription: String { pieces.joined(separator: "|") }
  }

  static let pieces = [
    Pieces("", gives: []), Pieces("a", gives: []), Pieces("a\n", gives: ["a"]), Pieces("\n\n", gives: ["", ""]),
    Pieces("a\nb\nc", gives: ["a", "b"]), Pieces("a", "b", "\n", "c\n", gives: ["ab", "c"]),
    Pieces("a\r\n\r\n", gives: ["a", ""]), Pieces("a\r", "\nb\n", gives: ["a", "b"]), Pieces("a\rb\n", gives: ["a\rb"]),
    Pieces("a\0b\n", gives: ["a\0b"]), Pieces("12345678\n", gives: ["12345678"]), Pieces("123456789\n", gives: [nil]),
    Pieces("1234", "5678", "\n1\n", gives: ["12345678", "1"]), Pieces("1234", "56789", gives: [nil]),
    Pieces("ok\n123456789", gives: ["ok", nil]),
  ]

  @Test("lines come whole, however they came", arguments: pieces) func assembles(_ pieces: Pieces) {
    #expect(lines(of: pieces.pieces) == pieces.lines)
    if pieces.lines.last != .some(nil) {
      #expect(lines(of: pieces.pieces.joined().map(String.init)) == pieces.lines)
    }
  }

  private func lines(of pieces: [String]) -> [String?] {
    var assembler = LineAssembler(maximum: 8)
    var lines: [String?] = []
    for piece in pieces {
      assembler.append(piece.utf8)
      do throws(LineAssembler.TooLong) {
        while let line = try assembler.next() { lines.append(String(decoding: line, as: UTF8.self)) }
      } catch {
        return lines + [nil]
      }
    }
    return lines
  }
}
