import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Checks of objects that hold look-ups.
@Suite struct LookupsInChecksTests {
  struct Visitor: Sendable {}
  struct Ticket: Sendable { let number: Int }
  final class Board: Sendable {
    let visitor: Lookup<Visitor>
    init(visitor: Lookup<Visitor>) { self.visitor = visitor }
  }
  final class Page {
    @Required var visitor: Lookup<Visitor>
    @Required var tickets: Lookup<Ticket>
    @Injected(optional: true) var radio: Lookup<Double>?
  }

  private func injector(
    withVisitors: Bool, _ configure: (inout Registry) -> Void = { _ in }
  ) -> PropertyInjector {
    PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register(in: .singleton, .initializer(Board.init(visitor:)))
      registry.register(.initializer(Ticket.init(number:), .dynamic))
      if withVisitors { registry.register(in: .values(ScopedValues())) { Visitor() } }
      registry.declare { Page() }
      registry.declare(asks: .type(Board.self))
      configure(&registry)
    }
  }

  private func findings(
    _ severity: ValidationReport.Severity, of injector: PropertyInjector
  ) -> [String] {
    injector.validate().findings.filter { $0.severity == severity }.map(\.issue.description)
  }

  @Test func aValueThatNothingGivesIsAnErrorForEachThatLooksItUp() throws {
    let errors = findings(.error, of: injector(withVisitors: false))
    #expect(errors.count == 2)
    #expect(
      errors.contains {
        $0.hasPrefix("LookupsInChecksTests.Page.visitor stays nil")
          || $0.hasPrefix("Page.visitor stays nil")
      })
    #expect(errors.contains { $0.contains("argument 1 of Board (Lookup<Visitor>) -> Visitor") })
  }

  @Test func aLookupKeepsNothingAndNeedsNoArguments() {
    let report = injector(withVisitors: true).validate()
    #expect(!report.findings.contains { $0.severity >= .warning })
    // Something asks for each.
    #expect(!report.findings.contains { $0.issue.kindName == .unusedBinding })
  }

  @Test func theSameServiceWithTheValueItselfIsRefused() {
    final class Keeper: Sendable { init(visitor: Visitor) {} }
    let injector = injector(withVisitors: true) { registry in
      registry.register(in: .singleton, .initializer(Keeper.init(visitor:)))
    }
    #expect(injector.validate().findings.contains { $0.issue.kindName == .shorterScope })
  }

  @Test func theGraphConnectsTheServiceWithTheValue() {
    let text = injector(withVisitors: true).graph().description
    #expect(text.contains("Board, .singleton <- Visitor, argument"))
    #expect(text.contains("Page.visitor: Lookup<Visitor> <- Visitor"))
  }

  final class Crew: Sendable {
    init(queue: Lookup<Queue>) {}
  }
  final class Queue: Sendable {
    init(crew: Crew) {}
  }

  @Test func itEndsACycle() {
    let injector = injector(withVisitors: true) { registry in
      registry.register(in: .singleton, .initializer(Crew.init(queue:)))
      registry.register(in: .singleton, .initializer(Queue.init(crew:)))
    }
    #expect(!injector.validate().findings.contains { $0.severity >= .warning })
  }

  final class Forgetful {
    @Required var tickets: Lookup<Ticket>
    var visitor: Lookup<Visitor>?
  }

  @Test func aForgottenMarkIsTold() {
    let injector = injector(withVisitors: true) { $0.declare { Forgetful() } }
    let warnings = findings(.warning, of: injector)
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("Forgetful.visitor is not declared") == true)
  }

  @Test func thatItKeepsItsInjectorIsNoFinding() {
    #expect(injector(withVisitors: true).validate().findings.isEmpty)
  }
}
