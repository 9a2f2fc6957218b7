import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionSettings
import TestSupport
import Testing

/// The wiring as data and in the languages of pictures.
@Suite struct GraphTests {
  @Test func theNodesAndEdgesAreThoseOfTheConfiguration() {
    let graph = makeInjector().graph()
    #expect(
      graph.nodes.map { "\($0.id) \($0.kind) \($0.name) \($0.status)" } == [
        "0 type Desk fine", "1 property clock fine", "2 property engine missing",
        "3 property missing missing", "4 binding \"clock\": any Clock fine",
        "5 binding \"engine\": Engine missing", "6 binding \"watch\": StoppedClock fine",
      ])
    #expect(
      graph.edges.map { "\($0.from) \($0.kind) \($0.to)" } == [
        "0 has 1", "0 has 2", "0 has 3", "1 filledBy 4", "2 filledBy 5", "4 alias 6",
      ])
    #expect(graph.nodes[1].valueType == "any Clock" && graph.nodes[6].module == "Clocks")
    #expect(graph.nodes[5].scope == ".singleton" && graph.nodes[5].layer == 0)
  }

  @Test func theSameConfigurationGivesTheSameGraph() {
    #expect(makeInjector().graph().dot == makeInjector().graph().dot)
    #expect(makeInjector().graph().nodes == makeInjector().graph().nodes)
  }

  private final class Plain {}

  @Test func aTypeWithoutPropertiesIsDrawnWithAnInvisibleNode() throws {
    let graph = PropertyInjector { $0.declare(Plain.self) }.graph()
    let type = try #require(graph.nodes.first { $0.kind == .type })
    // Graphviz does not draw a cluster in which there is nothing.
    #expect(graph.dot.contains("    n\(type.id) [style=invis];"))
  }

  @Test func graphvizGetsWhatIsMissingInRed() {
    let text = makeInjector().graph().dot
    expectGolden(text)
    #expect(text.hasSuffix("\n"))
  }

  @Test func mermaidGetsTheSame() {
    let text = makeInjector().graph().mermaid
    expectGolden(text)
    #expect(text.hasSuffix("\n"))
  }

  @Test func asTextItHasALineForEachValue() {
    #expect(
      makeInjector().graph().description == """
        Desk
        Desk.clock: any Clock <- "clock": any Clock
        Desk.engine: Engine <- "engine": Engine
        Desk.missing: Double <- nothing
        "clock": any Clock
        "clock": any Clock <- "watch": StoppedClock, alias
        "engine": Engine, .singleton
        Clocks: "watch": StoppedClock

        """)
  }

  private final class Child {
    @Required var injector: PropertyInjector
    @Injected(optional: true) var watch: StoppedClock?
    @Injected(lazy: true) var cart: Cart?
    @Setting("child.\"size\"") var size: Int?
    weak var wheel: Wheel?
  }

  @Test func asTextItTellsHowAPropertyIsFilledAndHoldsItsValue() {
    let graph = PropertyInjector { registry in
      registry.register(in: .values(named: "session", ScopedValues())) { Wheel() }
      registry.register(in: .unique, .initializer(Cart.init(_:)))
      registry.useSettings(in: InMemorySettingsStore())
      registry.registerNil(.type(StoppedClock.self))
      registry.declare("wheel", \Child.wheel)
      registry.declare { Child() }
    }.graph()
    #expect(
      graph.description == #"""
        Child
        Child.wheel: Wheel, weak <- Wheel, by type
        Child.injector: PropertyInjector <- the injector
        Child.watch: StoppedClock <- nil
        Child.cart: Cart, lazy <- Cart, by type
        Child.size: Int, "child.\"size\"" <- any SettingsStore
        Cart
        Cart <- Wheel, argument
        StoppedClock, nil
        Wheel, .values("session")
        any SettingsStore

        """#)
  }

  @Test func theSameGraphHasNotChanged() throws {
    try makeInjector().graph().requireSame(as: makeInjector().graph().description)
  }

  @Test func aFileMayHaveTheLineEndsOfWindows() throws {
    let known = makeInjector().graph().description.replacing("\n", with: "\r\n")
    try makeInjector().graph().requireSame(as: known)
  }

  @Test func whatIsLeftOutAndNewIsTold() throws {
    func makeGraph(_ isNew: Bool) -> InjectionGraph {
      PropertyInjector { registry in
        registry.register("engine", in: isNew ? .unique : .singleton) { Engine(fuel: 1) }
        registry.register(instance: StoppedClock() as any Clock)
        if !isNew { registry.decorate { _, clock in clock as any Clock } }
        registry.declare("clock", \Marked.clock)
      }.graph()
    }
    let known = makeGraph(false).description
    let changes = #expect(throws: InjectionGraph.Changes.self) {
      try makeGraph(true).requireSame(as: known)
    }
    #expect(
      changes?.description == """
        The wiring has changed.
          - Marked.clock: any Clock <- any Clock, decorator 1, by type
          - "engine": Engine, .singleton
          - any Clock, decorator 1, .singleton
          - any Clock, decorator 1, .singleton <- any Clock, decorates
          + Marked.clock: any Clock <- any Clock, by type
          + "engine": Engine
          to fix         take the change back, or write the graph, as text, in the place of the old text.
        """)
  }

  @Test func aLineInAnotherPlaceIsToldOnce() {
    func graph(_ order: [InjectionKey<Counter>]) -> InjectionGraph {
      PropertyInjector { (registry: inout Registry) in
        for key in order { registry.register(key, instance: Counter()) }
        registry.declare("all", \Counters.all)
      }.graph()
    }
    let changes = #expect(throws: InjectionGraph.Changes.self) {
      try graph(["b", "a"]).requireSame(as: graph(["a", "b"]).description)
    }
    let lines = changes?.description.split(separator: "\n").filter { $0.contains("<-") } ?? []
    #expect(lines.count == 1 && lines.allSatisfy { $0.hasSuffix(", in another place") }, "\(lines)")
  }

  private final class Counter: Sendable {}
  private final class Counters { var all: [Counter]? }

  @Test func theLayersOfDerivedInjectorsAndMarkedTypesAreShown() {
    let derived = makeInjector().overriding { $0.register("missing", instance: 1.5) }
    let graph = derived.graph(including: Marked.self)
    #expect(graph.nodes.first { $0.name == "\"missing\": Double" }?.layer == 1)
    #expect(graph.nodes.contains { $0.kind == .type && $0.name == "Marked" })
    #expect(graph.dot.contains("\\nlayer 1"))
    #expect(graph.nodes.first { $0.name == "nothing" }?.status == .unverified)
    #expect(graph.dot.contains("[label=\"nothing: Double\", style=\"rounded,dashed\"]"))
  }

  @Test func aGraphAroundATypeHasWhatIsNear() {
    let injector = makeInjector().overriding { registry in
      registry.register("spare", instance: 1)
      registry.declare("clock", \Marked.clock)
    }
    let near = injector.graph(around: Desk.self, depth: 1).nodes.map(\.name)
    #expect(
      near == [
        "Desk", "clock", "engine", "missing", "\"clock\": any Clock", "\"engine\": Engine",
      ])
    let farther = injector.graph(around: Desk.self).nodes.map(\.name)
    #expect(farther.contains("Marked") && farther.contains("\"watch\": StoppedClock"))
    #expect(!farther.contains("\"spare\": Int"))
    #expect(injector.graph(around: Desk.self, depth: 1).nodes.map(\.id) == Array(0..<6))
  }

  @Test func aGraphAroundATypeWithoutPropertiesHasWhatIsRegisteredForIt() {
    let injector = makeInjector()
    let near = injector.graph(around: (any Clock).self, depth: 1).nodes.map(\.name)
    #expect(
      near == [
        "Desk", "clock", "engine", "missing", "\"clock\": any Clock", "\"watch\": StoppedClock",
      ])
    #expect(injector.graph(around: UInt8.self).nodes.isEmpty)
  }

  @Test func aGraphOfManyAliasesInARowIsDrawn() {
    let count = 400
    let injector = PropertyInjector { registry in
      registry.register("0", instance: 1)
      for number in 1...count {
        registry.alias(.named("\(number)", Int.self), to: .named("\(number - 1)", Int.self))
      }
    }
    let graph = injector.graph()
    #expect(graph.nodes.count == count + 1 && graph.edges.count == count)
    #expect(graph.nodes.allSatisfy { $0.status == .fine })
  }

  private class Vehicle { @Injected("paint") private var color: String? }
  private final class Van: Vehicle { @Injected var engine: Engine? }

  @Test func theMarksOfASuperclassAreInTheBoxOfAClass() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("paint", instance: "red")
      registry.declare { Van() }
    }
    let graph = injector.graph()
    #expect(graph.nodes.map(\.name) == ["Van", "color", "engine", "\"paint\": String"])
    #expect(graph.edges.contains { $0.from == 1 && $0.to == 3 && $0.kind == .filledBy })
  }

  private final class Label { @Injected var title: String? }

  @Test func eachDecoratorHasItsNameAndTellsWhatItWraps() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("title", instance: "news", fileID: "App/Setup.swift", line: 1)
      registry.decorate(.named("title", String.self), fileID: "App/Setup.swift", line: 2) {
        _, title in title.uppercased()
      }
      registry.decorate(.named("title", String.self), fileID: "App/Setup.swift", line: 3) {
        _, title in title + "!"
      }
    }
    let key = "\"title\": String"
    let graph = injector.graph()
    let names = [key, "\(key), decorator 1", "\(key), decorator 2"]
    #expect(graph.nodes.map(\.name) == names)
    #expect(
      graph.edges.map { [names[$0.from], names[$0.to]] } == [
        [names[1], key], [names[2], names[1]],
      ])
    #expect(
      injector.explain(Label()).description.contains(
        """
        \(key) (App/Setup.swift:3), which decorates \(key) (App/Setup.swift:2), which decorates \(key) \
        (App/Setup.swift:1), .singleton
        """))
  }

  private final class Wheel: Constructible, Sendable {
    static var provider: Provider<Wheel> { .initializer(Wheel.init) }
  }

  private final class Cart: Sendable { init(_ wheel: Wheel) {} }

  @Test func aTypeThatSaysHowItIsMadeIsShownForEachBinding() {
    let injector = PropertyInjector { $0.register("cart", .initializer(Cart.init, .byType)) }
    let graph = injector.graph()
    #expect(graph.nodes.map(\.name) == ["\"cart\": Cart", "Wheel"])
    #expect(graph.edges.map(\.kind) == [.argument])
  }

  private final class Chassis: Constructible, @unchecked Sendable {
    @Injected var color: String?
    static var provider: Provider<Chassis> { .initializer(Chassis.init) }
  }

  private final class Truck { var chassis: Chassis? }

  @Test func thePropertiesOfATypeThatSaysHowItIsMadeAreShown() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.declare("chassis", \Truck.chassis, from: .byType)
    }
    #expect(
      injector.graph().nodes.map(\.name) == ["Chassis", "color", "Truck", "chassis", "Chassis"])
  }

  private func makeInjector() -> PropertyInjector {
    PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.install(clocks)
      registry.alias(.named("clock", (any Clock).self), to: .named("watch", (any Clock).self))
      registry.register(
        "engine", in: .singleton, .initializer(Engine.init(fuel:), .key("fuel")))
      registry.declare("clock", \Desk.clock)
      registry.declare("engine", \Desk.engine)
      registry.declare("missing", \Desk.missing)
    }
  }
}

private let clocks = InjectionModule("Clocks") { registry in
  registry.register("watch", instance: StoppedClock())
}

private struct Engine: Sendable {
  init(fuel: Float) {}
}

private final class Desk {
  var clock: (any Clock)?
  var engine: Engine?
  var missing: Double?
}

private final class Marked {
  var clock: (any Clock)?
  @Injected var nothing: Double?
}
