import Evdev
import InputModel
import Takes
import Testing

// What `devices` says of devices that are there.
extension Kernel {
  @Suite(.needsUdev) struct DeviceListingTests {
    @Test("it lists what there is to match by, the size of a touchscreen, and what is down")
    func forPrograms() throws {
      let button = try UInputDevice(Devices.button)
      let glass = try UInputDevice(Devices.glass)
      var plain = Devices.glass
      plain.name = "evbridge test panel"
      for code in plain.axes.keys { plain.axes[code]?.resolution = 0 }
      let panel = try UInputDevice(plain)
      var discovery = try Discovery()
      try discovery.appearance(of: [button.node, glass.node, panel.node])
      try button.press(.sw(0))

      let list = try listing("--json")
      let listed = Dictionary(uniqueKeysWithValues: list.events.map { ($0["node"] ?? "", $0) })
      let first = try #require(listed[button.node])
      #expect(first["name"] == Devices.button.name)
      #expect(first["id"] == "16c0:05e1")
      #expect(first["bus"] == "0003" && first["version"] == "0111")
      #expect(first["phys"] == "evbridge/button")
      #expect(first["keys"] == "KEY_ESC KEY_A KEY_RECORD")
      #expect(first["switches"] == "SW_LID")
      #expect(first["down"] == "SW_LID")
      #expect(first["width_mm"] == nil)
      let second = try #require(listed[glass.node])
      #expect(second["kind"] == "touchscreen")
      #expect(second.number("width_mm") == 341 && second.number("height_mm") == 192)
      #expect(second["size_assumed"] == "false")
      #expect(second["leds"] == "" && second["switches"] == "" && second["down"] == "")
      #expect(listed[panel.node]?["kind"] == "touchscreen")
      #expect(listed[panel.node]?["size_assumed"] == "true")
      if environment("EVBRIDGE_GUEST") != nil {
        // The emulated machine's own keyboard.
        #expect(list.events.contains { $0["links"]?.hasPrefix("/dev/input/by-path/") == true })
      }

      let text = try listing()
      #expect(text.lines.contains(glass.node))
      #expect(text.lines.contains("  name      \(Devices.glass.name)"))
      #expect(text.lines.contains("  size      341 x 192 mm"))
    }

    @Test("a keyboard has a few keys, all of them with --all and for programs, and its lights by their names")
    func keyboard() throws {
      let keyboard = try UInputDevice(Devices.keyboard)
      let node = keyboard.node
      var discovery = try Discovery()
      try discovery.appearance(of: [node])
      let event = node.split(separator: "/").last ?? ""
      let input = target(of: "/sys/class/input/\(event)/device")?.split(separator: "/").last ?? ""
      let leds = "\(input)::capslock \(input)::numlock \(input)::scrolllock"

      let short = lines(of: node, in: try listing())
      let few = "  keys      KEY_ESC KEY_1 KEY_2 KEY_3 KEY_4 KEY_5 KEY_6 KEY_7 … and 80 more (--all shows them)"
      #expect(short.contains(few))
      #expect(short.contains("  leds      \(leds)"))
      #expect(short.contains("  bus       0011, version 0001"))
      let whole = try #require(lines(of: node, in: try listing("-a")).first { $0.hasPrefix("  keys ") })
      let listed = try #require(try listing("--json").events.first { $0["node"] == node })
      let keys = try #require(listed["keys"])
      #expect(keys.split(separator: " ").count == 88)
      #expect(whole == "  keys      \(keys)")
      #expect(listed["lights"] == "LED_NUML LED_CAPSL LED_SCROLLL")
      #expect(listed["leds"] == leds)
    }

    private func listing(_ option: String? = nil) throws -> RunningProgram {
      let state = "/nonexistent"
      let program =
        try option.map { try RunningProgram("devices", $0, state: state) } ?? RunningProgram("devices", state: state)
      #expect(try program.exit() == .exited(0))
      return program
    }

    /// Those that follow the line with the device's node.
    private func lines(of node: String, in listing: RunningProgram) -> [String] {
      Array(listing.lines.drop { $0 != node }.dropFirst().prefix { $0.hasPrefix("  ") })
    }
  }
}
