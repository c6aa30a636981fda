import Testing

@Suite("What is done with traces", .serialized, .ownThread) struct TraceVerbTests {
  private static let script = "one finger at 25%,50% hold 400ms\nwait 1s\none finger at 75%,50% tap\n"

  /// A folder with a script, and what is made of it.
  private static func scene() throws -> Scene {
    let scene = try Scene()
    try scene.write("script", script)
    return scene
  }

  @Test("a script is a trace in every format, and the same one") func formats() throws {
    let scene = try Self.scene()
    let folder = scene.folder
    for arguments in [
      ["script", "-e", Self.script, "-o", folder + "/a"], ["script", folder + "/script", "-o", folder + "/b"],
      ["script", folder + "/script", "--to", "libinput", "-o", folder + "/c"],
      ["convert", folder + "/c", "--to", "evemu", "-o", folder + "/d"],
      ["convert", folder + "/script", "--to", "libinput", "-o", folder + "/e"],
    ] {
      let run = try scene.perform(["trace"] + arguments)
      #expect(run.exitCode == 0 && run.output.isEmpty && run.errors.isEmpty)
    }
    #expect(scene.text("a").hasPrefix("# EVEMU 1.3\nN: gesture script\n"))
    #expect(scene.text("a") == scene.text("b") && scene.text("a") == scene.text("d"))
    #expect(scene.text("c").hasPrefix("# libinput record\n") && scene.text("c") == scene.text("e"))
    let shown = try ["script", "a", "c"].map { try scene.perform(["trace", "show", folder + "/" + $0]).output }
    #expect(
      shown[0] == [
        "device 1: gesture script, touchscreen, 344 x 194 mm", "  18 events in 4 reports, from 0.000 to 1.480 s",
        "    0.000  touched for 0.400 s by 1 finger", "    1.400  touched for 0.080 s by 1 finger",
      ])
    #expect(shown[1] == shown[0] && shown[2] == shown[0])
    let programs = try scene.perform(["trace", "show", "--json", folder + "/a"])
    #expect(programs.events.count == 3 && programs.events.map { $0.number("touch") } == [nil, 0, 1.4])
    let standard = try scene.perform(["trace", "convert", folder + "/c", "--to", "evemu"])
    #expect(standard.output.map { $0 + "\n" }.joined() == scene.text("a"))
  }

  @Test("a script plays in the whole program, and its touchscreen has the name that is wanted") func name() throws {
    let scene = try Self.scene()
    try scene.configure(
      """
      devices: { glass: { match: { name: Kiosk } } }
      controls:
        touch:
          type: command-button
          trigger: { device: glass, zone: { x: 0%, y: 0%, width: 50%, height: 100% } }
          run: ["true"]
      """)
    let configuration = ["-c", scene.folder + "/evbridge.yaml"]
    let misfit = try scene.perform(
      ["run", "--trace", scene.folder + "/script", "--speed", "max"] + configuration)
    #expect(misfit.exitCode == 66)
    #expect(
      misfit.errors == [
        "evbridge: \(scene.folder)/script: no device of the configuration fits it, it is of 'gesture script': change a "
          + "match or a trigger"
      ])
    _ = try scene.perform(["trace", "script", scene.folder + "/script", "--device", "Kiosk", "-o", scene.folder + "/t"])
    let run = try scene.perform(
      ["run", "--json", "--trace", scene.folder + "/t", "--speed", "max"] + configuration)
    #expect(run.story == ["press.down", "command.finished", "press.up"])
    let explanation = try scene.perform(["explain", scene.folder + "/t"] + configuration)
    #expect(explanation.exitCode == 0)
    #expect(
      explanation.output == [
        "device 1: Kiosk", "", "touch: 0.000 to 0.400 s",
        "    0.400  touch: let go after 0.400 s: short, by 0.100 s", "", "nowhere: 1.400 to 1.400 s",
        "    1.400  finger 1: landed at 258.0, 97.0 mm, where nothing counts", "",
      ])
    let unfit = try scene.perform(["explain", scene.folder + "/script"] + configuration)
    #expect(unfit.exitCode == 66 && unfit.errors == misfit.errors)
    let programs = try scene.perform(["explain", "--json", scene.folder + "/t"])
    #expect(programs.events.count == programs.output.count)
    #expect(programs.events.contains { $0["subject"] == "tap" && $0.number("at") == 1.780001 })
  }

  @Test("evemu has one device, and its description may be in a file of its own") func devices() throws {
    let scene = try Self.scene()
    let (folder, press) = (scene.folder, PressScript("↓0 ↑100").evemu)
    let glass = try scene.perform(["trace", "script", folder + "/script"]).output.map { $0 + "\n" }.joined()
    try scene.write("both", press + glass)
    let refusal = try scene.perform(["trace", "convert", folder + "/both", "--to", "evemu"])
    #expect(refusal.exitCode == 64)
    #expect(
      refusal.errors == [
        "evbridge: \(folder)/both has 2 devices, and a file of evemu is of one: choose one with --device N"
      ])
    let second = try scene.perform(["trace", "convert", folder + "/both", "--to", "evemu", "--device", "2"])
    #expect(second.output.map { $0 + "\n" }.joined() == glass)
    for number in ["0", "3", "x"] {
      #expect(
        try scene.perform(["trace", "convert", folder + "/both", "--to", "evemu", "--device", number]).errors == [
          "evbridge: '\(number)' is no device of \(folder)/both: a number from 1 to 2"
        ])
    }
    let lines = press.split(separator: "\n").map { $0 + "\n" }
    try scene.write("x.desc", lines.filter { !$0.hasPrefix("E:") }.joined())
    try scene.write("x.events", lines.filter { $0.hasPrefix("E:") }.joined())
    #expect(
      try scene.perform(["trace", "show", folder + "/x.events"]).output == [
        "device 1: Test button, buttons", "  4 events in 2 reports, from 0.000 to 0.100 s",
        "    0.000  KEY_RECORD down for 0.100 s",
      ])
  }

  @Test("a speed is a number or max", arguments: ["0", "-1", "fast", "1e9", "nan", "0x"]) func speed(_ text: String)
    throws
  {
    let scene = try Scene(playing: "↓0 ↑100")
    try scene.configure(
      """
      devices: { button: { match: { name: Test button } } }
      controls: { ring: { type: command-button, trigger: { device: button, key: KEY_RECORD }, run: ["true"] } }
      """)
    let run = try scene.end(try scene.startRunning(["--speed=" + text]))
    #expect(run.exitCode == 64)
    #expect(
      run.errors == [
        "evbridge: '\(text)' is no speed: a number from 0.01 to 1000, or max; see evbridge run --help"
      ])
  }
}
