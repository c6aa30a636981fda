/// The `fmt ` chunk: what the samples are.
public struct SoundFormat: Hashable, Sendable {
  /// The registered number of the coding; that of the sub-format where the file says "extensible".
  public var coding: UInt16
  /// At least 1.
  public var channels: Int
  /// Frames a second, at least 1.
  public var rate: Int
  /// On average; at least 1.
  public var bytesPerSecond: Int
  /// The smallest piece that makes sense: a frame (a sample of each channel), or a block of compressed ones. At least 1.
  public var blockSize: Int
  public var bitsPerSample: Int
  /// Frames in a block, where the coding has a fixed number of them; nil where only time can be told.
  public var framesPerBlock: Int?

  /// Nil when these are not the bytes of a format that anybody could play.
  init?(_ bytes: [UInt8], _ order: ByteOrder) {
    guard bytes.count >= 16 else { return nil }
    func number(_ offset: Int, _ count: Int) -> Int { Int(order.number(bytes[offset..<offset + count])) }
    let tag = number(0, 2)
    coding = UInt16(tag == Self.extensible && bytes.count >= 26 ? number(24, 2) : tag)
    channels = number(2, 2)
    rate = number(4, 4)
    bytesPerSecond = max(1, number(8, 4))
    blockSize = number(12, 2)
    bitsPerSample = number(14, 2)
    guard channels > 0, rate > 0, blockSize > 0 else { return nil }
    switch coding {
    case 1, 3, 6, 7: framesPerBlock = 1
    // ADPCM of Microsoft and of IMA, and GSM 6.10: the number of frames in a block follows the length of the extension.
    case 2, 0x11, 0x31: framesPerBlock = bytes.count >= 20 && number(18, 2) > 0 ? number(18, 2) : nil
    default: framesPerBlock = nil
    }
  }

  private static let extensible = 0xfffe

  /// How many frames so many bytes are; nil where that can not be told from bytes.
  func frames(in size: UInt64) -> UInt64? {
    framesPerBlock.map { (size / UInt64(blockSize)).multipliedReportingOverflow(by: UInt64($0)).partialValue }
  }

  /// How long so many bytes play, in seconds.
  public func seconds(of size: UInt64) -> Double {
    if let frames = frames(in: size) { Double(frames) / Double(rate) } else { Double(size) / Double(bytesPerSecond) }
  }

  /// As people call it: "44100 Hz, 2 channels, 16 bits".
  public var text: String {
    let what =
      switch coding {
      case 1: "\(bitsPerSample) bits"
      case 3: "\(bitsPerSample) bits float"
      case 6: "A-law"
      case 7: "mu-law"
      case 2, 0x11: "ADPCM"
      case 0x31: "GSM"
      default: "coding \(coding)"
      }
    return "\(rate) Hz, \(channels) \(channels == 1 ? "channel" : "channels"), \(what)"
  }
}
