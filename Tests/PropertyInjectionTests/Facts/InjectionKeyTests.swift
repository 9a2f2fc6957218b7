import PropertyInjection
import TestSupport
import Testing

@Suite struct InjectionKeyTests {
  @Test func aKeyOfATypeAloneBindsAClassAProtocolOrAValueType() {
    let service = Service()
    let injector = PropertyInjector { registry in
      registry.register(.type(Service.self), instance: service)
      registry.register(.type((any Clock).self), instance: StoppedClock())
      registry.register(.type(Int.self)) { 7 }
      registry.declare("service", \Player.service, from: .byType)
      registry.declare("clock", \Player.clock, from: .byType)
      registry.declare("number", \Player.number, from: .byType)
    }
    let player = Player()
    #expect(injector.injectDependencies(to: player).injected == ["service", "clock", "number"])
    #expect(player.service === service && player.clock?.now == 12 && player.number == 7)
    #expect(injector.instance(of: Service.self) === service)
    #expect(injector.instance(for: .type(Int.self)) == 7)
  }

  @Test func aBindingOfATypeAloneFillsNoPropertyThatAsksForAKey() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Int.self), instance: 7)
      registry.declare("number", \Player.number, from: "number")
    }
    let player = Player()
    injector.injectDependencies(to: player)
    #expect(player.number == nil)
    #expect(log.kinds == [.unknownName])
    #expect(log.issues.first?.related.map(\.name) == [nil])
  }

  @Test func askedByTypeWhatIsBoundToTheTypeAloneGoesBeforeWhatHasAName() {
    let injector = PropertyInjector { registry in
      registry.register("one", instance: 1)
      registry.register("two", instance: 2)
      registry.register(.type(Int.self), instance: 3)
      registry.register("special", instance: SpecialService())
      registry.register(.type(SpecialService.self), instance: SpecialService())
    }
    #expect(injector.instance(of: Int.self) == 3)
    #expect(injector.instance(of: Service.self) === injector.instance(of: SpecialService.self))
  }

  @Test func askedByTypeTwoBindingsOfTypesAloneThatBothFitAreAmbiguous() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(StoppedClock.self), instance: StoppedClock())
      registry.register(.type(ClassClock.self), instance: ClassClock())
    }
    #expect(injector.instance(of: (any Clock).self) == nil)
    #expect(log.kinds == [.ambiguousType])
    #expect(log.texts.first?.contains("ClassClock (") == true)
  }

  @Test func aKeyOfATypeAloneIsReplacedAndRemovedLikeOthers() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Int.self), instance: 1)
      registry.register(.type(Int.self), instance: 2)
      registry.register(.type(String.self), instance: "one")
      registry.register(.type(String.self), instance: "two", replacing: true)
      registry.register(.type(Bool.self), instance: true)
      let removed = [registry.remove(.type(Bool.self)), registry.remove(.type(Bool.self))]
      #expect(removed == [true, false])
    }
    #expect(injector.instance(of: Int.self) == 1)
    #expect(injector.instance(of: String.self) == "two")
    #expect(log.kinds == [.duplicateBinding])
    #expect(injector.instance(of: Bool.self) == nil)
  }

  private final class Board {
    var display: (any Clock)?
    @Injected(.clock) var watch: (any Clock)?
  }

  @Test func aTypedKeyServesAsTheOtherKeyOfAProperty() {
    let injector = PropertyInjector { registry in
      registry.register(.clock, instance: StoppedClock())
      registry.declare("display", \Board.display, from: .clock)
    }
    #expect(injector.injectDependencies(to: Board()).injected == ["display", "watch"])
  }

  @Test func aPropertyIsNotDeclaredUnderATypeAlone() {
    let log = IssueLog()
    _ = PropertyInjector(reportingTo: log) { $0.declare(.byType, \Player.number) }
    #expect(log.kinds == [.emptyName])
  }

  @Test func aNameMayBePutTogether() {
    let injector = PropertyInjector { registry in
      for number in 1...3 { registry.register("number\(number)", instance: number) }
    }
    #expect(injector.instance(for: "number\(2)") == 2)
    #expect(injector.instance(for: .named("number3", Int.self)) == 3)
  }

  @Test func keysDescribeThemselves() {
    #expect(InjectionKey<any Clock>.clock.description == "\"clock\": any Clock")
    #expect(InjectionKey.type((any Clock).self).description == "any Clock")
    #expect(InjectionKey<Int>.named("n") == "n")
    #expect(InjectionKey<Int>.byType == .type(Int.self))
  }
}
