public import InputModel

/// All that is so at one time, as one line of the event stream. Its `seq` is that of the last event before it.
public struct Snapshot: Hashable, Sendable {
  /// What the core does not know of the program around it.
  public struct Program: Hashable, Sendable {
    public var pid: Int64
    public var version: String
    /// The path of its configuration; nil when it has none.
    public var configuration: String?

    public init(pid: Int64, version: String, configuration: String?) {
      self.pid = pid
      self.version = version
      self.configuration = configuration
    }
  }

  /// The word in the event stream.
  public static let type = "snapshot"

  public var time: Timestamp
  /// What it says beside its time and type, in the order of the documentation.
  public var fields: [EventField]

  /// Appends the line with its `\n`.
  ///
  /// - Parameters:
  ///   - sequence: the number of the last event before it
  ///   - time: `self.time` by the wall clock
  public func append(to bytes: inout [UInt8], sequence: UInt64, time wallTime: WallTime) {
    let head = EventLine.head(Self.type, sequence: sequence, at: time, wallTime)
    JSONObject(head + fields).append(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }
}
