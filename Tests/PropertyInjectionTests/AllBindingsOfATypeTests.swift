import Foundation
import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// The key `.all`, with which properties and arguments ask for all bindings of a type.
@Suite struct AllBindingsOfATypeTests {
  private protocol Plugin: AnyObject, Sendable { var name: String { get } }
  private final class Crop: Plugin {
    var name: String { "crop" }
  }
  private final class Zoom: Plugin {
    let name: String
    init(name: String) { self.name = name }
  }
  private final class Host {
    var declared: [any Plugin]?
    @Injected(.all) var marked: ContiguousArray<any Plugin>?
    @Injected(.all, lazy: true) var late: [Zoom]?
    @Injected("extensions") var aliased: [any Plugin]?
    @Injected(.all, optional: true) var others: [Double]?
    var names: [[String]] {
      [
        declared?.map(\.name), marked.map { $0.map(\.name) }, late?.map(\.name),
        aliased?.map(\.name), others.map { $0.map { "\($0)" } },
      ].map { $0 ?? ["nil"] }
    }
  }
  private struct Kit {
    let plugins: [any Plugin]
    let optional: [Zoom]?
  }

  let log = IssueLog()

  private func makeInjector() -> PropertyInjector {
    PropertyInjector(reportingTo: log) { registry in
      registry.register("crop", in: .singleton) { Crop() }
      registry.register("zoom", instance: Zoom(name: "zoom"))
      registry.register(.type(Zoom.self)) { Zoom(name: "new") }
      registry.alias("extensions", to: .named("all", [any Plugin].self))
      registry.alias("all", to: InjectionKey<[any Plugin]>.all)
      registry.declare("declared", \Host.declared, from: .all)
      registry.register("kit", .initializer(Kit.init(plugins:optional:), .key(.all), .key(.all)))
    }
  }

  @Test func propertiesGetThemInTheOrderOfRegistration() {
    let host = Host()
    let result = makeInjector().injectDependencies(to: host)
    let all = ["crop", "zoom", "new"]
    #expect(host.names == [all, all, ["zoom", "new"], all, []])
    #expect(result.unfilled.isEmpty && log.texts == [])
  }

  @Test func theySayWhereTheyComeFrom() throws {
    let injector = makeInjector()
    let result = injector.injectDependencies(to: Host())
    guard case .filled(let entry)? = result.properties.first?.outcome else {
      return #expect(Bool(false), "\(result.properties)")
    }
    #expect(entry?.description == ".all Array<Plugin>")
    let row = try #require(injector.explain(Host.self).properties.first)
    #expect(row.name == "declared" && row.outcome == .filled)
    #expect(row.point.binding?.description == ".all Array<Plugin>")
  }

  @Test func argumentsGetThem() throws {
    let kit = try #require(makeInjector().instance(for: .named("kit", Kit.self)))
    #expect(kit.plugins.map(\.name) == ["crop", "zoom", "new"])
    #expect(kit.optional?.map(\.name) == ["zoom", "new"])
    #expect(log.texts == [])
  }

  @Test func aLookUpGivesThem() {
    let injector = makeInjector()
    let plugins: [any Plugin]? = injector.instance(for: .all)
    #expect(plugins?.map(\.name) == ["crop", "zoom", "new"])
    #expect(injector.contains(InjectionKey<[any Plugin]>.all))
    #expect(injector.instance(for: InjectionKey<[Double]>.all) == [])
    #expect(injector.instance(for: .named("*", Int.self)) == nil)
  }

  /// The key has no name that a property or a binding could have.
  @Test func aBindingOfTheNameOfAStarIsOneLikeOthers() {
    final class Table { var numbers: [Int]? }
    let injector = PropertyInjector { registry in
      registry.register(.named("*", [Int].self), instance: [1])
      registry.register("number", instance: 2)
      registry.declare("numbers", \Table.numbers, from: .all)
    }
    let table = Table()
    injector.injectDependencies(to: table)
    #expect(table.numbers == [2])
    #expect(injector.instance(for: .named("*", [Int].self)) == [1])
    #expect(injector.instance(for: .named("*", [String].self)) == nil)
  }

  @Test func scopesHoldForEach() {
    let injector = makeInjector()
    let (one, other) = (Host(), Host())
    injector.injectDependencies(to: one)
    injector.injectDependencies(to: other)
    #expect(one.declared?[0] === other.declared?[0] && one.declared?[2] !== other.declared?[2])
  }

  @Test func overridesAndModulesAreSeen() {
    let extra = InjectionModule("Extra") { registry in
      registry.register("extra", instance: Zoom(name: "extra"))
    }
    let injector = makeInjector()
    injector.injectDependencies(to: Host())
    let host = Host()
    injector.withOverrides { registry in
      registry.install(extra)
      registry.register("zoom", instance: Zoom(name: "fake"))
    } operation: {
      _ = injector.injectDependencies(to: host)
    }
    #expect(host.names[0].sorted() == ["crop", "extra", "fake", "new"])
    #expect(host.names[0] == host.names[1] && log.texts == [])
    let derived = injector.overriding { $0.remove(allNamed: "crop") }
    #expect((derived.instance(for: .all) as [any Plugin]?)?.map(\.name) == ["zoom", "new"])
  }

  @Test func whatTheyAskForCountsAsUsed() {
    let findings = makeInjector().validate(including: Host()).findings
    #expect(findings.filter { $0.issue.kindName == .unusedBinding }.map(\.issue.name) == ["kit"])
    #expect(findings.count == 1)
  }

  @Test func aPropertyThatGetsNoneIsToldOnce() {
    final class Rack {
      @Required(.all) var numbers: [Double]
      @Injected(.all, lazy: true) var late: [Double]?
      @Injected(.all, optional: true) var optional: [Double]?
      var declared: [Double]?
    }
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.declare("declared", \Rack.declared, from: .all)
    }
    for _ in 0..<2 {
      let rack = Rack()
      let result = injector.injectDependencies(to: rack)
      #expect(throws: InjectionResult.self) { try result.requireComplete() }
      #expect(result.unfilled.isEmpty)
      #expect(rack.numbers.isEmpty && rack.late == [] && rack.optional == [])
    }
    #expect(log.issues.map(\.name) == ["declared", "numbers", "late"])
    #expect(log.issues.allSatisfy { $0.kindName == .nothingCollected })
    let findings = injector.validate(including: Rack()).findings
    #expect(Set(findings.map(\.issue.words.headline)) == Set(log.issues.map(\.words.headline)))
    let rack = Rack()
    rack.numbers = [1]
    rack.late = [1]
    rack.declared = [1]
    let other = IssueLog()
    injector.overriding { $0.issueHandler = other.append }.injectDependencies(to: rack)
    #expect(other.issues.isEmpty)
  }

  @Test func aListWithoutAValueIsUsedAndNotComplete() throws {
    struct Broken: Error {}
    final class Rack {
      @Required(.all) var plugins: [any Plugin]
      @Injected(.all, optional: true) var zooms: [Zoom]?
    }
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("crop", in: .singleton) { Crop() }
      registry.register("zoom") { () throws -> Zoom in throw Broken() }
      registry.register("none") { nil as Zoom? }
      registry.register("rack") { Rack() }
    }
    let rack = Rack()
    let result = injector.injectDependencies(to: rack)
    #expect(result.injected == ["plugins", "zooms"] && result.unfilled.isEmpty)
    let error = #expect(throws: InjectionResult.self) { try result.requireComplete() }
    #expect(
      error?.description.components(separatedBy: "\n").dropFirst() == [
        "Rack.plugins is a list that lacks a value; the report says why."
      ])
    #expect(log.issues.allSatisfy { $0.kind.thrown != nil })
    // It goes on with the others, as what the injector makes does.
    let made = injector.instance(for: .named("rack", Rack.self))
    #expect(rack.plugins.map(\.name) == ["crop"] && made?.plugins.map(\.name) == ["crop"])
    let repaired = injector.overriding { registry in
      registry.register("zoom", instance: Zoom(name: "zoom"))
    }
    try repaired.injectDependencies(to: Rack()).requireComplete()
  }

  @Test func theGraphLeadsToEach() {
    let graph = makeInjector().graph(including: Host.self)
    let declared = graph.nodes.first { $0.name == "declared" }?.id
    let ends = graph.edges.filter { $0.from == declared }.map { graph.nodes[$0.to].name }
    #expect(ends.sorted() == ["\"crop\": Crop", "\"zoom\": Zoom", "Zoom"])
  }

  @Test func aPluginThatAsksForAllIsACycle() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("crop", instance: Crop())
      registry.register("round") { injector -> Zoom? in
        let all: [any Plugin]? = injector.instance(for: .all)
        return Zoom(name: all.map { "\($0.count)" } ?? "none")
      }
    }
    let all: [any Plugin]? = injector.instance(for: .all)
    #expect(all?.map(\.name) == ["crop", "none"] || all?.map(\.name) == ["crop", "1"])
    #expect(log.kinds == [.cycle])
  }

  @Test @MainActor func thoseOfAnActorComeThere() async {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("crop", instance: Crop())
      registry.onMainActor { $0.register("zoom", instance: Zoom(name: "zoom")) }
    }
    #expect((injector.instance(for: .all) as [any Plugin]?)?.count == 2)
    let elsewhere = await Task.detached {
      (injector.instance(for: .all) as [any Plugin]?)?.map(\.name)
    }.value
    #expect(elsewhere == ["crop"])
    #expect(log.kinds == [.bindingOnAnotherActor])
  }
}
