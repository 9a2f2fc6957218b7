import Dispatch
import PropertyInjection
import PropertyInjectionTesting
import TestSupport
import Testing

/// The trait `injecting`, whether or not other tests have configured the shared injector.
@Suite(.injecting(deskModule)) struct InjectionTraitTests {
  @Test(.injecting { $0.register("lamp", instance: Lamp("test")) })
  func staticCallsAndChildrenGetTheOverride() {
    let desk = Desk()
    PropertyInjector.injectDependencies(to: desk)
    let drawer = desk.open()
    #expect(desk.lamp?.name == "test" && drawer.lamp === desk.lamp)
    #expect(desk.pens == 3, "the suite's module")
  }

  @Test func theTraitOfTheSuiteIsEnough() {
    let desk = Desk()
    PropertyInjector.injectDependencies(to: desk)
    #expect(desk.lamp?.name == "module")
  }

  @Test(.injecting { $0.register("pens", instance: 4) })
  func aTestGoesBeforeItsSuite() {
    #expect(PropertyInjector.shared.instance(for: .pens) == 4)
  }

  @Test(
    .injecting { $0.register("pens", instance: 4) },
    .injecting { $0.alias("pencils", to: .pens) })
  func traitsOfATestAddUp() {
    let pencils: Int? = PropertyInjector.shared.instance(for: "pencils")
    #expect(pencils == 4)
  }

  private static func opened(_ name: String) async -> Lamp {
    await Task.yield()
    return Lamp(name)
  }

  @Test(.injecting { $0.register("lamp", instance: await opened("awaited")) })
  func aTestAwaitsItsFake() {
    #expect(PropertyInjector.shared.instance(for: .lamp)?.name == "awaited")
  }

  private static func lampModule(_ lamp: Lamp) -> InjectionModule {
    InjectionModule("Lamp") { $0.register("lamp", instance: lamp) }
  }

  @Test(.injecting { $0.install(lampModule(await opened("module"))) })
  func aTestAwaitsWhatItsModuleIsMadeOf() {
    #expect(PropertyInjector.shared.instance(for: .lamp)?.name == "module")
  }

  @Suite(.injecting { $0.register("pens", instance: 6) }) struct Inner {
    @Test func suitesNest() {
      let desk = Desk()
      PropertyInjector.injectDependencies(to: desk)
      #expect(desk.pens == 6 && desk.lamp?.name == "module")
    }

    @Test func whatASuiteRegistersMayBeUnused() {}
  }

  // MARK: Fakes of a suite

  @Suite(SuiteCatcher()) struct OfSuites {
    private static func misspelt(_ registry: inout Registry) {
      registry.install(deskModule)
      registry.register("lamps", instance: Lamp("fake"))
      registry.register("pens", instance: 8)
    }

    @Test func aMisspeltFakeIsToldOnce() async throws {
      let issues = try await issues(underSuite: .injecting { Self.misspelt(&$0) }, tests: 3) { _ in
        _ = PropertyInjector.shared.instance(for: .lamp)
      }
      #expect(issues.map(\.severity) == [.warning])
      let text = issues.first?.comments.first?.rawValue ?? ""
      #expect(text.hasPrefix(#"The suite registers "lamps": Lamp, and no injection"#))
      #expect(text.contains(#"Near: "lamp": Lamp ("#))
    }

    /// Neither a binding of the module nor a property or an argument that it knows has the name.
    @Test func aFakeThatNothingCanAskForIsToldOnce() async throws {
      let trait = InjectionTrait.injecting(openModule) { registry in
        registry.register("lantern", instance: Lamp("fake"))
        registry.register("torch", instance: Lamp("fake"))
        registry.register("spare", instance: Lamp("fake"))
        registry.register("shade", instance: "fake")
        registry.register("size", instance: 1)
      }
      let issues = try await issues(underSuite: trait, tests: 2) { _ in }
      #expect(issues.map(\.severity) == [.warning])
      let text = issues.first?.comments.first?.rawValue ?? ""
      #expect(text.hasPrefix(#"The suite registers "lantern": Lamp, and no injection"#))
    }

    @Test func aFakeThatATestOfTheSuiteUsesIsNotTold() async throws {
      let issues = try await issues(underSuite: .injecting { Self.misspelt(&$0) }, tests: 3) {
        if $0 == 2 { _ = PropertyInjector.shared.instance(for: .named("lamps", Lamp.self)) }
      }
      #expect(issues.isEmpty)
    }

    @Test func aTraitThatSuitesShareTellsThemApart() async throws {
      let trait = InjectionTrait.injecting { Self.misspelt(&$0) }
      let severities = try await withThrowingTaskGroup(of: [Issue.Severity].self) { group in
        for _ in 0..<4 {
          group.addTask {
            try await issues(underSuite: trait, tests: 3) { _ in
              await Task.yield()
              _ = PropertyInjector.shared.instance(for: .lamp)
            }.map(\.severity)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(severities == Array(repeating: [.warning], count: 4))
    }

    @Test func aFakeThatGoesBeforeAnotherMayBeUnused() async throws {
      try await PropertyInjector.shared.withOverrides { registry in
        registry.register("lamps", instance: Lamp("of the program"))
        registry.register("lamp", instance: Lamp("of the program"))
      } operation: {
        let issues = try await issues(underSuite: .injecting { Self.misspelt(&$0) }, tests: 1) {
          _ in
        }
        #expect(issues.isEmpty)
      }
    }
  }

  @Test(.injecting { $0.onMainActor { $0.register("blotter", instance: Blotter()) } })
  func fakesMayBelongToTheMainActor() async {
    await MainActor.run {
      let blotter: Blotter? = PropertyInjector.shared.instance(for: "blotter")
      #expect(blotter != nil)
    }
  }

  @Test(.injecting { $0.register("lamp", instance: Lamp("test")) })
  func tasksOfTheTestGetTheOverride() async {
    async let child = PropertyInjector.shared.instance(for: .lamp)?.name
    let unstructured = await Task { PropertyInjector.shared.instance(for: .lamp)?.name }.value
    #expect(await child == "test" && unstructured == "test")
    #expect(await MainActor.run { PropertyInjector.shared.instance(for: .lamp)?.name } == "test")
  }

  @Test func anErrorOfTheClosureFailsTheTest() async throws {
    struct Failure: Error {}
    let hasRun = Locked(false)
    let issues = try await issues(under: .injecting { _ in throw Failure() }) { _ in
      hasRun.withLock { $0 = true }
    }
    #expect(issues.count == 1 && issues.first?.error is Failure)
    #expect(!hasRun.withLock { $0 })
  }

  @Test(.injecting(countedModule) { $0.register("lamp", instance: Lamp("fake")) })
  func fakesBesideAModuleGoBeforeItsBindings() {
    #expect(PropertyInjector.shared.instance(for: .lamp)?.name == "fake")
  }

  @Test func aMisspeltFakeBesideAModuleFailsTheTest() async throws {
    let issues = try await issues(
      under: .injecting(countedModule) { $0.register("lmap", instance: Lamp("fake")) }
    ) { _ in
      #expect(PropertyInjector.shared.instance(for: .lamp)?.name.hasPrefix("lamp ") == true)
    }
    #expect(issues.count == 1 && "\(issues)".contains("lmap"))
  }

  @Test func anErrorOfTheModuleFailsTheTest() async throws {
    struct Failure: Error {}
    func failing() throws -> InjectionModule { throw Failure() }
    let issues = try await issues(under: .injecting(try failing())) { _ in }
    #expect(issues.count == 1 && issues.first?.error is Failure)
  }

  // MARK: Made afresh

  @Test(.injecting { $0.register("lamp", instance: Lamp("case")) }, arguments: 0..<8)
  func eachCaseHasItsOwnFakes(number: Int) async throws {
    let lamp = try #require(PropertyInjector.shared.instance(for: .lamp))
    await Task.yield()
    #expect(Self.lamps.withLock { $0.insert(ObjectIdentifier(lamp)).inserted })
    // It stays alive, so that no other has its address.
    Self.kept.withLock { $0.append(lamp) }
  }

  private static let lamps = Locked<Set<ObjectIdentifier>>([])
  private static let kept = Locked<[Lamp]>([])

  @Test func modulesAndKeptValuesAreMadeForEachCase() async throws {
    let lamps = Locked<[Lamp?]>([])
    let issues = try await issues(under: .injecting(countedModule), cases: 2) { _ in
      let lamp = PropertyInjector.shared.instance(for: .lamp)
      #expect(lamp === PropertyInjector.shared.instance(for: .lamp))
      lamps.withLock { $0.append(lamp) }
    }
    let names = lamps.withLock { $0.map { $0?.name } }
    #expect(issues.isEmpty && names.count == 2 && Set(names).count == 2)
  }

  // MARK: Many at once

  @Test(
    .injecting { $0.register("pens", instance: next()) },
    arguments: 0..<Effort.rounds(300, sampled: 60))
  func manyCasesOverrideOneKeyInTheirOwnWays(number: Int) async {
    let pens = PropertyInjector.shared.instance(for: .pens)
    for _ in 0..<3 {
      await Task.yield()
      let desk = Desk()
      PropertyInjector.injectDependencies(to: desk)
      #expect(desk.pens == pens)
      async let child = PropertyInjector.shared.instance(for: .pens)
      #expect(await child == pens)
    }
    #expect(Self.numbers.withLock { $0.insert(pens).inserted })
  }

  private static let numbers = Locked<Set<Int?>>([])

  @Test(.injecting { $0.register("pens", instance: 4) })
  func aQueueSeesTheFakesThroughTheInjectorOfItsObject() async {
    let copier = PropertyInjector.shared.injected(Copier(), isolation: nil)
    #expect(await copier.pens() == 4)
  }
}

/// Starts work on a queue.
private final class Copier: @unchecked Sendable {
  // Unchecked: filled before it is shared.
  @Required var injector: PropertyInjector

  func pens() async -> Int? {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [injector] in
        continuation.resume(returning: injector.injected(Desk()).pens)
      }
    }
  }
}

private let last = Locked(0)

private func next() -> Int {
  last.withLock {
    $0 += 1
    return $0
  }
}

/// Asks for what it does not register: "torch" in an initializer, "spare" under another name, "shade" and "size" in types.
private let openModule = InjectionModule("Open") { registry in
  registry.register("lamp", .initializer({ (lamp: Lamp) in lamp }, .key("torch")))
  registry.alias(.named("light", Lamp.self), to: .named("spare", Lamp.self))
  registry.declare("size", \Shelf.size)
  registry.declare { Sign() }
}

private final class Shelf { var size: Int? }
private struct Sign { @Required var shade: String }

private let countedModule = InjectionModule("Counted") { registry in
  let name = "lamp \(next())"
  registry.register("lamp", in: .singleton) { Lamp(name) }
}
