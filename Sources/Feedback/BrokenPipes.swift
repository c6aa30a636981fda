import Glibc

/// Makes a write to a reader that is gone an error (EPIPE) instead of the end of the program: the daemon calls it first
/// of all. Programs that it starts get the default back when they are spawned.
public func ignoreBrokenPipes() {
  signal(SIGPIPE, SIG_IGN)
}
