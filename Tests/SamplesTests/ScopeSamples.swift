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
    #expect(log.kinds == [.shorterScope])
    _ = PropertyInjector(reportingTo: log) { configure(&$0, isEager: true) }
    #expect(log.texts.last?.contains("its binding keeps a value for each request") == true)
  }

  private final class Basket {
    @Injected(optional: true) var cart: Cart?
  }

  @Test func aPropertyMayHaveNoValueOutsideOfARequest() throws {
    let injector = PropertyInjector { registry in
      registry.register(in: .values { Request.current?.values }) { Cart() }
    }
    let basket = Basket()
    try injector.injectDependencies(to: basket).requireComplete()
    #expect(basket.cart == nil)
    Request.$current.withValue(Request(user: User(name: "Ann"))) {
      _ = injector.injectDependencies(to: basket)
    }
    #expect(basket.cart != nil)
  }

  @MainActor private final class Session {
    static var current: Session?
    let values = ScopedValues()
  }

  @MainActor @Test func aStoreMayBeTheStateOfAnActor() throws {
    let injector = PropertyInjector { registry in
      registry.register("cart", in: .values { @MainActor in Session.current?.values }) { Cart() }
    }
    Session.current = Session()
    let cart: Cart = try injector.require("cart")
    #expect(injector.instance(for: "cart") === cart)
    Session.current = nil
    #expect(injector.instance(for: .named("cart", Cart.self)) == nil)
  }

  private protocol Greeting: Sendable {}
  private struct Plain: Greeting {}
  private final class Wrapper: Greeting, @unchecked Sendable {
    @Injected var user: User?
    let inner: any Greeting
    init(_ inner: any Greeting) { self.inner = inner }
  }

  /// What no check sees before the values are made.
  @Test(
    arguments: ["a mark behind a protocol", "a value until reset", "a decorator", "a look-up"],
    ["a request", "a session"])
  func anInjectionTellsWhatKeepsAShorterValue(how: String, owner: String) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      let ofSession = InjectionScope.values(ScopedValues())
      registry.register(
        "user", in: owner == "a session" ? ofSession : .values { Request.current?.values }
      ) {
        Request.current?.user
      }
      let key = InjectionKey<any Greeting>("greeting")
      switch how {
      case "a mark behind a protocol":
        registry.register(key, in: .singleton) { Wrapper(Plain()) }
      case "a value until reset":
        registry.register(key, in: .cached) { Wrapper(Plain()) }
      case "a decorator":
        registry.register(key, in: .singleton) { Plain() }
        registry.decorate(key) { _, inner in Wrapper(inner) }
      default:
        registry.register(key, in: .singleton) { injector in
          let user: User? = injector.instance(for: "user")
          return user.map { _ in Plain() }
        }
      }
    }
    let user = User(name: "Ann")
    Request.$current.withValue(Request(user: user)) {
      let greeting: (any Greeting)? = injector.instance(for: "greeting")
      #expect(greeting != nil && log.kinds == [.shorterScope])
      let again: User? = injector.instance(for: "user")
      #expect(again?.name == "Ann" && log.issues.count == 1)
    }
    #expect(
      log.texts.first?.hasPrefix(#""greeting": any Greeting has the scope ."#) == true)
  }

  @Test func aRehearsalWithinARequestSeesItsValues() throws {
    let injector = PropertyInjector { registry in
      registry.register("user", in: .values { Request.current?.values }) {
        Request.current?.user
      }
    }
    #expect(injector.rehearse().findings.map(\.severity) == [.unverified])
    try Request.$current.withValue(Request(user: User(name: "Ann"))) {
      try injector.rehearse().requireClean()
    }
    Request.$current.withValue(Request(user: User(name: "Ann"))) {
      #expect(injector.rehearse().findings.isEmpty)
    }
  }

  static var shopModule: InjectionModule {
    let shopModule = InjectionModule("Shop") { registry in
      let session = ScopedValues()
      registry.register("session", instance: session)
      registry.register(in: .values(session)) { Cart() }
    }
    return shopModule
  }

  final class LogOutButton {
    @Required var session: ScopedValues
    func press() { session.removeAll() }
  }

  private final class Screen {
    @Required var cart: Lookup<Cart>

    func current() throws -> Cart {
      let cart = try cart.require()  // or cart(), which is nil if there is none
      return cart
    }
  }

  @Test func aScreenThatStaysOpenAsksForTheCartOfEachSession() throws {
    let injector = PropertyInjector { $0.install(Self.shopModule) }
    let screen = injector.injected(Screen())
    let cart = try screen.current()
    #expect(try screen.current() === cart)
    injector.injected(LogOutButton()).press()
    #expect(try screen.current() !== cart)
  }

  struct Visitor: Sendable { let name: String }

  final class Board: Sendable {
    private let visitor: Lookup<Visitor>
    init(visitor: Lookup<Visitor>) { self.visitor = visitor }

    func write(_ text: String) throws -> String { "\(try visitor.require().name): \(text)" }
  }

  @Test func aServiceThatIsKeptLooksUpTheVisitor() throws {
    let injector = PropertyInjector { registry in
      registry.register(in: .singleton, .initializer(Board.init(visitor:)))
      registry.register { Visitor(name: "Ann") }
    }
    #expect(try injector.require(.type(Board.self)).write("here") == "Ann: here")
  }

  @Test func whatALogOutEnds() {
    let injector = PropertyInjector { $0.install(Self.shopModule) }
    let cart = injector.instance(of: Cart.self)
    #expect(cart === injector.instance(of: Cart.self))
    injector.injected(LogOutButton()).press()
    #expect(cart != nil && cart !== injector.instance(of: Cart.self))
  }
}
