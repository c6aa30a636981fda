/// A program that runs. Dropping it neither ends the program nor reaps it, but closes its output: see `OutputReader`.
public struct Child: ~Copyable {
  public let process: ProcessID
  private var output: OutputReader?

  init(process: ProcessID, output: consuming OutputReader?) {
    self.process = process
    self.output = output
  }

  /// What it writes, when that is captured, to be owned elsewhere; nil from the second call on.
  public mutating func takeOutput() -> OutputReader? { output.take() }
}
