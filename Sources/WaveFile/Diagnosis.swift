/// What is the matter with a WAV file, and what helps.
///
/// A recorder writes the header first, with no sizes or huge ones, and the right ones at its end. One that is killed
/// leaves a file whose samples are all there and whose header lies. The cases, by what the header says of the samples:
///
/// ```
/// size = what is there                       good
/// size < what is there, then chunks          good: LIST, id3 and the like may follow the samples
/// size < what is there, RIFF ends with the file   good: whoever wrote that knew how long the file is
/// size < what is there, then anything else   mended: the file grew after the header was written
/// size = 0 and no chunks follow              mended: not known yet
/// size > what is there                       mended: not known yet (0xFFFFFFFF, 0x7FFFFFFF, …), or the file was cut
/// size right, RIFF's own size too large      mended: cut in what follows the samples, or interrupted
/// what is needed exceeds 32 bits             becomes RF64 where there is room for `ds64`, else "to the end"
/// ```
///
/// A frame that is cut is left out of the size and stays in the file. Not seen: a recorder that was killed between the
/// chunks it writes behind the samples and the sizes; these chunks are then heard, as a click.
public enum Diagnosis: Hashable, Sendable {
  case notWave(String)
  /// Nothing to do.
  case good(Sound)
  /// To be written in this order: after each of them the file is no worse than before.
  case mendable(Sound, [Patch])
  /// It is a WAV file, and cannot be helped: why.
  case hopeless(String)

  /// What a player finds, after the patches if there are any.
  public struct Sound: Hashable, Sendable {
    public var format: SoundFormat
    /// The size of the samples in bytes.
    public var size: UInt64
    /// Where they begin in the file.
    public var start: UInt64
    /// Above 4 GiB in a header that has no room to say so: sizes are 0xFFFFFFFF, which some readers take as "to the
    /// end" and others as 4 GiB.
    public var exceedsHeader: Bool

    public var seconds: Double { format.seconds(of: size) }
    public var frames: UInt64? { format.frames(in: size) }
  }

  /// - Parameters:
  ///   - length: of the file, in bytes
  ///   - read: gives so many bytes from a place in the file, fewer where it ends; what it throws is thrown on
  public init<Problem: Error>(
    length: UInt64, reading read: (_ offset: UInt64, _ count: Int) throws(Problem) -> [UInt8]
  ) throws(Problem) {
    switch try WaveHeader.read(length: length, read) {
    case .failure(let fault): self = fault.diagnosis
    case .success(let header):
      let (dataSize, riffEnd) = try header.truth(length: length, read)
      let patches = header.patches(dataSize: dataSize, riffEnd: riffEnd)
      let sound = Sound(
        format: header.format, size: dataSize ?? header.data.size, start: header.data.start,
        exceedsHeader: header.isExceeded(by: riffEnd))
      self = patches.isEmpty ? .good(sound) : .mendable(sound, patches)
    }
  }
}

extension HeaderFault {
  fileprivate var diagnosis: Diagnosis {
    switch self {
    case .empty: .hopeless("it is empty: the recorder was killed before it had written anything")
    case .unwritten: .hopeless("it begins with zeros: its header never reached the disk")
    case .cut: .hopeless("it ends within its header: no samples were written")
    case .noFormat: .hopeless("its header does not say what the samples are: no fmt chunk before the data")
    case .badFormat: .hopeless("its header does not say what the samples are: the fmt chunk makes no sense")
    case .noLongSizes: .hopeless("its header says RF64 or BW64 but has no ds64 chunk at its beginning")
    case .noSamples: .hopeless("it has no data chunk where one can be found")
    case .otherForm(let form): .notWave("it is a RIFF file, but of kind '\(form)', not WAVE")
    case .otherKind: .notWave("it does not begin with RIFF, RIFX, RF64 or BW64")
    }
  }
}
