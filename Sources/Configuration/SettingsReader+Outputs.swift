internal import Bridge
internal import YAML

extension SettingsReader {
  func output(_ item: Section<OutputSettings>.Item) -> OutputSettings {
    var settings = OutputSettings(name: item.name, kind: .light(names: [], idleOn: false))
    guard var reader = MappingReader(item.node, "a feedback", at: item.mark, log) else { return settings }
    let lights = reader.read("leds", .list(of: .light, "a list of names under /sys/class/leds such as [ACT]"))
    let idle = reader.read("idle", .word([("on", true), ("off", false)]))
    let command = reader.read("run", .command())
    let types = reader.read("events", .list(of: .oneOf(Event.types), "a list of events such as [take.completed]"))
    switch (reader.has("leds"), reader.has("run")) {
    case (true, false):
      reader.refuse("events", "belongs to run: a light shows the state of its control")
      settings.kind = .light(names: lights ?? [], idleOn: idle ?? false)
    case (false, true):
      reader.refuse("idle", "belongs to leds")
      settings.kind = .command(command ?? [], types: types ?? [])
    case (true, true): log.error("a feedback is one thing (expected leds or run)", at: item.mark)
    // A misspelt key is said below, and is enough.
    case (false, false) where reader.hasUnknownKeys: break
    case (false, false):
      log.error("a feedback does nothing (expected leds: [name], or run: [program, …])", at: item.mark)
    }
    reader.finish()
    return settings
  }
}
