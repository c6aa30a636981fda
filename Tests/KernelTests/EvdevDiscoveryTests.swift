import Glibc
import InputModel
import Testing

@testable import Evdev

extension Kernel {
  @Suite struct EvdevDiscoveryTests {
    @Test(
      "a device that was there, one that comes, and their leaving are told once each", arguments: Kernel.waysToDiscover)
    func comesAndGoes(followingUdev: Bool) throws {
      var first: UInputDevice? = try UInputDevice(Devices.glass)
      let firstPath = first?.node ?? ""
      var discovery = try Discovery(followingUdev: followingUdev)
      var changes = try discovery.changes { $0.path == firstPath }

      var second: UInputDevice? = try UInputDevice(Devices.button)
      let secondPath = second?.node ?? ""
      changes += try discovery.changes { $0.path == secondPath }
      // One after the other: udev may finish with two devices in any order.
      first = nil
      changes += try discovery.changes { $0 == .left(path: firstPath) }
      second = nil
      changes += try discovery.changes { $0 == .left(path: secondPath) }

      for (path, description) in [(firstPath, Devices.glass), (secondPath, Devices.button)] {
        let mine = changes.filter { $0.path == path }
        var bare = description
        bare.axes = [:]
        #expect(mine.first?.node?.description == bare)
        #expect(mine.count { if case .appeared = $0 { true } else { false } } == 1)
        #expect(mine.last == .left(path: path))
        #expect(mine.count { if case .left = $0 { true } else { false } } == 1)
      }
      // Without udev's rules nobody knows the kind; a udev that runs beside may have found it all the same.
      let glassKind = changes.first { $0.path == firstPath }?.node?.kind
      #expect(!followingUdev || glassKind == .touchscreen)
    }

    @Test("what sysfs shows of a device without opening it is what the device says", arguments: Kernel.waysToDiscover)
    func node(followingUdev: Bool) throws {
      let made = try UInputDevice(Devices.keyboard)
      let path = made.node
      var discovery = try Discovery(followingUdev: followingUdev)
      let node = try discovery.changes { $0.path == path }.first { $0.path == path }?.node
      #expect(
        node == DeviceNode(path: path, description: Devices.keyboard, kind: followingUdev ? .keyboard : node?.kind))
    }

    @Test("a node whose permissions or properties change is told again, and does not appear again")
    func changed() throws {
      let made = try UInputDevice(Devices.button)
      let path = made.node
      var udev = try Discovery()
      var folder = try Discovery(followingUdev: false)
      _ = try udev.changes { $0.path == path }
      _ = try folder.changes { $0.path == path }
      // As `udevadm trigger` does.
      let name = String(path.split(separator: "/").last ?? "")
      let uevent = unsafe open("/sys/class/input/\(name)/uevent", O_WRONLY)
      try #require(unsafe write(uevent, "change", 6) == 6)
      close(uevent)
      #expect(unsafe chmod(path, 0o640) == 0)
      for changes in [try udev.changes { $0.isChange(of: path) }, try folder.changes { $0.isChange(of: path) }] {
        // Unless it has left before: a udev that lags behind tells the end of the number's last owner only now.
        let own = changes.filter { $0.path == path }.drop { if case .left = $0 { false } else { true } }
        let told = own.isEmpty ? changes.filter { $0.path == path } : []
        #expect(!told.contains { if case .appeared = $0 { true } else { false } })
      }
    }

    @Test("a device that comes back under another number is found again")
    func replug() throws {
      var made: UInputDevice? = try UInputDevice(Devices.button)
      let path = made?.node ?? ""
      var discovery = try Discovery()
      _ = try discovery.changes { $0.path == path }
      made = nil
      // Takes the number that has become free.
      let other = try UInputDevice(Devices.glass)
      let again = try UInputDevice(Devices.button)
      let newPath = again.node
      #expect(newPath != path)
      var changes = try discovery.changes { $0 == .left(path: path) }
      if !changes.contains(where: { $0.path == newPath }) {
        changes += try discovery.changes { $0.path == newPath }
      }
      #expect(changes.first { $0.path == newPath }?.node?.description.name == Devices.button.name)
      var device = try Device(path: newPath, codes: [.keyRecord])
      try again.press(.keyRecord)
      let events = try device.queued()
      #expect(events.map(\.change) == [Change(.keyRecord, 1), .report])
      _ = consume other
    }

    @Test(
      "the keyboard of the emulated machine has its kind and its link", .needsUdev,
      .enabled("in the guest") { environment("EVBRIDGE_GUEST") != nil })
    func hardware() throws {
      var discovery = try Discovery()
      let nodes = try discovery.drain().compactMap(\.node)
      let keyboard = try #require(nodes.first { $0.description.identity.bus == 0x11 && $0.kind == .keyboard })
      #expect(keyboard.links.contains { $0.hasPrefix("/dev/input/by-path/") })
      #expect(keyboard.description.has(.key(1)))
      #expect(!keyboard.description.phys.isEmpty)
      #expect(keyboard.calibrationMatrix == nil)
    }
  }
}

extension Kernel {
  /// Following udev, where there is one, and watching the folder.
  static var waysToDiscover: [Bool] { Discovery.isUdevRunning ? [true, false] : [false] }
}

extension Discovery.Change {
  /// The node that the change is about.
  var path: String {
    switch self {
    case .appeared(let node), .changed(let node): node.path
    case .left(let path): path
    }
  }

  func isChange(of path: String) -> Bool { if case .changed(let node) = self { node.path == path } else { false } }

  /// What is known of the node, unless it has left.
  var node: DeviceNode? {
    switch self {
    case .appeared(let node), .changed(let node): node
    case .left: nil
    }
  }
}
