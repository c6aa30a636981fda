import Bridge
import Controls
import Feedback
import Glibc
import InputModel
import Takes
import Testing

/// A folder that looks like /sys/class/leds. As each write to a regular file goes on where the last one ended, a file
/// keeps all that was written to it, a line each.
private final class LightFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/evbridge-leds-XXXXXX".utf8CString)
    try #require(unsafe mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    for name in names { remove(name) }
    unsafe rmdir(path)
  }

  private var names: Set<String> = []

  func add(_ name: String, brightness: String = "0", maximum: String? = "1", trigger: String? = "[none] timer") {
    names.insert(name)
    unsafe mkdir("\(path)/\(name)", 0o755)
    write(brightness + "\n", name, "brightness")
    if let maximum { write(maximum + "\n", name, "max_brightness") }
    if let trigger { write(trigger + "\n", name, "trigger") }
  }

  func remove(_ name: String) {
    for file in ["brightness", "max_brightness", "trigger"] { unsafe unlink("\(path)/\(name)/\(file)") }
    unsafe rmdir("\(path)/\(name)")
  }

  func write(_ text: String, _ name: String, _ file: String) {
    guard let stream = unsafe fopen("\(path)/\(name)/\(file)", "w") else { return }
    unsafe fputs(text, stream)
    unsafe fclose(stream)
  }

  /// The lines of a file.
  func lines(_ name: String, _ file: String) -> [String] {
    guard let stream = unsafe fopen("\(path)/\(name)/\(file)", "r") else { return [] }
    defer { unsafe fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe fread(&bytes, 1, bytes.count, stream)
    return String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

struct LightTests {
  private func at(_ milliseconds: Int64, _ kind: Event.Kind) -> Event {
    Event(.zero + .milliseconds(milliseconds), kind)
  }

  @Test("a light shows a level in its own range, writes nothing twice, and gets its brightness back")
  func levels() throws {
    let folder = try LightFolder()
    let cases: [(String?, [Double], [String])] = [
      ("1", [0, 1, 1, 0.49, 0.5, 0.3], ["0", "1", "0", "1", "0", "7"]),
      ("255", [1, 0.5, 0.501, 0.3, 0], ["255", "128", "77", "0", "7"]),
      (nil, [1, 0], ["1", "0", "7"]),
      ("many", [1], ["1", "7"]),
      ("0", [1], ["1", "7"]),
    ]
    for (index, (maximum, levels, written)) in cases.enumerated() {
      let name = "led\(index)"
      folder.add(name, brightness: "7", maximum: maximum, trigger: nil)
      do {
        var light = try Light(name, in: folder.path)
        #expect(light.isGraded == (maximum == "255"))
        for level in levels { try light.show(level) }
      }
      #expect(folder.lines(name, "brightness") == written, "max_brightness \(maximum ?? "absent")")
    }
  }

  @Test(
    "the kernel's trigger is set aside and given back",
    arguments: [
      ("none rc-feedback [mmc0] timer", ["none"], ["mmc0"]), ("[none] timer", ["[none] timer"], ["[none] timer"]),
      ("none timer", ["none timer"], ["none timer"]), ("] odd [", ["] odd ["], ["] odd ["]),
      (String(repeating: "cpu ", count: 3_000) + "[heartbeat]", ["none"], ["heartbeat"]),
    ])
  func trigger(text: String, during: [String], after: [String]) throws {
    let folder = try LightFolder()
    folder.add("ACT", brightness: "1", trigger: text)
    do {
      var light = try Light("ACT", in: folder.path)
      // The rest of the old text stays in a regular file; sysfs has no such thing.
      #expect(folder.lines("ACT", "trigger").first == during.first)
      try light.show(0)
    }
    #expect(folder.lines("ACT", "trigger").first == after.first)
    #expect(folder.lines("ACT", "brightness") == ["0", "1"])
  }

  @Test("T37: a light that is missing or can not be written is told of once, and the others go on")
  func unusable() throws {
    let folder = try LightFolder()
    folder.add("good")
    folder.add("broken")
    // A link to itself can not be opened, by nobody at all.
    unsafe unlink("\(folder.path)/broken/brightness")
    unsafe symlink("brightness", "\(folder.path)/broken/brightness")
    let output = LightOutput(names: ["absent", "broken", "good"], idle: .off, in: folder.path)
    let errors = output.takeErrors()
    #expect(
      errors == [
        .missing(name: "absent", folder: folder.path),
        .refused(path: "\(folder.path)/broken/brightness", errno: ELOOP),
      ])
    #expect(
      errors.map(\.description) == [
        "no light \"absent\" in \(folder.path); ls \(folder.path) shows the names",
        "cannot use \(folder.path)/broken/brightness: Too many levels of symbolic links",
      ])
    #expect(
      LightError.refused(path: "/sys/x", errno: EACCES).description
        == """
        cannot use /sys/x: permission denied; 60-evbridge.rules, which make install puts in place, gives it to group \
        input after sudo udevadm control --reload && sudo udevadm trigger -s leds -c add
        """)
    output.consume(at(0, LightCase.press()))
    #expect(output.takeErrors() == [])
    #expect(folder.lines("good", "brightness") == ["0", "1"])
  }

  @Test("a light that fails later is told of once too, and wakes nobody")
  func failing() throws {
    let folder = try LightFolder()
    folder.add("full")
    unsafe unlink("\(folder.path)/full/brightness")
    // Opens and reads, but takes no write.
    unsafe symlink("/dev/full", "\(folder.path)/full/brightness")
    let output = LightOutput(names: ["full"], idle: .on, in: folder.path)
    output.consume(at(0, LightCase.failed()))
    output.advance(to: .zero + .seconds(1))
    #expect(output.takeErrors() == [.refused(path: "\(folder.path)/full/brightness", errno: ENOSPC)])
    #expect(output.deadline == nil)
  }

  @Test("the lights of an output show the same, each in its range, and are given back on release")
  func output() throws {
    let folder = try LightFolder()
    folder.add("plain", brightness: "1")
    folder.add("graded", brightness: "30", maximum: "100", trigger: "none [timer]")
    let output = LightOutput(names: ["plain", "graded"], idle: .off, in: folder.path)
    #expect(output.deadline == nil)
    output.consume(at(0, LightCase.press()))
    #expect(output.deadline == nil)
    output.consume(at(100, LightCase.release()))
    var wakeUps = 0
    while let deadline = output.deadline {
      output.advance(to: deadline)
      wakeUps += 1
    }
    #expect(wakeUps == 40)
    output.release()
    #expect(folder.lines("plain", "brightness") == ["0", "1", "0", "1"])
    let graded = folder.lines("graded", "brightness")
    #expect(graded.prefix(3) == ["0", "100", "98"])
    #expect(graded.suffix(3) == ["3", "0", "30"])
    #expect(graded.count == 43)
    #expect(folder.lines("graded", "trigger").first == "timer")
    #expect(output.takeErrors() == [])
  }
}
