import CPanelPage

/// The files of the page, as they are in the program.
enum PageFiles {
  static let all: [String: [UInt8]] = {
    var all: [String: [UInt8]] = [:]
    var index = 0
    while true {
      let file = unsafe evb_page_file_at(index)
      guard let name = unsafe file.name else { return all }
      unsafe all[String(cString: name)] = [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.count))
      index += 1
    }
  }()
}
