internal import Bridge
internal import InputModel
internal import YAML

extension SettingsReader {
  /// A device, and how gestures are recognized on its zones.
  func device(_ item: Section<DeviceSettings>.Item) -> (settings: DeviceSettings, recognition: Recognition) {
    var settings = DeviceSettings(name: item.name, match: DeviceMatch())
    guard var reader = MappingReader(item.node, "a device", at: item.mark, log) else {
      return (settings, Recognition())
    }
    settings.match = match(&reader)
    settings.takesAll = reader.read("all", .flag) ?? false
    settings.kind = reader.read("kind", .word(of: DeviceClass.self))
    settings.rotation =
      reader.read("rotate", .word(Rotation.allCases.map { (String($0.rawValue), $0) })) ?? .none
    settings.size = reader.read("size", .size)
    settings.outputAspect = reader.read("output", .aspect)
    settings.matrix = reader.read("matrix", matrix)
    settings.grab = reader.read("grab", .flag) ?? false
    let recognition = recognition(&reader, over: Recognition())
    reader.finish()
    return (settings, recognition)
  }

  private func match(_ device: inout MappingReader) -> DeviceMatch {
    var match = DeviceMatch()
    let expected = "one or more of name, id, path, phys, uniq and kind"
    guard let node = device.node("match") else {
      log.error("a device has no match (expected \(expected))", at: device.mark)
      return match
    }
    guard var reader = MappingReader(node, "a match", meant: "name", log) else { return match }
    match.name = reader.read("name", .text())
    let identity = reader.read("id", .identity)
    match.vendor = identity?.vendor
    match.product = identity?.product
    match.path = reader.read("path", .absolutePath)
    match.phys = reader.read("phys", .text())
    match.uniq = reader.read("uniq", .text())
    match.kind = reader.read("kind", .word(of: DeviceClass.self))
    reader.finish()
    if node.content == .mapping([]) {
      log.error("an empty match fits every device (expected \(expected))", at: node.mark)
    }
    if let path = match.path, isEventNode(path) {
      log.warning(
        "\(path) may be another device after the next boot: use a link of /dev/input/by-id or by-path",
        at: reader.mark(of: "path"))
    }
    return match
  }

  private func isEventNode(_ path: String) -> Bool {
    let prefix = "/dev/input/event"
    return path.hasPrefix(prefix) && path.utf8.count > prefix.utf8.count
      && path.utf8.dropFirst(prefix.utf8.count).allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Two rows of three numbers; the third row of an affine map is always 0 0 1.
  private var matrix: Form<CalibrationMatrix> {
    let largest = CalibrationMatrix.largestNumber
    let number = Form.number(in: -largest...largest, "a number from -\(Int(largest)) to \(Int(largest))")
    let numbers = Form.list(of: number, "six numbers such as [1, 0, 0, 0, 1, 0]")
    return Form(numbers.expected) { node, log in
      guard let values = numbers.read(node, log) else { return nil }
      guard values.count == 6 else {
        log.error("found \(values.count) numbers (expected \(numbers.expected))", at: node.mark)
        return nil
      }
      let matrix = CalibrationMatrix(values[0], values[1], values[2], values[3], values[4], values[5])
      guard matrix.isUsable else {
        log.error("this matrix maps the whole glass to a line (expected \(numbers.expected))", at: node.mark)
        return nil
      }
      return matrix
    }
  }
}
