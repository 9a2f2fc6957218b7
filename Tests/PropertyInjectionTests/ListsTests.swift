import Foundation
import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Arrays for which nothing is registered: they have all values that fit their elements.
@Suite struct ListsTests {
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
    @Injected var marked: [any Plugin]?
    @Injected(lazy: true) var late: [Zoom]?
    @Injected("extensions") var aliased: [any Plugin]?
    @Injected(.byType) var byType: [any Plugin]?
    @Injected(optional: true) var others: [any Missing]?
    var names: [[String]] {
      [declared, marked, late, aliased, byType].map { $0?.map(\.name) ?? ["nil"] }
    }
  }
  private protocol Missing {}
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
      registry.alias("all", to: .type([any Plugin].self))
      registry.declare("declared", \Host.declared)
      registry.register("kit", .initializer(Kit.init(plugins:optional:)))
    }
  }

  @Test func propertiesGetThemInTheOrderOfRegistration() {
    let host = Host()
    let result = makeInjector().injectDependencies(to: host)
    let all = ["crop", "zoom", "new"]
    #expect(host.names == [all, all, ["zoom", "new"], all, all] && host.others == nil)
    #expect(result.unfilled.map(\.name) == ["others"] && log.texts == [])
  }

  @Test func theySayWhereTheyComeFrom() throws {
    let injector = makeInjector()
    let result = injector.injectDependencies(to: Host())
    guard case .filled(let entry)? = result.properties.first?.outcome else {
      return #expect(Bool(false), "\(result.properties)")
    }
    #expect(entry?.description == "all any Plugin")
    let row = try #require(injector.explain(Host.self).properties.first)
    #expect(row.name == "declared" && row.outcome == .filled)
    #expect(row.point.binding?.description == "all any Plugin")
  }

  @Test func argumentsGetThem() throws {
    let kit = try #require(makeInjector().instance(for: .named("kit", Kit.self)))
    #expect(kit.plugins.map(\.name) == ["crop", "zoom", "new"])
    #expect(kit.optional?.map(\.name) == ["zoom", "new"])
    #expect(log.texts == [])
  }

  @Test func aLookUpGivesThem() {
    let injector = makeInjector()
    #expect(injector.instance(of: [any Plugin].self)?.map(\.name) == ["crop", "zoom", "new"])
    #expect(injector.contains(.type([any Plugin].self)))
    #expect(log.texts == [])
    #expect(injector.instance(of: [any Missing].self) == nil && log.kinds == [.unknownType])
    #expect(!injector.contains(.type([any Missing].self)))
    #expect(injector.instances(of: (any Missing).self).isEmpty && log.kinds.count == 1)
  }

  private struct Row: Sendable, Equatable { var number = 1 }
  private final class Table {
    @Injected var rows: [Row]?
    @Injected var texts: [String]?
    @Injected var sendables: [any Sendable]?
    @Injected var anything: [Any]?
    @Injected var set: ContiguousArray<any Plugin>?
    @Injected("plugins") var named: [any Plugin]?
  }

  /// A table of values would be filled with what happens to be registered.
  @Test func listsOfValuesAndOfCommonTypesAreRegisteredAsLists() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("row", instance: Row())
      registry.register("text", instance: "text")
      registry.register("crop", instance: Crop())
    }
    let table = Table()
    let result = injector.injectDependencies(to: table)
    #expect(result.unfilled.count == 6 && result.injected.isEmpty)
    #expect(log.kinds.allSatisfy { $0 == .unknownName } && log.kinds.count == 6)
    #expect(injector.instances(of: Row.self) == [Row()])
    let whole = injector.overriding { registry in
      registry.register(instance: [Row(), Row()])
      registry.register("texts", instance: ["text"])
    }
    whole.injectDependencies(to: table)
    #expect(table.rows?.count == 2 && table.texts == ["text"] && table.set == nil)
  }

  @Test func whatIsRegisteredForTheListGoesFirst() {
    final class Rack {
      @Injected var plugins: [any Plugin]?
      @Injected var others: [any Plugin]?
      @Injected var none: [any Plugin]?
    }
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("crop", instance: Crop())
      registry.register(instance: [] as [any Plugin])
      registry.register("others", instance: [Crop(), Crop()] as [any Plugin])
      registry.registerNil(.named("none", [any Plugin].self))
    }
    let rack = injector.injected(Rack())
    #expect(rack.plugins?.count == 0 && rack.others?.count == 2 && rack.none == nil)
    #expect(log.kinds == [])
    let derived = injector.overriding { $0.remove(.type([any Plugin].self)) }
    #expect(derived.injected(Rack()).plugins?.count == 1)
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
    #expect(derived.instance(of: [any Plugin].self)?.map(\.name) == ["zoom", "new"])
  }

  @Test func whatTheyAskForCountsAsUsed() {
    let findings = makeInjector().validate(including: Host()).findings
    #expect(findings.filter { $0.issue.kindName == .unusedBinding }.map(\.issue.name) == ["kit"])
    #expect(findings.count == 1)
  }

  @Test func aPropertyThatGetsNoneIsTold() {
    final class Rack {
      @Required var plugins: [any Plugin]
      @Injected(lazy: true) var late: [any Plugin]?
      @Injected(optional: true) var optional: [any Plugin]?
      var declared: [any Plugin]?
    }
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.declare("declared", \Rack.declared)
    }
    for _ in 0..<2 {
      let rack = Rack()
      let result = injector.injectDependencies(to: rack)
      #expect(throws: InjectionResult.self) { try result.requireComplete() }
      #expect(rack.late == nil && rack.optional == nil && rack.declared == nil)
    }
    #expect(log.issues.map(\.name) == ["declared", "plugins", "late"])
    #expect(log.kinds.allSatisfy { $0 == .unknownName })
    #expect(log.texts.allSatisfy { $0.contains("register what fits its elements, any Plugin, or") })
    let findings = injector.validate(including: Rack()).findings
    #expect(Set(findings.map(\.issue.name)) == ["declared", "plugins", "late"])
  }

  @Test func aListWithoutAValueIsUsedAndNotComplete() throws {
    struct Broken: Error {}
    final class Rack {
      @Required var plugins: [any Plugin]
      @Injected(optional: true) var zooms: [Zoom]?
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
        let all = injector.instance(of: [any Plugin].self)
        return Zoom(name: all.map { "\($0.count)" } ?? "none")
      }
    }
    let all = injector.instance(of: [any Plugin].self)
    #expect(all?.map(\.name) == ["crop", "none"] || all?.map(\.name) == ["crop", "1"])
    #expect(log.kinds == [.cycle])
  }

  private protocol Step: AnyObject, Sendable { var steps: [any Step]? { get } }
  private final class Wash: Step, @unchecked Sendable { @Injected var steps: [any Step]? }
  private final class Rinse: Step {
    let steps: [any Step]?
    init(_ steps: [any Step]) { self.steps = steps }
  }

  /// A kept object is shown before its properties are filled.
  @Test func aListMayHaveTheObjectThatHasIt() throws {
    let injector = PropertyInjector(reportingTo: log) { $0.register(in: .singleton) { Wash() } }
    #expect(injector.validate().findings.allSatisfy { $0.severity < .warning })
    let wash = try injector.require(.type(Wash.self))
    #expect(wash.steps?.count == 1 && wash.steps?.first === wash && log.texts == [])
    wash.steps = nil
  }

  @Test(arguments: [false, true])
  func aListThatItsOwnValueAsksForIsACycle(isArgument: Bool) {
    let injector = PropertyInjector(reportingTo: log) { registry in
      if isArgument {
        registry.register(in: .singleton, .initializer(Rinse.init))
      } else {
        registry.register { Wash() }
        registry.declare { Wash() }
      }
    }
    let found = injector.validate().findings.filter { $0.severity > .note }
    #expect(
      found.map(\.issue.kindName) == [.cycle] && found.map(\.severity) == [.error], "\(found)")
    // What keeps a list is not kept without one of its values.
    #expect(injector.instances(of: (any Step).self).count == (isArgument ? 0 : 1))
    #expect(log.kinds == (isArgument ? [.cycle, .incomplete] : [.cycle]))
  }

  @Test @MainActor func thoseOfAnActorComeThere() async {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("crop", instance: Crop())
      registry.onMainActor { $0.register("zoom", instance: Zoom(name: "zoom")) }
    }
    #expect(injector.instance(of: [any Plugin].self)?.count == 2)
    let elsewhere = await Task.detached {
      injector.instance(of: [any Plugin].self)?.map(\.name)
    }.value
    #expect(elsewhere == ["crop"])
    #expect(log.kinds == [.bindingOnAnotherActor])
  }
}
