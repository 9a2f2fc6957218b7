import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

@Suite struct InitializersTests {
  @Test func anInitializerGetsItsArgumentsByTypeByNameByKeyAndAsConstants() throws {
    let injector = PropertyInjector { registry in
      registry.register("whatever", instance: Address(street: "Elm"))
      registry.register("owner", instance: "Jenny")
      registry.register(.clock, instance: StoppedClock(now: 3))
      registry.register(
        .type(House.self),
        .initializer(
          House.init(address:owner:clock:rooms:), .byType, .key("owner"), .key(.clock), .value(4))
      )
    }
    let house = try #require(injector.instance(of: House.self))
    #expect(house.address.street == "Elm" && house.owner == "Jenny")
    #expect(house.clock.now == 3 && house.rooms == 4)
  }

  @Test func withoutArgumentsAllAreFoundByType() throws {
    let injector = PropertyInjector { registry in
      registry.register("a", instance: Address(street: "Elm"))
      registry.register("b", instance: "Jenny")
      registry.register("c", instance: StoppedClock())
      registry.register("d", instance: 5)
      registry.register(.initializer(House.init(address:owner:clock:rooms:)))
    }
    #expect(try #require(injector.instance(of: House.self)).rooms == 5)
  }

  @Test func aNamedKeyIsBoundToAnInitializer() {
    let injector = PropertyInjector { registry in
      registry.register("one", instance: "first")
      registry.register("two", instance: "second")
      registry.register(
        "address", .initializer(Address.init(street:), .key("two")))
      registry.register(.type(Service.self), .initializer(Service.init))
      registry.register("special", .initializer(SpecialService.init))
    }
    #expect(injector.instance(for: .named("address", Address.self))?.street == "second")
    #expect(injector.instance(for: .named("special", SpecialService.self)) != nil)
    #expect(injector.instance(of: Service.self) != nil)
  }

  @Test func anInitializerMayTakeTheInjector() {
    let injector = PropertyInjector { registry in
      registry.register("street", instance: "Elm")
      registry.register(.type(Address.self)) { (injector: PropertyInjector) in
        Address(street: injector.instance(for: .named("street"))!)
      }
    }
    #expect(injector.instance(of: Address.self)?.street == "Elm")
  }

  private final class Street { var left: Address?, right: Address? }
  @Test func itFillsAPropertyAnewEachTime() {
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.register(
        .named("left"),
        .initializer { () -> Address? in
          calls.increment()
          return Address(street: "Elm")
        })
      registry.alias("right", to: InjectionKey<Address>.named("left"))
      registry.declare("left", \Street.left)
      registry.declare("right", \Street.right)
    }
    let street = Street()
    #expect(injector.injectDependencies(to: street).injected == ["left", "right"])
    #expect(calls.count == 2)
    injector.injectDependencies(to: street)
    #expect(calls.count == 2)
  }

  @Test func staticFactoryMethodsAndClosuresAreInitializersToo() {
    let injector = PropertyInjector { registry in
      registry.register("street", instance: "Elm")
      registry.register(.type(Address.self), .initializer(Address.on(street:)))
      registry.register(
        "number", .initializer { (street: String) in street.count })
    }
    #expect(injector.instance(of: Address.self)?.street == "on Elm")
    #expect(injector.instance(for: "number") == 3)
  }

  // MARK: All by type but some

  private func registerParts(_ registry: inout Registry) {
    registry.register("a", instance: Address(street: "Elm"))
    registry.register("jenny", instance: "Jenny")
    registry.register("joe", instance: "Joe")
    registry.register("c", instance: StoppedClock(now: 3))
  }

  @Test func exceptionsAreForTheParametersOfTheirTypes() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registerParts(&registry)
      registry.register(
        .type(House.self),
        .initializer(
          House.init, byTypeExcept: .dynamic(Int.self), .key(.named("joe", String.self))))
      registry.register(
        "fixed",
        .initializer(House.init, byTypeExcept: .value("Ann"), .value(2)))
    }
    let house = try #require(injector.instance(of: House.self, 7))
    #expect(house.address.street == "Elm" && house.owner == "Joe")
    #expect(house.clock.now == 3 && house.rooms == 7)
    #expect(log.issues.isEmpty && injector.validate().errors.isEmpty)
  }

  @Test @MainActor func exceptionsOfOneTypeAreUsedInTheirOrder() throws {
    let injector = PropertyInjector { registry in
      registerParts(&registry)
      registry.register(
        "text",
        .initializer(
          { @MainActor (one: String, clock: any Clock, two: String, three: String?) -> String? in
            "\(one) \(clock.now) \(two) \(three ?? "-")"
          }, byTypeExcept: .key(.named("joe", String.self)), .value("Ann")))
    }
    #expect(injector.instance(for: "text") == "Joe 3 Ann -")
  }

  @Test func anExceptionIsForAnOptionalOfItsTypeAsWell() throws {
    let injector = PropertyInjector { registry in
      registerParts(&registry)
      let make: @Sendable (String?, String, Int?) -> String? = { one, two, number in
        "\(one ?? "-") \(two) \(number ?? 0)"
      }
      let (joe, ann) = (InjectionKey<String>("joe"), "Ann")
      registry.register("value", .initializer(make, byTypeExcept: .value(ann), .key(joe)))
      registry.register(
        "argument", .initializer(make, byTypeExcept: .key(joe), .dynamic(Int.self), .value(ann)))
      registry.register(
        "exact",
        .initializer(make, byTypeExcept: .value(Optional(ann)), .value(ann), .value(nil as Int?)))
      registry.register("one", .initializer({ (_ text: String?) in text }, byTypeExcept: .key(joe)))
    }
    #expect(injector.instance(for: "value") == "Joe Ann 0")
    #expect(injector.instance(for: "argument", 7) == "Ann Joe 7")
    #expect(injector.instance(for: "exact") == "Ann Ann 0")
    #expect(injector.instance(for: "one") == "Joe")
  }

  @Test func anExceptionOfAnotherTypeIsReportedAndIgnored() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registerParts(&registry)
      registry.register(
        .type(House.self),
        .initializer(House.init, byTypeExcept: .dynamic(Int64.self), .value("Joe")))
    }
    let errors = injector.validate().errors
    #expect(errors.map(\.kindName) == [.surplusArguments])
    #expect(injector.instance(of: House.self, Int64(7)) == nil)
    #expect(log.kinds == [.surplusArguments, .unknownType])
    #expect(log.issues.first?.signature == "(Address, String, any Clock, Int) -> House")
  }

  @Test func aTypeIsBoundToAnInitializerOfWhatConformsOrInherits() {
    let injector = PropertyInjector { registry in
      registry.register(.type((any Clock).self), .initializer(ClassClock.init))
      registry.register(.type(Service.self), .initializer(SpecialService.init))
    }
    #expect(injector.instance(of: (any Clock).self) is ClassClock)
    #expect(injector.instance(of: Service.self) is SpecialService)
  }

  @Test func aFailableInitializerThatFailsIsReported() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("street", instance: "")
      registry.register(.type(Address.self), .initializer(Address.init(notEmpty:)))
      registry.declare("address", \Visitor.address, from: .byType)
    }
    let visitor = Visitor()
    let result = injector.injectDependencies(to: visitor)
    #expect(visitor.address == nil)
    #expect(result.unfilled.map(\.reasonName) == [.initializerGaveNil])
    #expect(log.kinds == [.initializerGaveNil])
    #expect(log.issues.first?.signature == "(String) -> Address")
    #expect(log.issues.first?.underlyingError == nil)
  }

  @Test func aThrowingInitializerIsReportedWithItsError() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("street", instance: "")
      registry.register(.type(Address.self), .initializer(Address.init(throwing:)))
    }
    #expect(injector.instance(of: Address.self) == nil)
    #expect(log.kinds == [.threw])
    #expect(log.issues.first?.underlyingError as? Address.Missing == .street)
    #expect(try #require(log.texts.first).contains("has thrown Missing.street"))
  }

  @Test func aThrowingFactoryIsReportedAndTheNextInjectionAsksAgain() {
    let log = IssueLog()
    let calls = Counter()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("address") { () throws -> Address? in
        calls.increment()
        return calls.count == 1 ? try Address(throwing: "") : Address(street: "Elm")
      }
      registry.declare("address", \Visitor.address)
    }
    let visitor = Visitor()
    #expect(injector.injectDependencies(to: visitor).unfilled.map(\.reasonName) == [.threw])
    #expect(injector.injectDependencies(to: visitor).injected == ["address"])
    #expect(log.kinds == [.threw])
  }

  @Test func aMissingArgumentIsReportedAndTheInitializerNotCalled() {
    let log = IssueLog()
    let calls = Counter()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("street", instance: "Elm")
      registry.register(
        .type(Address.self),
        .initializer(
          { (street: String, number: Int) in
            calls.increment()
            return Address(street: "\(street) \(number)")
          }, .byType, .key("number")))
    }
    #expect(injector.instance(of: Address.self) == nil)
    #expect(calls.count == 0)
    #expect(log.kinds == [.unresolvedArgument])
    #expect(log.issues.first?.argumentPosition == 2)
    #expect(log.issues.first?.argumentType.map { $0 == Int.self } == true)
    #expect(log.issues.first?.argumentReason == .unknownName)
    #expect(log.issues.first?.lookedUpName == "number")
  }

  @Test func argumentsFailForEachReasonThatALookUpHas() {
    func reason(
      _ argument: InjectionArgument<Service>, _ configure: (inout Registry) -> Void
    ) -> KindName? {
      let log = IssueLog()
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register(
          .type(Keeper.self), .initializer(Keeper.init(service:), argument))
        configure(&registry)
      }
      #expect(injector.instance(of: Keeper.self) == nil)
      return log.issues.last?.argumentReason
    }
    #expect(reason(.byType) { _ in } == .unknownType)
    #expect(reason(.key("service")) { _ in } == .unknownName)
    #expect(reason(.key("service")) { $0.register("service", instance: 1) } == .noFittingType)
    #expect(
      reason(.key("service")) { $0.register("service") { Service?.none } } == .factoryGaveNil)
    #expect(
      reason(.key("service")) { $0.registerNil(.named("service", Service.self)) } == .boundToNil)
    #expect(
      reason(.key("service")) { $0.alias("service", to: InjectionKey<Service>.named("other")) }
        == .deadEnd)
    #expect(
      reason(.key("service")) { registry in
        registry.alias("service", to: InjectionKey<Service>.named("other"))
        registry.alias("other", to: InjectionKey<Service>.named("service"))
      } == .aliasCycle)
    #expect(
      reason(.key("service")) { registry in
        registry.register("service") { () -> Any? in 1 }
      } == .productDoesNotFit)
    #expect(
      reason(.byType) { registry in
        registry.register("one", instance: Service())
        registry.register("two", instance: Service())
      } == .ambiguousType)
  }

  private final class Ship: Sendable {
    let service: Service?
    init(service: Service?) { self.service = service }
  }

  @Test func anOptionalParameterGetsNilWithAReportAndNoneIfThatIsMeant() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Ship.self), .initializer(Ship.init(service:)))
    }
    #expect(try #require(injector.instance(of: Ship.self)).service == nil)
    #expect(log.kinds == [.unresolvedArgument])

    let meant = injector.overriding { $0.registerNil(.type(Service.self)) }
    #expect(try #require(meant.instance(of: Ship.self)).service == nil)
    #expect(log.issues.count == 1)

    let found = injector.overriding { $0.register("any", instance: SpecialService() as Service) }
    #expect(try #require(found.instance(of: Ship.self)).service is SpecialService)
  }

  @Test func anInitializersArgumentsAreMadeByInitializers() {
    let injector = PropertyInjector { registry in
      registry.register("street", instance: "Elm")
      registry.register(.type(Address.self), .initializer(Address.init(street:)))
      registry.register(.type(Letter.self), .initializer(Letter.init(to:)))
    }
    #expect(injector.instance(of: Letter.self)?.to.street == "Elm")
  }

  @Test func anInitializersArgumentsComeFromTheDerivedInjectorThatAsks() {
    let injector = PropertyInjector { registry in
      registry.register("street", instance: "Elm")
      registry.register(.type(Address.self), .initializer(Address.init(street:)))
    }
    let derived = injector.overriding { $0.register("street", instance: "Oak", replacing: true) }
    #expect(derived.instance(of: Address.self)?.street == "Oak")
    #expect(injector.instance(of: Address.self)?.street == "Elm")
  }

  private actor Store {
    let name: String
    @Injected var service: Service?
    init(name: String) { self.name = name }
    func inject(from injector: PropertyInjector) -> Bool {
      injector.injectDependencies(to: self)
      return service != nil
    }
  }

  @Test func anActorIsMadeAndInjectsItself() async throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("name", instance: "store")
      registry.register("service", instance: Service())
      registry.register(.type(Store.self), in: .singleton, .initializer(Store.init(name:)))
      registry.declare(Store.self)
    }
    let store = try #require(injector.instance(of: Store.self))
    #expect(store === injector.instance(of: Store.self))
    #expect(log.issues.isEmpty)
    #expect(await store.inject(from: injector))
  }

  @Test @MainActor func aMainActorInitializerIsCalledOnTheMainActorOnly() async throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("title", instance: "Departures")
      registry.register(
        .type(Window.self), in: .singleton,
        .initializer(Window.init(title:), .byType))
      registry.onMainActor { $0.declare("subtitle", \Window.subtitle, from: "title") }
    }
    let elsewhere = await Task.detached { injector.instance(of: Window.self) == nil }.value
    #expect(elsewhere)
    #expect(log.kinds == [.bindingOnAnotherActor])
    let window = try #require(injector.instance(of: Window.self))
    #expect(window.title == "Departures" && window.subtitle == "Departures")
    #expect(injector.instance(of: Window.self) === window)
  }

  private struct Everything {
    let metatype: any Any.Type
    let function: @Sendable () -> Int
    let list: [Int]
    let object: AnyObject
  }

  @Test func everyTypeOfParameterIsFound() throws {
    let service = Service()
    let injector = PropertyInjector { registry in
      registry.register("metatype", instance: Int.self)
      registry.register("function", instance: { 7 } as @Sendable () -> Int)
      registry.register("list", instance: [1, 2])
      registry.register("object", instance: service)
      registry.register(
        .type(Everything.self),
        // A closure: the compiler crashes on a reference to an initializer that takes a function.
        .initializer(
          { Everything(metatype: $0, function: $1, list: $2, object: $3) },
          .key("metatype"), .key("function"), .key("list"), .key("object")))
    }
    let everything = try #require(injector.instance(of: Everything.self))
    let isInt = everything.metatype == Int.self
    #expect(isInt)
    #expect(everything.function() == 7)
    #expect(everything.list == [1, 2])
    #expect(ObjectIdentifier(everything.object) == ObjectIdentifier(service))
  }
}

@Suite struct ConstructibleTests {
  @Test func aTypeThatSaysHowItIsMadeNeedsNoBinding() {
    let injector = PropertyInjector { registry in
      registry.register("street", instance: "Elm")
      registry.declare("owner", \Cabin.owner)
      registry.register("owner", instance: "Jenny")
    }
    let cabin = injector.instance(of: Cabin.self)
    #expect(cabin?.street == "Elm" && cabin?.owner == "Jenny")
    #expect(cabin !== injector.instance(of: Cabin.self))
  }

  @Test func withoutAWayToBeMadeItIsAReport() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { _ in }
    #expect(injector.instance(of: Service.self) == nil)
    #expect(log.kinds == [.unknownType])
  }

  @Test func aBindingThatFitsGoesBeforeTheTypesOwnWay() {
    let injector = PropertyInjector { registry in
      registry.register("street", instance: "Elm")
      registry.register("cabin") { Cabin(street: "bound") }
    }
    #expect(injector.instance(of: Cabin.self)?.street == "bound")
  }

  private final class Resort {
    let cabin: Cabin
    @Injected(.byType) var second: Cabin?
    init(cabin: Cabin) { self.cabin = cabin }
  }

  @Test func argumentsAndPropertiesByTypeAreMadeToo() {
    let injector = PropertyInjector { registry in
      registry.register("street", instance: "Elm")
      registry.register(.type(Resort.self), .initializer(Resort.init(cabin:)))
    }
    let resort = injector.instance(of: Resort.self)
    #expect(resort?.cabin.street == "Elm" && resort?.second?.street == "Elm")
  }

  @Test func askedByNameItIsNotMade() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { $0.register("street", instance: "Elm") }
    let cabin: Cabin? = injector.instance(for: "cabin")
    #expect(cabin == nil)
    #expect(log.kinds == [.unknownName])
  }

  @Test func registeredWithAScopeItIsMadeOnce() {
    let injector = PropertyInjector { registry in
      registry.register("street", instance: "Elm")
      registry.unchecked { $0.register(.type(Cabin.self), in: .singleton, Cabin.provider) }
    }
    #expect(injector.instance(of: Cabin.self) === injector.instance(of: Cabin.self))
  }

  @Test func aSubclassIsNotMadeByItsSuperclassesInitializer() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { $0.register("street", instance: "Elm") }
    #expect(injector.instance(of: BigCabin.self) == nil)
    #expect(log.kinds == [.unknownType])
  }

  private struct Doll: Constructible {
    let inner: [Doll]
    static var provider: Provider<Doll> {
      .initializer({ (doll: Doll) in Doll(inner: [doll]) })
    }
  }

  @Test func aTypeThatNeedsItselfIsACycle() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { _ in }
    #expect(injector.instance(of: Doll.self) == nil)
    #expect(log.kinds == [.cycle])
    #expect(log.issues.first?.chain == ["Doll", "Doll"])
  }

  @Test @MainActor func aMainActorClassSaysHowItIsMade() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { _ in }
    #expect(injector.instance(of: Dialog.self, "Hello")?.title == "Hello")
    #expect(await Task.detached { injector.instance(of: Dialog.self, "Hello") == nil }.value)
    #expect(log.kinds == [.bindingOnAnotherActor])
  }
}

private final class Visitor { var address: Address? }
private struct Letter { let to: Address }
private final class Keeper: Sendable {
  init(service: Service) {}
}

private final class House: Sendable {
  let address: Address
  let owner: String
  let clock: any Clock
  let rooms: Int
  init(address: Address, owner: String, clock: any Clock, rooms: Int) {
    self.address = address
    self.owner = owner
    self.clock = clock
    self.rooms = rooms
  }
}

@MainActor private final class Window {
  let title: String
  var subtitle: String?
  init(title: String) { self.title = title }
}

private class Cabin: Constructible {
  let street: String
  var owner: String?
  init(street: String) { self.street = street }
  class var provider: Provider<Cabin> {
    .initializer(Cabin.init(street:), .key("street"))
  }
}
private final class BigCabin: Cabin {}

@MainActor private final class Dialog: Constructible {
  let title: String
  init(title: String) { self.title = title }
  nonisolated static var provider: Provider<Dialog> {
    .initializer(Dialog.init(title:), .dynamic)
  }
}
