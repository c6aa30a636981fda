/// A chunk as its header says: an id, a size, and so many bytes behind.
struct Chunk {
  var id: ChunkID
  /// Where its contents begin.
  var start: UInt64
  var size: UInt64

  /// Where its size is written.
  var sizeOffset: UInt64 { start - 4 }
  /// Behind its last byte; never overflows, as `start` is a place in a file.
  var end: UInt64 { start.addingReportingOverflow(size).overflow ? .max : start + size }
  /// Where the next chunk begins: a chunk of odd size has a byte behind it that does not count.
  var next: UInt64 { end == .max ? .max : end + (size & 1) }
}
