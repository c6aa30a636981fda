import Glibc

/// Which event devices there are, and which come and go. Opens none of them.
///
/// With udev its rules have run before a device is announced. Without, the folder `/dev/input` is watched.
public struct Discovery: ~Copyable {
  public enum Change: Hashable, Sendable {
    case appeared(DeviceNode)
    /// A node that is known was announced again: its permissions, links or properties may be others now.
    case changed(DeviceNode)
    case left(path: String)
  }

  /// Whether there is a udev daemon to listen to.
  public static var isUdevRunning: Bool { unsafe access("/run/udev/control", F_OK) == 0 }

  private let loop: PrivateLoop
  private let inbox: NodeInbox
  private let monitor: UdevMonitor?
  private var folder: FolderWatch?

  /// Starts to listen and then takes stock, so that nothing is missed in between.
  public init() throws(EvdevError) { try self.init(followingUdev: Self.isUdevRunning) }

  init(followingUdev: Bool) throws(EvdevError) {
    do throws(Errno) {
      let loop = try PrivateLoop()
      let inbox = NodeInbox()
      let monitor = followingUdev ? try UdevMonitor() : nil
      try monitor?.start(loop, inbox)
      let folder = followingUdev ? nil : try FolderWatch(loop, inbox)
      self.loop = loop
      self.inbox = inbox
      self.monitor = monitor
      self.folder = folder
    } catch {
      throw .discovery(error)
    }
  }

  /// Becomes readable when `drain()` has something to do.
  public var descriptor: Int32 { loop.descriptor }

  /// What has happened since the last call, in order; the first call gives every device that is there.
  ///
  /// A node appears once, however often it is announced, until it has left.
  public mutating func drain() throws(EvdevError) -> [Change] {
    do throws(Errno) {
      repeat { try loop.run() } while try folder?.lookAgain() == true
    } catch {
      throw .discovery(error)
    }
    return inbox.takeChanges()
  }
}
