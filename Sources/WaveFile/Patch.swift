/// Bytes of a header to put in place of others; the file keeps its length.
public struct Patch: Hashable, Sendable {
  /// What they say.
  public enum Field: Hashable, Sendable {
    /// The size of the whole file.
    case riffSize
    /// The size of the samples.
    case dataSize
    /// How many frames there are, in a `fact` chunk or in `ds64`.
    case frameCount
    /// Sizes of 64 bits, and the id of their chunk, in what was kept free for them.
    case longSizes
    /// That the sizes of 64 bits count: RIFF becomes RF64.
    case form
  }

  public var offset: UInt64
  public var bytes: [UInt8]
  public var field: Field
  /// The number that is there now, and the one to come; 0 for a field that is not a single number.
  public var oldNumber: UInt64
  public var newNumber: UInt64

  public var end: UInt64 { offset + UInt64(bytes.count) }
}
