import PropertyInjection
import TestSupport
import Testing

/// Look-ups by type alone among named bindings, whose exact types an injector and those derived from it find in one
/// index.
@Suite struct BindingsByTypeTests {
  class Store: @unchecked Sendable {
    // Unchecked: constant.
    let name: String
    init(_ name: String) { self.name = name }
  }
  final class FastStore: Store, @unchecked Sendable {}

  let log = IssueLog()

  private func injector(_ configure: (inout Registry) -> Void) -> PropertyInjector {
    PropertyInjector(reportingTo: log) { registry in
      for number in 0..<40 { registry.register(InjectionKey("number\(number)"), instance: number) }
      configure(&registry)
    }
  }

  private func name(in injector: PropertyInjector) -> String? {
    injector.instance(of: Store.self)?.name
  }

  @Test func theExactTypeGoesBeforeASubclass() {
    let injector = injector { registry in
      registry.register("fast", instance: FastStore("fast"))
      registry.register("store", instance: Store("store"))
    }
    #expect(name(in: injector) == "store")
    #expect(injector.instance(of: FastStore.self)?.name == "fast")
    #expect(log.kinds == [])
  }

  @Test func aDerivedSubclassGoesBeforeTheInheritedExactType() {
    let injector = injector { $0.register("store", instance: Store("store")) }
    let derived = injector.overriding { $0.register("fast", instance: FastStore("fast")) }
    #expect(name(in: derived) == "fast")
    #expect(name(in: injector) == "store")
    #expect(log.kinds == [])
  }

  @Test func aDerivedExactTypeGoesBeforeAnInheritedOne() {
    let injector = injector { $0.register("store", instance: Store("store")) }
    let derived = injector.overriding { $0.register("other", instance: Store("other")) }
    let twice = derived.overriding { $0.register("store", instance: Store("third")) }
    #expect(name(in: injector) == "store")
    #expect(name(in: derived) == "other")
    #expect(name(in: twice) == "third")
    #expect(log.kinds == [])
  }

  @Test func aScopeThatIsSetLeavesTheOrderOfCandidates() {
    let injector = injector { registry in
      registry.register("one", in: .cached) { Store("one") }
      registry.register("two", in: .cached) { Store("two") }
      registry.setScope(.singleton, for: .named("one", Store.self))
    }
    #expect(name(in: injector) == nil)
    #expect(log.issues.first?.related.map(\.name) == ["one", "two"])
  }

  @Test func aScopeIsSetForWhatWasRegisteredWithOne() {
    let key = InjectionKey<Store>.named("store")
    let injector = injector { registry in
      registry.register(key, in: .unique) { Store("store") }
      registry.setScope(.singleton, for: key)
      registry.register("made", in: .unique, .initializer(Store.init(_:), .value("made")))
      registry.setScope(.cached, for: .named("made", Store.self))
    }
    #expect(injector.instance(for: key) === injector.instance(for: key))
    let made = InjectionKey<Store>.named("made")
    #expect(injector.instance(for: made) === injector.instance(for: made))
    #expect(log.kinds == [])
  }

  @Test func aScopeIsNotSetForWhatTheProgramVouchesForElsewhere() {
    let key = InjectionKey<Store>.named("store")
    _ = injector { registry in
      registry.unchecked { $0.register(key, in: .unique) { Store("store") } }
      registry.setScope(.singleton, for: key)
    }
    #expect(log.kinds == [.scopeOfUnproven])
  }

  @Test func whatADerivedInjectorRemovesIsNotFoundThere() {
    let injector = injector { registry in
      registry.register("store", instance: Store("store"))
      registry.register("other", instance: Store("other"))
      registry.register("fast", instance: FastStore("fast"))
    }
    let withoutOne = injector.overriding { $0.remove(allNamed: "other") }
    let withoutBoth = injector.overriding { registry in
      registry.remove(allNamed: "store")
      registry.remove(allNamed: "other")
    }
    // The derived ones first: what they find is not what their siblings find.
    #expect(name(in: withoutBoth) == "fast")
    #expect(name(in: withoutOne) == "store")
    #expect(log.kinds == [])
    #expect(name(in: injector) == nil)
    #expect(log.kinds == [.ambiguousType])
  }

  @Test func aScopeThatADerivedInjectorSetsIsFoundByType() {
    let injector = injector { registry in registry.register("store") { Store("store") } }
    let derived = injector.overriding { registry in
      registry.unchecked { $0.setScope(.singleton, for: InjectionKey<Store>("store")) }
    }
    let kept = derived.instance(of: Store.self)
    #expect(kept != nil)
    #expect(derived.instance(of: Store.self) === kept)
    #expect(injector.instance(of: Store.self) !== injector.instance(of: Store.self))
    #expect(log.kinds == [])
  }

  @Test func aReplacedBindingIsNotFoundAnyMore() {
    let injector = injector { registry in
      registry.register("store", instance: Store("store"))
      registry.register("store", instance: Store("new"), replacing: true)
    }
    #expect(name(in: injector) == "new")
    #expect(log.kinds == [])
  }

  @Test func aKeyThatIsBoundToNilLeavesTheSubclass() {
    let injector = injector { registry in
      registry.registerNil(InjectionKey<Store>("store"))
      registry.register("fast", instance: FastStore("fast"))
    }
    #expect(name(in: injector) == "fast")
    let alone = self.injector { $0.registerNil(InjectionKey<Store>("store")) }
    #expect(name(in: alone) == nil)
    #expect(log.kinds == [])
  }

  @Test func anAliasOfExactlyTheTypeLeadsToItsBinding() {
    let injector = injector { registry in
      registry.register("fast", instance: FastStore("fast"))
      registry.alias(InjectionKey<Store>("store"), to: InjectionKey<FastStore>("fast"))
    }
    #expect(name(in: injector) == "fast")
    #expect(log.kinds == [])
  }

  private protocol Reading: Sendable {}
  private protocol Writing: Sendable {}
  private final class Both: Reading, Writing {}

  @Test func anInstanceOfAProtocolDoesNotAnswerForAnother() {
    let injector = injector { registry in
      registry.register(.type((any Reading).self), instance: Both())
      registry.register("both", instance: Both())
    }.overriding { $0.remove(.named("both", Both.self)) }
    #expect(injector.instance(of: (any Reading).self) != nil)
    #expect(injector.instance(of: Both.self) != nil)
    #expect(injector.instance(of: (any Writing).self) == nil && log.kinds == [.unknownType])
    #expect(injector.instances(of: (any Writing).self).isEmpty)
    let named = injector.overriding { $0.register("both", instance: Both()) }
    #expect(named.instance(of: (any Writing).self) != nil)
  }
}
