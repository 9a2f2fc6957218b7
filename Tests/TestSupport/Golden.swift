import Foundation
import PropertyInjection
import Testing

/// Texts that tests compare to the letter, kept as files.
///
/// The text of a test is in the folder `Golden` beside the test, under the name of its function. With the
/// variable `UPDATE_GOLDEN` in the environment the files are written, not compared: `make golden`.
package enum Golden {
  /// Compares a text with the one of a test, or writes it.
  ///
  /// - Parameters:
  ///   - function: The test's function.
  ///   - file: The test's file.
  package static func expect(
    _ text: String, function: String, file: String, sourceLocation: SourceLocation
  ) {
    let name = String(function.prefix { $0 != "(" })
    let golden = URL(fileURLWithPath: file).deletingLastPathComponent()
      .appendingPathComponent("\(folder)/\(name).txt")
    let actual = text.hasSuffix("\n") ? text : text + "\n"
    let expected = try? String(contentsOf: golden, encoding: .utf8)
    guard expected != actual else { return }
    if isUpdating {
      do {
        try FileManager.default.createDirectory(
          at: golden.deletingLastPathComponent(), withIntermediateDirectories: true)
        try actual.write(to: golden, atomically: true, encoding: .utf8)
      } catch {
        Issue.record(error, sourceLocation: sourceLocation)
      }
    } else if let expected {
      Issue.record(
        Comment(rawValue: difference(actual, from: expected, in: golden)),
        sourceLocation: sourceLocation)
    } else {
      Issue.record(
        "There is no \(path(of: golden)). `make golden` writes it:\n\(actual)",
        sourceLocation: sourceLocation)
    }
  }

  /// Whether files are written instead of compared.
  package static var isUpdating: Bool {
    ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil
  }

  /// The name of the folders that hold such files.
  package static let folder = "Golden"

  /// The folder of this repository.
  package static let root = URL(fileURLWithPath: #filePath).standardizedFileURL
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A file's path from the folder of this repository.
  package static func path(of file: URL) -> String {
    String(file.standardizedFileURL.path.dropFirst(root.path.count + 1))
  }

  /// The first line that differs, as it is and as it should be.
  private static func difference(_ actual: String, from expected: String, in file: URL) -> String {
    let actual = actual.components(separatedBy: "\n")
    let expected = expected.components(separatedBy: "\n")
    let index = zip(actual, expected).enumerated().first { $1.0 != $1.1 }?.offset
    let line = index ?? min(actual.count, expected.count)
    return """
      Line \(line + 1) differs from \(path(of: file)).
        expected: \(line < expected.count ? expected[line] : "the end")
        actual:   \(line < actual.count ? actual[line] : "the end")
      If it is meant, `make golden` updates the file.
      """
  }
}

/// Expects that a text is that of the test's golden file.
package func expectGolden(
  _ text: String, function: String = #function, file: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  Golden.expect(text, function: function, file: file, sourceLocation: sourceLocation)
}

/// Expects reports of these kinds, whose words are those of the test's golden file.
package func expectGoldenReports(
  _ kinds: KindName..., in log: IssueLog, function: String = #function,
  file: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(log.kinds == kinds, sourceLocation: sourceLocation)
  Golden.expect(
    log.texts.joined(separator: "\n\n"), function: function, file: file,
    sourceLocation: sourceLocation)
}
