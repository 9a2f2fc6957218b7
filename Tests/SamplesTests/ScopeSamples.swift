import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// The samples of "Scopes": sessions and requests.
@Suite struct ScopeSamples {
  struct User: Sendable { let name: String }
  final class Cart: Sendable {}

  struct Request: Sendable {
    let user: User
    let values = ScopedValues()
    @TaskLocal static var current: Request?
  }

  /// A service that is made in the first request and keeps that one's user.
  final class Greeter: Sendable {
    let user: User
    init(user: User) { self.user = user }
  }

  @Test func aServiceThatKeepsTheUserOfARequestIsFound() throws {
    let log = IssueLog()
    func configure(_ registry: inout Registry, isEager: Bool) {
      registry.register("user", in: .values { Request.current?.values }) {
        Request.current?.user
      }
      registry.register(
        "greeter", in: .singleton(eager: isEager), .initializer(Greeter.init, .key("user")))
    }
    let injector = PropertyInjector(reportingTo: log) { configure(&$0, isEager: false) }
    #expect(injector.validate().findings.map(\.issue.kindName).contains(.shorterScope))
    for user in [User(name: "Ann"), User(name: "Joe")] {
      Request.$current.withValue(Request(user: user)) {
        let greeter: Greeter? = injector.instance(for: "greeter")
        #expect(greeter?.user.name == "Ann")
      }
    }
    #expect(log.issues.isEmpty)
    _ = PropertyInjector(reportingTo: log) { configure(&$0, isEager: true) }
    #expect(log.texts.first?.contains("its binding keeps a value for each request") == true)
  }

  @Test func whatALogOutEnds() {
    let session = ScopedValues()
    let injector = PropertyInjector { registry in
      registry.register("cart", in: .values(session)) { Cart() }
    }
    let cart: Cart? = injector.instance(for: "cart")
    session.removeAll()  // the log-out
    #expect(cart != nil && cart !== injector.instance(for: .named("cart", Cart.self)))
  }
}
