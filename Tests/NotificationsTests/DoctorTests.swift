import Foundation
import Glibc
import Notifications
import Testing

/// What doctor says of the desktop that it is called on.
@Suite(.serialized) struct DoctorTests {
  /// The line of the feedback that notifies.
  private func finding(_ desktop: Desktop) throws -> Substring {
    let configuration = """
      devices: { button: { match: { name: Test button } } }
      controls: { record: { type: command-button, trigger: { device: button, key: KEY_RECORD }, run: [sh] } }
      feedback: { desk: { notify: true } }

      """
    let file = desktop.folder + "/evbridge.yaml"
    try configuration.write(toFile: file, atomically: true, encoding: .utf8)
    let part = try Desktop.Part(
      [HangingFeedbackTests.program, "doctor", file], environment: desktop.environment)
    // What comes after it.
    #expect(part.wait(for: "beep: none configured"))
    return try #require(part.text.split(separator: "\n").first { $0.contains("feedback 'desk'") })
  }

  @Test("somebody shows notifications, hangs, or is not there") func presence() throws {
    let desktop = try Desktop()
    try desktop.startDunst()
    #expect(try finding(desktop) == "ok: feedback 'desk': notifications are shown on the session bus")
    desktop.hangDunst()
    #expect(
      try finding(desktop)
        == "warning: feedback 'desk': the notification daemon does not answer within a second; restart it")
    desktop.endBus()
    #expect(try finding(desktop).hasPrefix("warning: feedback 'desk': no session bus for notifications ("))
  }

  @Test("where nobody shows them it says whether the bus could start somebody, and starts nobody")
  func activation() throws {
    let absent = "warning: feedback 'desk': \(NotificationError.absent)"
    let folder = "/tmp/evbridge-services.\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let bare = try Desktop(services: folder)
    #expect(try finding(bare) == absent)
    #expect(!NotificationClient.canBeStarted(address: bare.address))
    try "[D-BUS Service]\nName=org.freedesktop.Notifications\nExec=/bin/touch \(folder)/started\n"
      .write(toFile: folder + "/test.service", atomically: true, encoding: .utf8)
    let able = try Desktop(services: folder)
    #expect(
      try finding(able).hasPrefix(absent + "; the bus knows one that it could start, which evbridge never asks for"))
    #expect(NotificationClient.canBeStarted(address: able.address))
    #expect(!FileManager.default.fileExists(atPath: folder + "/started"))
  }
}
