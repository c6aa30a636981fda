extension WaveHeader {
  /// What the sizes ought to be.
  ///
  /// - Returns: the size of the samples, and where RIFF ends; nil for each that is right as it is
  func truth<Problem: Error>(
    length: UInt64, _ read: (UInt64, Int) throws(Problem) -> [UInt8]
  ) throws(Problem) -> (dataSize: UInt64?, riffEnd: UInt64?) {
    let available = length - data.start
    guard data.size <= available, isLong || shortDataSize != Self.unknownSize else { return toTheEnd(available) }
    let riffEnd = riffSize > .max - 8 ? .max : riffSize + 8
    var trailersEnd = try endOfTrailers(from: data.next, length: length, read)
    // Some writers forget the byte that makes an odd size even.
    if trailersEnd == nil, data.next > data.end {
      trailersEnd = try endOfTrailers(from: data.end, length: length, read)
    }
    let hasGrown = trailersEnd == nil && length - data.next >= UInt64(format.blockSize)
    if hasGrown, data.size == 0 || riffEnd != length { return toTheEnd(available) }
    let end = trailersEnd ?? data.next
    let isRight = riffEnd >= data.end && riffEnd <= max(end, length)
    return (nil, isRight ? nil : min(end, length))
  }

  /// All whole frames up to the end of the file.
  private func toTheEnd(_ available: UInt64) -> (dataSize: UInt64?, riffEnd: UInt64?) {
    let size = available - available % UInt64(format.blockSize)
    // The byte behind an odd size, where the file has it.
    return (size, data.start + size + (size & 1 == 1 && size < available ? 1 : 0))
  }

  /// Where the chunks behind the samples end, without the last if it is cut; nil when what is there are no chunks.
  ///
  /// Chunks of any name are believed when they end where the file ends; else it takes a name that programs use there.
  private func endOfTrailers<Problem: Error>(
    from start: UInt64, length: UInt64, _ read: (UInt64, Int) throws(Problem) -> [UInt8]
  ) throws(Problem) -> UInt64? {
    var offset = start
    var isBelieved = false
    for _ in 0..<Self.chunkLimit {
      if offset >= length { return offset }
      let head = try read(offset, 8)
      isBelieved = isBelieved || ChunkID.isBeginningOfTrailer(head.prefix(4)) || Self.isTag(head, of: length - offset)
      guard head.count == 8, ChunkID(head[..<4]).isPrintable else { return isBelieved ? offset : nil }
      let chunk = Chunk(id: ChunkID(head[..<4]), start: offset + 8, size: order.number(head[4...]))
      guard chunk.end <= length else { return isBelieved ? offset : nil }
      offset = chunk.next
    }
    return nil
  }

  /// What is put behind music of any kind and is no chunk: ID3, version 1 and 2, and APE.
  private static func isTag(_ head: [UInt8], of length: UInt64) -> Bool {
    guard head.count == 8 else { return false }
    return head.starts(with: Array("TAG".utf8)) && length == 128
      || head.starts(with: Array("ID3".utf8)) && (2...4).contains(head[3]) && head[4] < 0xff
      || head.starts(with: Array("APETAGEX".utf8))
  }
}
