import PropertyInjection

// What is easily written wrong; the guide "When it does not compile" has a row for each.

// expected-note@+1 {{protocol 'Speaking' does not conform to the 'Sendable' protocol}}
protocol Speaking {}
struct Dog: Speaking {}
final class Engine {}
protocol HasEngine: AnyObject { var engine: Engine? { get set } }
final class Report: Sendable {}
final class House: Sendable { init(name: String, rooms: Int) {} }
enum Failure: Error { case failed }
@MainActor final class Screen { init() {} }

extension InjectionKey where Value == Double {
  static var volume: Self { "volume" }
}

func inAnotherOrder(_ registry: inout Registry) {
  // expected-error@+2 {{missing argument for parameter 'factory' in call}}
  // expected-error@+1 {{type 'Bool' has no member 'initializer'}}
  registry.register(in: .singleton, .type(House.self), .initializer(House.init(name:rooms:)))
  registry.register(.type(House.self), in: .singleton, .initializer(House.init(name:rooms:)))
}

func withAKeyOfAnotherType(_ registry: inout Registry) {
  // expected-error@+1 {{type 'String' has no member 'volume'}}
  registry.register(.initializer(House.init(name:rooms:), .key(.volume), .dynamic))
}

func load() async -> Report { Report() }
func loadAgain() async throws -> Report { Report() }

final class Player {
  // expected-note@+3 {{explicitly specify the generic arguments to fix this issue}}
  // expected-error@+2 {{property type 'any Speaking' does not match 'wrappedValue' type 'Value?'}}
  // expected-error@+1 {{generic parameter 'Value' could not be inferred}}
  @Injected var speaker: any Speaking
  @Required var other: any Speaking
  @Injected var third: (any Speaking)?
}

struct Cart {
  @Injected var engine: Engine?
  var wheels = 4
}

func memberwise() {
  // expected-error@+1 {{cannot convert value of type 'Engine' to expected argument type 'Injected<Engine>'}}
  _ = Cart(engine: Engine())
  var cart = Cart(wheels: 3)
  cart.engine = Engine()
}

func underAProtocol(_ registry: inout Registry) {
  // expected-error@+1 {{type 'any Speaking' does not conform to the 'Sendable' protocol}}
  registry.register(.type((any Speaking).self), instance: Dog())
  registry.register(.type((any Speaking & Sendable).self), instance: Dog())
  registry.register(instance: Dog() as any Speaking & Sendable)
}

func generic<T: HasEngine>(_ registry: inout Registry, _ type: T.Type) {
  // expected-warning@+1 {{capture of non-Sendable type 'T.Type' in an isolated closure}}
  registry.declare("engine", \T.engine)
}

func genericAndSendable<T: HasEngine & SendableMetatype>(
  _ registry: inout Registry, _ type: T.Type
) {
  registry.declare("engine", \T.engine)
}

func mayReturnNil(_ registry: inout Registry, _ isOn: Bool) {
  registry.register("report") { () -> Report? in
    guard isOn else { return nil }
    return Report()
  }
  // expected-error@+1 {{generic parameter 'Value' could not be inferred}}
  registry.register("report") {
    guard isOn else { return nil }
    return Report()
  }
}

func accessors(_ registry: inout Registry) {
  // expected-error@+2 {{extra argument 'get' in call}}
  // expected-error@+1 {{missing argument for parameter 'factory' in call}}
  registry.register(.volume, get: { $0.storedValue ?? 1 })
  registry.intercept(.volume, get: { $0.storedValue ?? 1 })
}

func anotherKey(_ registry: inout Registry) {
  // expected-error@+3 {{generic parameter 'Value' could not be inferred}}
  // expected-error@+2 {{extraneous argument label 'to:' in call}}
  // expected-error@+1 {{cannot convert value of type 'String' to expected argument type 'Provider<Value>'}}
  registry.register("clock", to: "stationClock")
  registry.alias(.named("clock", (any Clock).self), to: "stationClock")
}

func initializers(_ registry: inout Registry) {
  // expected-error@+2 {{generic parameter 'Value' could not be inferred}}
  // expected-error@+1 {{cannot convert value of type '@Sendable (String, Int) -> House' to expected argument type 'Provider<Value>'}}
  registry.register("house", House.init(name:rooms:))
  // expected-error@+2 {{missing argument for parameter #2 in call}}
  // expected-error@+1 {{could not infer pack element #0 from context}}
  registry.register("house", .initializer(House.init(name:rooms:), .byType))
  registry.register("house", .initializer(House.init(name:rooms:), .byType, .dynamic))
  registry.register("screen", .initializer(Screen.init))  // its actor is known
}

func withoutAKey(_ registry: inout Registry) {
  // expected-error@+2 {{cannot convert value of type 'House' to expected argument type 'Provider<Value>'}}
  // expected-error@+1 {{generic parameter 'Value' could not be inferred}}
  registry.register(House(name: "", rooms: 1))
  registry.register(instance: House(name: "", rooms: 1))
  registry.register(.initializer(House.init))
  registry.register(in: .unique, .initializer(House.init))
}

func values(_ registry: inout Registry, _ injector: PropertyInjector) {
  // expected-error@+2 {{generic parameter 'Value' could not be inferred}}
  // expected-error@+1 {{cannot convert value of type 'House' to expected argument type 'Provider<Value>'}}
  registry.register("house", House(name: "", rooms: 1))
  registry.register("house", instance: House(name: "", rooms: 1))
  // expected-error@+1 {{cannot convert value of type 'House.Type' to expected argument type 'InjectionKey<House>'}}
  registry.register(House.self) { House(name: "", rooms: 1) }
  registry.register(.type(House.self)) { House(name: "", rooms: 1) }
  registry.register { House(name: "", rooms: 1) }
  // expected-error@+1 {{generic parameter 'Value' could not be inferred}}
  let house = injector.instance(for: "house")
  let other: House? = injector.instance(for: "house") ?? injector.instance(of: House.self)
  // expected-error@+1 {{value of type 'PropertyInjector' has no subscripts}}
  let third: House? = injector["house"]
  print(other as Any)
}

func names(_ registry: inout Registry, _ name: String) {
  // expected-error@+1 {{cannot convert value of type 'String' to expected argument type 'InjectionKey<Int>'}}
  registry.register(name, instance: 1)
  registry.register(.named(name), instance: 1)
  // expected-error@+1 {{generic parameter 'Value' could not be inferred}}
  registry.setScope(.unique, for: "house")
  registry.setScope(.unique, for: .named("house", House.self))
  registry.setScope(.unique, for: .type(House.self))
}

func asynchronous(_ registry: inout Registry) {
  // expected-note@+2 {{a function type must be marked '@Sendable' to conform to 'Sendable'}}
  // expected-error@+1 {{type '() async -> Report' does not conform to the 'Sendable' protocol}}
  registry.register("report") { await load() }
  // expected-note@+2 {{'async' inferred from asynchronous operation used here}}
  // expected-error@+1 {{cannot pass function of type '@Sendable () async throws -> Report?' to parameter expecting synchronous function type}}
  registry.register("report", in: .singleton) { try await loadAgain() }
  registry.register("report", instance: Task { await load() })
}

func typedThrows(_ registry: inout Registry) {
  // expected-note@+2 {{a function type must be marked '@Sendable' to conform to 'Sendable'}}
  // expected-error@+1 {{type '() throws(Failure) -> Int' does not conform to the 'Sendable' protocol}}
  registry.register("number", instance: { () throws(Failure) -> Int in throw .failed })
  let number: @Sendable () throws(Failure) -> Int = { () throws(Failure) -> Int in throw .failed }
  registry.register("number", instance: number)
}
