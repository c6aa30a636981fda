/// A program that runs. Dropping it neither ends the program nor reaps it, but closes its output: see `OutputReader`.
public struct Child: ~Copyable {
  public let process: ProcessID
  /// What it writes, when that is captured. Take it out with `take()` to own it elsewhere.
  public var output: OutputReader?

  init(process: ProcessID, output: consuming OutputReader?) {
    self.process = process
    self.output = output
  }
}
