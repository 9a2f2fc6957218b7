import PropertyInjection

// What the guides show, in a module whose types belong to the main actor.

// expected-note@+1 {{protocol 'Units' does not conform to the 'Sendable' protocol}}
protocol Units {}

final class MetricUnits: Units {
  // expected-note@+2 {{main actor isolation inferred from conformance to protocol 'Units'}}
  // expected-note@+1 {{calls to initializer 'init()' from outside of its actor context are implicitly asynchronous}}
  init() {}
}

final class Sign {
  var text: String?
}

extension InjectionKey<Duration> {
  // expected-note@+1 {{static property declared here}}
  static var pollInterval: Self { "pollInterval" }
}

struct Request {
  let values = ScopedValues()
  @TaskLocal static var current: Request?  // expected-note {{static property declared here}}
}

final class Log {
  // expected-note@+1 {{calls to instance method 'append' from outside of its actor context are implicitly asynchronous}}
  func append(_ issue: InjectionIssue) {}
}

let log = Log()  // expected-note {{let declared here}}

// A plain registry is for every thread; that of a module of the main actor is not.
func configure(_ registry: inout Registry) {
  // expected-error@+1 {{cannot form key path to main actor-isolated property 'text'}}
  registry.declare("text", \Sign.text)
  // expected-error@+1 {{call to main actor-isolated initializer 'init()' in a synchronous nonisolated context}}
  registry.register(in: .singleton) { MetricUnits() }
  // expected-error@+1 {{type 'any Units' does not conform to the 'Sendable' protocol}}
  registry.register(instance: MetricUnits() as any Units)
  // expected-error@+2 {{main actor-isolated let 'log' can not be referenced from a nonisolated context}}
  // expected-error@+1 {{call to main actor-isolated instance method 'append' in a synchronous nonisolated context}}
  registry.issueHandler = { log.append($0) }
  registry.register(.pollInterval, instance: .seconds(5))
}

let app = MainActorModule("App") { registry in
  registry.declare("text", \Sign.text)
  registry.register(in: .singleton) { MetricUnits() }
  registry.register(instance: MetricUnits() as any Units)
  registry.register(.pollInterval, instance: .seconds(5))
}

let networkModule = InjectionModule("Network") { registry in
  // expected-error@+1 {{main actor-isolated static property 'pollInterval' can not be referenced from a Sendable closure}}
  registry.register(.pollInterval, instance: .seconds(5))
  // expected-error@+1 {{main actor-isolated static property 'current' can not be referenced from a Sendable closure}}
  registry.register(in: .values { Request.current?.values }) { 5 }
}

struct Order: Decodable {
  @Injected var number: Int?

  enum CodingKeys: CodingKey {}
}

nonisolated func decode<Value: Decodable>(_ type: Value.Type) {}

nonisolated func decodeOrder() {
  // expected-error@+1 {{main actor-isolated conformance of 'Order' to 'Decodable' cannot be used in nonisolated context}}
  decode(Order.self)
}

final class Board {
  var clock = "08:02"  // expected-note {{property declared here}}
}

// Code of a test target without the default.
nonisolated func test(_ board: Board) -> String {
  // expected-error@+1 {{main actor-isolated property 'clock' can not be referenced from a nonisolated context}}
  board.clock
}
