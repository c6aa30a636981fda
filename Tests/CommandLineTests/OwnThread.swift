import Dispatch
import Testing

/// Runs each test on a thread of its own. These tests sleep until their program says something; on the threads that all
/// tests share, two of them would hold up the rest.
struct OwnThread: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Thread()) { try await function() }
  }

  private final class Thread: TaskExecutor {
    private let queue = DispatchQueue(label: "a test that waits")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
}

extension Trait where Self == OwnThread {
  static var ownThread: Self { OwnThread() }
}
