import PropertyInjection
import TestSupport
import Testing

/// The hooks of kept values that have each other.
@Suite struct HooksOfCyclesTests {
  final class Cook: InjectionAware, @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var waiter: Waiter?
    var blade: String?
    let kitchen: PropertyInjector
    init(_ kitchen: PropertyInjector) { self.kitchen = kitchen }
    func didInjectDependencies() { blade = kitchen.instance(for: "knife") }
  }
  final class Waiter: InjectionAware, @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var cook: Cook?
    var plate: String?
    let kitchen: PropertyInjector
    init(_ kitchen: PropertyInjector) { self.kitchen = kitchen }
    func didInjectDependencies() { plate = kitchen.instance(for: "tray") }
  }

  @Test(arguments: [true, false])
  func hooksThatEachAskForAnotherKeptValueLeaveThemWhole(asksForTheCookFirst: Bool) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Cook.self), in: .singleton) { Cook($0) }
      registry.register(.type(Waiter.self), in: .singleton) { Waiter($0) }
      registry.register("knife", in: .singleton) { "sharp" }
      registry.register("tray", in: .singleton) { "round" }
    }
    if asksForTheCookFirst { #expect(injector.instance(of: Cook.self) != nil) }
    let waiter = injector.instance(of: Waiter.self)
    #expect(waiter?.plate == "round" && waiter?.cook?.blade == "sharp")
    #expect(waiter != nil && waiter?.cook?.waiter === waiter)
    #expect(waiter?.cook === injector.instance(of: Cook.self) && log.texts == [])
    waiter?.cook = nil
  }
}
