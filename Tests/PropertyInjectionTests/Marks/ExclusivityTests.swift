import PropertyInjection
import TestSupport
import Testing

/// Code that runs during an access to a marked property uses the same property.
@Suite struct ExclusivityTests {
  final class Owner {
    @Injected var volume: Int?
    @Injected(lazy: true) var service: Service?
    @Injected var plain: AnyObject?
  }

  @Test func accessorsUseTheirOwnProperty() {
    let owner = Owner()
    nonisolated(unsafe) let target = owner
    let injector = PropertyInjector { registry in
      registry.intercept(
        .volume,
        get: { property in
          target.volume = (property.storedValue ?? 0) + 1
          return target.volume
        },
        set: { property, value in
          _ = target.volume
          target.volume = value
          property.storedValue = (target.volume ?? 0) + 10
        })
      registry.register("service") { Service() }
    }
    injector.injectDependencies(to: owner)
    #expect(owner.volume != nil)
    owner.volume = 5
    #expect(owner.volume != nil)
    owner.volume? += 1
    #expect(owner.volume != nil)
  }

  private final class Old {
    let atEnd: () -> Void
    init(_ atEnd: @escaping () -> Void) { self.atEnd = atEnd }
    deinit { atEnd() }
  }

  @Test func aDeinitOfTheOldValueReadsAndWritesTheProperty() {
    let owner = Owner()
    var seen: [Bool] = []
    func old() -> Old {
      Old { [unowned owner] in
        seen.append(owner.plain == nil)
        owner.plain = Service()
      }
    }
    owner.plain = old()
    owner.plain = nil
    #expect(seen == [true] && owner.plain is Service)
    owner.plain = old()
    let injector = PropertyInjector {
      $0.register("plain", instance: Service() as any AnyObject & Sendable)
    }
    owner.plain = Service()
    #expect(seen == [true, false] && owner.plain is Service)
    #expect(!injector.injectDependencies(to: owner).didInject)
  }

  private final class Last: @unchecked Sendable {
    // Unchecked: one thread uses it.
    var atEnd: (() -> Void)?
    deinit { atEnd?() }
  }

  @Test func whatGoesWithALazyValueThatIsNeverMadeUsesTheProperty() {
    let owner = Owner()
    let last = Locked<Last?>(Last())
    var ended = 0
    last.withLock {
      $0?.atEnd = { [unowned owner] in
        ended += owner.service == nil ? 0 : 1
        owner.service = nil
      }
    }
    // The property alone keeps the injector, and that its binding.
    PropertyInjector { registry in
      let captured = last.withLock { $0 }
      registry.register("service") { () -> Service? in captured == nil ? nil : Service() }
    }.injectDependencies(to: owner)
    last.withLock { $0 = nil }
    owner.service = Service()
    #expect(ended == 1 && owner.service == nil)
  }

  @Test func aFactoryOfALazyValueUsesTheProperty() {
    let owner = Owner()
    nonisolated(unsafe) let target = owner
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("service") { () -> Service in
        _ = target.service
        target.service = nil
        return Service()
      }
    }
    injector.injectDependencies(to: owner)
    #expect(owner.service != nil)
    #expect(owner.service == nil)
  }

  private final class Observing {
    @Injected var number: Int? { didSet { if number == 1 { number = 2 } } }
  }

  @Test func anObserverOfAWrappedPropertyWritesIt() {
    let object = Observing()
    object.number = 1
    #expect(object.number == 2)
    object.number? += 5
    #expect(object.number == 7)
  }

  private struct Form {
    @Injected var number: Int?
    @Injected(lazy: true) var service: Service?
  }

  @Test func inAStructItIsAValueAsTheOthersAre() {
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 3)
      registry.register("service") { () -> Service in
        calls.increment()
        return Service()
      }
    }
    var form = Form()
    injector.injectDependencies(to: &form)
    let copy = form
    form.number = 4
    #expect(form.number == 4 && copy.number == 3)
    // Copies share what has yet to be made, and it is made once.
    #expect(form.service != nil && form.service === copy.service && calls.count == 1)
    form.service = nil
    #expect(form.service == nil && copy.service != nil)
  }

  private struct Large: Equatable, Sendable {
    var numbers = [1, 2, 3]
    var text = "text"
    var clock: any Clock = StoppedClock()
    static func == (one: Large, other: Large) -> Bool { one.numbers == other.numbers }
  }
  private enum Choice: Sendable { case one(String), two }
  private class Base {
    @Injected var int: Int?
    @Injected var byte: UInt8?
    @Injected var text: String?
    @Injected var list: [String]?
  }
  private final class Derived<Thing: Sendable>: Base {
    @Injected var large: Large?
    @Injected var choice: Choice?
    @Injected var clock: (any Clock)?
    @Injected var object: AnyObject?
    @Injected var type: Any.Type?
    @Injected var pair: (Int, String)?
    @Injected var closure: (@Sendable () -> Int)?
    @Injected var twice: Int??
    @Injected var thing: Thing?
    @Injected var any: Any?
  }

  @Test func everyKindOfValueIsHeldInPlace() {
    let service = Service()
    let injector = PropertyInjector { registry in
      registry.register("int", instance: 1)
      registry.register("byte", instance: UInt8(2))
      registry.register("text", instance: "a text that does not fit in sixteen bytes")
      registry.register("list", instance: ["a", "b"])
      registry.register("large", instance: Large())
      registry.register("choice", instance: Choice.one("a choice that has a long text"))
      registry.register("clock", instance: StoppedClock())
      registry.register("object", instance: service)
      registry.register("type", instance: Int.self as any Any.Type)
      registry.register(.named("pair", (Int, String).self), instance: (4, "pair"))
      registry.register(.named("closure", (@Sendable () -> Int).self), instance: { 5 })
      registry.register("twice", instance: 6)
      registry.register("thing", instance: [7.5])
      registry.register("any") { 8 as any Sendable }
    }
    for _ in 0..<100 {
      let object = Derived<[Double]>()
      let result = injector.injectDependencies(to: object)
      #expect(result.injected.count == 14, "\(result)")
      #expect(object.int == 1 && object.byte == 2 && object.list == ["a", "b"])
      #expect(object.text == "a text that does not fit in sixteen bytes")
      #expect(object.large == Large() && object.clock?.now == 12)
      #expect(object.object === service && object.type == Int.self && object.pair! == (4, "pair"))
      #expect(object.closure?() == 5 && object.twice == .some(.some(6)) && object.thing == [7.5])
      #expect(object.any as? Int == 8)
      if case .one(let text)? = object.choice { #expect(text.hasPrefix("a choice")) }
      object.text = nil
      object.clock = ClassClock()
      #expect(injector.injectDependencies(to: object).injected == ["text"])
      #expect(object.clock?.now == 24)
    }
  }
}
