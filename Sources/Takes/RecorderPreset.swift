public import InputModel

/// What is known of a recorder program.
///
/// Tried with the programs of Debian 12: alsa-utils 1.2.8, ffmpeg 5.1, gstreamer 1.22 and sox 14.4.2. Of wf-recorder 0.3
/// and rpicam-vid only the signals are known, from their sources and their users' reports. All else of these two, and
/// all of pw-record, is what their documentation lets expect, and was never tried.
public enum RecorderPreset: String, Hashable, Sendable, CaseIterable {
  case arecord
  case ffmpeg
  case gstLaunch = "gst-launch"
  case wfRecorder = "wf-recorder"
  case rpicamVid = "rpicam-vid"
  case sox
  case pwRecord = "pw-record"

  /// The preset whose program has this name, with or without directories before it.
  public init?(program: String) {
    let name = program.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
    guard let preset = Self.allCases.first(where: { $0.programs.contains(name ?? "") }) else { return nil }
    self = preset
  }

  /// The names that the program has; the first is the usual one.
  public var programs: [String] {
    switch self {
    case .arecord: ["arecord"]
    case .ffmpeg: ["ffmpeg"]
    case .gstLaunch: ["gst-launch-1.0"]
    case .wfRecorder: ["wf-recorder"]
    case .rpicamVid: ["rpicam-vid", "libcamera-vid"]
    case .sox: ["sox", "rec"]
    case .pwRecord: ["pw-record", "pw-cat"]
    }
  }

  /// The signals after which the file is whole; the first is the one to send.
  public var stopSignals: [Signal] {
    switch self {
    case .arecord, .ffmpeg, .sox, .pwRecord: [.interrupt, .terminate]
    // gst-launch sends the end of the stream on INT only, and is killed by TERM. wf-recorder handles TERM since 0.4;
    // Debian 12 has 0.3. rpicam-vid handles INT, USR1, USR2 and PIPE: TERM kills it.
    case .gstLaunch, .wfRecorder, .rpicamVid: [.interrupt]
    }
  }

  /// When it records what happens from then on, as this recorder does.
  public func readiness(of recorder: RecorderSettings) -> Readiness {
    switch self {
    // arecord writes what it gets at once: a header, then a piece each period. Of the others it is expected.
    case .arecord, .pwRecord, .rpicamVid: .fileGrows
    // The first line of its statistics, or of -progress. Its file says nothing: it is written in lumps of 256 KiB.
    case .ffmpeg: .outputMatches("^(frame|size)=.*time=|^progress=")
    case .gstLaunch: .outputMatches("^Setting pipeline to PLAYING")
    // Its output says nothing of it. It writes 8192 samples at a time, 93 ms of stereo at 44.1 kHz, and forgets those
    // that are not complete when it is stopped: from the first that are in its file on, what is claimed is there. A file
    // that need not grow says nothing, so there it is the time that they take at 16 kHz, and 90 ms for the start.
    case .sox: soxWritesAtOnce(recorder) ? .fileGrows : .after(.milliseconds(600))
    // Never tried. A compositor answers within a frame or two, and the rest is for the encoder to start.
    case .wfRecorder: .after(.milliseconds(500))
    }
  }

  /// Whether every sound makes sox's file longer: not a compressed one, which silence hardly does, and not with effects,
  /// which stand behind the file and may leave sound out, or hold it back to the end.
  private func soxWritesAtOnce(_ recorder: RecorderSettings) -> Bool {
    let formats = ["wav", "aiff", "aif", "au", "raw"]
    return recorder.command.last == "{file}" && formats.contains(recorder.naming.fileExtension?.lowercased() ?? "")
  }

  /// How long its file may stay as long as it is; nil where a file that does not grow says nothing: those who write in
  /// lumps (mono speech in 256 KiB takes seconds), and sox, whose effects may leave out silence for hours.
  public var stalledAfter: Interval? {
    switch self {
    case .arecord, .pwRecord: .seconds(3)
    // A camera may take two frames a second in the dark, and the encoder holds some back.
    case .rpicamVid: .seconds(10)
    case .ffmpeg, .gstLaunch, .wfRecorder, .sox: nil
    }
  }

  /// A sound card that is still busy, or not there yet after a boot, is tried again for 0.7 s.
  public var retries: Int { 3 }

  /// What it exits with after its stop signal when its file is whole.
  public var cleanCodes: [Int32] {
    switch self {
    case .arecord: [1, 0]
    // 0 is what it says when its input ended at the same moment.
    case .ffmpeg: [255, 0]
    case .gstLaunch, .wfRecorder, .rpicamVid, .sox: [0]
    // Never tried; either is believed.
    case .pwRecord: [1, 0]
    }
  }

  /// Whether its last words say that it failed, whatever its exit code says. sox takes a disk that is full for the end of
  /// its input, and exits with 0.
  public func tellsOfFailure(_ line: String) -> Bool {
    switch self {
    case .sox: programs.contains { line.hasPrefix("\($0) FAIL ") }
    case .arecord, .ffmpeg, .gstLaunch, .wfRecorder, .rpicamVid, .pwRecord: false
    }
  }

  /// What an exit code says of a recorder that was not ready yet.
  public func meaning(of code: Int32) -> String? {
    switch (self, code) {
    case (.arecord, 1): "the sound device is missing or busy"
    case (.ffmpeg, 1), (.sox, 2): "its input or its output can not be opened"
    case (.gstLaunch, 1): "the pipeline is wrong, or a plug-in is missing"
    case (.gstLaunch, 255): "an element of the pipeline could not be started"
    case (.sox, 1): "its options are wrong"
    case (.wfRecorder, 1): "there is no screen that it can record, or its options are wrong"
    case (.rpicamVid, 255): "the camera is missing or busy, or its options are wrong"
    case (.pwRecord, 1): "PipeWire does not run, or its options are wrong"
    default: nil
    }
  }

  /// What is run when nothing is written; nil when that can not be guessed.
  public var command: [String]? {
    switch self {
    case .arecord: ["arecord", "-q", "-f", "cd", "{file}"]
    case .sox: ["rec", "-q", "{file}"]
    case .pwRecord: ["pw-record", "{file}"]
    case .wfRecorder: ["wf-recorder", "-f", "{file}"]
    // -n: no window. -t 0: else it ends by itself after five seconds.
    case .rpicamVid: ["rpicam-vid", "-n", "-t", "0", "-o", "{file}"]
    case .ffmpeg, .gstLaunch: nil
    }
  }

  /// What names of files end in with `command`.
  public var fileExtension: String? {
    switch self {
    case .arecord, .sox, .pwRecord: ".wav"
    // Plays also when it was cut off.
    case .wfRecorder: ".mkv"
    // What it writes without libav.
    case .rpicamVid: ".h264"
    case .ffmpeg, .gstLaunch: nil
    }
  }
}
