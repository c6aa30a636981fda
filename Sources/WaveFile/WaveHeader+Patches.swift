extension WaveHeader {
  /// What has to be written where for these sizes, in an order that is safe to break off.
  ///
  /// - Parameters:
  ///   - dataSize: of the samples; nil where it is right
  ///   - riffEnd: where RIFF ends; nil where it is right
  func patches(dataSize: UInt64?, riffEnd: UInt64?) -> [Patch] {
    guard let riffEnd else { return [] }
    let newRiffSize = riffEnd - 8
    let patches: [Patch] =
      if isLong, let longSizes {
        longPatches(longSizes, dataSize: dataSize, riffSize: newRiffSize)
      } else if newRiffSize >= Self.unknownSize, let room = roomForLongSizes {
        conversion(room, dataSize: dataSize ?? data.size, riffSize: newRiffSize)
      } else {
        factPatches(dataSize)
          + [
            number(data.sizeOffset, Self.short(dataSize ?? data.size), .dataSize, shortDataSize),
            number(4, Self.short(newRiffSize), .riffSize, shortRiffSize),
          ]
      }
    return patches.filter { $0.oldNumber != $0.newNumber || $0.field == .longSizes || $0.field == .form }
  }

  /// Whether a size is needed that the header has no place for.
  func isExceeded(by riffEnd: UInt64?) -> Bool {
    guard let riffEnd, !isLong, roomForLongSizes == nil else { return false }
    return riffEnd - 8 >= Self.unknownSize
  }

  /// Nobody has defined how long sizes look in RIFX.
  private var roomForLongSizes: LongSizes? { order == .little ? longSizes : nil }

  /// What does not fit becomes 0xFFFFFFFF. ffmpeg takes that as "to the end of the file", sox as 4 GiB.
  private static func short(_ size: UInt64) -> UInt32 { UInt32(clamping: size) }

  /// RF64 and BW64: the numbers are in `ds64`; those of 32 bits only say so.
  private func longPatches(_ longSizes: LongSizes, dataSize: UInt64?, riffSize newRiffSize: UInt64) -> [Patch] {
    func old(_ offset: Int) -> UInt64 { order.number(longSizes.bytes[offset..<offset + 8]) }
    var patches = factPatches(dataSize)
    if let dataSize {
      if countsFrames, let frames = format.frames(in: dataSize) {
        patches.append(number(longSizes.start + 16, frames, .frameCount, old(16)))
      }
      patches.append(number(longSizes.start + 8, dataSize, .dataSize, old(8)))
      patches.append(number(data.sizeOffset, UInt32.max, .dataSize, shortDataSize))
    }
    patches.append(number(longSizes.start, newRiffSize, .riffSize, old(0)))
    patches.append(number(4, UInt32.max, .riffSize, shortRiffSize))
    return patches
  }

  /// RIFF becomes RF64: first what no reader of RIFF looks at, the form last.
  private func conversion(_ longSizes: LongSizes, dataSize: UInt64, riffSize newRiffSize: UInt64) -> [Patch] {
    let contents =
      order.bytes(newRiffSize) + order.bytes(dataSize) + order.bytes(format.frames(in: dataSize) ?? 0)
      + order.bytes(UInt32(0))
    var patches = factPatches(dataSize)
    if contents != longSizes.bytes {
      patches.append(Patch(longSizes.start, contents, .longSizes))
    }
    if !longSizes.isNamed { patches.append(Patch(longSizes.start - 8, ChunkID("ds64").bytes, .longSizes)) }
    patches.append(number(data.sizeOffset, UInt32.max, .dataSize, shortDataSize))
    patches.append(Patch(0, ChunkID("RF64").bytes + order.bytes(UInt32.max), .form))
    return patches
  }

  private func factPatches(_ dataSize: UInt64?) -> [Patch] {
    guard let fact, let dataSize, let frames = format.frames(in: dataSize) else { return [] }
    return [number(fact.offset, UInt32(min(frames, Self.unknownSize)), .frameCount, fact.frames)]
  }

  private func number<Number: FixedWidthInteger & UnsignedInteger>(
    _ offset: UInt64, _ number: Number, _ field: Patch.Field, _ old: UInt64
  ) -> Patch {
    Patch(offset: offset, bytes: order.bytes(number), field: field, oldNumber: old, newNumber: UInt64(number))
  }
}

extension Patch {
  fileprivate init(_ offset: UInt64, _ bytes: [UInt8], _ field: Field) {
    self.init(offset: offset, bytes: bytes, field: field, oldNumber: 0, newNumber: 0)
  }
}
