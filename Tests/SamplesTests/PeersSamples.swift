import PropertyInjection
import PropertyInjectionSettings
import PropertyInjectionTesting
import Testing

// What the guides for those who come from Swinject, Factory and swift-dependencies show.

enum SwinjectSamples {
  protocol Animal: Sendable { var name: String { get } }
  struct Cat: Animal { var name = "Mimi" }
  struct Dog: Animal { var name = "Rex" }
  final class Person: Sendable {
    let pet: any Animal
    init(pet: any Animal) { self.pet = pet }
  }
  struct Horse: Sendable { let name: String }
  final class Vet { var pet: (any Animal)? }
  struct Shelter {
    let animal: Lookup<any Animal>
  }
  final class Session: Sendable {}
  final class Stable: Sendable {}
  final class Visit: Sendable {}
  struct Ball: Sendable {}

  static let petAssembly = InjectionModule("PetAssembly") { registry in
    registry.register { Cat() as any Animal }
    registry.register("dog") { Dog() as any Animal }
    registry.register(.initializer(Person.init))
    registry.register { (_, name: String) in Horse(name: name) }
    registry.register(in: .singleton) { Session() }
    registry.register(in: .weak) { Stable() }
    registry.register(in: .graph) { Visit() }
    registry.register { Ball() }
    registry.declare("pet", \Vet.pet)
  }

  @Suite struct Tests {
    @Test func whatSwinjectDoesIsDone() {
      let injector = PropertyInjector(petAssembly)
      #expect(injector.instance(of: (any Animal).self)?.name == "Mimi")
      #expect(injector.instance(for: .named("dog", (any Animal).self))?.name == "Rex")
      #expect(injector.instance(of: Horse.self, "Spirit")?.name == "Spirit")
      #expect(injector.instance(of: Person.self)?.pet.name == "Mimi")
      let shelter = injector.instance(of: Lookup<any Animal>.self).map { Shelter(animal: $0) }
      #expect(shelter?.animal()?.name == "Mimi")
      let vet = Vet()
      injector.injectDependencies(to: vet)
      #expect(vet.pet?.name == "Mimi")
      let derived = injector.overriding { $0.register { Dog() as any Animal } }
      #expect(derived.instance(of: Person.self)?.pet.name == "Rex")
      #expect(derived.instance(of: (any Animal).self)?.name == "Rex")
      injector.reset()
      #expect(injector.instance(of: Session.self) === derived.instance(of: Session.self))
    }
  }
}

enum FactorySamples {
  final class Page: Sendable {}
  struct Ticket: Sendable { let number: Int }

  final class Desk {
    @Required var clock: any Clock
    @Required(lazy: true) var page: Page
  }

  struct Shelf { @Injected(optional: true) var page: Page? }

  protocol Format: Sendable { var ending: String { get } }
  struct Comma: Format { let ending = "csv" }
  final class Cart: Sendable {}

  final class Reader {
    @Required var formats: [any Format]
    @Setting("category") var category: String?
    @Required var cart: Cart
  }

  static func registerMore(_ registry: inout Registry, _ session: ScopedValues) {
    registry.register(instance: Comma())
    registry.register(in: .values(session)) { Cart() }
    registry.injectionHandler = { print($0) }
    registry.useSettings(in: InMemorySettingsStore(["category": "food"]))
  }

  static let clockModule = InjectionModule("Clock") { registry in
    registry.register { SystemClock() as any Clock }
    registry.register(in: .graph) { Page() }
    registry.register { (_, number: Int) in Ticket(number: number) }
  }

  // Not run: they configure the shared injector of the process.
  static func configure() {
    PropertyInjector.configure(clockModule)
    PropertyInjector.reconfigure { $0.register { StoppedClock() as any Clock } }
    PropertyInjector.configure { $0.register(instance: SystemClock() as any Clock) }
  }

  static func registerKept(in registry: inout Registry) {
    registry.register(in: .singleton) { SystemClock() as any Clock }
    registry.register(in: .cached) { Page() }
  }

  static func registerWeakly(in registry: inout Registry) {
    registry.register(in: .weak) { Page() }
  }

  final class Radio: Sendable {}
  final class Car { @Injected(optional: true) var radio: Radio? }

  @MainActor enum Current {
    static var radio: Radio?
  }

  static func registerForTheMainActor(in registry: inout Registry) {
    registry.register(in: .singleton) { @MainActor in Theme() }
  }

  @Suite(.injecting(clockModule)) struct Tests {
    @Test @MainActor func aValueMayChangeWhileTheProgramRuns() {
      let injector = PropertyInjector { registry in
        registry.onMainActor { $0.register { Current.radio } }
      }
      #expect(injector.injected(Car()).radio == nil)
      Current.radio = Radio()
      defer { Current.radio = nil }
      #expect(injector.injected(Car()).radio === Current.radio)
    }

    @Test func whatFactoryDoesIsDone() throws {
      let desk = Desk()
      PropertyInjector.injectDependencies(to: desk)
      #expect(desk.clock.now == 12 && ObjectIdentifier(desk.page) == ObjectIdentifier(desk.page))
      let injector = PropertyInjector.shared
      let clock = try PropertyInjector.shared.require(.type((any Clock).self))
      #expect(clock.now == 12)
      #expect(injector.instance(of: Ticket.self, 7)?.number == 7)
      PropertyInjector.shared.reset()
    }

    @Test(.injecting { $0.register { StoppedClock() as any Clock } })
    func aTraitAddsToThatOfItsSuite() {
      #expect(PropertyInjector.shared.instance(of: (any Clock).self) is StoppedClock)
    }

    @Test func aTestReplacesAService() {
      PropertyInjector.addOverrides { $0.register { StoppedClock() as any Clock } }
      #expect(PropertyInjector.shared.instance(of: (any Clock).self) is StoppedClock)
    }

    @Test(.injecting { $0.register(instance: StoppedClock() as any Clock) })
    func aSuiteGetsAtItsFakes() {
      struct Suite {
        let clock = PropertyInjector.shared.instance(of: StoppedClock.self)!
      }
      #expect(Suite().clock.now == 0)
    }

    @Test func listsSettingsAndSessionsAreThere() {
      let session = ScopedValues()
      let injector = PropertyInjector { FactorySamples.registerMore(&$0, session) }
      let (one, other) = (injector.injected(Reader()), injector.injected(Reader()))
      #expect(injector.injected(Shelf()).page == nil)
      #expect(one.formats.map(\.ending) == ["csv"] && one.category == "food")
      #expect(one.cart === other.cart)
      session.removeAll()
      #expect(injector.injected(Reader()).cart !== one.cart)
    }

    @Test func otherScopesKeepValues() {
      let injector = PropertyInjector { FactorySamples.registerKept(in: &$0) }
      #expect(injector.instance(of: (any Clock).self)?.now == 12)
      #expect(injector.instance(of: Page.self) === injector.instance(of: Page.self))
      #expect(
        PropertyInjector { FactorySamples.registerWeakly(in: &$0) }.instance(of: Page.self) != nil)
    }
  }
}

enum SwiftDependenciesSamples {
  static func show() -> Int? { PropertyInjector.shared.instance(of: (any Clock).self)?.now }

  protocol Store: Sendable {}
  struct FakeStore: Store {}

  final class Editor { @Injected var store: (any Store)? }

  @Suite(
    .injecting { $0.register(instance: FakeStore() as any Store) })
  struct Tests {
    @Test func whatTheTestDoesNotRegisterIsMissing() {
      withKnownIssue {
        let store: (any Store)? = PropertyInjector.shared.withOverrides { registry in
          registry.usePlaceholders()
        } operation: {
          PropertyInjector.shared.instance(of: (any Store).self)
        }
        #expect(store == nil)
      }
    }

    @Test func theFakeIsInjected() {
      let editor = PropertyInjector.shared.injected(Editor())
      #expect(editor.store != nil)
    }
  }

  @Test(.injecting { $0.register(instance: SystemClock() as any Clock) })
  static func anOverrideReachesTheOperation() {
    #expect(show() == 12)
    let now = PropertyInjector.shared.withOverrides {
      $0.register(instance: StoppedClock() as any Clock)
    } operation: {
      show()
    }
    #expect(now == 0)
  }
}
