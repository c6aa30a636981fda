/// Who listens on a TCP port of this machine, as /proc tells.
struct ListeningPort {
  /// The socket's number; nil when nobody listens.
  let socket: UInt64?

  init(_ port: UInt16) {
    let digits = String(port, radix: 16, uppercase: true)
    let ending = ":" + String(repeating: "0", count: 4 - digits.count) + digits
    // sl local_address rem_address st tx_queue:rx_queue tr:when retrnsmt uid timeout inode …; 0A is LISTEN.
    let lines = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { TextFile.lines(of: $0) }
    socket =
      lines.compactMap { line -> UInt64? in
        let fields = line.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
        guard fields.count > 9, fields[1].hasSuffix(ending), fields[3] == "0A" else { return nil }
        return UInt64(fields[9])
      }.first
  }

  /// The program; nil when it is not to be seen.
  var holder: String? { socket.flatMap { OpenFiles.holder(ofSocket: $0) } }
}
