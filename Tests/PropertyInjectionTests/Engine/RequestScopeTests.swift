import Dispatch
import Foundation
import PropertyInjection
import TestSupport
import Testing

/// Values that are kept for the time of a request.
@Suite struct RequestScopeTests {
  final class Request: Sendable {
    let name: String
    let values = ScopedValues()
    init(_ name: String) { self.name = name }

    @TaskLocal static var current: Request?
  }

  final class User: Sendable {
    let request: String?
    init() { request = Request.current?.name }
  }

  private final class Cart: Sendable {}

  @MainActor private static let values: ScopedValues? = ScopedValues()
  @globalActor private actor Shop { static let shared = Shop() }

  private final class Desk {
    var cart: Cart?
  }

  @MainActor @Test func valuesBelongToTheActorWhoseStateTheirStoreIs() async throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("cart", in: .values { @MainActor in Self.values }) { Cart() }
      registry.register("other", in: .unique) { Cart() }
      registry.setScope(.values { @MainActor in Self.values }, for: .named("other", Cart.self))
      registry.declare("cart", \Desk.cart)
    }
    for key in ["cart", "other"] {
      let cart: Cart = try injector.require(.named(key, Cart.self))
      #expect(injector.instance(for: .named(key, Cart.self)) === cart)
      let elsewhere = await Task.detached { injector.instance(for: .named(key, Cart.self)) }.value
      #expect(elsewhere == nil)
    }
    #expect(log.kinds == [.bindingOnAnotherActor, .bindingOnAnotherActor])
  }

  @Shop private static func injectorOfShop(reportingTo log: IssueLog) -> PropertyInjector {
    PropertyInjector(reportingTo: log) { registry in
      registry.confined(to: Shop.shared) { registry in
        registry.register("cart", in: .values { @MainActor in values }) { Cart() }
      }
    }
  }

  /// Nothing runs on two actors, so there is no value.
  @MainActor @Test func aFactoryAndAStoreOfTwoActorsDoNotMeet() async {
    let log = IssueLog()
    let injector = await Self.injectorOfShop(reportingTo: log)
    let here = injector.instance(for: .named("cart", Cart.self))
    let there = await Task { @Shop in injector.instance(for: .named("cart", Cart.self)) }.value
    #expect(here == nil && there == nil)
    #expect(log.kinds == [.bindingOnAnotherActor, .bindingOnAnotherActor])
  }

  /// As in a test of a log-out.
  @Test(arguments: ["forgets", "ends"])
  func withinAnOverrideAValueLastsAsLongAsItsStore(the store: String) {
    let injector = PropertyInjector { registry in
      registry.register("cart", in: .values { Request.current?.values }) { Cart() }
    }
    injector.withOverrides { _ in
    } operation: {
      var request: Request? = Request("one")
      weak var cart: Cart?
      Request.$current.withValue(request) {
        cart = injector.instance(for: .named("cart", Cart.self))
        #expect(cart != nil && cart === injector.instance(for: .named("cart", Cart.self)))
        if store == "forgets" {
          request?.values.removeAll()
          #expect(cart == nil)
          #expect(injector.instance(for: .named("cart", Cart.self)) != nil)
        }
      }
      request = nil
      #expect(cart == nil)
    }
  }

  @Test func aStoreKeepsNothingThatAnOverrideHasMadeWhenThatHasEnded() {
    let request = Request("one")
    let injector = PropertyInjector { registry in
      registry.register("cart", in: .values(request.values)) { Cart() }
    }
    let key = InjectionKey<Cart>.named("cart")
    let own = injector.instance(for: key)
    for _ in 0..<3 {
      weak var cart: Cart?
      injector.withOverrides { _ in
      } operation: {
        injector.withOverrides { _ in
        } operation: {
          cart = injector.instance(for: key)
          #expect(cart != nil && cart !== own)
        }
        #expect(cart == nil)
      }
    }
    #expect(injector.instance(for: key) === own)
  }

  @Test func aRequestThatHasWaitedForAnotherGetsAValueOfItsOwn() {
    let isMaking = DispatchSemaphore(value: 0)
    let injector = PropertyInjector { registry in
      registry.register("user", in: .values { Request.current?.values }) { () -> User in
        isMaking.signal()
        // Long enough for the other to wait for this, if it could.
        for _ in 0..<1000 { sched_yield() }
        return User()
      }
    }
    let names = Threads.run(2) { index -> [String?] in
      if index == 1 { isMaking.wait() }
      return Request.$current.withValue(Request("request \(index)")) {
        (0..<2).map { _ in injector.instance(for: .named("user", User.self))?.request }
      }
    }
    #expect(names == [["request 0", "request 0"], ["request 1", "request 1"]])
  }

  private final class Pair: Sendable {
    let user: User?
    init(_ user: User?) { self.user = user }
  }

  @Test func requestsInACycleOfThreadsGetTheirOwn() {
    // Each thread makes one thing and needs what the other is making, each in its own request.
    let meeting = DispatchSemaphore(value: 0)
    let other = DispatchSemaphore(value: 0)
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("user", in: .values { Request.current?.values }) { injector -> User in
        if Request.current?.name == "request 0" {
          meeting.signal()
          other.wait()
          _ = injector.instance(for: .named("pair", Pair.self))
        }
        return User()
      }
      registry.register("pair", in: .singleton) { injector -> Pair in
        if Request.current?.name == "request 1" {
          meeting.wait()
          other.signal()
          for _ in 0..<1000 { sched_yield() }
        }
        return Pair(injector.instance(for: .named("user")))
      }
    }
    let names = Threads.run(2) { index -> String? in
      Request.$current.withValue(Request("request \(index)")) {
        index == 0
          ? injector.instance(for: .named("user", User.self))?.request
          : injector.instance(for: .named("pair", Pair.self))?.user?.request
      }
    }
    #expect(names == ["request 0", "request 1"])
    #expect(log.issues.allSatisfy { $0.kind.name == "shorterScope" })
  }

  private final class Session: Sendable {
    let values = ScopedValues()
    @TaskLocal static var current: Session?
  }

  private final class Tray: @unchecked Sendable {
    let user: User
    @Injected var cart: Cart?
    init(user: User) { self.user = user }
  }

  /// Which of two stores ends first is known when the value is asked for in another request.
  @Test(arguments: [true, false])
  func aSessionsValueThatKeepsARequestsValueIsToldInTheNextRequest(isWrong: Bool) throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      let request = InjectionScope.values(named: "request") { Request.current?.values }
      let session = InjectionScope.values(named: "session") { Session.current?.values }
      registry.register(in: isWrong ? request : session) { User() }
      registry.register(in: isWrong ? request : session) { Cart() }
      registry.register(in: isWrong ? session : request, .initializer(Tray.init(user:)))
      registry.register("name", in: session) { injector -> Fixed in
        Fixed(injector.instance(of: User.self)?.request ?? "")
      }
    }
    func ask() -> Tray? {
      _ = injector.instance(for: .named("name", Fixed.self))
      return injector.instance(of: Tray.self)
    }
    try Session.$current.withValue(Session()) {
      for name in ["one", "two", "two"] {
        try Request.$current.withValue(Request(name)) {
          let tray = try #require(ask())
          #expect(ask() === tray && tray.cart != nil && tray.user.request == "one")
          #expect(log.kinds == (isWrong && name == "two" ? [.shorterScope, .shorterScope] : []))
        }
      }
    }
    let text = log.issues.first?.description ?? ""
    #expect(
      !isWrong
        || text.hasPrefix(
          #"Tray has the scope .values("session"), and keeps User, whose scope .values("request") is shorter."#
        ), "\(text)")
  }

  /// What an attempt in another request has got is not the value's.
  @Test func aValueThatIsMadeAtTheSecondAttemptKeepsNothingOfTheFirst() {
    struct Closed: Error {}
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(in: .values(named: "request") { Request.current?.values }) { User() }
      registry.register(
        in: .values(named: "session") { Session.current?.values },
        .initializer { (user: User) throws -> Tray in
          if user.request == "one" { throw Closed() }
          return Tray(user: user)
        })
    }
    Session.$current.withValue(Session()) {
      for name in ["one", "two"] {
        Request.$current.withValue(Request(name)) {
          for _ in 0..<2 {
            #expect(injector.instance(of: Tray.self)?.user.request == (name == "one" ? nil : "two"))
          }
        }
      }
    }
    #expect(!log.kinds.contains(.shorterScope))
  }

  private struct Fixed: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
  }

  @Test func aDecoratedInstanceThatKeepsARequestsValueIsToldAFactory() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(in: .values { Request.current?.values }) { User() }
      registry.register(instance: StoppedClock() as any Clock)
      registry.decorate { injector, clock in UserClock(clock: clock) as any Clock }
    }
    Request.$current.withValue(Request("request 0")) {
      #expect(injector.instance(of: (any Clock).self) is UserClock)
    }
    let issue = try #require(log.issues.first)
    #expect(
      issue.description.contains(
        """
          to fix         let it take a Lookup<User>, and call that where the value is used.
        """))
  }

  private final class LazyMailer: @unchecked Sendable {
    @Injected(lazy: true) var user: User?
  }

  @Test func aLazyPropertyOfAKeptValueThatGetsOneOfARequestIsReported() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(in: .values { Request.current?.values }) { User() }
      registry.register(in: .singleton) { LazyMailer() }
    }
    #expect(injector.instance(of: LazyMailer.self) != nil)
    #expect(log.issues.map(\.kindName) == [.shorterScope])
  }

  private struct SignedClock: Clock {
    let user: User?
    init(user: User?) { self.user = user }
    var now: Int { user == nil ? 0 : 1 }
  }

  @Test func anOptionalArgumentIsNilOutsideOfItsTimeUnlessTheValueIsKept() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(in: .values { Request.current?.values }) { User() }
      registry.register(.type((any Clock).self), .initializer(SignedClock.init(user:)))
      registry.register("kept", in: .weak, .initializer(Keeper.init(user:)))
    }
    #expect(injector.instance(of: (any Clock).self)?.now == 0)
    #expect(log.kinds == [])
    #expect(injector.instance(of: Keeper.self) == nil)
    #expect(log.kinds.count == 1)
    Request.$current.withValue(Request("request 0")) {
      #expect(injector.instance(of: (any Clock).self)?.now == 1)
    }
  }

  private final class Keeper: Sendable { init(user: User?) {} }

  private struct UserClock: Clock {
    let clock: any Clock
    @Injected var user: User?
    var now: Int { clock.now }
  }

  private final class Guest {
    @Injected(optional: true) var user: User?
    @Injected(lazy: true, optional: true) var lazyUser: User?
  }

  @Test func anOptionalPropertyHasNoValueOutsideOfItsTime() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(in: .values { Request.current?.values }) { User() }
      registry.register("guest") { Guest() }
      registry.unchecked { $0.register("kept", in: .singleton) { Guest() } }
    }
    let guest = Guest()
    try injector.injectDependencies(to: guest).requireComplete()
    let made: Guest? = injector.instance(for: "guest")
    #expect(guest.user == nil && guest.lazyUser == nil && made != nil && made?.user == nil)
    #expect(log.kinds.isEmpty)
    Request.$current.withValue(Request("request")) {
      injector.injectDependencies(to: guest)
      #expect(guest.user?.request == "request" && guest.lazyUser === guest.user)
    }
    // It would keep the nil in each request.
    let kept: Guest? = injector.instance(for: "kept")
    #expect(kept == nil && log.kinds.first == .outOfScope)
  }

  @Test func aStoreThatIsAskedOutsideItsTimeIsReported() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("user", in: .values { Request.current?.values }) { User() }
      registry.declare("user", \Visitor.user)
    }
    let visitor = Visitor()
    let result = injector.injectDependencies(to: visitor)
    #expect(visitor.user == nil && result.unfilled.map(\.reasonName) == [.outOfScope])
    #expect(log.kinds == [.outOfScope])
    Request.$current.withValue(Request("request")) {
      injector.injectDependencies(to: visitor)
    }
    #expect(visitor.user?.request == "request")
  }

  final class Visitor {
    var user: User?
  }
}

/// Values that are made once in a graph of objects.
@Suite struct GraphScopeTests {
  final class Session: Sendable {}
  final class Reader {
    @Injected var session: Session?
    init() {}
  }
  final class Writer {
    let session: Session
    init(session: Session) { self.session = session }
  }
  final class Screen: InjectionAware {
    @Injected var session: Session?
    @Injected(.byType) var reader: Reader?
    @Injected(.byType) var writer: Writer?
    @Injected var injector: PropertyInjector?
    var sessionInHook: Session?

    func didInjectDependencies() {
      sessionInHook = injector?.instance(for: "session")
    }
  }

  let injector = PropertyInjector { registry in
    registry.register("session", in: .graph) { Session() }
    registry.register(.type(Reader.self), .initializer(Reader.init))
    registry.register(.type(Writer.self), .initializer(Writer.init(session:)))
  }

  @Test func everythingThatOneInjectionMakesGetsTheSame() {
    let (one, other) = (Screen(), Screen())
    injector.injectDependencies(to: one)
    injector.injectDependencies(to: other)
    for screen in [one, other] {
      #expect(screen.session != nil)
      #expect(screen.reader?.session === screen.session)
      #expect(screen.writer?.session === screen.session)
      #expect(screen.sessionInHook === screen.session)
    }
    #expect(one.session !== other.session)
  }

  @Test func aLookUpIsARequest() {
    let (one, other) = (injector.instance(of: Writer.self), injector.instance(of: Writer.self))
    #expect(one != nil && one?.session !== other?.session)
    let session: Session? = injector.instance(for: "session")
    #expect(session != nil && session !== injector.instance(for: .named("session", Session.self)))
  }

  private final class Left: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var right: Right?
    init() {}
  }
  private final class Right: @unchecked Sendable {
    // Unchecked: nothing in it changes.
    let left: Left
    init(left: Left) { self.left = left }
  }

  @Test func whatNeedsEachOtherInAGraphIsComplete() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Left.self), in: .graph, .initializer(Left.init))
      registry.register(.type(Right.self), in: .graph, .initializer(Right.init(left:)))
    }
    let left = injector.instance(of: Left.self)
    #expect(left != nil && left?.right?.left === left)
    let right = injector.instance(of: Right.self)
    #expect(right != nil && right?.left.right === right && right !== left?.right)
    #expect(log.texts == [])
    left?.right = nil
    right?.left.right = nil
  }

  @Test func eachThreadHasItsOwn() {
    let injector = injector
    let sessions = Threads.run(8) { _ in injector.instance(of: Writer.self)?.session }
    #expect(Set(sessions.compactMap { $0.map(ObjectIdentifier.init) }).count == 8)
  }

  @Test func aScopeThatIsSetLaterCounts() {
    let derived = PropertyInjector { registry in
      registry.register("session") { Session() }
    }.overriding { registry in
      registry.unchecked { $0.setScope(.graph, for: .named("session", Session.self)) }
      registry.register(.type(Reader.self), .initializer(Reader.init))
      registry.register(.type(Writer.self), .initializer(Writer.init(session:)))
    }
    let screen = Screen()
    derived.injectDependencies(to: screen)
    #expect(screen.session != nil && screen.reader?.session === screen.session)
  }
}
