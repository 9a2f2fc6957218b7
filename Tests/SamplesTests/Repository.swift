import Foundation
import Testing

/// The files of this repository and the programs built from it.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The paths of all files in a folder, without hidden ones and links.
  static func files(under path: String) throws -> [String] {
    let folder = path.isEmpty ? root : root.appendingPathComponent(path)
    let all = try #require(
      FileManager.default.enumerator(
        at: folder, includingPropertiesForKeys: [.isSymbolicLinkKey],
        options: [.skipsHiddenFiles]))
    return try all.compactMap { $0 as? URL }
      .filter { !$0.hasDirectoryPath }
      .filter { try $0.resourceValues(forKeys: [.isSymbolicLinkKey]).isSymbolicLink != true }
      .map {
        String($0.standardizedFileURL.path.dropFirst(root.standardizedFileURL.path.count + 1))
      }
  }

  /// A program that was built together with these tests.
  static func product(_ name: String) -> URL {
    Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }.first
      .map { $0.deletingLastPathComponent().appendingPathComponent(name) }
      ?? URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appendingPathComponent(name)
  }

  /// What a program prints.
  static func run(_ name: String, _ arguments: [String] = []) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = product(name)
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }
}
