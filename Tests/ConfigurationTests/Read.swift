import Bridge
import Configuration

/// A text read as the file `c` of somebody whose home is `/home/ada`.
func read(_ text: String) -> (settings: Settings?, diagnostics: [Diagnostic]) {
  readConfiguration(Array(text.utf8), file: "c", home: "/home/ada")
}
