import PropertyInjection
import TestSupport
import Testing

/// Values that are kept in a store of the program, or for a request.
@Suite struct ScopedHoldersTests {
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
      let store = PlainStore()
      let made = Counter()
      let log = IssueLog()
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register(
          .type(Owner.self), in: .custom(store),
          .initializer { (pet: Pet) -> Owner? in
            made.increment()
            return Owner(pet: pet)
          })
        registry.register(
          .type(Pet.self), in: .custom(store),
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

  /// A store with a value for each context of the current task.
  final class ContextStore: InjectionScopeStore {
    @TaskLocal static var context = 0
    private let instances = Locked<[Int: [InjectionScopeKey: ScopedInstance]]>([:])

    var count: Int { instances.withLock { $0.values.map(\.count).reduce(0, +) } }
    func instance(for key: InjectionScopeKey) -> ScopedInstance? {
      instances.withLock { $0[Self.context]?[key] }
    }
    func keep(_ instance: ScopedInstance, for key: InjectionScopeKey) {
      instances.withLock { $0[Self.context, default: [:]][key] = instance }
    }
    func forget(_ key: InjectionScopeKey) {
      instances.withLock { instances in
        for context in instances.keys { instances[context]?[key] = nil }
      }
    }
  }

  @Test func eachContextHasAValueOfItsOwnHoweverManyThreadsAsk() {
    let store = ContextStore()
    let made = Counter()
    let injector = PropertyInjector { registry in
      registry.register("service", in: .custom(store)) { () -> Service in
        made.increment()
        return Service()
      }
    }
    let services = Threads.run(40) { index in
      ContextStore.$context.withValue(index % 4) {
        injector.instance(for: .named("service", Service.self))
      }
    }
    #expect(made.count == 4)
    for (index, service) in services.enumerated() { #expect(service === services[index % 4]) }
    #expect(Set(services.compactMap { $0.map { ObjectIdentifier($0) } }).count == 4)
  }

  private struct Careless: InjectionScopeStore {
    func instance(for key: InjectionScopeKey) -> ScopedInstance? { nil }
    func keep(_ instance: ScopedInstance, for key: InjectionScopeKey) {}
  }

  @Test func aStoreThatKeepsNothingHasAValueMadeEachTime() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(
        .type(Owner.self), in: .custom(Careless()), .initializer(Owner.init(pet:)))
      registry.register(.type(Pet.self), in: .custom(Careless()), .initializer(Pet.init))
    }
    let owner = injector.instance(of: Owner.self)
    #expect(owner?.pet.owner === owner)
    #expect(injector.instance(of: Owner.self) !== owner)
    #expect(log.texts == [])
    owner?.pet.owner = nil
  }

  @Test func aFactoryThatFailsIsAskedAgain() {
    let attempts = Counter()
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("service", in: .custom(PlainStore())) { () -> Service? in
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

  /// A store that does not know that keys can be forgotten.
  final class OldStore: InjectionScopeStore {
    private let instances = Locked<[InjectionScopeKey: ScopedInstance]>([:])
    func instance(for key: InjectionScopeKey) -> ScopedInstance? { instances.withLock { $0[key] } }
    func keep(_ instance: ScopedInstance, for key: InjectionScopeKey) {
      instances.withLock { $0[key] = instance }
    }
  }

  @Test func valuesInAStoreGoWithTheirOverride() {
    let store = ContextStore()
    for kept in [store, OldStore()] as [any InjectionScopeStore] {
      let alive = Counter()
      let injector = PropertyInjector { registry in
        registry.register("fake", in: .custom(kept)) { Fake(alive) }
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
    #expect(store.count == 0)
  }

  @Test func aValueGoesWithWhatTheStoreKeeps() {
    let store = PlainStore()
    let alive = Counter()
    let injector = PropertyInjector { registry in
      registry.register("fake", in: .custom(store)) { Fake(alive) }
    }
    #expect(injector.instance(for: .named("fake", Fake.self)) != nil && alive.count == 1)
    store.forget()
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
