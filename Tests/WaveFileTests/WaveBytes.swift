import TestSupport

@testable import WaveFile

/// A WAV file in the making.
struct WaveBytes {
  var form = "RIFF"
  var order = ByteOrder.little
  /// In place of the right ones.
  var riffSize: UInt64?
  var dataSize: UInt64?
  /// Of 28 bytes and more: `JUNK`, or `ds64`.
  var room: (id: String, contents: [UInt8])?
  var format = Self.format()
  var beforeData: [[UInt8]] = []
  var samples: [UInt8] = []
  var isPadded = true
  var afterData: [UInt8] = []
  private(set) var dataStart = 0

  /// The contents of a `fmt ` chunk.
  static func format(
    coding: Int = 1, channels: Int = 2, rate: Int = 44_100, bytes: Int = 2, block: Int? = nil, more: [UInt8] = [],
    _ order: ByteOrder = .little
  ) -> [UInt8] {
    let block = block ?? channels * bytes
    return order.bytes(UInt16(coding)) + order.bytes(UInt16(channels)) + order.bytes(UInt32(rate))
      + order.bytes(UInt32(rate * block)) + order.bytes(UInt16(block)) + order.bytes(UInt16(bytes * 8)) + more
  }

  /// A chunk with its header, and the byte that makes it even.
  static func chunk(_ id: String, _ contents: [UInt8], _ order: ByteOrder = .little) -> [UInt8] {
    Array(id.utf8) + order.bytes(UInt32(contents.count)) + contents + [UInt8](repeating: 0, count: contents.count & 1)
  }

  /// - Parameter length: of the file when it is longer than what is made here, for samples that nobody reads
  mutating func make(length: UInt64? = nil) -> [UInt8] {
    var body: [UInt8] = []
    if let room { body += Self.chunk(room.id, room.contents, order) }
    body += Self.chunk("fmt ", format, order) + beforeData.joined()
    dataStart = 12 + body.count + 8
    let pad = isPadded ? samples.count & 1 : 0
    let end = dataStart + samples.count + pad + afterData.count
    body += Array("data".utf8) + order.bytes(UInt32(truncatingIfNeeded: dataSize ?? UInt64(samples.count)))
    body += samples + [UInt8](repeating: 0, count: pad) + afterData
    return Array(form.utf8) + order.bytes(UInt32(truncatingIfNeeded: riffSize ?? UInt64(end - 8))) + Array("WAVE".utf8)
      + body
  }
}

/// What is said of these bytes, or of them and zeros behind.
func diagnosis(of bytes: [UInt8], length: UInt64? = nil) -> Diagnosis {
  let length = length ?? UInt64(bytes.count)
  return Diagnosis(length: length) { offset, count in
    let end = min(length, offset + UInt64(count))
    return offset >= end ? [] : (offset..<end).map { $0 < UInt64(bytes.count) ? bytes[Int($0)] : 0 }
  }
}

extension Diagnosis {
  var sound: Sound? {
    switch self {
    case .good(let sound), .mendable(let sound, _): sound
    case .notWave, .hopeless: nil
    }
  }

  var patches: [Patch] {
    if case .mendable(_, let patches) = self { patches } else { [] }
  }

  var isGood: Bool { if case .good = self { true } else { false } }
}

extension [UInt8] {
  /// Applied as a program would; traps where a patch lies outside.
  func applying(_ patches: some Sequence<Patch>) -> [UInt8] {
    patches.reduce(into: self) { bytes, patch in
      bytes.replaceSubrange(Int(patch.offset)..<Int(patch.end), with: patch.bytes)
    }
  }
}
