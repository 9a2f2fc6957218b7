import PropertyInjection
import PropertyInjectionTesting
import TestSupport
import Testing

private protocol Ledger: Sendable { var isFake: Bool { get } }
private struct FakeLedger: Ledger { let isFake = true }
private struct FileLedger: Ledger { let isFake = false }

private let ledgers = InjectionModule("Ledgers") { registry in
  registry.register(in: .singleton) { FileLedger() as any Ledger }
  registry.register("limit", instance: 7)
}

/// Modules that a test installs, beside the fakes of the traits around it.
@Suite(.injecting { $0.register(instance: FakeLedger() as any Ledger) })
struct FakesBesideModulesTests {
  private var isFake: Bool? {
    PropertyInjector.shared.instance(of: (any Ledger).self)?.isFake
  }

  @Test(.injecting(ledgers)) func theModuleOfATestsTraitHidesNoFakeOfItsSuite() {
    #expect(isFake == true)
    #expect(PropertyInjector.shared.instance(for: .named("limit", Int.self)) == 7)
  }

  @Test func norDoesAModuleThatIsAdded() {
    PropertyInjector.addOverrides { $0.install(ledgers) }
    #expect(isFake == true)
    // What the program overrides beside it is its own affair.
    let derived = PropertyInjector.shared.overriding { registry in
      registry.register(instance: FileLedger() as any Ledger)
    }
    #expect(derived.instance(of: (any Ledger).self)?.isFake == false)
  }

  @Test(.injecting { $0.register(instance: FileLedger() as any Ledger) })
  func aLaterFakeGoesBeforeAnEarlierOne() {
    #expect(isFake == false)
  }

  @Test(.injecting(ledgers) { $0.remove(.type((any Ledger).self)) })
  func whatIsRemovedIsGone() {
    withKnownIssue { #expect(isFake == nil) }
  }
}
