import Foundation
import Testing

@Suite("The units for systemd", .ownThread) struct ServiceUnitTests {
  @Test(
    "systemd has nothing to say against it", .needs("systemd-analyze"),
    arguments: ["system/evbridge", "system/evbridge-panel", "user/evbridge", "user/evbridge-panel"])
  func unit(name: String) throws {
    let scene = try Scene()
    let unit = try String(contentsOfFile: "\(Program.repository)/systemd/\(name).service", encoding: .utf8)
    let folder = Program.path.prefix(through: Program.path.lastIndex(of: "/") ?? Program.path.startIndex)
    let installed = "/usr/local/bin/"
    // As `make install` puts its own prefix in; a program that is not there would be complained of.
    #expect(unit.components(separatedBy: "=" + installed).count == unit.components(separatedBy: installed).count)
    let file = String(name.drop { $0 != "/" }.dropFirst()) + ".service"
    try scene.write(file, unit.replacingOccurrences(of: installed, with: folder))
    let analyze = Program(
      ["/usr/bin/env", "systemd-analyze", "--man=no"] + (name.hasPrefix("user/") ? ["--user"] : [])
        + ["verify", "\(scene.folder)/\(file)"],
      environment: ["PATH": scene.path, "HOME": scene.folder, "XDG_RUNTIME_DIR": scene.folder, "LC_ALL": "C"])
    #expect(try analyze.end() == 0)
    #expect(analyze.outputLines + analyze.errorLines == [])
  }
}
