import Testing

/// One call of the system, before or after which the daemon is killed: as precise as `kill -9` can be.
struct KillPoint: CustomTestStringConvertible {
  enum Side: String {
    case before
    case after
  }

  var side: Side
  /// What the call and its arguments begin with or hold, with `$` for the scene's folder: `link $/takes/.partial/a`,
  /// `write "type":"take.completed"`.
  var call: String

  init(_ side: Side, _ call: String) {
    self.side = side
    self.call = call
  }

  var testDescription: String { "\(side.rawValue) \(call)" }

  /// Put between the daemon and the C library; whatever it starts is left alone.
  private static let library = #"""
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <signal.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>

    static void pass(const char *side, const char *call, const char *text, size_t length) {
      const char *name = getenv("KILL_CALL"), *part = getenv("KILL_TEXT"), *when = getenv("KILL_SIDE");
      if (!name || !part || !when || strcmp(name, call) || strcmp(when, side)) return;
      if (strcmp(program_invocation_short_name, "evbridge")) return;
      if (memmem(text, length, part, strlen(part))) kill(getpid(), SIGKILL);
    }

    ssize_t write(int descriptor, const void *bytes, size_t count) {
      ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
      pass("before", "write", bytes, count);
      ssize_t result = real(descriptor, bytes, count);
      pass("after", "write", bytes, count);
      return result;
    }

    int unlink(const char *path) {
      int (*real)(const char *) = dlsym(RTLD_NEXT, "unlink");
      pass("before", "unlink", path, strlen(path));
      int result = real(path);
      pass("after", "unlink", path, strlen(path));
      return result;
    }

    #define PAIR(call) \
      int call(const char *old, const char *new) { \
        int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, #call); \
        pass("before", #call, old, strlen(old)); \
        int result = real(old, new); \
        pass("after", #call, old, strlen(old)); \
        return result; \
      }
    PAIR(link)
    PAIR(rename)

    """#

  /// Plays the presses of a scene up to this point.
  func play(_ scene: Scene) throws -> Run {
    try scene.write("kill.c", Self.library)
    let library = scene.folder + "/kill.so"
    let compiler = Program(
      ["/usr/bin/env", "clang", "-shared", "-fPIC", "-o", library, scene.folder + "/kill.c", "-ldl"],
      environment: ["PATH": scene.path])
    try #require(try compiler.end() == 0, "\(compiler.errorLines)")
    let words = call.split(separator: " ", maxSplits: 1).map { String($0).replacing("$", with: scene.folder) }
    let program = try scene.start(
      ["run", "--json", "-c", scene.folder + "/evbridge.yaml", "--trace", scene.folder + "/trace"],
      variables: [
        "LD_PRELOAD": library, "KILL_SIDE": side.rawValue, "KILL_CALL": words[0], "KILL_TEXT": words[1],
      ])
    return try scene.end(program)
  }
}
