import CSpawn
import Glibc

/// What posix_spawn does in the child before the program runs, in C memory.
///
/// The child gets
/// - a session of its own, which is a process group of its own too: the child's number is the group's;
/// - an empty signal mask and default dispositions: with the mask of our loop only KILL would end it. SIGPIPE alone
///   stays as it is with us, ignored (as services have it): a recorder that writes a message after we were killed
///   must not die of it in the middle of its file;
/// - standard input from /dev/null or a pipe, and no descriptor above 2.
@safe struct SpawnPlan: ~Copyable {
  let actions: UnsafeMutablePointer<posix_spawn_file_actions_t>
  let attributes: UnsafeMutablePointer<posix_spawnattr_t>

  /// - Parameters:
  ///   - input: Becomes standard input; nil for /dev/null.
  ///   - output: Becomes standard output.
  ///   - errors: Becomes standard error.
  ///   - directory: The child's working directory; nil leaves ours.
  init(input: Int32?, output: Int32, errors: Int32, directory: String?) {
    unsafe actions = .allocate(capacity: 1)
    unsafe attributes = .allocate(capacity: 1)
    // All of these can only fail for want of memory, and then posix_spawn fails as well.
    unsafe posix_spawn_file_actions_init(actions)
    unsafe posix_spawnattr_init(attributes)

    var everySignal = sigset_t()
    unsafe sigfillset(&everySignal)
    unsafe sigdelset(&everySignal, SIGPIPE)
    var noSignal = sigset_t()
    unsafe sigemptyset(&noSignal)
    // The session alone: asked for a process group as well, the child fails with EPERM.
    unsafe posix_spawnattr_setflags(
      attributes, Int16(EVB_SPAWN_SETSID) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    unsafe posix_spawnattr_setsigmask(attributes, &noSignal)
    unsafe posix_spawnattr_setsigdefault(attributes, &everySignal)

    unsafe posix_spawn_file_actions_adddup2(actions, output, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(actions, errors, STDERR_FILENO)
    // After the output, whose own number may be 0 when we were started with standard input closed.
    if let input {
      unsafe posix_spawn_file_actions_adddup2(actions, input, STDIN_FILENO)
    } else {
      unsafe posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    if let directory { unsafe posix_spawn_file_actions_addchdir_np(actions, directory) }
    unsafe posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1)
  }

  deinit {
    unsafe posix_spawn_file_actions_destroy(actions)
    unsafe posix_spawnattr_destroy(attributes)
    unsafe actions.deallocate()
    unsafe attributes.deallocate()
  }
}
