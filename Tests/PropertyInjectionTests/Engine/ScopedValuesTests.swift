import PropertyInjection
import Synchronization
import TestSupport
import Testing

/// Values that are kept in a store of the program, or for a request.
@Suite struct ScopedValuesTests {
  private final class Basket: Sendable {}
  private final class Visit {
    @Injected(lazy: true) var basket: Basket?
  }
  private final class Session: Sendable {
    private let current = Mutex<ScopedValues?>(nil)
    var values: ScopedValues? { current.withLock { $0 } }

    func begin(emptying: Bool) {
      if emptying, let values { return values.removeAll() }
      current.withLock { $0 = ScopedValues() }
    }
  }

  @Test(arguments: [true, false])
  func aLazyValueIsNotThatOfTheNextSession(isEmptied: Bool) {
    let log = IssueLog()
    let session = Session()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("basket", in: .values { session.values }) { Basket() }
    }
    let early = injector.injected(Visit())  // before the first session
    session.begin(emptying: isEmptied)
    let (read, unread) = (injector.injected(Visit()), injector.injected(Visit()))
    let fake = injector.overriding { $0.register("other", instance: 1) }.injected(Visit())
    let first = read.basket
    session.begin(emptying: isEmptied)
    #expect(first != nil && read.basket === first)
    #expect(unread.basket == nil && fake.basket == nil)
    #expect(log.kinds == [.sessionEnded, .sessionEnded])
    let second = injector.instance(for: .named("basket", Basket.self))
    #expect(second !== first && early.basket === second)
    injector.injectDependencies(to: unread)
    #expect(unread.basket === second && log.issues.count == 2)
  }

  @Test func theEndOfASessionReleasesAllThatAnOverrideHasMadeForIt() {
    let names = (0..<20).map { "basket \($0)" }
    let session = ScopedValues()
    let injector = PropertyInjector { registry in
      for name in names {
        registry.register(.named(name, Basket.self), in: .values(session)) { Basket() }
      }
    }
    injector.withOverrides {
      $0.register("other", instance: 1)
    } operation: {
      let baskets = names.map {
        WeakBasket(basket: injector.instance(for: .named($0, Basket.self)))
      }
      #expect(baskets.allSatisfy { $0.basket != nil })
      session.removeAll()
      #expect(baskets.allSatisfy { $0.basket == nil })
    }
  }

  private struct WeakBasket { weak var basket: Basket? }

  final class Owner: @unchecked Sendable {
    // Unchecked: nothing in it changes.
    let pet: Pet
    init(pet: Pet) { self.pet = pet }
  }
  final class Pet: @unchecked Sendable {
    // Unchecked: filled once, before other code sees it.
    @Injected(.byType) var owner: Owner?
    init() {}
  }

  @Test func twoThreadsInACycleMakeEachValueOnce() {
    for round in 0..<Effort.rounds(400, sampled: 100) {
      let store = ScopedValues()
      let made = Counter()
      let log = IssueLog()
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register(
          .type(Owner.self), in: .values(store),
          .initializer { (pet: Pet) -> Owner? in
            made.increment()
            return Owner(pet: pet)
          })
        registry.register(
          .type(Pet.self), in: .values(store),
          .initializer { () -> Pet? in
            made.increment()
            return Pet()
          })
      }
      let owners = Threads.run(2) { index -> Owner? in
        index == round % 2
          ? injector.instance(of: Pet.self)?.owner : injector.instance(of: Owner.self)
      }
      let owner = injector.instance(of: Owner.self)
      #expect(owners.count == 2 && owners.allSatisfy { $0 === owner && $0?.pet.owner === owner })
      #expect(owner?.pet === injector.instance(of: Pet.self))
      #expect(made.count == 2)
      #expect(log.texts == [])
      owner?.pet.owner = nil
    }
  }

  private enum Context {
    @TaskLocal static var number = 0
  }

  @Test func eachContextHasAValueOfItsOwnHoweverManyThreadsAsk() {
    let stores = (0..<4).map { _ in ScopedValues() }
    let made = Counter()
    let injector = PropertyInjector { registry in
      registry.register("service", in: .values { stores[Context.number] }) { () -> Service in
        made.increment()
        return Service()
      }
    }
    let services = Threads.run(40) { index in
      Context.$number.withValue(index % 4) {
        injector.instance(for: .named("service", Service.self))
      }
    }
    #expect(made.count == 4)
    for (index, service) in services.enumerated() { #expect(service === services[index % 4]) }
    #expect(Set(services.compactMap { $0.map { ObjectIdentifier($0) } }).count == 4)
  }

  @Test func aFactoryThatFailsIsAskedAgain() {
    let attempts = Counter()
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("service", in: .values(ScopedValues())) { () -> Service? in
        attempts.increment()
        return attempts.count == 1 ? nil : Service()
      }
    }
    let services = (0..<3).map { _ in injector.instance(for: .named("service", Service.self)) }
    #expect(services[0] == nil && services[1] != nil && services[1] === services[2])
    #expect(attempts.count == 2)
  }

  /// Counts the objects of it that exist.
  final class Fake: Sendable {
    let alive: Counter
    init(_ alive: Counter) {
      alive.increment()
      self.alive = alive
    }
    deinit { alive.decrement() }
  }

  @Test func valuesOfAnOverrideGoWithIt() {
    let store = ScopedValues()
    let alive = Counter()
    let injector = PropertyInjector { registry in
      registry.register("fake", in: .values(store)) { Fake(alive) }
    }
    let production = injector.instance(for: .named("fake", Fake.self))
    for _ in 0..<100 {
      injector.withOverrides { _ in
      } operation: {
        let fake = injector.instance(for: .named("fake", Fake.self))
        #expect(fake != nil && fake !== production)
        #expect(fake === injector.instance(for: .named("fake", Fake.self)))
      }
    }
    #expect(alive.count == 1)
    #expect(production === injector.instance(for: .named("fake", Fake.self)))
  }

  @Test func anOverrideMakesAValueAnewWhenItsStoreIsEmptied() {
    let store = ScopedValues()
    let injector = PropertyInjector { $0.register("service", in: .values(store)) { Service() } }
    injector.withOverrides { _ in
    } operation: {
      let first: Service? = injector.instance(for: "service")
      store.removeAll()
      let second: Service? = injector.instance(for: "service")
      #expect(first != nil && second != nil && first !== second)
    }
  }

  @Test func oneStoreTellsBindingsAndInjectorsApart() {
    let store = ScopedValues()
    func makeInjector() -> PropertyInjector {
      PropertyInjector { registry in
        registry.register("one", in: .values(store)) { Service() }
        registry.register("two", in: .values(store)) { Service() }
      }
    }
    let injectors = [makeInjector(), makeInjector()]
    let derived = injectors[0].overriding { $0.register("other", instance: 1) }
    let services = (injectors + [derived]).flatMap { injector in
      ["one", "two"].compactMap { injector.instance(for: .named($0, Service.self)) }
    }
    #expect(Set(services.prefix(4).map { ObjectIdentifier($0) }).count == 4)
    #expect(services[4] === services[0] && services[5] === services[1])
  }

  /// What is removed while it is made is handed out, and not kept.
  @Test func whatIsRemovedWhileItIsMadeIsNotKept() {
    let store = ScopedValues()
    let made = Counter()
    let injector = PropertyInjector { registry in
      registry.register("service", in: .values(store)) { () -> Service in
        made.increment()
        if made.count == 1 { store.removeAll() }
        return Service()
      }
    }
    let services = (0..<3).map { _ in injector.instance(for: .named("service", Service.self)) }
    #expect(services[0] != nil && services[0] !== services[1] && services[1] === services[2])
    #expect(made.count == 2)
  }

  @Test func aValueGoesWhenItsStoreIsEmptied() {
    let store = ScopedValues()
    let alive = Counter()
    let injector = PropertyInjector { registry in
      registry.register("fake", in: .values(store)) { Fake(alive) }
    }
    #expect(injector.instance(for: .named("fake", Fake.self)) != nil && alive.count == 1)
    store.removeAll()
    #expect(alive.count == 0)
    #expect(injector.instance(for: .named("fake", Fake.self)) != nil && alive.count == 1)
  }

  // The tenants' injectors are derived within one request; their memory is used again and again.
  private final class Tenant: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }
  private final class Page: Sendable {
    let numbers: [Int?]
    init(_ numbers: [Int?]) { self.numbers = numbers }
  }

  @Test func oneRequestDoesNotGiveAValueOfOneInjectorToAnother() {
    let injector = PropertyInjector { registry in
      registry.register("page", in: .graph) { injector in
        Page(
          (0..<100).map { number in
            let tenant = injector.overriding { registry in
              registry.register("tenant", in: .graph) { Tenant(number) }
            }
            return tenant.instance(for: .named("tenant", Tenant.self))?.number
          })
      }
    }
    let page = injector.instance(for: .named("page", Page.self))
    #expect(page?.numbers == Array(0..<100))
  }
}
