import Foundation
import Observation
import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionTesting
import Synchronization
import Testing

// What the guides show, to the letter, in code that runs. The names are the guides' own.

// Foundation on Linux archives top-level classes only.
final class Document: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let title: String
  @Injected var clock: (any Clock)?

  init(title: String) { self.title = title }

  init?(coder: NSCoder) {
    let title = coder.decodeObject(of: NSString.self, forKey: "title")
    self.title = title.map(String.init(describing:)) ?? ""
  }

  func encode(with coder: NSCoder) {
    coder.encode(NSString(string: title), forKey: "title")
  }
}

enum GuideSamples {
  final class Board { @Injected var platform: Int? }

  struct Order: Codable {
    var number: Int
    @Injected var clock: (any Clock)?

    enum CodingKeys: CodingKey { case number }  // without the clock
  }

  /// It injects itself as soon as it is decoded.
  struct Parcel: Decodable {
    var number: Int
    @Required var clock: any Clock

    enum CodingKeys: CodingKey { case number }

    init(from decoder: any Decoder) throws {
      number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
      try PropertyInjector.injectDependencies(to: &self).requireComplete()
    }
  }

  struct WithoutKeys: Decodable {
    var number: Int
    @Required var clock: any Clock
  }

  @Observable final class Timeline {
    var entries = 0
    @ObservationIgnored @Injected var clock: (any Clock)?
  }

  struct Logger: Sendable {
    let lines = Lines()
    func warning(_ text: String) { lines.add(text) }
    func debug(_ text: String) { lines.add(text) }
  }

  final class Lines: Sendable {
    private let all = Mutex<[String]>([])
    func add(_ text: String) { all.withLock { $0.append(text) } }
    var texts: [String] { all.withLock { $0 } }
  }

  @Suite struct Tests {
    @Test(.injecting { $0.register("platform", instance: 9) }) func aCheckIsPrinted() throws {
      print(PropertyInjector.validate())
      try PropertyInjector.validate(including: Board()).requireClean()
      #expect(PropertyInjector.shared.injected(Board()).platform == 9)
    }

    @Test func aDecodedModelIsInjected() throws {
      let injector = PropertyInjector { $0.register("clock", instance: SystemClock()) }
      let data = Data(#"{"number":7}"#.utf8)
      var order = try JSONDecoder().decode(Order.self, from: data)
      injector.injectDependencies(to: &order)
      #expect(order.clock?.now == 12)
      #expect(try JSONEncoder().encode(order) == data)
    }

    @Test(.injecting { $0.register(instance: SystemClock() as any Clock) })
    func aModelInjectsItselfWhenItIsDecoded() throws {
      let parcel = try JSONDecoder().decode(Parcel.self, from: Data(#"{"number":7}"#.utf8))
      #expect(parcel.number == 7 && parcel.clock.now == 12)
    }

    @Test func withoutCodingKeysDecodingThrowsThatTheKeyIsNotFound() {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(WithoutKeys.self, from: Data(#"{"number":7}"#.utf8))
      }
    }

    @Test func aSampleIsDecoded() {
      let injector = PropertyInjector { registry in
        registry.register("clock", instance: SystemClock())
        let first = Data(#"{"number": 1}"#.utf8)
        registry.declare { try JSONDecoder().decode(Order.self, from: first) }
      }
      #expect(injector.rehearse().findings.isEmpty)
    }

    @Test func anObjectOfAnArchiveIsInjected() throws {
      let injector = PropertyInjector { $0.register("clock", instance: SystemClock()) }
      let archive = try NSKeyedArchiver.archivedData(
        withRootObject: Document(title: "Timetable"), requiringSecureCoding: true)
      let document = try NSKeyedUnarchiver.unarchivedObject(ofClass: Document.self, from: archive)
      if let document { injector.injectDependencies(to: document) }
      #expect(document?.title == "Timetable" && document?.clock?.now == 12)
    }

    @Test func anObservableModelIsInjected() {
      let injector = PropertyInjector { $0.register("clock", instance: SystemClock()) }
      let timeline = Timeline()
      injector.injectDependencies(to: timeline)
      #expect(timeline.clock?.now == 12)
    }

    @Test func reportsAndInjectionsAreLogged() {
      let logger = Logger()
      let injector = PropertyInjector { registry in
        registry.issueHandler = { issue in logger.warning("\(issue)") }
        registry.injectionHandler = { point in
          logger.debug("\(point)")  // Editor.store <- any Store, by its type
        }
        registry.register("platform", instance: 9)
      }
      injector.injectDependencies(to: Board())
      #expect(injector.instance(for: .named("gate", Int.self)) == nil)
      #expect(logger.lines.texts.count == 2)
    }

    @Test func reportsOfThrownErrorsAreLeftOut() {
      let logger = Logger()
      let injector = PropertyInjector { registry in
        registry.issueHandler = { issue in logger.warning("\(issue)") }
        registry.issueHandler = { [report = registry.issueHandler] issue in
          if issue.kind.thrown == nil { report(issue) }
        }
        registry.register("gate") { () throws -> Int in throw CancellationError() }
      }
      #expect(injector.instance(for: .named("gate", Int.self)) == nil)
      #expect(logger.lines.texts.isEmpty)
      #expect(injector.instance(for: .named("track", Int.self)) == nil)
      #expect(logger.lines.texts.count == 1)
    }

    @Test func reportsMayTrap() {
      let injector = PropertyInjector { registry in
        registry.issueHandler = { issue in assertionFailure("\(issue)") }
        registry.register("platform", instance: 9)
      }
      #expect(injector.instance(for: .named("platform", Int.self)) == 9)
    }
  }
}
