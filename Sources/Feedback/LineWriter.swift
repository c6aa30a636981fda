/// Writes lines to a descriptor that somebody else reads, without ever waiting for the reader.
///
/// A reader that is slower than the events has a queue; when that is full, whole lines are dropped until it is half
/// empty, and a notice says how many are missing at that place. A reader that is gone closes the writer, provided that
/// `ignoreBrokenPipes()` was called; so does any other error.
public struct LineWriter: ~Copyable {
  /// How many bytes may wait for the reader: some 300 events.
  public static let capacity = 65_536

  private let target: Target
  private let capacity: Int
  private let notice: (UInt64) -> [UInt8]
  private var queue: [UInt8] = []
  /// Where the queue begins: what is before it has been written.
  private var head = 0
  private var missing: UInt64 = 0
  /// What the system said when a line could not be written; no other is tried then.
  public private(set) var failure: Int32?
  /// All lines that the reader did not get because it was too slow.
  public private(set) var dropped: UInt64 = 0

  /// - Parameters:
  ///   - descriptor: stays the caller's and keeps its flags; another descriptor for the same thing is used
  ///   - notice: the line that stands for so many dropped ones
  public init(_ descriptor: Int32, notice: @escaping (UInt64) -> [UInt8]) {
    self.init(Target(descriptor), notice: notice)
  }

  init(_ target: consuming Target, capacity: Int = Self.capacity, notice: @escaping (UInt64) -> [UInt8]) {
    self.target = target
    self.capacity = capacity
    self.notice = notice
  }

  /// What to watch for becoming writable, only while `wantsWritable`: a regular file can not be watched and never
  /// has to be.
  public var descriptor: Int32 { target.descriptor }

  /// Lines wait for the reader: call `flush()` when the descriptor is writable.
  public var wantsWritable: Bool { !isClosed && waiting > 0 }

  /// Takes a line that ends with `\n`, whole or not at all.
  public mutating func write(_ line: [UInt8]) {
    guard !isClosed else { return }
    if missing == 0, waiting + line.count <= capacity {
      queue += line
    } else {
      missing += 1
      dropped += 1
    }
    flush()
  }

  /// Takes a line that ends with `\n` and that the reader has asked for: it has a queue's length of its own, and is not
  /// dropped with the others. The first to enter that may be of any length. False when that is full too, or the writer
  /// closed.
  public mutating func insist(_ line: [UInt8]) -> Bool {
    guard !isClosed, waiting <= capacity || waiting + line.count <= 2 * capacity else { return false }
    queue += line
    flush()
    return !isClosed
  }

  /// Writes as much as the reader takes now.
  public mutating func flush() {
    drain()
    // Not before half of the queue is free: else most of what a slow reader gets would be notices.
    guard missing > 0, !isClosed, waiting <= capacity / 2 else { return }
    queue += notice(missing)
    missing = 0
    drain()
  }

  public var isClosed: Bool { failure != nil }

  private var waiting: Int { queue.count - head }

  private mutating func drain() {
    while waiting > 0, !isClosed {
      switch target.write(queue.span.extracting(head...)) {
      case .wrote(let count): head += count
      case .wouldBlock: return compact()
      case .failed(let errno): failure = errno
      }
    }
    queue.removeAll(keepingCapacity: !isClosed)
    head = 0
  }

  private mutating func compact() {
    guard head > capacity / 2 else { return }
    queue.removeSubrange(..<head)
    head = 0
  }
}
