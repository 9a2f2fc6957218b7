import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// A decorator with a request's value, around a protocol that a kept object adopts.
@Suite struct DecoratedListsTests {
  private protocol Catalogue: Sendable {}
  private final class FileCatalogue: Catalogue {}
  private struct Log: Sendable {}
  private struct FencedCatalogue: Catalogue {
    let catalogue: any Catalogue
    @Required var log: Log
    init(_ catalogue: any Catalogue) { self.catalogue = catalogue }
  }
  private enum Request { @TaskLocal static var values: ScopedValues? }

  private let log = IssueLog()

  private func makeInjector(_ change: (inout Registry) -> Void) -> PropertyInjector {
    PropertyInjector(reportingTo: log) { registry in
      registry.register(in: .values { Request.values }) { Log() }
      registry.register(in: .singleton) { FileCatalogue() }
      registry.decorate { _, catalogue in FencedCatalogue(catalogue) as any Catalogue }
      registry.declare { FencedCatalogue(FileCatalogue()) }
      change(&registry)
    }
  }

  private func giveUnkept(_ registry: inout Registry) {
    registry.register(.initializer({ (kept: FileCatalogue) in kept as any Catalogue }))
  }

  private func warnings(_ injector: PropertyInjector) -> [InjectionIssue] {
    injector.validate().findings.filter { $0.severity >= .warning }.map(\.issue)
  }

  @Test func aListThatNothingAsksForKeepsNothing() {
    let injector = makeInjector(giveUnkept)
    #expect(warnings(injector) == [])
    for _ in 0..<2 {
      Request.$values.withValue(ScopedValues()) {
        #expect(injector.instance(of: (any Catalogue).self) is FencedCatalogue)
      }
    }
    #expect(log.texts == [])
  }

  @Test func aListThatSomethingAsksForMayKeepTheValueOfARequest() {
    let injector = makeInjector { registry in
      giveUnkept(&registry)
      registry.declare(asks: .type([any Catalogue].self))
    }
    #expect(warnings(injector).map(\.kindName) == [.shorterScope])
    Request.$values.withValue(ScopedValues()) {
      #expect(injector.instances(of: (any Catalogue).self).count == 2)
    }
    #expect(log.issues.map(\.kindName) == [.shorterScope])
  }

  /// The decorator, with a look-up in place of the value.
  private struct AskingCatalogue: Catalogue {
    let catalogue: any Catalogue
    @Required var log: Lookup<Log>
    init(_ catalogue: any Catalogue) { self.catalogue = catalogue }
  }

  @Test func theRemedyOfADecoratorThatIsKeptIsALookup() {
    let injector = makeInjector {
      $0.alias(.type((any Catalogue).self), to: .type(FileCatalogue.self))
    }
    let found = warnings(injector)
    #expect(found.map(\.kindName) == [.shorterScope])
    let remedy = "let it take a Lookup<Log>, and call that where the value is used."
    #expect(found.first?.description.contains(remedy) == true)
    let mended = PropertyInjector(reportingTo: log) { registry in
      registry.register(in: .values { Request.values }) { Log() }
      registry.register(in: .singleton) { FileCatalogue() }
      registry.alias(.type((any Catalogue).self), to: .type(FileCatalogue.self))
      registry.decorate { _, catalogue in AskingCatalogue(catalogue) as any Catalogue }
      registry.declare { AskingCatalogue(FileCatalogue()) }
    }
    #expect(warnings(mended) == [])
    let catalogue = mended.instance(of: (any Catalogue).self) as? AskingCatalogue
    Request.$values.withValue(ScopedValues()) { #expect(catalogue?.log() != nil) }
    #expect(log.texts == [])
  }
}
