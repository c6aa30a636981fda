/// What the header of a WAV file says, whether it is true or not.
struct WaveHeader {
  var order: ByteOrder
  /// RF64 or BW64: the sizes of 32 bits that are 0xFFFFFFFF stand in `ds64`.
  var isLong: Bool
  /// Of RF64, whose third number counts frames; in BW64 it means nothing.
  var countsFrames: Bool
  /// The size that counts.
  var riffSize: UInt64
  /// The same as 32 bits say it.
  var shortRiffSize: UInt64
  var format: SoundFormat
  /// The chunk of the samples; its size is the one that counts.
  var data: Chunk
  /// The size of the samples as 32 bits say it.
  var shortDataSize: UInt64
  /// Where a `fact` chunk counts the frames, and how many.
  var fact: (offset: UInt64, frames: UInt64)?
  /// The chunk right behind the form, when it is `ds64` or room for it.
  var longSizes: LongSizes?

  struct LongSizes {
    /// Where its contents begin.
    var start: UInt64
    /// Whether it is called `ds64`, be it in a RIFF file.
    var isNamed: Bool
    var bytes: [UInt8]
  }

  /// The length of the contents of `ds64`, without a table: three numbers of 64 bits and the length of the table.
  static let longSizesLength = 28
  static let unknownSize: UInt64 = 0xffff_ffff
  /// More chunks than any program writes, fewer than take time.
  static let chunkLimit = 4_096

  /// Reads the chunks up to the samples.
  ///
  /// - Parameters:
  ///   - length: of the file
  ///   - read: gives so many bytes from a place in the file, fewer where it ends
  static func read<Problem: Error>(
    length: UInt64, _ read: (_ offset: UInt64, _ count: Int) throws(Problem) -> [UInt8]
  ) throws(Problem) -> Result<WaveHeader, HeaderFault> {
    let form = try read(0, 12)
    if form.isEmpty { return .failure(.empty) }
    guard form.count >= 4 else { return .failure(.cut) }
    let id = ChunkID(form.prefix(4))
    guard ["RIFF", "RIFX", "RF64", "BW64"].contains(id) else {
      return .failure(form.allSatisfy { $0 == 0 } ? .unwritten : .otherKind)
    }
    guard form.count == 12 else { return .failure(.cut) }
    guard ChunkID(form[8...]) == "WAVE" else { return .failure(.otherForm("\(ChunkID(form[8...]))")) }
    let order: ByteOrder = id == "RIFX" ? .big : .little
    let isLong = id == "RF64" || id == "BW64"
    let shortRiffSize = order.number(form[4..<8])
    var riffSize = shortRiffSize
    var longSizes: LongSizes?
    var format: SoundFormat?
    var fact: (offset: UInt64, frames: UInt64)?
    var offset: UInt64 = 12
    for _ in 0..<chunkLimit {
      guard let chunk = try Self.chunk(at: offset, order, read), chunk.start <= length else { return .failure(.cut) }
      if chunk.id == "data" {
        guard let format else { return .failure(.noFormat) }
        if isLong, longSizes == nil { return .failure(.noLongSizes) }
        var header = WaveHeader(
          order: order, isLong: isLong, countsFrames: id == "RF64", riffSize: riffSize,
          shortRiffSize: shortRiffSize, format: format, data: chunk, shortDataSize: chunk.size, fact: fact,
          longSizes: longSizes)
        if isLong, chunk.size == unknownSize, let longSizes { header.data.size = order.number(longSizes.bytes[8..<16]) }
        return .success(header)
      }
      guard chunk.id.isPrintable else { return .failure(.noSamples) }
      guard chunk.end <= length else { return .failure(.cut) }
      switch chunk.id {
      case "ds64" where offset == 12 && chunk.size >= UInt64(longSizesLength),
        "JUNK" where offset == 12 && !isLong && chunk.size >= UInt64(longSizesLength),
        "junk" where offset == 12 && !isLong && chunk.size >= UInt64(longSizesLength):
        let bytes = try read(chunk.start, longSizesLength)
        guard bytes.count == longSizesLength else { return .failure(.cut) }
        longSizes = LongSizes(start: chunk.start, isNamed: chunk.id == "ds64", bytes: bytes)
        if isLong, riffSize == unknownSize { riffSize = order.number(bytes[0..<8]) }
      case "fmt ":
        format = SoundFormat(try read(chunk.start, Int(min(chunk.size, 64))), order)
        if format == nil { return .failure(.badFormat) }
      case "fact" where chunk.size >= 4:
        let bytes = try read(chunk.start, 4)
        if bytes.count == 4 { fact = (chunk.start, order.number(bytes)) }
      default: break
      }
      offset = chunk.next
    }
    return .failure(.noSamples)
  }

  /// The header of a chunk; nil where the file ends before it does.
  static func chunk<Problem: Error>(
    at offset: UInt64, _ order: ByteOrder, _ read: (UInt64, Int) throws(Problem) -> [UInt8]
  ) throws(Problem) -> Chunk? {
    let bytes = try read(offset, 8)
    guard bytes.count == 8 else { return nil }
    return Chunk(id: ChunkID(bytes[..<4]), start: offset + 8, size: order.number(bytes[4...]))
  }
}

/// Why a file has no header that could be mended.
enum HeaderFault: Error, Hashable {
  case empty
  case unwritten
  case otherKind
  case otherForm(String)
  case cut
  case noFormat
  case badFormat
  case noLongSizes
  case noSamples
}
