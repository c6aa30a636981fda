import Testing

@Suite struct LayeringTests {
  @Test("every file keeps to the rules of its layer", arguments: ["Sources", "Tests"])
  func everyFile(folder: String) throws {
    let files = try SourceTree.swiftFiles(below: folder)
    #expect(!files.isEmpty)
    for violation in files.flatMap(Rules.violations(in:)) {
      Issue.record("\(violation)")
    }
  }

  @Test("the table lists the modules that there are, and gives every C module one owner")
  func tableIsComplete() throws {
    let folders = try SourceTree.folders(in: "Sources").filter { $0 != "System" }
    #expect(folders.sorted() == ModuleTable.modules.keys.sorted())
    let libraries = try SourceTree.folders(in: "Sources/System")
    #expect(libraries.sorted() == ModuleTable.modules.values.flatMap(\.libraries).sorted())
  }
}
