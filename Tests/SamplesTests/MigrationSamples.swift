import Foundation
import PropertyInjection
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// What the migration guides show, to the letter, in code that runs. The names are the guides' own.

enum BlindsideSamples {
  typealias Ticket = BindingSamples.Ticket
  typealias TicketProvider = BindingSamples.TicketProvider

  struct Address: Sendable {}
  struct Garage: Sendable {}
  final class Api: Sendable {}
  final class Cart: Sendable {}

  final class Villa: Injectable, InjectionAware {
    private var color: Color?
    private var garage: Garage?

    static func declareProperties(in registry: inout Registry) {
      registry.declare("color", \Villa.color, from: "houseColor")
      registry.declare("garage", \Villa.garage, from: .byType)
    }

    func didInjectDependencies() { paint() }
  }

  class Building { var color: Color? }
  final class Cottage: Building {}

  static let appModule = InjectionModule("App") { registry in
    registry.register("port", instance: 8080)
  }

  final class Controller {
    @Injected var injector: PropertyInjector?
  }

  @Suite struct Tests {
    @Test func keysAndWhatTheyAreBoundTo() throws {
      let api = Api()
      let session = BindingSamples.Session()
      let log = IssueCount()
      let injector = PropertyInjector { registry in
        registry.issueHandler = { _ in log.increment() }
        registry.register("port", instance: 8080)
        registry.register(instance: api)
        registry.register(instance: SystemClock() as any Clock)
        registry.register("date") { Date() }
        registry.register("fullName") { (_, first: String) in "\(first) Thompson" }
        registry.register(.type(Ticket.self), .object(TicketProvider()))
        registry.register(in: .values(session.values)) { Cart() }
        registry.registerNil(.named("logger", String.self))
      }
      #expect(injector.instance(for: "port") == 8080)
      #expect(injector.instance(of: Api.self) === api)
      #expect(injector.instance(of: Ticket.self)?.number == 1)
      #expect(injector.instance(of: Cart.self) === injector.instance(of: Cart.self))
      #expect(injector.instance(of: (any Clock).self)?.now == 12)
      #expect(injector.instance(for: "fullName", "Jenny") == "Jenny Thompson")
      let logger: String? = injector.instance(for: "logger")
      #expect(logger == nil && log.count == 0)
    }

    @Test func keysThatLeadToOthersAndScopes() {
      let injector = PropertyInjector { registry in
        registry.register(.type(SystemClock.self), instance: SystemClock())
        registry.alias(.type((any Clock).self), to: .type(SystemClock.self))
        registry.alias("clock", to: .type(SystemClock.self))
        registry.register(.type(Api.self), in: .cached) { Api() }
        registry.setScope(.singleton, for: .type(Api.self))
      }
      #expect(injector.instance(for: .clock)?.now == 12)
      #expect(injector.instance(of: Api.self) === injector.instance(of: Api.self))
      let unique = injector.overriding { registry in
        registry.setScope(.unique, for: .type(Api.self))
      }
      #expect(unique.instance(of: Api.self) !== unique.instance(of: Api.self))
    }

    @Test func injectorsAndModules() {
      let injector = PropertyInjector(appModule)
      let controller = Controller()
      injector.injectDependencies(to: controller)
      #expect(controller.injector?.instance(for: "port") == 8080)
    }

    @Test func initializers() {
      let injector = PropertyInjector { registry in
        registry.register(.type(Address.self), instance: Address())
        registry.register(
          .type(URLSession.self), .initializer { URLSession(configuration: .ephemeral) })
      }
      #expect(injector.instance(of: Residence.self, "Jenny")?.name == "Jenny")
      #expect(injector.instance(of: URLSession.self) != nil)
    }

    @Test func classesThatAreNotBoundOtherwise() {
      let injector = PropertyInjector { registry in
        registry.register(.initializer(Api.init))
        registry.register("fullName") { (_, first: String) in "\(first) Thompson" }
      }
      #expect(injector.instance(of: Api.self) != nil)
      #expect(injector.instance(for: "fullName", arguments: ["Jenny"]) == "Jenny Thompson")
    }

    @Test func creationTimeArguments() {
      typealias House = BindingSamples.House
      let injector = PropertyInjector { registry in
        registry.register(.initializer(House.init(name:rooms:), .dynamic, .dynamic))
      }
      #expect(injector.instance(of: House.self, "Jenny", 3)?.owner.name == "Jenny")
      let other = injector.overriding { registry in
        registry.register(
          .initializer(House.init(name:rooms:), .value("Tom"), .value(2)),
          replacing: true)
      }
      #expect(other.instance(of: House.self)?.owner.name == "Tom")
    }

    @Test func staticFactoryMethods() {
      let provider = Provider.initializer(Residence.make, .byType)
      let injector = PropertyInjector { registry in
        registry.register(.type(Address.self), instance: Address())
        registry.register("house", provider)
      }
      #expect((injector.instance(for: "house") as Residence?)?.name == "made")
    }

    @Test func propertySets() {
      let injector = PropertyInjector { registry in
        registry.register("houseColor", instance: Color(name: "red"))
        registry.register("cottageColor", instance: Color(name: "blue"))
        registry.register("any", instance: Garage())
        registry.declare(Villa.self)
        registry.declare("color", \Building.color, from: "houseColor")
        registry.declare("color", \Cottage.color, from: "cottageColor")
      }
      let villa = Villa()
      #expect(injector.injectDependencies(to: villa).injected == ["color", "garage"])
      let cottage = Cottage()
      let building = Building()
      injector.injectDependencies(to: cottage)
      injector.injectDependencies(to: building)
      #expect(cottage.color?.name == "blue" && building.color?.name == "red")
    }

    @Test func propertiesOfFoundation() {
      let calls = IssueCount()
      let injector = PropertyInjector { registry in
        registry.register("body", instance: Data("hello".utf8))
        registry.register(
          "completionBlock", instance: { calls.increment() } as @Sendable () -> Void)
        registry.register("locale", instance: Locale(identifier: "de_DE"))
        registry.declare("body", \URLRequest.httpBody)
        registry.declare("completionBlock", \Operation.completionBlock)
        registry.declare("locale", \DateFormatter.locale)
      }
      var request = URLRequest(url: URL(fileURLWithPath: "/"))
      #expect(injector.injectDependencies(to: &request).injected == ["body"])
      #expect(request.httpBody == Data("hello".utf8))
      let operation = BlockOperation {}
      #expect(injector.injectDependencies(to: operation).injected == ["completionBlock"])
      operation.completionBlock?()
      #expect(calls.count == 1)
      let formatter = DateFormatter()
      formatter.locale = nil
      let isNil = formatter.locale == nil
      let injected = injector.injectDependencies(to: formatter).injected
      #expect(injected == (isNil ? ["locale"] : []))
    }
  }
}

extension BlindsideSamples.Villa {
  func paint() { precondition(color?.name == "red" && garage != nil) }
}

final class Residence {
  let name: String
  init(address: BlindsideSamples.Address, name: String) { self.name = name }

  static func make(_ address: BlindsideSamples.Address) -> Residence {
    Residence(address: address, name: "made")
  }
}

extension Residence: Constructible {
  static var provider: Provider<Residence> {
    .initializer(Residence.init(address:name:), .byType, .dynamic)
  }
}

protocol Utility { static var name: String { get } }

enum ObjectionSamples {
  final class Application: Sendable {}
  class Card: @unchecked Sendable { init() {} }
  final class Visa: Card, @unchecked Sendable {}
  final class Engine: Sendable {}
  struct Brakes: Sendable {}
  enum ExternalUtility: Utility { static let name = "external" }

  final class Car: Sendable {
    let clock: (any Clock)?
    let model: String
    init() {
      clock = nil
      model = ""
    }
    init(clock: (any Clock)?) {
      self.clock = clock
      model = ""
    }
    init(make: String, model: String) {
      clock = nil
      self.model = model
    }
  }

  final class Wagon: Constructible, Sendable {
    static var provider: Provider<Wagon> {
      .initializer(Wagon.init)
    }
  }

  struct CarProvider: InjectionProvider {
    func provide(with injector: PropertyInjector, arguments: [Any?]) -> Car? { Car() }
  }

  final class Roadster: InjectionAware, Constructible {
    @Injected var engine: Engine?
    @Injected("leftBrake") var brakes: Brakes?

    init(make: String, model: String) {}

    static var provider: Provider<Roadster> {
      .initializer(Roadster.init(make:model:), .dynamic, .dynamic)
    }

    func didInjectDependencies() { start() }
  }

  struct Request: Constructible, Sendable {
    let path: String
    static var provider: Provider<Request> {
      .initializer(Request.init(path:), .dynamic)
    }
  }

  final class Dispatcher {
    @Injected var injector: PropertyInjector?

    func dispatch(_ path: String) -> Request? {
      injector?.instance(of: Request.self, path)
    }
  }

  final class Tool {
    @Injected var utility: (any Utility.Type)?
  }

  static let appModule = InjectionModule("App") { registry in
    registry.register("port", instance: 8080)
    registry.register(instance: Engine())
  }
  static let otherModule = InjectionModule("Other") { registry in
    registry.register("port", instance: 80, replacing: true)
  }

  @Suite struct Tests {
    @Test func bindings() {
      let app = Application()
      let injector = PropertyInjector { registry in
        registry.register(instance: app)
        registry.register(instance: SystemClock() as any Clock)
        registry.register("port", instance: 8080)
        registry.register { Visa() }
        registry.alias(.type(Card.self), to: .type(Visa.self))
        registry.register("utility", instance: ExternalUtility.self)
        registry.register(.type(Car.self), .object(CarProvider()))
        registry.register("car", in: .singleton) { Car() }
      }
      #expect(injector.instance(of: Application.self) === app)
      #expect(injector.instance(for: .type((any Clock).self))?.now == 12)
      #expect(injector.instance(for: "port") == 8080)
      #expect(injector.instance(of: Card.self) is Visa)
      #expect(injector.instance(of: Car.self) !== injector.instance(of: Car.self))
      let car: Car? = injector.instance(for: "car")
      #expect(car === injector.instance(for: .named("car", Car.self)))
      let tool = Tool()
      injector.injectDependencies(to: tool)
      #expect(tool.utility?.name == "external")
    }

    @Test func blocksAndScopes() {
      let injector = PropertyInjector { registry in
        registry.register(instance: SystemClock() as any Clock)
        registry.register { injector in Car(clock: injector.instance(of: (any Clock).self)) }
        registry.register(in: .cached, replacing: true) { injector in
          Car(clock: injector.instance(of: (any Clock).self))
        }
        registry.setScope(.singleton, for: .type(Car.self))
      }
      #expect(injector.instance(of: Car.self)?.clock?.now == 12)
      #expect(injector.instance(of: Car.self) === injector.instance(of: Car.self))
      let changed = injector.overriding { registry in
        registry.setScope(.unique, for: .type(Car.self))
      }
      #expect(changed.instance(of: Car.self) !== changed.instance(of: Car.self))
      _ = injector.overriding { registry in
        registry.setScope(.singleton(eager: true), for: .type(Car.self))
      }
    }

    @Test func classes() {
      let injector = PropertyInjector { registry in
        registry.register(.initializer(Engine.init))
        registry.register("leftBrake", instance: Brakes())
      }
      #expect(injector.instance(of: Engine.self) !== injector.instance(of: Engine.self))
      #expect(injector.instance(of: Roadster.self, "VW", "Passat")?.brakes != nil)
      let single = PropertyInjector { registry in
        registry.register(in: .singleton, .initializer(Engine.init))
      }
      #expect(single.instance(of: Engine.self) === single.instance(of: Engine.self))
      let constants = injector.overriding { registry in
        registry.register(
          "roadster",
          .initializer(Roadster.init(make:model:), .value("VW"), .dynamic))
      }
      let roadster: Roadster? = constants.instance(for: "roadster", "Passat")
      #expect(roadster != nil)
    }

    @Test func classesThatSayHowTheyAreMade() {
      let injector = PropertyInjector { registry in
        registry.register(in: .singleton, Wagon.provider)
        registry.register("plate") { (_, make: String) in "\(make) 1" }
        registry.register(
          "carOfMake", .initializer(Car.init(make:model:), .dynamic, .dynamic))
        registry.register { Car() }
      }
      #expect(injector.instance(of: Wagon.self) === injector.instance(of: Wagon.self))
      #expect(injector.instance(for: "plate", arguments: ["VW"]) == "VW 1")
      let car: Car? = injector.instance(for: "carOfMake", "VW", "Passat")
      #expect(car?.model == "Passat")
      let other = injector.instance(of: Car.self)
      #expect(other?.model == "")
    }

    @Test func argumentsAndAnObjectThatMakesOthers() {
      let injector = PropertyInjector { registry in
        registry.register(.initializer(Car.init(make:model:), .dynamic, .dynamic))
      }
      #expect(injector.instance(of: Car.self, "VW", "Passat")?.model == "Passat")
      let dispatcher = Dispatcher()
      injector.injectDependencies(to: dispatcher)
      #expect(dispatcher.dispatch("/index")?.path == "/index")
    }

    @Test func injectorsAndModules() async {
      let injector = PropertyInjector(appModule)
      let with = injector.overriding { $0.install(otherModule) }
      let both = injector.overriding {
        $0.install(otherModule); $0.install(appModule)
      }
      #expect(both.instance(for: "port") == 80)
      let without = injector.overriding { $0.uninstall(appModule) }
      #expect(with.instance(for: "port") == 80)
      let log = IssueCount()
      let quiet = without.overriding { $0.issueHandler = { _ in log.increment() } }
      let port: Int? = quiet.instance(for: "port")
      #expect(port == nil && log.count == 1)
      await #expect(processExitsWith: .success) {
        PropertyInjector.configure(appModule)
        precondition(PropertyInjector.shared.instance(for: "port") == 8080)
      }
    }
  }
}

extension ObjectionSamples.Roadster {
  func start() { precondition(engine != nil && brakes != nil) }
}
