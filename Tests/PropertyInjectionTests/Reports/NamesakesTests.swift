import PropertyInjection
import TestSupport
import Testing

/// Reports of types that have one name, and of candidates that have none.
@Suite struct NamesakesTests {
  enum Models {
    struct Log: Sendable {}
    final class Cell { @Injected var log: Log? }
  }
  struct Log: Sendable {}
  private let log = IssueLog()

  @Test func aTypeOfTheSameNameIsNearAndBothAreWrittenOut() {
    let injector = PropertyInjector(reportingTo: log) { $0.register(instance: Log()) }
    injector.injectDependencies(to: Models.Cell())
    let text = log.texts.first ?? ""
    #expect(text.contains("ReportsTests.NamesakesTests.Models.Log"))
    #expect(text.contains("  near           ReportsTests.NamesakesTests.Log ("))
  }

  private protocol Ticker: Sendable {}
  private struct Slow: Ticker {}
  private struct Fast: Ticker {}
  private final class Board: Sendable { init(ticker: any Ticker) {} }

  @Test func ofCandidatesWithoutANameOneIsRegisteredAsTheProtocol() {
    func injector(_ configure: (inout Registry) -> Void) -> PropertyInjector {
      PropertyInjector(reportingTo: log) { registry in
        registry.register(.initializer(Board.init(ticker:)))
        configure(&registry)
      }
    }
    let ambiguous = injector { registry in
      registry.register(instance: Slow())
      registry.register(instance: Fast())
    }
    #expect(ambiguous.instance(of: Board.self) == nil)
    #expect(ambiguous.instance(of: (any Ticker).self) == nil)
    #expect(log.texts.count == 2)
    for text in log.texts {
      #expect(text.hasSuffix("register one of them as any Ticker."))
    }
    let mended = injector { registry in
      registry.register(instance: Slow() as any Ticker)
      registry.register(instance: Fast())
    }
    #expect(mended.instance(of: Board.self) != nil)
  }
}
