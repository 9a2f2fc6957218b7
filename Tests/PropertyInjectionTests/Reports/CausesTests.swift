import PropertyInjection
import TestSupport
import Testing

/// The causes that results and reports name.
@Suite struct CausesTests {
  private let log = IssueLog()

  private protocol Plug: Sendable {}
  private struct Lamp: Plug {}

  @Test func aKeyOfAllThatIsBoundToNilGivesNoInstances() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("lamp", instance: Lamp())
      registry.registerNil(InjectionKey<[any Plug]>.all)
      registry.alias(InjectionKey<[Lamp]>.all, to: InjectionKey<[Lamp]>.named("nowhere"))
    }
    #expect(injector.instances(of: (any Plug).self).isEmpty)
    #expect(injector.instances(of: Lamp.self).isEmpty)
    #expect(log.kinds == [.deadEnd])
  }

  private struct Row: Sendable { @Injected(lazy: true) var number: Int? }

  private actor Library {
    func keepsRow(_ log: IssueLog) -> Bool {
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.confined(to: self) { registry in
          registry.register("number") { 1 }
          registry.register("row", in: .singleton) { Row() }
        }
      }
      let first: Row? = injector.instance(for: "row")
      let second: Row? = injector.instance(for: "row")
      return first != nil && second != nil
    }
  }

  /// No other call could fill it.
  @Test func aStructThatMayLeaveItsActorIsKeptWithoutTheProperty() async {
    #expect(await Library().keepsRow(log))
    #expect(log.kinds == [.mayLeaveActor])
  }

  @Test func theInnermostMissingArgumentIsTheCause() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", .initializer({ (text: String) in text.count }, .key("text")))
      registry.register("text", .initializer({ (size: Double) in "\(size)" }, .key("size")))
      registry.declare("number", \Owner.number)
    }
    let reason = injector.injectDependencies(to: Owner()).unfilled.first?.reason
    guard case .unresolvedArgument(let argument, .unknownName)? = reason else {
      Issue.record("\(String(describing: reason))")
      return
    }
    #expect(argument.position == 1 && argument.type.type == Double.self)
    #expect(log.texts.first?.contains("made by        (Double) -> String") == true)
  }

  private final class Owner { var number: Int? }

  private class Base: Constructible, @unchecked Sendable {
    static var provider: Provider<Base> { .initializer { Base() } }
  }
  private class Heir: Base, @unchecked Sendable {}

  @Test func aDeadEndAtABindingSuggestsANameNearIt() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.alias(.named("heir", Heir.self), to: .type(Base.self))
      registry.register("base", instance: Base())
      registry.register("bases", instance: Heir())
    }
    #expect(injector.instance(for: .named("heir", Heir.self)) == nil)
    #expect(log.texts.first?.hasSuffix(#"or lead to "bases"."#) == true)
  }

  @Test func anAliasThatEndsAtAnUnfitBindingIsNotSuggested() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("base", instance: Base())
      registry.alias(.named("heir", Heir.self), to: .type(Base.self))
    }
    #expect(injector.instance(for: .named("heirr", Heir.self)) == nil)
    #expect(log.texts.first?.contains("or ask for") == false)
  }

  private final class Late: @unchecked Sendable {
    // Unchecked: one thread uses it.
    @Injected("nothing", lazy: true) var number: Int?
  }

  /// So many misses are remembered; the answer to the next is for the read alone.
  @Test func aLazyPropertyIsReadAfterMoreMissesThanAreRemembered() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("late", in: .singleton) { Late() }
    }
    let late: Late? = injector.instance(for: "late")
    for number in 0..<1_100 { #expect(injector.instance(for: "no \(number)") as Int? == nil) }
    #expect(late?.number == nil)
    #expect(log.kinds.last == .unknownName)
  }
}
