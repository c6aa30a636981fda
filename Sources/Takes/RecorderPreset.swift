/// What is known of a recorder program.
public enum RecorderPreset: String, Hashable, Sendable, CaseIterable {
  case arecord
  case ffmpeg
  case gstLaunch = "gst-launch"
  case wfRecorder = "wf-recorder"
  case rpicamVid = "rpicam-vid"
  case sox
  case pwRecord = "pw-record"
}
