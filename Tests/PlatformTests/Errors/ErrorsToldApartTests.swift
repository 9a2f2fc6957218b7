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

  private static let nobody = "00000000-0000-0000-0000-000000000000"
  private static let uuid = UUID()

  static let one: [Pair] = [
    Pair("a file", areTwo: false, reading("/nowhere"), reading("/nowhere")),
    Pair("CocoaError", areTwo: false, CocoaError(.fileNoSuchFile), CocoaError(.fileNoSuchFile)),
    Pair("URLError", areTwo: false, URLError(.badURL), URLError(.badURL)),
    Pair("POSIXError", areTwo: false, POSIXError(.EPERM), POSIXError(.EPERM)),
    Pair(
      "NSError with other information", areTwo: false,
      NSError(domain: "one", code: 1, userInfo: ["object": NSObject()]),
      NSError(domain: "one", code: 1, userInfo: [NSUnderlyingErrorKey: URLError(.badURL)])),
    Pair("CancellationError", areTwo: false, CancellationError(), CancellationError()),
    Pair(
      "JSON of another type", areTwo: false, decoding(#"[{"name": "a", "number": 1}]"#),
      decoding(#"[{"name": "a", "number": 1}]"#)),
    Pair("a class", areTwo: false, FailingCall.ObjectError(), FailingCall.ObjectError()),
    Pair(
      "a subclass of NSError", areTwo: false, FailingCall.SpecialError(domain: "one", code: 1),
      FailingCall.SpecialError(domain: "other", code: 2)),
  ]

  /// What lies in an object, or what only code of its type could tell.
  static let hidden: [Pair] = [
    Pair(
      "measurements", areTwo: false, At(place: Measurement(value: 1, unit: UnitMass.grams)),
      At(place: Measurement(value: 2, unit: UnitMass.grams))),
    Pair(
      "objects", areTwo: false, At(place: NSString("a")), At(place: NSString("b"))),
    Pair(
      "long data", areTwo: false, At(place: Data(repeating: 1, count: 999)),
      At(place: Data(repeating: 1, count: 998) + [2])),
    Pair(
      "large sets of one size", areTwo: false, At(place: Set(0..<99)), At(place: Set(1..<100))),
  ]

  static let two: [Pair] = [
    Pair("two files", areTwo: true, reading("/nowhere"), reading("/elsewhere")),
    Pair(
      "CocoaError with a path", areTwo: true, CocoaError(.fileNoSuchFile),
      CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "/"])),
    Pair("a file and a folder", areTwo: true, reading("/nowhere"), reading("/")),
    Pair("codes", areTwo: true, CocoaError(.fileNoSuchFile), CocoaError(.fileReadCorruptFile)),
    Pair("domains", areTwo: true, NSError(domain: "a", code: 1), NSError(domain: "b", code: 1)),
    Pair("URLError", areTwo: true, URLError(.badURL), URLError(.timedOut)),
    Pair("POSIXError", areTwo: true, POSIXError(.EPERM), POSIXError(.EIO)),
    Pair("types", areTwo: true, URLError(.cancelled), CancellationError()),
    Pair(
      "JSON keys that are missing", areTwo: true, decoding(#"[{"name": 1}]"#),
      decoding(#"[{"number": 1}]"#)),
    Pair(
      "JSON keys of another type", areTwo: true, decoding(#"[{"name": "a", "number": 1}]"#),
      decoding(#"[{"name": 1, "number": "a"}]"#)),
    Pair(
      "JSON elements of another type", areTwo: true, decoding(#"[{"name": 1, "number": 1}, 1]"#),
      decoding("[1]")),
    Pair(
      "causes in an error of one's own", areTwo: true, Wrapping(cause: URLError(.badURL)),
      Wrapping(cause: URLError(.timedOut))),
    Pair("cases that describe themselves", areTwo: true, Described.one, Described.other),
    Pair("cases with raw values", areTwo: true, Raw.one, Raw.other),
    Pair(
      "URLs", areTwo: true, At(place: URL(fileURLWithPath: "/a")),
      At(place: URL(fileURLWithPath: "/b"))),
    Pair("UUIDs", areTwo: true, At(place: UUID(uuidString: nobody)), At(place: uuid)),
    Pair("dates", areTwo: true, At(place: Date.distantPast), At(place: Date.distantFuture)),
    Pair("decimals", areTwo: true, At(place: Decimal(1)), At(place: Decimal(2))),
    Pair("data", areTwo: true, At(place: Data([1])), At(place: Data([2]))),
    Pair(
      "option sets", areTwo: true, At(place: String.CompareOptions.numeric),
      At(place: String.CompareOptions.literal)),
    Pair(
      "names", areTwo: true, At(place: Notification.Name("a")), At(place: Notification.Name("b"))),
    Pair("numbers of C", areTwo: true, At(place: CGFloat(1)), At(place: CGFloat(2))),
    Pair(
      "index paths", areTwo: true, At(place: IndexPath(index: 1)), At(place: IndexPath(index: 2))),
    Pair(
      "components", areTwo: true, At(place: DateComponents(year: 1)),
      At(place: DateComponents(year: 2))),
    Pair(
      "locales", areTwo: true, At(place: Locale(identifier: "de")),
      At(place: Locale(identifier: "fr"))),
    Pair("dictionaries", areTwo: true, At(place: ["a": 1]), At(place: ["a": 2])),
    Pair("sets", areTwo: true, At(place: Set([1])), At(place: Set([2]))),
    Pair("tuples", areTwo: true, At(place: (1, "a")), At(place: (1, "b"))),
    Pair("ranges", areTwo: true, At(place: 1..<2), At(place: 1..<3)),
    Pair("types", areTwo: true, At(place: Int.self), At(place: String.self)),
    Pair("durations", areTwo: true, At(place: Duration.seconds(1)), At(place: Duration.seconds(2))),
  ]

  private struct Wrapping: Error { let cause: any Error }
  private struct At<Place>: Error, @unchecked Sendable {
    // Unchecked: what the tests put in is constant.
    let place: Place
  }
  private enum Described: Error, CustomStringConvertible {
    case one, other
    var description: String { fatalError("the library must not read it") }
  }
  private enum Raw: String, Error, CaseIterable { case one, other }

  @Test(arguments: one + hidden + two)
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
    #expect(log.issues.allSatisfy { $0.kind == .notMade && !$0.description.isEmpty })
  }
}
