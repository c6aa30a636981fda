import Bridge
import Controls
import Foundation
import Panel
import Testing

@Suite("What the page is told, and may ask") struct LookTests {
  private static let token = PageToken(random: [UInt8](repeating: 0xAB, count: 16))

  private static func settings() -> PanelSettings {
    var settings = PanelSettings()
    settings.look.font = "DejaVu Serif"
    settings.look.isAnimated = false
    var work = Look()
    work.label = "</script><!-- \"Work\""
    work.colors = [.bubbleText: "#fff", .ring: "white"]
    work.ringWidth = 4
    work.ringMargin = 1.5
    work.strokeMode = .dashed(6)
    work.touchedAlpha = 0.25
    work.icons = [.completed: "✓", .default: ""]
    work.strokes = [.inProgress: "blue"]
    var photo = Look()
    photo.content = .image(path: "/srv/secret/photo.jpg", text: "A lake")
    var text = Look()
    text.content = .text("Hello")
    text.strokeMode = .fill
    var part = Look()
    part.content = .fragment("#sticker")
    part.strokeMode = .border(3)
    settings.controls = [
      NamedLook("work", work), NamedLook("photo", photo), NamedLook("text", text), NamedLook("part", part),
    ]
    return settings
  }

  @Test("the look is told in the page's own words, and no path of this machine is")
  func json() {
    let expected = [
      ##"{"look":{"all":{"font":"DejaVu Serif","animated":false},"controls":{"work":{"label":"</script><!-- \"Work\"","##,
      ##""colors":{"ring":"white","bubble-text":"#fff"},"ringWidth":4.0000,"ringMargin":1.5000,"strokeMode":"##,
      ##"{"mode":"dashed","width":6.0000},"touchedAlpha":0.2500,"icons":{"default":"","completed":"✓"},"##,
      ##""strokes":{"inProgress":"blue"}},"photo":{"content":{"image":"/content/photo","text":"A lake"}},"text":"##,
      ##"{"strokeMode":{"mode":"fill"},"content":{"text":"Hello"}},"part":{"strokeMode":{"mode":"border","##,
      ##""width":3.0000},"content":{"fragment":"#sticker"}}}},"token":"abababababababababababababababab"}"##,
    ]
    #expect(LookDocument(Self.settings(), token: Self.token).json == expected.joined())
  }

  @Test("nothing in a label ends the script that it stands in, and it is read as it was written")
  func page() throws {
    let document = LookDocument(Self.settings(), token: Self.token)
    let page = String(decoding: document.page(Array("<script>%LOOK%</script>%LOOK%".utf8)), as: UTF8.self)
    #expect(page.hasPrefix("<script>{") && page.hasSuffix("}</script>%LOOK%"))
    let inner = page.dropFirst(8).dropLast(15)
    #expect(!inner.contains("<"))
    let read = try JSONSerialization.jsonObject(with: Data(inner.utf8)) as? NSDictionary
    let told = try JSONSerialization.jsonObject(with: Data(document.json.utf8)) as? NSDictionary
    #expect(read == told && read != nil)
    #expect(document.page(Array("no mark".utf8)) == Array("no mark".utf8))
  }

  @Test(
    "a page may ask for some things only",
    arguments: [
      (#"{"do":"start","control":"a"}"#, ControlRequest.start), (#"{"do":"stop","control":"a"}"#, .stop),
      (#"{"do":"toggle","control":"a"}"#, .toggle), (#"{"do":"suspend","control":"a"}"#, .suspend),
      (#"{"do":"resume","control":"a"}"#, .resume), (#"{"do":"complete","control":"a"}"#, .complete),
      (#"{"do":"reset","control":"a"}"#, .reset), (#"{"do":"set-progress","control":"a","value":5}"#, .setProgress(5)),
      (#"{"do":"enable","control":"a"}"#, nil), (#"{"do":"disable","control":"a"}"#, nil),
      (#"{"do":"set-error","control":"a","value":true}"#, nil), (#"{"do":"terminate"}"#, nil),
      (#"{"do":"reload"}"#, nil), (#"{"do":"status"}"#, nil), (#"{"do":"subscribe"}"#, nil), ("", nil), ("[]", nil),
      (#"{"do":"start"}"#, nil), ("{\"do\":\"start\",\"control\":\"a\"}\n{\"do\":\"terminate\"}", nil),
    ])
  func posts(_ body: String, _ request: ControlRequest?) {
    switch ControlPost.read(Array(body.utf8)) {
    case .request(let action): #expect(request.map { .control("a", $0) } == action)
    case .refused(let reason): #expect(request == nil && !reason.isEmpty)
    }
  }

  @Test("the policy names the origins, and those that it does not help are known")
  func policy() {
    let policy = BrowserPolicy(origins: ["https://kiosk.example", "http://localhost:9999", "http://kiosk.lan"])
    let list = #"["https://kiosk.example","http://localhost:9999","http://kiosk.lan"]"#
    let expected =
      #"{"LocalNetworkAccessAllowedForUrls":\#(list),"LoopbackNetworkAllowedForUrls":\#(list)}"#
    #expect(policy.json == expected)
    #expect(policy.hopeless == ["http://kiosk.lan"])
  }

  @Test(
    "an origin is as browsers write it",
    arguments: [
      ("https://kiosk.example", true), ("http://localhost:9999", true), ("https://[::1]:8443", true),
      ("http://10.0.0.7", true), ("https://kiosk.example/", false), ("https://kiosk.example/page", false),
      ("https://Kiosk.example", false), ("kiosk.example", false), ("*", false), ("null", false), ("https://", false),
      ("https://kiosk.example:443", false), ("http://kiosk.example:80", false), ("https://kiosk.example:", false),
      ("https://kiosk.example:08443", false), ("https://a b", false), ("https://*.example", false),
      ("https://a:b@c", false), ("file:///srv", false), ("https://[::1", false), ("https://[x]", false),
    ])
  func origins(_ text: String, _ isGood: Bool) { #expect((Origin.complaint(about: text) == nil) == isGood) }

  @Test(
    "an address is numeric",
    arguments: [
      ("127.0.0.1", true), ("0.0.0.0", true), ("255.255.255.255", true), ("::1", true), ("::", true), ("fe80::1", true),
      ("1:2:3:4:5:6:7:8", true), ("1::", true), ("127.0.0", false), ("127.0.0.256", false), ("127.0.0.01", false),
      ("127.0.0.1.1", false), ("localhost", false), ("", false), (":", false), (":::", false), ("1::2::3", false),
      ("1:2:3:4:5:6:7", false), ("1:2:3:4:5:6:7:8:9", false), ("12345::", false), ("::g", false), ("[::1]", false),
      (":1", false), ("1:", false), ("-1.0.0.0", false), ("1..2.3", false),
    ])
  func addresses(_ text: String, _ isGood: Bool) { #expect((PanelAddress(text) != nil) == isGood) }

  @Test(
    "of what address nobody else hears",
    arguments: [
      ("127.0.0.1", true), ("127.1.2.3", true), ("::1", true), ("0.0.0.0", false), ("::", false),
      ("192.168.1.1", false),
    ])
  func loopback(_ text: String, _ isLoopback: Bool) throws {
    #expect(try #require(PanelAddress(text)).isLoopback == isLoopback)
  }

  @Test(
    "an image is known by its ending",
    arguments: [
      ("a.png", "image/png"), ("/b/A.JPG", "image/jpeg"), ("a.svg", "image/svg+xml"), ("a.html", nil), ("a", nil),
      ("png", nil), ("a.png/b", nil),
    ])
  func images(_ path: String, _ type: String?) { #expect(Image(path: path)?.type == type) }
}
