import CUHID
import Evdev
import Glibc
import InputModel

/// A HID device made through uhid: the kernel's own drivers read its reports.
struct UHIDDevice: ~Copyable {
  /// What the kernel has made of it.
  let node: DeviceNode
  private let descriptor: Int32

  struct Refused: Error {
    var number: Int32
  }

  /// Makes a USB device, and waits until udev has seen the event node that the driver makes of it.
  ///
  /// - Parameters:
  ///   - layout: the report descriptor
  ///   - features: what the driver gets when it asks for a feature report, by the report's number, which leads it
  init(name: String, layout: [UInt8], features: [UInt8: [UInt8]]) throws {
    let descriptor = unsafe open("/dev/uhid", O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Refused(number: errno) }
    do {
      var discovery = try Discovery()
      try Self.check(
        unsafe uhid_create(descriptor, name, UInt16(BUS_USB), 0x1234, 0x5679, layout, UInt16(layout.count)))
      node = try Self.serve(descriptor, features, until: &discovery) { $0.description.name.hasPrefix(name) }
      self.descriptor = descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// Sends an input report, whose number leads it.
  func send(_ report: [UInt8]) throws { try Self.check(unsafe uhid_send(descriptor, report, UInt16(report.count))) }

  private static func check(_ status: Int32) throws { if status < 0 { throw Refused(number: -status) } }

  /// Answers the driver, which waits for it, until the node is there.
  private static func serve(
    _ descriptor: Int32, _ features: [UInt8: [UInt8]], until discovery: inout Discovery,
    shows isWanted: (DeviceNode) -> Bool
  ) throws -> DeviceNode {
    while true {
      var waiting = [descriptor, discovery.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard unsafe poll(&waiting, nfds_t(waiting.count), 10_000) > 0 else { throw Discovery.NothingCame() }
      var (question, report): (UInt32, UInt8) = (0, 0)
      let word = unsafe uhid_next(descriptor, &question, &report)
      try check(word)
      if word == Int32(UHID_GET_REPORT.rawValue) {
        let answer = features[report] ?? []
        try check(unsafe uhid_answer(descriptor, question, answer, UInt16(answer.count)))
      }
      for case .appeared(let node) in try discovery.drain() where isWanted(node) { return node }
    }
  }
}
