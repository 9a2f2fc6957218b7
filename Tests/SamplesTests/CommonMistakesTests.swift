import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Each mistake of the page "Common mistakes" is made, and what says so says it in these words.
@Suite struct CommonMistakesTests {
  private protocol Speaking: Sendable {}
  private struct Speaker: Speaking {}
  private final class Service: Sendable {}
  private final class First: Sendable { init(_ second: Second) {} }
  private final class Second: Sendable { init(_ first: First) {} }

  private final class Owner {
    var speaker: (any Speaking)?
    var service: Service?
    var other: Service?
    var first: First?
    weak var brief: Service?
    lazy var late: Service? = nil
  }

  private func report(
    _ configure: (inout Registry) -> Void
  ) -> String {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { configure(&$0) }
    injector.injectDependencies(to: Owner())
    return log.texts.joined(separator: "\n")
  }

  /// What the library says to the mistakes that it finds itself; other tests have made the seventh and the eighth.
  private func words(about mistake: Int) throws -> String {
    switch mistake {
    case 1:
      return report {
        $0.register(instance: Speaker())
        $0.declare("speaker", \Owner.speaker)
      }
    case 2:
      let injector = PropertyInjector { registry in
        registry.register("speaker", instance: Speaker() as any Speaking)
        registry.declare("speaker", \Owner.speaker)
      }
      let derived = injector.overriding { $0.register(instance: Speaker() as any Speaking) }
      return "\(derived.validate())"
    case 3:
      final class Sheet {
        @Injected var width: Int?
        @Injected var height: Int?
      }
      let injector = PropertyInjector { registry in
        registry.register(instance: 5)
        registry.declare { Sheet() }
      }
      return "\(injector.validate())"
    case 4:
      return report {
        $0.register("servise", instance: Service())
        $0.declare("service", \Owner.service)
      }
    case 5:
      return report {
        $0.register("service", instance: Service())
        $0.register("other", instance: Service())
        $0.declare("other", \Owner.other)
      }
    case 6:
      return try golden("injectingBeforeItIsConfiguredDoesNothingAndReportsOnce")
    case 7:
      return try golden("configuringItAgainDoesNotRunTheClosureAndReportsBothPlaces")
    case 8:
      return report {
        $0.register("one", instance: Service())
        $0.register("two", instance: Service())
        $0.declare("service", \Owner.service, from: .byType)
      }
    case 9:
      return report {
        $0.register("service", instance: 7)
        $0.declare("service", \Owner.service)
      }
    case 10:
      return report {
        $0.register("service", instance: Service())
        $0.register("service", instance: Service())
      }
    case 11:
      return report {
        $0.register(.initializer(First.init))
        $0.register(.initializer(Second.init))
        $0.declare("first", \Owner.first, from: .byType)
      }
    case 12:
      return report {
        $0.register(.initializer(First.init))
        $0.declare("first", \Owner.first, from: .byType)
      }
    case 13:
      struct Form { var one, other: Service? }
      let injector = PropertyInjector { $0.declare("one", \Form.other) }
      return "\(injector.validate())"
    case 14:
      return report {
        $0.register("late", instance: Service())
        $0.declare("late", \Owner.late)
      }
    case 15:
      return report {
        $0.register("brief") { Service() }
        $0.declare("brief", \Owner.brief)
      }
    case 16:
      return report { $0.register("service", instance: (nil as Int?) as any Hashable & Sendable) }
    case 17:
      final class Poller { @Injected("pens") var items: Service? }
      let injector = PropertyInjector { registry in
        registry.register("pens", instance: Service())
        registry.declare(Poller.self)
      }
      return "\(injector.validate())"
    default:
      final class Diary: Sendable { let pages = 1 }
      final class Desk { @Injected var diary: Diary? }
      final class Shelf { @Injected var diary: Diary? }
      let injector = PropertyInjector { registry in
        registry.register { Diary() }
        registry.declare { Desk() }
        registry.declare { Shelf() }
      }
      return "\(injector.validate())"
    }
  }

  private func golden(_ test: String) throws -> String {
    try Repository.text("Tests/PropertyInjectionTests/Golden/\(test).txt")
  }

  @Test func whatSaysSoSaysItInTheWordsOfThePage() throws {
    let page = try Repository.text("Docs/PropertyInjection.docc/CommonMistakes.md")
    let rows = page.split(separator: "\n").compactMap { line -> (Int, [Substring])? in
      let cells = line.split(separator: "|")
      guard let first = cells.first, let number = Int(first.filter { $0 != " " }) else {
        return nil
      }
      return (number, cells)
    }
    #expect(rows.map(\.0) == Array(1...18))
    for (number, cells) in rows {
      let cell = cells[2]
      let quoted = try #require(cell.firstMatch(of: /"([^"]+)"/), "row \(number)")
      let words = try words(about: number)
      #expect(words.contains(quoted.1), "row \(number): \(words)")
    }
  }
}
