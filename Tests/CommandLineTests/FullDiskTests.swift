import Glibc
import Testing

@Suite("A full disk", .serialized, .ownThread) struct FullDiskTests {
  @Test("what fits is kept, and the failure told", .mayMount) func fullDisk() throws {
    let scene = try Scene(
      "↓0 ↑1500 ↓2000 ↑2500", recorder: "\(Scene.readyWhenBegun), free: { stop: 0, warn: 0 }", control: "minimum: 0ms",
      script: "while head -c 65536 /dev/zero >>\"$file\"; do sleep 0.02; done; exit 1")
    #expect(unsafe mount("none", scene.folder + "/takes", "tmpfs", 0, "size=300k") == 0)
    defer { _ = unsafe umount(scene.folder + "/takes") }
    let run = try scene.play()
    #expect(run.takes.prefix(3) == ["starting", "recording", "failed recorder-exit"])
    let message = try #require(run.first("take.failed")?["message"])
    #expect(message.hasPrefix("the recorder exited with 1: ") && message.hasSuffix("No space left on device"))
    let kept = try #require(scene.takes["take-0001.txt"])
    #expect((200_000...307_200).contains(kept.utf8.count))
    #expect(run.exitCode == 0)
  }

  @Test("sox, which exits with 0 when the disk is full, has not completed a take", .mayMount, .needs("sox"))
  func sox() throws {
    let scene = try Scene(playing: "↓0 ↑1500")
    try scene.configure(
      """
      devices: { button: { match: { name: Test button } } }
      recorders:
        real:
          { use: sox, command: [sox, -n, "{file}", synth, "10000", sine, "440"], ready: spawned,
            directory: "\(scene.folder)/takes", name: a.wav, free: { stop: 0, warn: 0 } }
      controls:
        record: { type: record-button, trigger: { device: button, key: KEY_RECORD }, recorder: real }
      """)
    #expect(unsafe mount("none", scene.folder + "/takes", "tmpfs", 0, "size=300k") == 0)
    defer { _ = unsafe umount(scene.folder + "/takes") }
    let run = try scene.play()
    #expect(run.takes == ["starting", "recording", "failed recorder-exit"])
    let message = try #require(run.first("take.failed")?["message"])
    #expect(message.hasPrefix("the recorder says that it failed, although it exited with 0: sox FAIL "))
    #expect(message.hasSuffix("No space left on device"))
    #expect(scene.names(of: "takes") == ["a.wav"])
  }
}

extension Trait where Self == ConditionTrait {
  /// Root in a namespace of its own may mount as well; this only asks.
  static var mayMount: Self {
    .enabled("may not mount a small disk") {
      let folder = "/tmp/evbridge-mount.\(getpid())"
      guard unsafe mkdir(folder, 0o700) == 0 else { return false }
      defer { unsafe rmdir(folder) }
      guard unsafe mount("none", folder, "tmpfs", 0, "size=300k") == 0 else { return false }
      return unsafe umount(folder) == 0
    }
  }
}
