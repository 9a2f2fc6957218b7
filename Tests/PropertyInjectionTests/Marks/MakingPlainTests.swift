import PropertyInjection
import TestSupport
import Testing

/// Taking accessors off an object again.
@Suite struct MakingPlainTests {
  final class Owner {
    var plain: Int?
    @Injected var volume: Int?
    @Injected(lazy: true) var made: Service?
    @Injected(lazy: true) var unmade: Service?
    @Injected var number: Int?
  }

  let calls = Counter()
  let injector: PropertyInjector

  init() {
    let calls = calls
    injector = PropertyInjector { registry in
      registry.intercept(
        .volume, get: { property in (property.storedValue ?? 0) + 100 },
        set: { property, value in property.storedValue = value })
      registry.register("made") { Service() }
      registry.register("unmade") { () -> Service? in
        calls.increment()
        return Service()
      }
      registry.register("number", instance: 3)
    }
  }

  @Test func propertiesOfOneKindCanBeMadePlain() {
    let owner = Owner()
    injector.injectDependencies(to: owner)
    #expect(
      injector.removeAccessors(of: owner) { $0.kind == .lazy } == ["made", "unmade"])
    #expect(injector.removeAccessors(of: owner) { $0.kind == .lazy } == [])
    #expect(
      injector.removeAccessors(of: owner) { $0.kind == .intercepted } == ["volume"])
  }

  @Test func whatIsStoredStaysAndThePropertiesArePlain() {
    let owner = Owner()
    injector.injectDependencies(to: owner)
    owner.volume = 5
    let made = owner.made
    #expect(injector.removeAccessors(of: owner) == ["volume", "made", "unmade"])
    #expect(owner.volume == 5 && owner.made === made && owner.unmade == nil && owner.number == 3)
    owner.volume = 6
    #expect(owner.volume == 6)
    #expect(calls.count == 0)
    #expect(injector.removeAccessors(of: owner).isEmpty)
  }

  @Test func whatIsNilThenIsInjectedAgain() {
    let owner = Owner()
    injector.injectDependencies(to: owner)
    _ = owner.made
    injector.removeAccessors(of: owner)
    #expect(injector.injectDependencies(to: owner).injected == ["volume", "unmade"])
    #expect(owner.volume == 100)
  }

  @Test func someMayBeTakenOffAndOthersStay() {
    let owner = Owner()
    injector.injectDependencies(to: owner)
    var asked: [String?] = []
    let removed = injector.removeAccessors(of: owner) { property in
      asked.append(property.name)
      return property.valueType == Int.self
    }
    #expect(asked == ["volume", "made", "unmade"])
    #expect(removed == ["volume"])
    #expect(owner.volume == nil && owner.unmade != nil)
  }

  @Test func whatItKnowsOfThePropertiesIsShown() {
    let owner = Owner()
    injector.injectDependencies(to: owner)
    var shown: [String] = []
    injector.removeAccessors(of: owner) { property in
      shown.append("\(property.name ?? "-") \(property.kind) \(property.binding?.name ?? "none")")
      return false
    }
    #expect(shown == ["volume intercepted volume", "made lazy made", "unmade lazy unmade"])
  }

  private final class Empty {}
  @Test func anObjectWithNothingOfItsOwnIsNoIssueUntilItIsInjected() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { _ in }
    #expect(injector.removeAccessors(of: Empty()).isEmpty)
    #expect(log.issues.isEmpty)
    injector.injectDependencies(to: Empty())
    #expect(log.kinds == [.nothingDeclared])
  }

  @Test func anyInjectorDoesItAndOneThatHasNotSeenTheTypeToo() {
    let owner = Owner()
    injector.injectDependencies(to: owner)
    let other = PropertyInjector(reportingTo: IssueLog()) { _ in }
    #expect(other.removeAccessors(of: owner) == ["volume", "made", "unmade"])
    #expect(owner.volume == nil)
  }

  @Test func theInjectorIsLetGo() {
    weak var gone: PropertyInjector?
    let owner = Owner()
    let other = PropertyInjector(reportingTo: IssueLog()) { _ in }
    do {
      let injector = PropertyInjector(reportingTo: IssueLog()) { $0.register("made") { Service() } }
      injector.injectDependencies(to: owner)
      gone = injector
    }
    #expect(gone != nil)
    other.removeAccessors(of: owner)
    #expect(gone == nil)
  }

  @Test func anObjectWithoutMarkedPropertiesHasNothingToTakeOff() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 3)
      registry.declare("number", \Player.number)
    }
    let player = Player()
    injector.injectDependencies(to: player)
    #expect(injector.removeAccessors(of: player).isEmpty)
    #expect(player.number == 3)
  }

  @Test func fromTheWrongActorNothingIsDone() async {
    let log = IssueLog()
    let (injector, radio) = await MainActor.run {
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.onMainActor { $0.declare(MainActorRadio.self) }
        registry.intercept(.volume, get: { _ in 1 })
        registry.registerNil(.named("bass", Int.self))
      }
      let radio = MainActorRadio()
      injector.injectDependencies(to: radio)
      return (injector, radio)
    }
    #expect(injector.removeAccessors(of: radio).isEmpty)
    #expect(log.kinds == [.wrongActor])
    #expect(await radio.volume == 1)
    #expect(await MainActor.run { injector.removeAccessors(of: radio) } == ["volume"])
  }

  @Test func anAccessorMayTakeItselfOff() {
    let writes = Counter()
    let injector = PropertyInjector {
      $0.intercept(
        .volume,
        set: { property, value in
          writes.increment()
          property.storedValue = value
          if let radio = property.target as? Radio {
            PropertyInjector(reportingTo: IssueLog()) { _ in }.removeAccessors(of: radio)
          }
        })
    }
    let radio = Radio()
    injector.injectDependencies(to: radio)
    radio.volume = 4
    radio.volume = 5
    #expect(radio.volume == 5 && writes.count == 1)
  }
}
