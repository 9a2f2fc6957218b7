import PropertyInjection
import TestSupport
import Testing

@testable import Demo

/// The demo, without what it prints.
@Suite @MainActor struct DemoTests {
  @Test func aCheckMissesEachBindingThatIsTakenAway() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.declareTypes(fileID: "Demo/AppDelegate.swift")
      AppDelegate.register(in: &registry)
    }
    let (notMissed, count) = injector.bindingsNotMissed()
    #expect(notMissed == [] && count == 4)
  }
}
