import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// A member of a list is asked for as a property or an argument in the place of the list would be.
@Suite struct ListMembersTests {
  private protocol Plugin: Sendable {}
  private struct Zoom: Plugin {}
  private struct Theme: Plugin {}
  private final class User: Plugin, Sendable {}
  private struct Request: Sendable {
    let values = ScopedValues()
    @TaskLocal static var current: Request?
  }

  let log = IssueLog()

  private final class Cart: @unchecked Sendable { @Required var plugins: [any Plugin] }
  private final class Basket: Sendable {
    let plugins: [any Plugin]
    init(plugins: [any Plugin]) { self.plugins = plugins }
  }

  @Test func whatASessionKeepsOfARequestIsReported() {
    let session = ScopedValues()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(in: .values { Request.current?.values }) { User() }
      registry.register(in: .values(named: "session", session)) { Cart() }
      registry.register(in: .values(session), .initializer(Basket.init(plugins:)))
    }
    for _ in 0..<2 {
      Request.$current.withValue(Request()) {
        #expect(
          injector.instance(of: Cart.self) != nil && injector.instance(of: Basket.self) != nil)
      }
    }
    #expect(log.issues.map(\.kindName) == [.shorterScope, .shorterScope])
  }

  private final class House: @unchecked Sendable { @Required var plugins: [any Plugin] }

  @Test @MainActor func aKeptValueIsCompleteElsewhereOrLater() throws {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(instance: Zoom())
      registry.register { @MainActor in Theme() }
      registry.register(in: .singleton) { House() }
      registry.register(in: .singleton, .initializer(Basket.init(plugins:)))
    }
    #expect(injector.instance(of: House.self, isolation: nil) == nil)
    #expect(injector.instance(of: Basket.self, isolation: nil) == nil)
    #expect(try injector.require(.type(House.self)).plugins.count == 2)
    #expect(try injector.require(.type(Basket.self)).plugins.count == 2)
    // What is not kept goes on with the others.
    #expect(injector.injected(House(), isolation: nil).plugins.count == 1)
  }

  private final class Bell: Plugin, @unchecked Sendable { @Required var tower: Tower }
  private final class Tower: Sendable {
    let parts: [any Plugin]
    init(parts: [any Plugin]) { self.parts = parts }
  }

  @Test func aMemberMayHaveAPropertyForWhatTakesTheList() throws {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(in: .singleton, .initializer(Tower.init(parts:)))
      registry.register(in: .unique) { Bell() }
      registry.declare { Bell() }
      registry.declare(asks: .type(Tower.self))
    }
    try injector.validate().requireClean()
    let tower = try injector.require(.type(Tower.self))
    let bell = try #require(tower.parts.first as? Bell)
    #expect(bell.tower === tower && log.texts == [])
  }

  private final class Hub: @unchecked Sendable { @Required var all: [any Plugin] }
  private final class Wing: Plugin, Sendable {
    let hub: Hub
    init(hub: Hub) { self.hub = hub }
  }

  @Test func aMemberMayTakeWhatHasTheList() throws {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(in: .unique) { Hub() }
      registry.register(in: .singleton, .initializer(Wing.init(hub:)))
      registry.declare { Hub() }
    }
    try injector.validate().requireNoErrors()
    try injector.rehearse().requireClean()
    let wing = try #require(injector.instance(of: Hub.self)?.all.first as? Wing)
    #expect(wing.hub.all.count == 1 && log.texts == [])
  }

  private final class Page { @Injected(lazy: true) var users: [User]? }

  @Test func aLazyListIsOfTheRequestOfItsObject() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(in: .values { Request.current?.values }) { User() }
    }
    let (first, own) = (Request(), Page())
    Request.$current.withValue(first) { _ = injector.injectDependencies(to: own) }
    Request.$current.withValue(Request()) { #expect(own.users == nil) }
    #expect(log.kinds == [.sessionEnded])
    let other = Page()
    Request.$current.withValue(first) {
      injector.injectDependencies(to: other)
      #expect(other.users?.count == 1)
    }
  }

  private struct Log: Plugin {
    let point: InjectionPoint
    init(_ point: InjectionPoint) { self.point = point }
  }

  @Test func aMemberSeesThePointOfTheList() throws {
    let injector = PropertyInjector { registry in
      registry.register(.perPoint { _, point in Log(point) })
      registry.register(.initializer(Basket.init(plugins:)))
    }
    let cart = injector.injected(Cart())
    let ofProperty = try #require(cart.plugins.first as? Log).point
    #expect(ofProperty.ownerType == Cart.self && ofProperty.name == "plugins")
    let basket = try injector.require(.type(Basket.self))
    let ofArgument = try #require(basket.plugins.first as? Log).point
    #expect(ofArgument.kind == .argument && ofArgument.ownerType == Basket.self)
  }

  @Test func whatTakesRunTimeArgumentsIsInNoList() throws {
    struct Sized: Plugin { let size: Int }
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register { (_, size: Int) in Sized(size: size) }
      registry.register(instance: Zoom())
    }
    try injector.injectDependencies(to: Cart()).requireComplete()
    #expect(injector.instances(of: (any Plugin).self).count == 1 && log.texts == [])
    #expect(injector.validate().findings.allSatisfy { $0.severity == .note })
  }

  @Test func aListOfAnotherTypeUnderThePropertysNameIsTold() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("plugins", instance: [Zoom(), Zoom()])
      registry.register(instance: Zoom())
    }
    injector.injectDependencies(to: Cart())
    #expect(log.kinds == [.noFittingType])
    #expect(log.texts[0].contains("register that under another name, and the list has all values"))
  }

  @Test func aListHasNoScopeOfItsOwn() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register { User() }
      registry.unchecked { $0.setScope(.singleton, for: .type([User].self)) }
    }
    #expect(log.kinds == [.nothingToScope])
    let lists = [0, 1].map { _ in injector.instance(of: [User].self) }
    #expect(lists[0]?[0] !== lists[1]?[0])
  }

  @Test func theGraphLeadsThroughTheDecoratorOfAList() {
    let injector = PropertyInjector { registry in
      registry.register { User() }
      registry.decorate { _, list in list + list as [User] }
      registry.declare(Page.self)
    }
    let graph = injector.graph(including: Page.self)
    let decorator = graph.nodes.first { $0.name.hasSuffix("decorator 1") }
    let users = graph.nodes.first { $0.name == "users" }
    func ends(of node: Int?) -> [String] {
      graph.edges.filter { $0.from == node }.map { graph.nodes[$0.to].name }
    }
    #expect(ends(of: users?.id) == [decorator?.name ?? ""], "\(graph)")
    #expect(ends(of: decorator?.id) == ["User"], "\(graph)")
  }

  @Test func aCheckTellsOfMembersThatBelongToAnActor() async throws {
    final class Board { @Required var plugins: [any Plugin] }
    let ofMainActor = PropertyInjector { registry in
      registry.register(instance: Zoom())
      registry.register { @MainActor in Theme() }
      registry.declare { Board() }
    }
    let found = ofMainActor.validate().findings.filter { $0.severity > .note }
    #expect(found.map(\.severity) == [.unverified], "\(found)")
    try await MainActor.run { try ofMainActor.validate().requireClean() }
    actor Owner {
      func findings() -> [ValidationReport.Finding] {
        PropertyInjector { registry in
          registry.confined(to: self) { $0.register(instance: Zoom()) }
          registry.register { @MainActor in Theme() }
          registry.declare { Board() }
        }.validate().findings.filter { $0.severity > .note }
      }
    }
    let both = await Owner().findings()
    #expect(both.map(\.issue.kindName) == [.actorsDoNotMeet], "\(both)")
  }
}
