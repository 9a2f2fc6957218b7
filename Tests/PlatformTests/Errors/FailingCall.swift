import Foundation
import Testing

/// A failing call of the platform.
struct FailingCall: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let attempt: @Sendable () throws -> Void

  init(_ name: String, _ attempt: @escaping @Sendable () throws -> Void) {
    testDescription = name
    self.attempt = attempt
  }

  static let nowhere = URL(fileURLWithPath: "/nowhere/at/all")

  static let all: [FailingCall] = files + coders + others

  static let files: [FailingCall] = [
    .init("Data of a missing file") { _ = try Data(contentsOf: nowhere) },
    .init("Data of a folder") { _ = try Data(contentsOf: URL(fileURLWithPath: "/")) },
    .init("text of a missing file") { _ = try String(contentsOf: nowhere, encoding: .utf8) },
    .init("text of another encoding") {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try Data([0xFF, 0xFE, 0xFD]).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      _ = try String(contentsOf: file, encoding: .utf8)
    },
    .init("writing to a missing folder") { try Data().write(to: nowhere) },
    .init("writing text to a missing folder") {
      try "".write(to: nowhere, atomically: true, encoding: .utf8)
    },
    .init("text that an encoding cannot hold") {
      try "\u{1F600}".write(to: nowhere, atomically: false, encoding: .ascii)
    },
    .init("contents of a missing folder") {
      _ = try FileManager.default.contentsOfDirectory(atPath: nowhere.path)
    },
    .init("attributes of a missing file") {
      _ = try FileManager.default.attributesOfItem(atPath: nowhere.path)
    },
    .init("removing a missing file") { try FileManager.default.removeItem(at: nowhere) },
    .init("copying a missing file") {
      try FileManager.default.copyItem(at: nowhere, to: URL(fileURLWithPath: "/nowhere/else"))
    },
    .init("moving a missing file") {
      try FileManager.default.moveItem(at: nowhere, to: URL(fileURLWithPath: "/nowhere/else"))
    },
    .init("a folder in a missing folder") {
      try FileManager.default.createDirectory(at: nowhere, withIntermediateDirectories: false)
    },
    .init("destination of a link that is none") {
      _ = try FileManager.default.destinationOfSymbolicLink(atPath: nowhere.path)
    },
    .init("values of a missing file") {
      _ = try nowhere.resourceValues(forKeys: [.fileSizeKey])
    },
    .init("whether a missing file is reachable") { _ = try nowhere.checkResourceIsReachable() },
    .init("reading a missing file") { _ = try FileHandle(forReadingFrom: nowhere) },
    .init("reading a file for writing") {
      try FileHandle.nullDevice.seek(toOffset: .max)
      _ = try FileHandle(forWritingTo: nowhere)
    },
    .init("running a missing program") {
      let process = Process()
      process.executableURL = nowhere
      try process.run()
    },
  ]

  private struct Record: Codable {
    var name: String
    var numbers: [Int]
  }
  private struct Unencodable: Encodable {
    struct Refusal: Error {}
    func encode(to encoder: any Encoder) throws { throw Refusal() }
  }

  static let coders: [FailingCall] = [
    .init("JSON of another type") {
      _ = try JSONDecoder().decode([Int].self, from: Data("{}".utf8))
    },
    .init("JSON without a key") {
      _ = try JSONDecoder().decode(Record.self, from: Data(#"{"numbers": []}"#.utf8))
    },
    .init("JSON with null for a value") {
      _ = try JSONDecoder().decode(Record.self, from: Data(#"{"name": null}"#.utf8))
    },
    .init("JSON with a wrong element") {
      _ = try JSONDecoder().decode(
        Record.self, from: Data(#"{"name": "a", "numbers": [1, "b"]}"#.utf8))
    },
    .init("no JSON") { _ = try JSONDecoder().decode(Int.self, from: Data("none".utf8)) },
    .init("a JSON number that does not fit") {
      _ = try JSONDecoder().decode([Int8].self, from: Data("[1000]".utf8))
    },
    .init("JSON of a number that is none") { _ = try JSONEncoder().encode([Double.nan]) },
    .init("JSON of a value that refuses") { _ = try JSONEncoder().encode(Unencodable()) },
    .init("a property list of another type") {
      _ = try PropertyListDecoder().decode(
        Record.self, from: try PropertyListEncoder().encode([1]))
    },
    .init("no property list") {
      _ = try PropertyListDecoder().decode(Int.self, from: Data("{".utf8))
    },
    .init("a property list of a top-level value") { _ = try PropertyListEncoder().encode(1) },
    .init("JSON objects of no JSON") {
      _ = try JSONSerialization.jsonObject(with: Data("[1,".utf8))
    },
    .init("property list objects of none") {
      _ = try PropertyListSerialization.propertyList(from: Data("<".utf8), format: nil)
    },
    .init("an archive of another class") {
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: NSString("text"), requiringSecureCoding: true)
      guard try NSKeyedUnarchiver.unarchivedObject(ofClass: NSArray.self, from: data) != nil else {
        throw CocoaError(.coderValueNotFound)
      }
    },
    .init("no archive") {
      _ = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSArray.self, from: Data([1]))
    },
    .init("a regular expression that is none") { _ = try NSRegularExpression(pattern: "(") },
    .init("a date that is none") { _ = try Date("nothing", strategy: .iso8601) },
    .init("a number that is none") { _ = try Int("nothing", format: .number) },
  ]

  static let others: [FailingCall] = [
    .init("POSIXError") { throw POSIXError(.EPERM, userInfo: ["path": "/"]) },
    .init("CocoaError") { throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "/"]) },
    .init("URLError") {
      throw URLError(.badURL, userInfo: [NSURLErrorFailingURLErrorKey: "none"])
    },
    .init("CancellationError") { throw CancellationError() },
    .init("DecodingError") {
      throw DecodingError.valueNotFound(Int.self, .init(codingPath: [], debugDescription: ""))
    },
    .init("PredicateError") { throw PredicateError.invalidInput },
    .init("NSError") { throw NSError(domain: "domain", code: 1) },
    .init("NSError with causes") {
      let cause = NSError(domain: "cause", code: 2, userInfo: [NSLocalizedDescriptionKey: "why"])
      throw NSError(
        domain: "domain", code: 1,
        userInfo: [
          NSUnderlyingErrorKey: cause, "causes": [cause, URLError(.timedOut)] as [any Error],
        ])
    },
    .init("NSError with objects") {
      throw NSError(
        domain: "domain", code: 1,
        userInfo: ["object": NSObject(), "lock": NSLock(), "own": Locked(), "none": NSNull()])
    },
    .init("NSError whose information contains it") {
      let list = NSMutableDictionary()
      let error = NSError(domain: "domain", code: 1, userInfo: ["list": list])
      list["error"] = error
      list["list"] = list
      throw error
    },
    .init("a localized error") { throw Localized() },
    .init("an error with a number of its own") { throw Numbered(number: 7) },
    .init("an error that is a class") { throw ObjectError() },
    .init("a subclass of NSError") { throw SpecialError(domain: "special", code: 1) },
  ]

  private final class Locked {}

  struct Localized: LocalizedError {
    var errorDescription: String? { fatalError("the library must not read it") }
    var failureReason: String? { fatalError("the library must not read it") }
  }
  struct Numbered: CustomNSError {
    let number: Int
    static var errorDomain: String { "numbered" }
    var errorCode: Int { fatalError("the library must not read it") }
    var errorUserInfo: [String: Any] { fatalError("the library must not read it") }
  }
  class ObjectError: Error, @unchecked Sendable {
    // Unchecked: nothing in it changes.
    let cause = NSError(domain: "cause", code: 1)
    weak var owner: NSObject?
  }
  final class SpecialError: NSError, @unchecked Sendable {
    // Unchecked: it adds nothing that changes.
    private let own = NSLock()
    override var localizedDescription: String { fatalError("the library must not read it") }
    override var description: String { fatalError("the library must not read it") }
  }
}
