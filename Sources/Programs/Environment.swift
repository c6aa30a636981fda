import Glibc

/// The variables that the program was started with.
public enum Environment {
  /// Nil also for one that is empty.
  public static func value(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
