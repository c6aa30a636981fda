/// The four bytes that say what a chunk is.
public struct ChunkID: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  let bytes: [UInt8]

  init(_ bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

  /// - Parameter text: four characters of ASCII
  public init(stringLiteral text: String) {
    bytes = Array(text.utf8)
    precondition(bytes.count == 4, "'\(text)' is no chunk id")
  }

  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether it is four printable characters, as every id is that somebody has ever given.
  var isPrintable: Bool { bytes.allSatisfy { (0x20...0x7e).contains($0) } }

  /// Whether these bytes, four or fewer, begin a chunk that programs write behind the samples.
  ///
  /// Samples happen to look like four printable characters once in fifty; like one of these, hardly ever.
  static func isBeginningOfTrailer(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty && trailers.contains { $0.bytes.starts(with: bytes) }
  }

  private static let trailers: Set<ChunkID> = [
    "LIST", "id3 ", "ID3 ", "bext", "iXML", "axml", "bxml", "sxml", "chna", "dbmd", "cue ", "plst", "labl", "note",
    "smpl", "inst", "acid", "strc", "PEAK", "afsp", "fact", "levl", "umid", "link", "aXML", "_PMX", "cart", "DISP",
    "JUNK", "junk", "PAD ", "FLLR", "minf", "elm1", "regn", "r64m", "SAUR", "LGWV",
  ]
}
