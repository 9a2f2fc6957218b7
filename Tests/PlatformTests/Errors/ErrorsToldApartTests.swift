import Foundation
import PropertyInjection
import TestSupport
import Testing

/// Which errors of the platform are one issue, and which are two.
@Suite struct ErrorsToldApartTests {
  /// Two errors, made anew each time that they are thrown.
  struct Pair: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let areTwo: Bool
    let errors: [@Sendable () -> any Error]

    init(
      _ name: String, areTwo: Bool, _ one: @escaping @autoclosure @Sendable () -> any Error,
      _ other: @escaping @autoclosure @Sendable () -> any Error
    ) {
      testDescription = name
      self.areTwo = areTwo
      errors = [one, other]
    }
  }

  private struct Record: Codable {
    var name: Int
    var number: Int
  }

  /// The error of decoding a record.
  private static func decoding(_ text: String) -> any Error {
    do {
      _ = try JSONDecoder().decode([Record].self, from: Data(text.utf8))
      return CocoaError(.coderInvalidValue)
    } catch { return error }
  }

  private static func reading(_ path: String) -> any Error {
    do {
      _ = try Data(contentsOf: URL(fileURLWithPath: path))
      return CocoaError(.coderInvalidValue)
    } catch { return error }
  }

  static let one: [Pair] = [
    Pair("a file", areTwo: false, reading("/nowhere"), reading("/nowhere")),
    Pair("two files", areTwo: false, reading("/nowhere"), reading("/elsewhere")),
    Pair("CocoaError", areTwo: false, CocoaError(.fileNoSuchFile), CocoaError(.formatting)),
    Pair("URLError", areTwo: false, URLError(.badURL), URLError(.timedOut)),
    Pair("POSIXError", areTwo: false, POSIXError(.EPERM), POSIXError(.EIO)),
    Pair(
      "NSError with other information", areTwo: false,
      NSError(domain: "one", code: 1, userInfo: ["object": NSObject()]),
      NSError(domain: "one", code: 1, userInfo: [NSUnderlyingErrorKey: URLError(.badURL)])),
    Pair("CancellationError", areTwo: false, CancellationError(), CancellationError()),
    Pair(
      "JSON of another type", areTwo: false, decoding(#"[{"name": "a", "number": 1}]"#),
      decoding(#"[{"name": 1, "number": "a"}]"#)),
    Pair(
      "JSON keys that are missing", areTwo: false, decoding(#"[{"name": 1}]"#),
      decoding(#"[{"number": 1}]"#)),
    Pair("a class", areTwo: false, FailingCall.ObjectError(), FailingCall.ObjectError()),
    Pair(
      "a subclass of NSError", areTwo: false, FailingCall.SpecialError(domain: "one", code: 1),
      FailingCall.SpecialError(domain: "other", code: 2)),
    Pair("numbers in an error of one's own", areTwo: false, At(place: 1), At(place: 2)),
    Pair(
      "causes in an error of one's own", areTwo: false, Wrapping(cause: URLError(.badURL)),
      Wrapping(cause: URLError(.timedOut))),
  ]

  static let two: [Pair] = [
    Pair("codes", areTwo: true, NSError(domain: "a", code: 1), NSError(domain: "a", code: 2)),
    Pair("domains", areTwo: true, NSError(domain: "a", code: 1), NSError(domain: "b", code: 1)),
    Pair("types", areTwo: true, URLError(.cancelled), CancellationError()),
    Pair(
      "JSON that is missing, and of another type", areTwo: true, decoding(#"[{"name": 1}]"#),
      decoding(#"[{"name": "a", "number": 1}]"#)),
    Pair("cases that describe themselves", areTwo: true, Described.one, Described.other),
    Pair("cases with raw values", areTwo: true, Raw.one, Raw.other),
    Pair("arguments of types", areTwo: true, At(place: 1), At(place: "1")),
  ]

  private struct Wrapping: Error { let cause: any Error }
  private struct At<Place: Sendable>: Error { let place: Place }
  private enum Described: Error, CustomStringConvertible {
    case one, other
    var description: String { "the same" }
  }
  private enum Raw: String, Error, CaseIterable { case one, other }

  @Test func whatFoundationThrowsSaysWhatIsWrong() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("data") { try Data(contentsOf: URL(fileURLWithPath: "/nowhere/parcels")) }
    }
    #expect(injector.instance(for: .named("data", Data.self)) == nil)
    let text = try #require(log.issues.first).description
    #expect(
      text.contains("what makes it has thrown CocoaError: ") && text.contains("/nowhere/parcels"))
  }

  @Test(arguments: one + two)
  func errorsAreOneIssueOrTwo(_ pair: Pair) {
    let log = IssueLog()
    let left = Locked((pair.errors + pair.errors)[...])
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("object") { () throws -> NSObject? in
        if let make = left.withLock({ $0.popFirst() }) { throw make() }
        return nil
      }
    }
    for _ in 0..<4 { #expect(injector.instance(for: .named("object", NSObject.self)) == nil) }
    #expect(log.issues.count == (pair.areTwo ? 2 : 1))
    #expect(log.issues.allSatisfy { $0.kindName == .threw && !$0.description.isEmpty })
  }
}
