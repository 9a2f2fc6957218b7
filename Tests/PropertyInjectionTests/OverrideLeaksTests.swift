import PropertyInjection
import TestSupport
import Testing

/// A value that outlives an override is made without it, wherever it is first asked for.
@Suite struct OverrideLeaksTests {
  /// The length of the wick says which injector has made the candle.
  final class Candle: Sendable {
    let length: Int
    init(_ length: Int?) { self.length = length ?? 0 }
  }
  final class Shelf {
    @Injected(lazy: true) var candle: Candle?
  }

  static let real = 1
  static let fake = 9

  /// An injector whose candles are made by code that asks the injector it is handed.
  private func makeInjector(
    in scope: InjectionScope = .singleton,
    also configure: (inout Registry) -> Void = { _ in }
  ) -> PropertyInjector {
    PropertyInjector { registry in
      registry.register("wick", instance: Self.real)
      registry.register("candle", in: scope) { injector in
        Candle(injector.instance(for: "wick"))
      }
      configure(&registry)
    }
  }

  private func candle(_ injector: PropertyInjector) -> Int? {
    injector.instance(for: .named("candle", Candle.self))?.length
  }

  private func override(_ registry: inout Registry) {
    registry.register("wick", instance: Self.fake)
  }

  @Test(arguments: ["singleton", "cached", "custom"])
  func anInjectorThatWasDerivedBeforeKeepsAValueOfItsOwn(scope: String) {
    let store = ScopedValues()
    let scopes: [String: InjectionScope] = [
      "singleton": .singleton, "cached": .cached, "custom": .values(store),
    ]
    let injector = makeInjector(in: scopes[scope] ?? .unique)
    let derived = injector.overriding { $0.register("other", instance: 1) }
    injector.withOverrides(override) {
      #expect(candle(derived) == Self.real)
      #expect(candle(injector) == Self.fake)
    }
    #expect(candle(derived) == Self.real)
    #expect(candle(injector) == Self.real)
  }

  @Test func aLazyPropertyOfAnObjectFromOutsideIsFilledWithoutTheOverride() {
    let injector = makeInjector(in: .unique)
    let shelf = Shelf()
    injector.injectDependencies(to: shelf)
    injector.withOverrides(override) {
      #expect(shelf.candle?.length == Self.real)
      #expect(candle(injector) == Self.fake)
    }
    #expect(shelf.candle?.length == Self.real)
  }

  @Test func aSingletonThatALazyPropertyLeadsToIsMadeWithoutTheOverride() {
    let injector = makeInjector()
    let shelf = Shelf()
    injector.injectDependencies(to: shelf)
    injector.withOverrides(override) { #expect(shelf.candle?.length == Self.real) }
    #expect(candle(injector) == Self.real)
  }

  @Test func aLazyPropertyInjectedWithinKeepsTheOverrideAfterwards() {
    let injector = makeInjector(in: .unique)
    let shelf = Shelf()
    injector.withOverrides(override) { _ = injector.injectDependencies(to: shelf) }
    #expect(shelf.candle?.length == Self.fake)
  }

  private final class Lamp: InjectionAware, @unchecked Sendable {
    // Unchecked: used by one thread.
    var wick: Int?
    var hooked: Int?
    let injector: PropertyInjector
    init(injector: PropertyInjector) { self.injector = injector }
    func didInjectDependencies() { hooked = injector.instance(for: "wick") }
  }

  @Test func hooksOfAKeptValueStayWithItsInjector() {
    let injector = PropertyInjector { registry in
      registry.register("wick", instance: Self.real)
      registry.declare("wick", \Lamp.wick)
      registry.register(
        .type(Lamp.self), in: .singleton, .initializer(Lamp.init(injector:), .key("injector")))
    }
    let derived = injector.overriding { _ in }
    injector.withOverrides(override) {
      #expect(derived.instance(of: Lamp.self)?.hooked == Self.real)
      #expect(injector.instance(of: Lamp.self)?.hooked == Self.fake)
    }
  }

  @Test func aDerivedKeptValueIsNotMadeWithAnOverrideOfItsParent() {
    let injector = makeInjector()
    let derived = injector.overriding { registry in
      registry.register("candle", in: .singleton) { _ in
        Candle(injector.instance(for: "wick"))
      }
    }
    injector.withOverrides(override) { #expect(candle(derived) == Self.real) }
  }

  @Test func anInjectorThatIsMadeWithinAnOverrideKeepsValuesOfTheOverride() {
    let injector = makeInjector()
    injector.withOverrides(override) {
      let other = PropertyInjector { registry in
        registry.register("candle", in: .singleton(eager: true)) {
          Candle(injector.instance(for: "wick"))
        }
      }
      #expect(candle(other) == Self.fake)
      injector.withOverrides {
        $0.register("wick", instance: 17)
      } operation: {
        let another = PropertyInjector { registry in
          registry.register("candle", in: .singleton) { Candle(injector.instance(for: "wick")) }
        }
        #expect(candle(another) == 17)
      }
    }
  }

  @Test func aThreadThatAsksAnInjectorOfAnOverrideGetsItsFakes() {
    let injector = makeInjector()
    injector.withOverrides(override) {
      let other = PropertyInjector { registry in
        registry.register("candle", in: .singleton) { Candle(injector.instance(for: "wick")) }
      }
      // A thread of its own does not see the override.
      #expect(Threads.run(1) { _ in candle(other) } == [Self.fake])
      #expect(Threads.run(1) { _ in candle(injector) } == [Self.real])
    }
  }

  @Test func anInnerOverrideDoesNotGetIntoTheOuterOne() {
    let injector = makeInjector()
    injector.withOverrides(override) {
      let derived = injector.overriding { _ in }
      injector.withOverrides {
        $0.register("wick", instance: 17)
      } operation: {
        #expect(candle(derived) == Self.fake)
        #expect(candle(injector) == 17)
      }
      #expect(candle(injector) == Self.fake)
    }
    #expect(candle(injector) == Self.real)
  }

  @Test func anEagerSingletonOfAnOverrideIsMadeWithIt() {
    let injector = makeInjector()
    injector.withOverrides { registry in
      override(&registry)
      registry.register("candle", in: .singleton(eager: true)) {
        Candle(injector.instance(for: "wick"))
      }
    } operation: {
      #expect(candle(injector) == Self.fake)
    }
  }

  @Test func anOverrideThatTheMakingCodeStartsItselfIsInForce() {
    let injector = PropertyInjector { registry in
      registry.register("wick", instance: Self.real)
      registry.register("candle", in: .singleton) { injector in
        injector.withOverrides {
          $0.register("wick", instance: 17)
        } operation: {
          Candle(injector.instance(for: "wick"))
        }
      }
    }
    let derived = injector.overriding { _ in }
    injector.withOverrides(override) { #expect(candle(derived) == 17) }
  }

  private final class Late: Sendable {
    let length: Task<Int?, Never>
    init(_ injector: PropertyInjector) {
      length = Task { injector.instance(for: "wick") }
    }
  }

  @Test func tasksOfTheMakingCodeDoNotSeeTheOverrideEither() async {
    let injector = makeInjector {
      $0.register("late", in: .singleton) { Late($0) }
    }
    let derived = injector.overriding { _ in }
    await injector.withOverrides(override) {
      let length = await derived.instance(for: .named("late", Late.self))?.length.value
      #expect(length == Self.real)
    }
  }

  /// Two kept values that refer to each other, one of them lazily.
  final class Wax: @unchecked Sendable {
    // Unchecked: used by one thread.
    @Injected(lazy: true) var flame: Flame?
    let alive: Counter
    init(_ alive: Counter) {
      alive.increment()
      self.alive = alive
    }
    deinit { alive.decrement() }
  }
  final class Flame: @unchecked Sendable {
    // Unchecked: used by one thread.
    @Injected var wax: Wax?
    init() {}
  }

  @Test(arguments: [false, true])
  func aKeptValueWithAnUnreadLazyPropertyGoesWithItsInjector(isMadeByCode: Bool) {
    let alive = Counter()
    func configure(_ registry: inout Registry) {
      if isMadeByCode {
        registry.register("wax", in: .singleton) { injector in
          let wax = Wax(alive)
          injector.injectDependencies(to: wax)
          return wax
        }
      } else {
        registry.register(
          "wax", in: .singleton, .initializer(Wax.init, .value(alive)))
      }
      registry.register("flame", in: .singleton, .initializer(Flame.init))
    }
    let injector = PropertyInjector { configure(&$0) }
    for _ in 0..<20 {
      injector.withOverrides { _ in
      } operation: {
        let wax = injector.instance(for: .named("wax", Wax.self))
        #expect(wax != nil && alive.count == 1)
        #expect(injector.instance(for: .named("flame", Flame.self))?.wax === wax)
      }
      #expect(alive.count == 0)
      let other = PropertyInjector { configure(&$0) }
      #expect(other.instance(for: .named("wax", Wax.self)) != nil)
    }
    #expect(alive.count == 0)
    let wax = injector.instance(for: .named("wax", Wax.self))
    #expect(wax?.flame?.wax === wax && wax != nil)
    wax?.flame?.wax = nil
  }

  @Test func aLazyPropertyThatOutlivesTheInjectorOfItsObjectIsReported() {
    let log = IssueLog()
    var wax: Wax?
    do {
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register(
          "wax", in: .singleton, .initializer(Wax.init, .value(Counter())))
        registry.register("flame", in: .singleton, .initializer(Flame.init))
      }
      wax = injector.instance(for: "wax")
    }
    #expect(wax?.flame == nil && wax?.flame == nil)
    #expect(log.kinds == [.injectorGone])
    #expect(log.texts.first?.contains("the injector that would make its value has gone") == true)
    let injector = PropertyInjector { registry in
      registry.register("flame", in: .singleton) { Flame() }
    }
    injector.injectDependencies(to: wax!)
    #expect(wax?.flame != nil)
  }

  @Test func theSharedInjectorKeepsNoFakes() async {
    await #expect(processExitsWith: .success) {
      PropertyInjector.configure { registry in
        registry.register("wick", instance: Self.real)
        registry.register("candle", in: .singleton) {
          Candle(PropertyInjector.shared.instance(for: "wick"))
        }
      }
      let shared = PropertyInjector.shared
      let derived = shared.overriding { _ in }
      PropertyInjector.shared.withOverrides {
        $0.register("wick", instance: Self.fake)
      } operation: {
        let inner = derived.instance(for: .named("candle", Candle.self))
        #expect(inner?.length == Self.real)
        #expect(shared.instance(for: .named("candle", Candle.self))?.length == Self.fake)
      }
      #expect(shared.instance(for: .named("candle", Candle.self))?.length == Self.real)
    }
  }

  @Test func anInjectorThatIsConfiguredWithinAnOverrideKeepsNoFakes() async {
    await #expect(processExitsWith: .success) {
      PropertyInjector.shared.withOverrides {
        $0.register("wick", instance: Self.fake)
      } operation: {
        PropertyInjector.configure { registry in
          registry.register("wick", instance: Self.real)
          registry.register("candle", in: .singleton(eager: true)) {
            Candle(PropertyInjector.shared.instance(for: "wick"))
          }
        }
      }
      let candle = PropertyInjector.shared.instance(for: .named("candle", Candle.self))
      #expect(candle?.length == Self.real)
    }
  }
}
