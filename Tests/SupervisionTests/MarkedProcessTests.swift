import Testing

@testable import Supervision

@Suite("What a marked process was told") struct MarkedProcessTests {
  @Test(
    "only a mark makes it one, and what is broken is left out",
    arguments: [
      ("EVBRIDGE_MARK=m\0EVBRIDGE_FILE=/t/a=b\0PATH=/bin\0", ["EVBRIDGE_FILE": "/t/a=b"]),
      ("PATH=/bin\0EVBRIDGE_MARK=m", [:]),
      ("EVBRIDGE_MARK=m\0EVBRIDGE_TAKE\0EVBRIDGE_=\0", ["EVBRIDGE_": ""]),
      ("EVBRIDGE_FILE=/t/a\0", nil), ("EVBRIDGE_MARKS=m\0", nil), ("XEVBRIDGE_MARK=m\0", nil), ("\0\0\0", nil),
      ("", nil),
    ] as [(String, [String: String]?)])
  func parsing(text: String, variables: [String: String]?) {
    let process = MarkedProcess(Array(text.utf8))
    #expect(process?.environment == variables)
    #expect(process?.mark == (variables == nil ? nil : "m"))
  }
}
