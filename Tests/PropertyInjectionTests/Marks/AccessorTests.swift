import PropertyInjection
import TestSupport
import Testing

/// Getters and setters that marked properties get instead of a value.
@Suite struct AccessorTests {
  @Test func theyRunAtEachAccessAndAreToldOfTheProperty() {
    let log = Locked<[String]>([])
    let injector = PropertyInjector { registry in
      registry.intercept(
        .volume,
        get: { property in
          log.withLock { $0.append("get \(property.name) of \(property.declaringType)") }
          return property.storedValue.map { $0 * 2 }
        },
        set: { property, volume in
          log.withLock { $0.append("set \(property.target is Radio)") }
          property.storedValue = volume
        })
    }
    let radio = Radio()
    #expect(injector.injectDependencies(to: radio).injected == ["volume"])
    #expect(log.withLock { $0 }.isEmpty)
    #expect(radio.volume == nil)
    radio.volume = 3
    #expect(radio.volume == 6)
    #expect(
      log.withLock { $0 } == ["get volume of Radio", "set true", "get volume of Radio"])
  }

  private final class Meter {
    @Injected var level: Double?
  }

  @Test func whatTheyAreForIsInferredFromSeveralStatements() {
    let injector = PropertyInjector { registry in
      registry.intercept(
        "level",
        get: { property in
          let stored = property.storedValue ?? 0.5
          return stored * 2
        },
        set: { property, level in
          let most = level.map { min($0, 1) }
          property.storedValue = most
        })
    }
    let meter = Meter()
    injector.injectDependencies(to: meter)
    #expect(meter.level == 1)
    meter.level = 4
    #expect(meter.level == 2)
  }

  @Test func withAGetterAloneWritingStores() {
    let injector = PropertyInjector {
      $0.intercept(.volume, get: { property in property.storedValue ?? -1 })
    }
    let radio = Radio()
    injector.injectDependencies(to: radio)
    #expect(radio.volume == -1)
    radio.volume = 4
    #expect(radio.volume == 4)
    radio.volume = nil
    #expect(radio.volume == -1)
  }

  @Test func withASetterAloneReadingReadsWhatIsStored() {
    let injector = PropertyInjector {
      $0.intercept(
        .volume, set: { property, volume in property.storedValue = volume.map { min($0, 10) } })
    }
    let radio = Radio()
    injector.injectDependencies(to: radio)
    #expect(radio.volume == nil)
    radio.volume = 40
    #expect(radio.volume == 10)
    radio.volume? += 1
    #expect(radio.volume == 10)
  }

  @Test func theyDoNotKeepTheTarget() {
    let injector = PropertyInjector {
      $0.intercept(.volume, get: { property in property.target == nil ? 0 : 1 })
    }
    weak var gone: Radio?
    let lastWord = Locked<Int?>(nil)
    do {
      let radio = Radio()
      radio.atTheEnd = { volume in lastWord.withLock { $0 = volume } }
      injector.injectDependencies(to: radio)
      #expect(radio.volume == 1)
      gone = radio
    }
    #expect(gone == nil)
    #expect(lastWord.withLock { $0 } == 0)
  }

  @Test func aPropertyThatIsSetIsLeftAloneAndOneThatHasThemIsFilled() {
    let calls = Counter()
    let injector = PropertyInjector {
      $0.intercept(
        .volume,
        get: { _ in
          calls.increment()
          return nil
        })
    }
    let radio = Radio()
    radio.volume = 1
    #expect(!injector.injectDependencies(to: radio).didInject)
    radio.volume = nil
    #expect(injector.injectDependencies(to: radio).didInject)
    #expect(!injector.injectDependencies(to: radio).didInject)
    let other = PropertyInjector { $0.register(.volume, instance: 3) }
    #expect(!other.injectDependencies(to: radio).didInject)
    #expect(calls.count == 0)
  }

  @Test func theHookIsCalled() {
    final class Owner: InjectionAware {
      @Injected var volume: Int?
      var seen: Int?
      func didInjectDependencies() { seen = volume }
    }
    let owner = Owner()
    PropertyInjector { $0.intercept(.volume, get: { _ in 5 }) }.injectDependencies(to: owner)
    #expect(owner.seen == 5)
  }

  private final class Declared { var volume: Int? = 1 }
  private final class Undeclared { var volume: Int? = 1 }
  @Test func aPlainPropertyIsLeftAloneAndReportedIfItIsNil() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.intercept(.volume, get: { _ in 5 })
      registry.declare(.volume, \Declared.volume)
    }
    let declared = Declared()
    #expect(!injector.injectDependencies(to: declared).didInject)
    #expect(log.kinds == [])
    declared.volume = nil
    let result = injector.injectDependencies(to: declared)
    #expect(log.kinds == [.accessorWithoutMark])
    #expect(result.unfilled.map(\.description) == ["volume (accessorWithoutMark)"])
    #expect(declared.volume == nil)
    #expect(log.issues.count == 1)
    injector.injectDependencies(to: Undeclared())
    #expect(log.kinds.last == .accessorWithoutMark)
    #expect(try #require(log.issues.last).ownerType == Undeclared.self)
  }

  private struct Needs { init(volume: Int) {} }
  @Test func whoeverLooksThemUpGetsNothingAndAReport() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.intercept(.volume, get: { _ in 5 })
      registry.register(
        .type(Needs.self), .initializer(Needs.init(volume:), .key("volume")))
    }
    #expect(injector.instance(for: .volume) == nil)
    #expect(injector.instance(of: Int.self) == nil)
    #expect(injector.instance(of: Needs.self) == nil)
    #expect(log.kinds == [.accessorWithoutMark, .accessorWithoutMark, .unresolvedArgument])
    #expect(log.issues.last?.argumentReason == .accessorWithoutMark)
  }

  @Test func theyAreNotMadeSoTheyHaveNoScope() {
    let log = IssueLog()
    _ = PropertyInjector(reportingTo: log) { registry in
      registry.intercept(.volume, get: { _ in 5 })
      registry.setScope(.singleton, for: .volume)
    }
    #expect(log.kinds == [.nothingToScope])
  }

  @Test func theyFitTheVeryTypeOnly() {
    final class Owner {
      @Injected var service: Service?
      @Injected("service") var special: SpecialService?
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) {
      $0.intercept("service", get: { (_: InterceptedProperty<SpecialService>) in SpecialService() })
    }
    let owner = Owner()
    #expect(injector.injectDependencies(to: owner).injected == ["special"])
    #expect(owner.service == nil && owner.special != nil)
    #expect(log.kinds == [.noFittingType])
  }

  @Test func anAccessorThatAccessesItsOwnPropertyGetsAtWhatIsStored() {
    let injector = PropertyInjector {
      $0.intercept(
        .volume,
        get: { property in
          let radio = property.target as? Radio
          let stored = radio?.volume
          if stored == nil { radio?.volume = 1 }
          return (stored ?? 0) + 10
        },
        set: { property, volume in
          let radio = property.target as? Radio
          radio?.volume = (volume ?? 0) + (radio?.volume ?? 0)
        })
    }
    let radio = Radio()
    injector.injectDependencies(to: radio)
    #expect(radio.volume == 10)  // and set 1 + (0 + 10, read within reading: what is stored)
    let stored = radio.volume.map { $0 - 10 }
    radio.volume = 5
    #expect(radio.volume == 10 + 5 + 10 + (stored ?? 0))
  }

  @Test func theyAreFoundByTypeUnderAnotherNameAndThroughAnotherKey() {
    final class Owner {
      @Injected(.byType) var any: Int?
      @Injected("loudness") var other: Int?
      @Injected var alias: Int?
    }
    let injector = PropertyInjector { registry in
      registry.intercept("loudness", get: { (_: InterceptedProperty<Int>) in 5 })
      registry.alias("alias", to: .named("loudness", Int.self))
    }
    let owner = Owner()
    #expect(injector.injectDependencies(to: owner).injected == ["any", "other", "alias"])
    #expect(owner.any == 5 && owner.other == 5 && owner.alias == 5)
  }

  private class Base {
    @Injected private var volume: Int?
    var revealed: Int? { volume }
  }
  private final class Derived: Base {
    @Injected private var volume: Int?
    var revealedToo: Int? { volume }
  }

  @Test func privateAndInheritedPropertiesGetThem() {
    let injector = PropertyInjector {
      $0.intercept(.volume, get: { property in property.declaringType == Base.self ? 1 : 2 })
    }
    let derived = Derived()
    injector.injectDependencies(to: derived)
    #expect(derived.revealed == 1 && derived.revealedToo == 2)
  }

  private struct Form { @Injected var volume: Int? }
  @Test func thoseOfAStructAreSharedByCopiesThatAreTakenWithThem() {
    let injector = PropertyInjector {
      $0.intercept(
        .volume, get: { property in property.storedValue ?? 0 },
        set: { property, volume in property.storedValue = volume })
    }
    var form = Form()
    injector.injectDependencies(to: &form)
    let copy = form
    form.volume = 3
    #expect(form.volume == 3 && copy.volume == 3)
  }

  @Test func aMarkedPropertyThatIsDeclaredTooIsADeclaredOne() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.intercept(.volume, get: { _ in 5 })
      registry.register("loudness") { 7 }
      registry.declare(.volume, \Radio.volume)
    }
    let radio = Radio()
    #expect(injector.injectDependencies(to: radio).injected == [])
    #expect(radio.volume == nil)
    #expect(log.kinds == [.accessorWithoutMark])
    let other = injector.overriding { $0.declare(.named("loudness", Int.self), \Radio.volume) }
    #expect(other.injectDependencies(to: radio).injected == ["loudness"])
    #expect(radio.volume == 7)
  }

  @Test func anObjectThatShowsItselfInItsOwnWayGetsThem() {
    final class Owner: CustomReflectable {
      @Injected var volume: Int?
      var customMirror: Mirror { Mirror(self, children: ["_volume": _volume]) }
    }
    let injector = PropertyInjector { $0.intercept(.volume, get: { _ in 5 }) }
    for _ in 0..<2 {
      let owner = Owner()
      injector.injectDependencies(to: owner)
      #expect(owner.volume == 5)
    }
  }

  @Test func everyObjectHasItsOwn() {
    let injector = PropertyInjector {
      $0.intercept(.volume, get: { property in (property.target as? Radio)?.number })
    }
    let radios = (0..<5).map(Radio.init(number:))
    for radio in radios { injector.injectDependencies(to: radio) }
    #expect(radios.map(\.volume) == [0, 1, 2, 3, 4])
  }

  @MainActor @Test func onTheMainActorTheyReachWhatBelongsToIt() {
    let injector = PropertyInjector { registry in
      registry.onMainActor { registry in
        registry.intercept(
          .volume, get: { property in (property.target as? MainActorRadio)?.dial },
          set: { property, volume in
            (property.target as? MainActorRadio)?.dial = volume ?? 0
          })
        registry.intercept(
          "bass",
          set: { (property: InterceptedProperty<Int>, bass) in
            (property.target as? MainActorRadio)?.dial = bass ?? 0
          })
      }
    }
    let radio = MainActorRadio()
    #expect(injector.injectDependencies(to: radio).injected == ["volume", "bass"])
    radio.volume = 8
    #expect(radio.dial == 8 && radio.volume == 8)
    radio.bass = 3
    #expect(radio.dial == 3 && radio.bass == nil)
  }

  @Test func onTheMainActorOnlyThoseOfItAreInjected() async {
    let log = IssueLog()
    let injector = await MainActor.run {
      PropertyInjector(reportingTo: log) {
        $0.onMainActor { $0.intercept(.volume, get: { _ in 1 }) }
      }
    }
    let result = injector.injectDependencies(to: Radio())
    #expect(result.unfilled.map(\.reasonName) == [.bindingOnAnotherActor])
    #expect(log.kinds == [.bindingOnAnotherActor])
  }

  @MainActor @Test func outsideTheirActorTheyAreNotRunAndThatIsReported() async throws {
    final class Shared: @unchecked Sendable {
      @Injected var volume: Int?
    }
    let log = IssueLog()
    let calls = Counter()
    let injector = PropertyInjector(reportingTo: log) {
      $0.onMainActor {
        $0.intercept(
          .volume,
          get: { _ in
            calls.increment()
            return 1
          },
          set: { _, _ in calls.increment() })
      }
    }
    let shared = Shared()
    injector.injectDependencies(to: shared)
    let seen = await Task.detached {
      shared.volume = 7
      return shared.volume
    }.value
    #expect(seen == 7)
    #expect(calls.count == 0)
    #expect(log.kinds == [.accessedOnAnotherActor])
    #expect(try #require(log.issues.first).requiredActor == "MainActor")
    #expect(shared.volume == 1)
  }

  @MainActor @Test func aSetterOfTheMainActorAloneIsNotRunElsewhereEither() async {
    final class Shared: @unchecked Sendable { @Injected var volume: Int? }
    let log = IssueLog()
    let calls = Counter()
    let injector = PropertyInjector(reportingTo: log) {
      $0.onMainActor { $0.intercept(.volume, set: { _, _ in calls.increment() }) }
    }
    let shared = Shared()
    injector.injectDependencies(to: shared)
    await Task.detached { shared.volume = 7 }.value
    #expect(calls.count == 0 && shared.volume == 7)
    #expect(log.kinds == [.accessedOnAnotherActor])
    shared.volume = 8
    #expect(calls.count == 1)
    _ = await Task.detached { injector.injectDependencies(to: Radio()) }.value
    #expect(log.kinds.last == .bindingOnAnotherActor)
  }

  @Test func anAccessorMayDoAnythingWithItsObject() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.intercept(
        .volume,
        get: { property in
          guard let radio = property.target as? Radio else { return nil }
          let injector = PropertyInjector(reportingTo: log) { $0.register(.volume, instance: 1) }
          injector.injectDependencies(to: radio)
          injector.injectDependencies(to: radio) { _ in .inject(2) }
          return (property.storedValue ?? 0) + 1
        },
        set: { property, volume in
          guard let radio = property.target as? Radio else { return }
          radio.volume = volume
          radio.volume? += 1
          property.storedValue = (radio.volume ?? 0) + 10
        })
    }
    let radio = Radio()
    injector.injectDependencies(to: radio)
    radio.volume = 1
    #expect(radio.volume != nil)
    radio.volume? += 1
    var other: Int? = 5
    swap(&other, &radio.volume)
    #expect(radio.volume != nil && other != nil)
    #expect(log.issues.isEmpty)
  }

  @Test func theyRunOnSeveralThreadsAtOnce() {
    final class Shared: @unchecked Sendable {
      @Injected var volume: Int?
    }
    let injector = PropertyInjector {
      $0.intercept(.volume, get: { property in property.target is Shared ? 1 : 0 })
    }
    let shared = Shared()
    injector.injectDependencies(to: shared)
    let sums = Threads.run(8) { _ in (0..<200).reduce(0) { sum, _ in sum + (shared.volume ?? 0) } }
    #expect(sums.allSatisfy { $0 == 200 })
  }

  @Test func aRegistrationMayBeReplacedAndIsReportedTwiceLikeOthers() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.intercept(.volume, get: { _ in 1 })
      registry.intercept(.volume, get: { _ in 2 })
    }
    #expect(log.kinds == [.duplicateBinding])
    let derived = injector.overriding { $0.intercept(.volume, replacing: true, get: { _ in 3 }) }
    let radio = Radio()
    derived.injectDependencies(to: radio)
    #expect(radio.volume == 3)
  }
}
