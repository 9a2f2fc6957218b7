import PropertyInjection
import TestSupport
import Testing

/// All bindings that fit a type, as a program with plug-ins asks for them.
@Suite struct AllInstancesTests {
  private protocol Plugin: Sendable { var name: String { get } }
  private struct Named: Plugin { let name: String }
  private final class Counting: Plugin, @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected var number: Int?
    var name: String { "counting \(number ?? 0)" }
  }
  private struct Last: Constructible, Plugin {
    let name = "own"
    static var provider: Provider<Last> { .initializer(Last.init) }
  }

  private func names(_ injector: PropertyInjector) -> [String] {
    injector.instances(of: (any Plugin).self).map(\.name)
  }

  private func makeInjector(_ log: IssueLog = IssueLog()) -> PropertyInjector {
    PropertyInjector(reportingTo: log) { registry in
      registry.register("zoom", instance: Named(name: "zoom"))
      registry.register("number", instance: 7)
      registry.register("crop", in: .singleton) { Counting() }
      registry.register(.type(Named.self)) { Named(name: "of the type alone") }
      registry.register("any", instance: Named(name: "any") as any Plugin)
      registry.alias(.named("other", Named.self), to: "zoom")
      registry.alias(.type((any Plugin).self), to: .named("zoom", Named.self))
    }
  }

  @Test func allThatFitAreGivenInTheOrderOfRegistration() {
    let log = IssueLog()
    let injector = makeInjector(log)
    #expect(names(injector) == ["zoom", "counting 7", "of the type alone", "any"])
    #expect(injector.instances(of: Named.self).map(\.name) == ["zoom", "of the type alone", "any"])
    #expect(injector.instances(of: Counting.self).first === injector.instance(of: Counting.self))
    #expect(
      injector.instances(of: Double.self).isEmpty && injector.instances(of: Last.self).isEmpty)
    #expect(injector.instances(of: PropertyInjector.self).isEmpty)
    #expect(log.texts == [])
  }

  @Test func allMayBeRequired() throws {
    let log = IssueLog()
    let injector = makeInjector(log)
    let all = try injector.requireInstances(of: (any Plugin).self).map(\.name)
    #expect(all == names(injector) && log.issues.isEmpty)
    let error = #expect(throws: InjectionIssue.self) {
      try injector.requireInstances(of: Double.self)
    }
    #expect(error?.kindName == .nothingCollected && log.kinds == [.nothingCollected])
    let headline =
      "No instance of Array<Double>: nothing that is registered fits the type of its elements."
    #expect(error.map { "\($0)".hasPrefix(headline) } == true, "\(log.texts)")
  }

  @Test func thatOneCannotBeMadeIsThrownAndTheNextAreNotAsked() {
    let (log, calls) = (IssueLog(), Counter())
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("one", in: .singleton) { 1 }
      registry.register("none") { Int?.none }
      registry.register("sum", .initializer({ (text: String) in text.count }))
      registry.register("two") { () -> Int in
        calls.increment()
        return calls.count
      }
    }
    #expect(injector.instances(of: Int.self) == [1, 1])
    for _ in 0..<2 {
      let error = #expect(throws: InjectionIssue.self) {
        try injector.requireInstances(of: Int.self)
      }
      #expect(error?.name == "sum" && error?.argumentReason == .unknownType)
    }
    #expect(calls.count == 1 && log.issues.count == 1)
    let whole = injector.overriding { $0.remove(allNamed: "sum") }
    #expect((try? whole.requireInstances(of: Int.self)) == [1, 2])
  }

  @Test func whatGivesNoValueIsLeftOut() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("one", instance: 1)
      registry.register("none") { Int?.none }
      registry.register("failing") { () throws -> Int? in throw Address.Missing.street }
      registry.register("asked") { (_, number: Int) in number }
      registry.registerNil(.named("nothing", Int.self))
      registry.register("any") { () -> Any? in 3 }
      registry.register("two", instance: 2)
    }
    #expect(injector.instances(of: Int.self) == [1, 2])
    #expect(log.kinds == [.threw])
    #expect(injector.instances(of: Any.self).count == 3)
  }

  @Test func whatADerivedInjectorRegistersTakesThePlaceOfItsName() {
    let derived = makeInjector().overriding { registry in
      registry.register("crop", instance: Named(name: "fake"))
      registry.register("new", instance: Named(name: "new"))
      registry.remove(allNamed: "any")
    }
    #expect(names(derived) == ["zoom", "of the type alone", "fake", "new"])
    let again = derived.overriding { $0.register("zoom", instance: 3) }
    #expect(names(again) == ["zoom", "of the type alone", "fake", "new"])
  }

  private static let pluginModule = InjectionModule("Plugin") { registry in
    registry.register("crop", instance: Named(name: "of the module"))
  }

  @Test func modulesAddTheirs() {
    let injector = PropertyInjector { registry in
      registry.register("zoom", instance: Named(name: "zoom"))
      registry.install(Self.pluginModule)
      registry.register("last", instance: Named(name: "last"))
    }
    #expect(names(injector) == ["zoom", "of the module", "last"])
    #expect(names(injector.overriding { $0.uninstall(Self.pluginModule) }) == ["zoom", "last"])
  }

  @Test func anOverrideKeepsItsOwn() {
    let injector = makeInjector()
    let kept = injector.instances(of: Counting.self).first
    injector.withOverrides { registry in
      registry.register("number", instance: 8)
    } operation: {
      #expect(injector.instances(of: Counting.self).map(\.number) == [8])
    }
    #expect(injector.instances(of: Counting.self).first === kept)
  }

  @Test @MainActor func whatBelongsToAnActorIsGivenThereOnly() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("zoom", instance: Named(name: "zoom"))
      registry.onMainActor { $0.register("screen", instance: Named(name: "screen")) }
    }
    #expect(injector.instances(of: (any Plugin).self).count == 2)
    let elsewhere = await Task.detached { injector.instances(of: (any Plugin).self).map(\.name) }
      .value
    #expect(elsewhere == ["zoom"] && log.kinds == [.bindingOnAnotherActor])
  }

  @Test func aFactoryThatAsksForAllOfItsOwnKindLeadsBackToItself() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("one", instance: 1)
      registry.register("sum") { injector in injector.instances(of: Int.self).reduce(0, +) }
    }
    #expect(injector.instances(of: Int.self) == [1, 1])
    #expect(log.kinds == [.cycle])
  }
}
