import Foundation
import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Errors that the program throws are told apart, and none of its code runs for that.
@Suite struct ThrownErrorsTests {
  private final class Journal: Sendable {}
  private final class Reporter: Sendable { init(_ journal: Journal) {} }

  /// A nil is no issue, but the error of a look-up that wants a value is one.
  @Test(arguments: [false, true])
  func aValueThatIsNilWhereItIsRequiredIsReported(isBoundToNil: Bool) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      if isBoundToNil {
        registry.registerNil(.type(Journal.self))
      } else {
        registry.register { nil as Journal? }
      }
      registry.register { Reporter(try $0.require(.type(Journal.self))) }
    }
    #expect(injector.instance(of: Reporter.self) == nil)
    #expect(log.kinds == [.threw] && log.texts[0].contains("has given nil, or is bound to nil"))
    #expect(injector.rehearse().errors.map(\.kindName) == [.threw])
  }

  private struct Closed: Error, CustomStringConvertible {
    let description: String
  }

  @Test func aSentenceOfAnErrorEndsOnce() {
    let texts = reports(of: [Closed(description: "No port.")]).map(\.debugDescription)
    #expect(texts.count == 1 && texts.allSatisfy { $0.hasSuffix("No port.") }, "\(texts)")
  }

  /// Only a Swift module's whole name tells: a program's may begin alike.
  @Test(arguments: [
    ("Foundation", true), ("FoundationEssentials", true), ("FoundationPlus", false),
  ])
  func aModuleOfFoundationIsKnownByItsName(module: String, isPart: Bool) {
    #expect(TypeName.isOfFoundation(module) == isPart)
  }

  /// The errors of a factory, thrown one after the other, as they are reported.
  private func reports(of errors: [any Error]) -> [InjectionIssue] {
    let log = IssueLog()
    let left = Locked(errors[...])
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("service") { () throws -> Service? in
        if let error = left.withLock({ $0.popFirst() }) { throw error }
        return nil
      }
    }
    for _ in errors { _ = injector.instance(for: .named("service", Service.self)) }
    return log.issues
  }

  /// Whether each of two errors is an issue of its own.
  private func areTwo(_ one: any Error, _ other: any Error) -> Bool {
    let count = reports(of: [one, other, one, other]).count
    #expect((1...2).contains(count))
    let issues = reports(of: [one]) + reports(of: [other])
    #expect(issues.count == 2 && (issues.first != issues.last) == (count == 2))
    return count == 2
  }

  @Test func anNSErrorIsToldApartByDomainAndCode() async {
    // In a process of its own: their hash traps on Linux.
    await #expect(processExitsWith: .success) {
      let tests = ThrownErrorsTests()
      #expect(tests.areTwo(NSError(domain: "one", code: 1), NSError(domain: "one", code: 2)))
      #expect(tests.areTwo(NSError(domain: "one", code: 1), NSError(domain: "two", code: 1)))
      #expect(
        !tests.areTwo(
          NSError(domain: "one", code: 1), NSError(domain: "one", code: 1, userInfo: ["a": 1])))
      #expect(!tests.areTwo(URLError(.timedOut), URLError(.cancelled)))
      let texts = tests.reports(of: [NSError(domain: "one", code: 3)]).map(\.description)
      #expect(texts.first?.contains("NSError one 3") == true)
    }
  }

  @Test func whatFoundationThrowsIsReportedWhereverItIsThrown() async {
    await #expect(processExitsWith: .success) {
      for attempt in Self.failingCalls {
        let log = IssueLog()
        let injector = PropertyInjector(reportingTo: log) { registry in
          registry.register("factory") { () throws -> Service in try attempt() }
          registry.register("kept", in: .singleton) { () throws -> Service in try attempt() }
          registry.register(
            "initializer", .initializer({ (_: Int) throws -> Service? in try attempt() }, .value(1))
          )
          registry.register("provider", .object(Provider(attempt)))
        }
        let names = ["factory", "kept", "initializer", "provider"]
        for name in names + names {
          #expect(injector.instance(for: .named(name, Service.self)) == nil)
        }
        #expect(log.issues.count == names.count)
        #expect(log.issues.allSatisfy { $0.underlyingError != nil && !$0.description.isEmpty })
      }
    }
  }

  /// Calls of the platform that fail.
  private static let failingCalls: [@Sendable () throws -> Service] = [
    { throw NSError(domain: "domain", code: 1) },
    { throw URLError(.badURL) },
    { throw CancellationError() },
    { throw Failure.carrying(NSError(domain: "domain", code: 1)) },
    { throw Failure.carrying(CocoaError(.coderInvalidValue)) },
    { throw OddError(NSError(domain: "inner", code: 7)) },
    {
      _ = try Data(contentsOf: URL(fileURLWithPath: "/nowhere/at/all"))
      return Service()
    },
    {
      _ = try String(contentsOfFile: "/nowhere/at/all", encoding: .utf8)
      return Service()
    },
    {
      _ = try FileManager.default.contentsOfDirectory(atPath: "/nowhere/at/all")
      return Service()
    },
    {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/nowhere/at/all")
      try process.run()
      return Service()
    },
    {
      _ = try JSONDecoder().decode([Int].self, from: Data("{}".utf8))
      return Service()
    },
    {
      _ = try JSONEncoder().encode(Double.nan)
      return Service()
    },
    {
      _ = try PropertyListDecoder().decode([Int].self, from: Data("nothing".utf8))
      return Service()
    },
    {
      _ = try JSONSerialization.jsonObject(with: Data("nothing".utf8))
      return Service()
    },
    {
      _ = try NSRegularExpression(pattern: "(")
      return Service()
    },
  ]

  private struct Provider: InjectionProvider {
    let attempt: @Sendable () throws -> Service
    init(_ attempt: @escaping @Sendable () throws -> Service) { self.attempt = attempt }
    func provide(with injector: PropertyInjector, arguments: [Any?]) throws -> Service? {
      try attempt()
    }
  }

  private enum Failure: Error {
    case carrying(any Error)
  }

  /// A subclass may have code of its own in each property.
  private final class OddError: NSError, @unchecked Sendable {
    init(_ inner: NSError) { super.init(domain: "odd", code: 1, userInfo: ["inner": inner]) }
    required init?(coder: NSCoder) { nil }
    override var domain: String { fatalError("the library must not read it") }
    override var code: Int { fatalError("the library must not read it") }
  }

  private struct Loud: Hashable, @unchecked Sendable, CustomStringConvertible, CustomReflectable {
    let runs: Counter
    static func == (one: Loud, other: Loud) -> Bool {
      one.runs.increment()
      return true
    }
    func hash(into hasher: inout Hasher) { runs.increment() }
    var description: String {
      runs.increment()
      return ""
    }
    var customMirror: Mirror {
      runs.increment()
      return Mirror(self, children: [])
    }
  }
  private struct Carrying: Error, @unchecked Sendable {
    let hashable: AnyHashable
    let list: [AnyHashable]
    let set: Set<Loud>
    let optional: Loud?
  }

  @Test func codeOfTheProgramInAnErrorDoesNotRun() {
    let runs = Counter()
    let loud = Loud(runs: runs)
    let error = Carrying(hashable: loud, list: [loud], set: [loud], optional: loud)
    let before = runs.count
    #expect(reports(of: [error, error]).count == 1)
    #expect(runs.count == before)
  }

  @Test func whatAnErrorCarriesIsShownOnOneLine() {
    enum Part { case head, tail(Int) }
    enum DatabaseError: Error {
      case closed
      case locked(file: String, code: Int)
      case text(String)
      case named(name: String?)
      case cause(any Error)
      case other(Part, Service, list: [Int], number: Double?)
    }
    struct Refused: Error {
      let status: Int
      let text: String
      let list: [Int]
      weak var service: Service?
    }
    struct Silent: Error, CustomDebugStringConvertible {
      let token: String
      var debugDescription: String { fatalError("is not called") }
    }
    struct Described: Error, CustomStringConvertible {
      let token: String
      var description: String { "there is no\nfolder" }
    }
    let errors: [(any Error, String)] = [
      (DatabaseError.closed, "DatabaseError.closed"),
      (
        DatabaseError.locked(file: "a.db", code: 3), #"DatabaseError.locked(file: "a.db", code: 3)"#
      ),
      (DatabaseError.text("one\ntwo"), #"DatabaseError.text("one\ntwo")"#),
      (DatabaseError.named(name: nil), "DatabaseError.named(name: nil)"),
      (DatabaseError.cause(DatabaseError.text("x")), "DatabaseError.cause(DatabaseError.text)"),
      (
        DatabaseError.other(.tail(1), Service(), list: [1], number: 0.5),
        "DatabaseError.other(Part.tail, Service, list: Array<Int>, number: 0.5)"
      ),
      (
        Refused(status: 404, text: "gone", list: []),
        #"Refused(status: 404, text: "gone")"#
      ),
      (Silent(token: "secret"), "Silent"),
      (Described(token: "secret"), #"Described: there is no\nfolder"#),
    ]
    for (error, text) in errors {
      let report = reports(of: [error]).first?.description ?? ""
      #expect(report.contains("what makes it has thrown \(text).\n"), "\(report)")
    }
    let long = reports(of: [DatabaseError.text(String(repeating: "x", count: 5000))])
    #expect(long.first.map { $0.description.count < 500 } == true)
  }

  /// Its description looks up the value whose factory has thrown it.
  @Test func anErrorMayInjectInItsDescription() {
    struct Recursive: Error, CustomStringConvertible {
      let injector: PropertyInjector
      var description: String {
        injector.instance(for: .named("service", Service.self)) == nil ? "no service" : ""
      }
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("service") { (injector) throws -> Service? in
        throw Recursive(injector: injector)
      }
    }
    #expect(injector.instance(for: .named("service", Service.self)) == nil)
    #expect(log.texts.count == 1)
    #expect(log.texts.first?.contains("has thrown Recursive: no service.") == true)
  }

  @Test func errorsOfTheProgramAreToldApartByTypeAndCase() {
    enum Failure: Error, Equatable {
      case first, second
      case number(Int)
      case cause(any Error)

      static func == (one: Failure, other: Failure) -> Bool { fatalError("is not compared") }
    }
    struct One: Error {}
    struct Other: Error {}
    #expect(areTwo(Failure.first, Failure.second))
    #expect(areTwo(Failure.first, Failure.number(1)))
    #expect(!areTwo(Failure.number(1), Failure.number(2)))
    #expect(!areTwo(Failure.cause(Failure.first), Failure.cause(Failure.second)))
    #expect(areTwo(One(), Other()) && !areTwo(One(), One()))
  }

  /// A request's number in an error would otherwise be a report for each request.
  @Test func tenThousandErrorsOfOneTypeAreOneIssue() {
    struct Refused: Error {
      let request: Int
      let trace: [[String: [Int]]]
    }
    let errors = (0..<10_000).map { request in
      Refused(request: request, trace: [["steps": [request, request + 1]]])
    }
    #expect(reports(of: errors).map(\.kindName) == [.threw])
  }

  @Test func anErrorThatRefersToAFreedObjectIsReported() async {
    await #expect(processExitsWith: .success) {
      struct Dangling: Error, @unchecked Sendable {
        unowned let owner: Service
      }
      #expect(ThrownErrorsTests().reports(of: [Dangling(owner: Service())]).count == 1)
    }
  }
}
