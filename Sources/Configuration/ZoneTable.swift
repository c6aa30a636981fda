internal import Bridge
internal import Gestures
internal import InputModel
internal import YAML

/// The zones of a file: those under `zones:`, the shapes of controls and all of each glass, gathered until all are
/// known, then put in order.
final class ZoneTable {
  /// A zone as it was written.
  struct Draft {
    var name: String
    var mark: YAMLMark
    var device: Reference<DeviceSettings>?
    /// Where the device is written.
    var deviceMark: YAMLMark
    var outline: ZoneOutline = .whole
    /// The name of the zone around it, and where it is written.
    var parent: (name: String, mark: YAMLMark)?
    var blocks = false
    var recognition = Recognition()
  }

  /// What a trigger or a gesture touches.
  enum Use {
    case draft(Int)
    case named(String, YAMLMark, on: Reference<DeviceSettings>?)
  }

  /// The name of all of a device's glass.
  static let whole = "whole"

  let section: Section<ZoneSettings>
  private let log: DiagnosticLog
  private var drafts: [Draft] = []
  private var names: [String: Int] = [:]
  private var wholes: [Reference<DeviceSettings>: Int] = [:]
  /// In the order in which they lie on each other, the lowest first.
  private(set) var zones: [ZoneSettings] = []
  /// Where each draft went.
  private var references: [Int: Reference<ZoneSettings>] = [:]
  private var used: Set<Int> = []
  /// How gestures are recognized on each device, where a zone does not say otherwise.
  var defaults: [Recognition] = []

  init(_ section: Section<ZoneSettings>, _ log: DiagnosticLog) {
    self.section = section
    self.log = log
  }

  @discardableResult
  func add(_ draft: Draft) -> Use {
    if names[draft.name] != nil || draft.name == Self.whole {
      log.error(
        "there is another zone \(quoted(draft.name)) (the shape of a control is a zone, and so is all of a glass)",
        at: draft.mark)
    }
    names[draft.name] = drafts.count
    drafts.append(draft)
    return .draft(drafts.count - 1)
  }

  func addWhole(of device: Reference<DeviceSettings>, at deviceMark: YAMLMark) -> Use {
    if let known = wholes[device] { return .draft(known) }
    wholes[device] = drafts.count
    drafts.append(
      Draft(
        name: Self.whole, mark: YAMLMark(line: 0, column: 0), device: device, deviceMark: deviceMark,
        recognition: defaults[device.position]))
    return .draft(drafts.count - 1)
  }

  /// Puts all zones in order: a zone lies on the zone around it, and of zones side by side the later in the file is
  /// higher.
  func arrange() {
    let parents = drafts.indices.map(parent)
    for (draft, parent) in parents.enumerated() {
      if let parent, let around = drafts[draft].parent, isInside(parent, draft, parents) {
        log.error("\(quoted(drafts[draft].name)) is inside itself by way of \(quoted(around.name))", at: around.mark)
      }
      if let parent { used.insert(parent) }
    }
    let order = drafts.indices.sorted { (drafts[$0].mark, $0) < (drafts[$1].mark, $1) }
    let children = Dictionary(grouping: order) { parents[$0] }
    for draft in children[nil] ?? [] { place(draft, in: nil, children) }
  }

  private func place(_ index: Int, in parent: Reference<ZoneSettings>?, _ children: [Int?: [Int]]) {
    let draft = drafts[index]
    let reference = Reference<ZoneSettings>(zones.count)
    references[index] = reference
    zones.append(
      ZoneSettings(
        name: draft.name, device: draft.device ?? Reference(0), outline: draft.outline, parent: parent,
        blocks: draft.blocks, thresholds: draft.recognition.thresholds,
        isSimultaneous: draft.recognition.isSimultaneous))
    for child in children[index] ?? [] { place(child, in: reference, children) }
  }

  /// The zone around a zone; nil for the whole glass when nobody uses that.
  private func parent(of index: Int) -> Int? {
    let draft = drafts[index]
    guard let (name, mark) = draft.parent, name != Self.whole else {
      let whole = draft.device.flatMap { wholes[$0] }
      return whole == index ? nil : whole
    }
    guard let parent = position(of: name, at: mark) else { return nil }
    if let device = draft.device, let other = drafts[parent].device, device != other {
      log.error("the zone \(quoted(name)) is on another device", at: mark)
    }
    return parent
  }

  /// Whether `inner` lies in `outer`, at any depth.
  private func isInside(_ inner: Int, _ outer: Int, _ parents: [Int?]) -> Bool {
    var next: Int? = inner
    for _ in parents.indices {
      guard let index = next else { return false }
      if index == outer { return true }
      next = parents[index]
    }
    return false
  }

  private func position(of name: String, at mark: YAMLMark) -> Int? {
    if let position = names[name] { return position }
    let known = drafts.indices.prefix(100).filter { names[drafts[$0].name] == $0 }.map { drafts[$0].name }
      .filter(isName)
    let expected = known.isEmpty ? "" : " (expected \(alternatives(known)))"
    log.error("unknown zone \(quoted(name))\(suggestion(for: name, among: known))\(expected)", at: mark)
    return nil
  }

  /// The zone that a trigger touches, once all are arranged; nil, and in the log, when there is none.
  func reference(to use: Use) -> Reference<ZoneSettings>? {
    switch use {
    case .draft(let index):
      used.insert(index)
      return references[index]
    case .named(let name, let mark, let device):
      guard let index = position(of: name, at: mark) else { return nil }
      used.insert(index)
      if let device, let other = drafts[index].device, device != other {
        log.error("the zone \(quoted(name)) is on another device", at: mark)
      }
      return references[index]
    }
  }

  /// A zone on something that is known not to be touched.
  func checkDevices(_ devices: [DeviceSettings]) {
    for draft in drafts {
      guard let device = draft.device else { continue }
      let settings = devices[device]
      guard let kind = settings.kind ?? settings.match.kind, kind != .touchscreen else { continue }
      log.error(
        "\(quoted(settings.name)) is of the kind \(kind.rawValue) (expected a touchscreen)", at: draft.deviceMark)
    }
  }

  func warnOfUnused() {
    for (index, draft) in drafts.enumerated() where !draft.blocks && !used.contains(index) {
      log.warning("nothing uses the zone \(quoted(draft.name))", at: draft.mark)
    }
  }
}
