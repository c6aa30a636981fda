import CLibsystemdBus

/// A message that is being written, by the letters of D-Bus for its types.
@safe struct Message {
  static let uint32 = letter("u")
  private static let int32 = letter("i")
  private static let byte = letter("y")
  private static let boolean = letter("b")
  static let string = letter("s")
  static let array = letter("a")
  private static let variant = letter("v")
  private static let entry = letter("e")

  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  private static func letter(_ scalar: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: scalar.value) }

  /// The arguments of `Notify`: `susssasa{sv}i`.
  func append(_ notification: DesktopNotification, replacing id: UInt32) throws(NotificationError) {
    try append("evbridge")
    try append(Self.uint32, id)
    try append(notification.icon)
    try append(notification.summary)
    try append(notification.markup)
    // No buttons on it.
    try open(Self.array, "s")
    try close()
    try open(Self.array, "{sv}")
    try append("urgency", Self.byte, "y", notification.urgency)
    if notification.isTransient { try append("transient", Self.boolean, "b", Int32(1)) }
    if let value = notification.value { try append("value", Self.int32, "i", value) }
    try close()
    try append(Self.int32, notification.expiry ?? -1)
  }

  private func append(_ name: String, _ type: CChar, _ signature: String, _ value: some BitwiseCopyable)
    throws(NotificationError)
  {
    try open(Self.entry, "sv")
    try append(name)
    try open(Self.variant, signature)
    try append(type, value)
    try close()
    try close()
  }

  private func append(_ text: String) throws(NotificationError) {
    try NotificationError.check(unsafe sd_bus_message_append_basic(pointer, Self.string, text))
  }

  /// The value must be of the letter's size.
  private func append(_ type: CChar, _ value: some BitwiseCopyable) throws(NotificationError) {
    var value = value
    try NotificationError.check(unsafe sd_bus_message_append_basic(pointer, type, &value))
  }

  private func open(_ type: CChar, _ contents: String) throws(NotificationError) {
    try NotificationError.check(unsafe sd_bus_message_open_container(pointer, type, contents))
  }

  private func close() throws(NotificationError) {
    try NotificationError.check(unsafe sd_bus_message_close_container(pointer))
  }
}
