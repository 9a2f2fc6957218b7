import Foundation

/// The copy of the package in which one place after the other is changed.
struct WorkTree {
  /// The package itself, which is only read.
  let root: String
  var path: String { root + "/.build/mutants/tree" }
  /// Of the sources.
  private(set) var sourcesDigest = ""
  /// Of all else that the result of a test depends on.
  private(set) var testsDigest = ""

  /// Where changes are made.
  static let folders = [
    "Sources/PropertyInjection", "Sources/PropertyInjectionSettings",
    "Sources/PropertyInjectionTesting",
  ]

  init(root: String) {
    self.root = root
    let files = Self.files(in: root)
    var sources = Digest()
    var tests = Digest()
    for file in files {
      let data = Self.read(root + "/" + file)
      if Self.isChanged(file) {
        sources.add(file, data)
      } else if !Self.others.contains(where: { file.hasPrefix($0) }) {
        tests.add(file, data)
      }
    }
    sourcesDigest = sources.text
    testsDigest = tests.text
  }

  /// What no result depends on.
  private static let others = [
    "Tests/Mutants/", "Tests/Scripts/", "Makefile", "CONTRIBUTING.md", "CHANGELOG.md",
  ]

  private static func isChanged(_ file: String) -> Bool {
    folders.contains { file.hasPrefix($0 + "/") }
  }

  /// The sources that are changed, in order; without the programs of the documentation, which are no part of the library.
  var sources: [Source] {
    Self.files(in: root).filter {
      Self.isChanged($0) && $0.hasSuffix(".swift") && !$0.contains(".docc/")
    }.map {
      Source(path: $0, text: String(decoding: Self.read(root + "/" + $0), as: UTF8.self))
    }
  }

  /// The files that git knows or would add.
  private static func files(in root: String) -> [String] {
    var files: [String] = []
    let git = ChildProcess(
      command: ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"],
      folder: root, timeout: 60)
    _ = git.run {
      files.append(String($0))
      return true
    }
    return files.filter { FileManager.default.fileExists(atPath: root + "/" + $0) }.sorted()
  }

  private static func read(_ path: String) -> Data {
    FileManager.default.contents(atPath: path) ?? Data()
  }

  /// Makes the copy what the package is.
  ///
  /// What is the same already is not touched, so that it is not built again.
  func update() throws {
    let manager = FileManager.default
    let files = Self.files(in: root)
    for file in files {
      let copy = path + "/" + file
      if let target = try? manager.destinationOfSymbolicLink(atPath: root + "/" + file) {
        try link(copy, to: target)
        continue
      }
      var data = Self.read(root + "/" + file)
      if file == Self.lock { data += Data(Self.withoutLock.utf8) }
      guard manager.contents(atPath: copy) != data else { continue }
      try manager.createDirectory(
        atPath: (copy as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try? manager.removeItem(atPath: copy)
      try data.write(to: URL(fileURLWithPath: copy))
    }
    let known = Set(files)
    let all = manager.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    for file in all where !known.contains(file) {
      var isFolder: ObjCBool = false
      guard manager.fileExists(atPath: path + "/" + file, isDirectory: &isFolder) else { continue }
      if !isFolder.boolValue { try manager.removeItem(atPath: path + "/" + file) }
    }
  }

  private func link(_ copy: String, to target: String) throws {
    let manager = FileManager.default
    if (try? manager.destinationOfSymbolicLink(atPath: copy)) == target { return }
    try? manager.removeItem(atPath: copy)
    try manager.createDirectory(
      atPath: (copy as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try manager.createSymbolicLink(atPath: copy, withDestinationPath: target)
  }

  func apply(_ mutant: Mutant) throws {
    var bytes = [UInt8](Self.read(path + "/" + mutant.file))
    bytes.replaceSubrange(mutant.range, with: mutant.replacement.utf8)
    try write(mutant.file, Data(bytes))
  }

  func restore(_ mutant: Mutant) throws {
    var data = Self.read(root + "/" + mutant.file)
    if mutant.file == Self.lock { data += Data(Self.withoutLock.utf8) }
    try write(mutant.file, data)
  }

  private func write(_ file: String, _ data: Data) throws {
    try data.write(to: URL(fileURLWithPath: path + "/" + file))
  }

  private static let lock = "Sources/PropertyInjection/Facts/Platform.swift"

  /// Added to the copy's lock: what is called instead of it by a change of the kind `lock`.
  ///
  /// A `Mutex` is a word and, at the next place for it, the state.
  private static let withoutLock = """

    extension Lock {
      package borrowing func withoutLock<Result, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
      ) throws(Failure) -> sending Result {
        let offset = max(4, MemoryLayout<State>.alignment)
        let address = withUnsafePointer(to: mutex) { UInt(bitPattern: $0) }
        let state = UnsafeMutablePointer<State>(bitPattern: address + UInt(offset))
        nonisolated(unsafe) let place = state.unsafelyUnwrapped
        return try body(&place.pointee)
      }
    }

    extension Lock where State == Void {
      func guardingWithoutLock<Result>(_ body: () -> Result) -> Result { body() }
    }

    """
}

/// A number that tells contents apart: FNV-1a.
private struct Digest {
  private var value: UInt64 = 0xcbf2_9ce4_8422_2325

  var text: String { String(value, radix: 16) }

  mutating func add(_ name: String, _ data: Data) {
    for byte in Array(name.utf8) + [0] + [UInt8](data) {
      value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
    }
  }
}
