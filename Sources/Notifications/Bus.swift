import CLibsystemdBus
import Glibc

/// One connection to the bus of the session. Nothing here waits: what is sent is queued, what comes is called back from
/// the loop.
@safe struct Bus: ~Copyable {
  static let service = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"
  /// After this long a call that is not answered has failed, in microseconds.
  private static let callTimeout: UInt64 = 1_000_000

  private let pointer: OpaquePointer

  /// Connects, or begins to. The inbox must outlive the connection.
  /// - Parameter address: of the bus; nil for that of this session
  init(_ loop: borrowing PrivateLoop, _ inbox: Inbox, address: String?) throws(NotificationError) {
    var opened: OpaquePointer?
    let status = unsafe address.map { unsafe Self.open($0, &opened) } ?? sd_bus_open_user(&opened)
    guard status >= 0, let pointer = unsafe opened else {
      unsafe sd_bus_unref(opened)
      throw .noBus(errno: -status)
    }
    do throws(NotificationError) {
      try unsafe Self.prepare(pointer, loop, inbox)
    } catch {
      unsafe sd_bus_close_unref(pointer)
      throw error
    }
    unsafe self.pointer = pointer
  }

  private static func open(_ address: String, _ bus: inout OpaquePointer?) -> Int32 {
    let status = unsafe sd_bus_new(&bus)
    guard status >= 0 else { return status }
    for step in unsafe [sd_bus_set_address(bus, address), sd_bus_set_bus_client(bus, 1), sd_bus_start(bus)]
    where step < 0 { return step }
    return 0
  }

  private static func prepare(
    _ bus: OpaquePointer, _ loop: borrowing PrivateLoop, _ inbox: Inbox
  ) throws(NotificationError) {
    try NotificationError.check(unsafe sd_bus_attach_event(bus, loop.pointer, 0))
    try NotificationError.check(unsafe sd_bus_set_method_call_timeout(bus, callTimeout))
    try NotificationError.check(
      unsafe sd_bus_match_signal_async(
        bus, nil, nil, path, service, "NotificationClosed",
        { message, userdata, _ in unsafe Inbox.note(closing: message, userdata) }, nil,
        Unmanaged.passUnretained(inbox).toOpaque()))
  }

  // What is still queued is dropped: to flush it could wait for ever.
  deinit { unsafe sd_bus_close_unref(pointer) }

  var isOpen: Bool { unsafe sd_bus_is_open(pointer) > 0 }

  /// Sends a notification in place of the one with the number, or as a new one for 0.
  ///
  /// Nobody is started to show it: that could take minutes. The call must live until it is answered or dropped.
  func send(_ notification: DesktopNotification, replacing id: UInt32, as call: Call) throws(NotificationError) {
    var created: OpaquePointer?
    try NotificationError.check(
      unsafe sd_bus_message_new_method_call(pointer, &created, Self.service, Self.path, Self.service, "Notify"))
    guard let message = unsafe created else { throw .system(errno: ENOMEM) }
    defer { unsafe sd_bus_message_unref(message) }
    try NotificationError.check(unsafe sd_bus_message_set_auto_start(message, 0))
    try unsafe Message(message).append(notification, replacing: id)
    try unsafe call.send(message, on: pointer)
  }
}

extension Bus {
  /// Asks whoever shows notifications who it is: an answer without a number.
  func askForServer(as call: Call) throws(NotificationError) {
    try ask(Self.service, Self.path, "GetServerInformation", as: call)
  }

  /// Asks the bus whom it could start: names.
  func askForActivatable(as call: Call) throws(NotificationError) {
    try ask("org.freedesktop.DBus", "/org/freedesktop/DBus", "ListActivatableNames", as: call)
  }

  /// Calls a method without arguments. Nobody is started for it.
  private func ask(_ service: String, _ path: String, _ method: String, as call: Call) throws(NotificationError) {
    var created: OpaquePointer?
    try NotificationError.check(
      unsafe sd_bus_message_new_method_call(pointer, &created, service, path, service, method))
    guard let message = unsafe created else { throw .system(errno: ENOMEM) }
    defer { unsafe sd_bus_message_unref(message) }
    try NotificationError.check(unsafe sd_bus_message_set_auto_start(message, 0))
    try unsafe call.send(message, on: pointer)
  }
}

/// An event loop of this module's own, so that it and the program's loop know nothing of each other but a descriptor.
@safe struct PrivateLoop: ~Copyable {
  let pointer: OpaquePointer

  init() throws(NotificationError) {
    var created: OpaquePointer?
    try NotificationError.check(unsafe sd_event_new(&created))
    guard let pointer = unsafe created else { throw .system(errno: ENOMEM) }
    unsafe self.pointer = pointer
  }

  deinit { unsafe sd_event_unref(pointer) }

  /// Becomes readable when there is something for `run()` to do.
  var descriptor: Int32 { unsafe sd_event_get_fd(pointer) }

  /// When it ran last, in microseconds of the monotonic clock.
  var now: UInt64 {
    get throws(NotificationError) {
      var time: UInt64 = 0
      try NotificationError.check(unsafe sd_event_now(pointer, CLOCK_MONOTONIC, &time))
      return time
    }
  }

  /// Calls back for all that has happened, and sends what is queued as far as the bus takes it; never waits.
  func run() throws(NotificationError) {
    while try NotificationError.check(unsafe sd_event_run(pointer, 0)) > 0 {}
  }
}

/// Where the bus leaves what it says on its own.
final class Inbox {
  enum Reason: UInt32 {
    case expired = 1
    case dismissed = 2
  }

  /// The numbers of notifications that are gone, and why.
  var closed: [(id: UInt32, reason: Reason?)] = []

  static func note(closing message: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?) -> Int32 {
    guard let message = unsafe message, let userdata = unsafe userdata else { return 0 }
    var (id, reason): (UInt32, UInt32) = (0, 0)
    guard unsafe sd_bus_message_read_basic(message, Message.uint32, &id) > 0,
      unsafe sd_bus_message_read_basic(message, Message.uint32, &reason) > 0
    else { return 0 }
    unsafe Unmanaged<Inbox>.fromOpaque(userdata).takeUnretainedValue().closed.append((id, Reason(rawValue: reason)))
    return 0
  }
}

/// A call that is on its way. Dropped before it is answered, its answer is nobody's.
@safe final class Call {
  enum Answer {
    case id(UInt32)
    case withoutNumber
    case names([String])
    case failed(name: String, message: String)
  }

  private(set) var answer: Answer?
  private var slot: OpaquePointer?

  deinit { unsafe sd_bus_slot_unref(slot) }

  func send(_ message: OpaquePointer, on bus: OpaquePointer) throws(NotificationError) {
    try NotificationError.check(
      unsafe sd_bus_call_async(
        bus, &slot, message, { reply, userdata, _ in unsafe Call.receive(reply, userdata) },
        Unmanaged.passUnretained(self).toOpaque(), 0))
  }

  private static func receive(_ reply: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?) -> Int32 {
    guard let reply = unsafe reply, let userdata = unsafe userdata else { return 0 }
    let call = unsafe Unmanaged<Call>.fromOpaque(userdata).takeUnretainedValue()
    var id: UInt32 = 0
    if let error = unsafe sd_bus_message_get_error(reply) {
      call.answer = unsafe .failed(name: Self.text(error.pointee.name), message: Self.text(error.pointee.message))
    } else if unsafe sd_bus_message_read_basic(reply, Message.uint32, &id) > 0 {
      call.answer = .id(id)
    } else if unsafe sd_bus_message_enter_container(reply, Message.array, "s") > 0 {
      var names: [String] = []
      var name: UnsafePointer<CChar>?
      while unsafe sd_bus_message_read_basic(reply, Message.string, &name) > 0 { unsafe names.append(text(name)) }
      call.answer = .names(names)
    } else {
      call.answer = .withoutNumber
    }
    return 0
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    unsafe pointer.map { unsafe String(cString: $0) } ?? ""
  }
}
