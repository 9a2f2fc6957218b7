import Foundation
import PropertyInjection
import TestSupport
import Testing

/// Golden files and the tests that read them, found in the text of the tests.
@Suite struct GoldenFilesTests {
  @Test func everyGoldenFileIsReadByATest() throws {
    let tests = try GoldenTest.all
    let read = Set(tests.map(\.goldenFile))
    let files = try Folder.files(in: "Tests").filter {
      $0.deletingLastPathComponent().lastPathComponent == Golden.folder
    }
    #expect(tests.count > 80 && files.count > 80)
    for file in files where !read.contains(Golden.path(of: file)) {
      if Golden.isUpdating {
        try FileManager.default.removeItem(at: file)
      } else {
        Issue.record("No test reads \(Golden.path(of: file)). `make golden` removes it.")
      }
    }
  }

  @Test func everyKindOfIssueHasAGoldenReport() throws {
    // The texts of these come from another process, or from another test.
    let elsewhere = [
      "configuredTwice": "Tests/PropertyInjectionTests/PropertyInjectorSharedTests.swift",
      "notReconfigured": "Tests/PropertyInjectionTests/PropertyInjectorSharedTests.swift",
      "nothingCollected": "Tests/PropertyInjectionTests/AllInstancesTests.swift",
      "notConfigured": "Tests/PropertyInjectionTests/PropertyInjectorSharedTests.swift",
      "tooDeep": "Tests/PropertyInjectionTests/Reports/IssueTextTests+Depth.swift",
      "placeholder": "Tests/PropertyInjectionTestingTests/PlaceholderTests.swift",
    ]
    for file in elsewhere.values {
      #expect(FileManager.default.fileExists(atPath: Golden.root.path + "/" + file))
    }
    let kinds = try Folder.files(in: "Sources").flatMap { file in
      let text = try String(contentsOf: file, encoding: .utf8)
      let own =
        file.lastPathComponent == "InjectionIssue+Kind.swift"
        ? text.matches(of: /\n    case (\w+)/) : []
      return (own + text.matches(of: /static let (\w+) = Self\.other\("\1"/)).map { String($0.1) }
    }
    let reported = try GoldenTest.all.reduce(into: Set<String>()) { $0.formUnion($1.kinds) }
    #expect(kinds.count > 60)
    // Never reported, and the case of the kinds of other modules.
    let quiet = ["factoryGaveNil", "boundToNil", "skipped", "other"]
    #expect(
      kinds.filter { !quiet.contains($0) }.filter { !reported.contains($0) && elsewhere[$0] == nil }
        == [])
  }
}

/// A test that compares a text with a golden file.
private struct GoldenTest {
  /// The path from the folder of this repository.
  var goldenFile: String
  /// The names of the kinds of issues that the test expects.
  var kinds: [String]

  static var all: [GoldenTest] { get throws { try found.get() } }
  private static let found = Result {
    try Folder.files(in: "Tests").filter { $0.pathExtension == "swift" }.flatMap(inFile)
  }

  private static func inFile(_ file: URL) throws -> [GoldenTest] {
    let text = try String(contentsOf: file, encoding: .utf8)
    let folder = Golden.path(of: file.deletingLastPathComponent())
    return text.components(separatedBy: "@Test").dropFirst().compactMap { test in
      let calls = test.matches(of: /expectGolden\w*\(([\s.\w,]*)/)
      guard !calls.isEmpty, let name = test.firstMatch(of: /func (\w+)\(/)?.1 else { return nil }
      return GoldenTest(
        goldenFile: "\(folder)/\(Golden.folder)/\(name).txt",
        kinds: calls.flatMap { $0.1.matches(of: /\.(\w+)/).map { String($0.1) } })
    }
  }
}

private enum Folder {
  /// The files of a folder, without symbolic links.
  static func files(in folder: String) throws -> [URL] {
    let all = FileManager.default.enumerator(
      at: Golden.root.appendingPathComponent(folder), includingPropertiesForKeys: nil,
      options: [.skipsHiddenFiles])
    return try #require(all).compactMap { $0 as? URL }.filter {
      try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
    }
  }
}
