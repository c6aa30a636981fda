/// A program that runs. Dropping it neither ends the program nor reaps it, but closes its output: see `OutputReader`.
public struct Child: ~Copyable {
  public let process: ProcessID
  private var output: OutputReader?
  private var input: InputPipe?

  init(process: ProcessID, output: consuming OutputReader?, input: consuming InputPipe?) {
    self.process = process
    self.output = output
    self.input = input
  }

  /// What it writes, when that is captured, to be owned elsewhere; nil from the second call on.
  public mutating func takeOutput() -> OutputReader? { output.take() }

  /// What it reads, when that is a pipe, to be owned elsewhere; nil from the second call on.
  public mutating func takeInput() -> InputPipe? { input.take() }
}

/// Our end of the pipe that a program reads. Dropping it is the end of the program's input.
public struct InputPipe: ~Copyable {
  private let target: Descriptor

  init(owning descriptor: Int32) { target = Descriptor(owning: descriptor) }

  /// To be written to. Stays this pipe's.
  public var descriptor: Int32 { target.rawValue }
}
