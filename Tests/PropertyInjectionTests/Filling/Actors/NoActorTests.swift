import PropertyInjection
import TestSupport
import Testing

/// Code that belongs to no actor uses nothing of one, on the main thread either: it may send away what it
/// gets.
@Suite struct NoActorTests {
  private let log = IssueLog()

  @Test("Rule 12: code of no actor does not call a main actor's hook")
  @MainActor func aHookOfTheMainActorIsNotCalledForIt() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.declare("number", \HookedOnMain.number)
    }
    let result = Nowhere.inject(HookedOnMain.init, with: injector)
    #expect(result.isRefused && log.kinds == [.hookOnAnotherActor])
    // On the main actor it is.
    let here = HookedOnMain()
    #expect(injector.injectDependencies(to: here).injected == ["number"] && here.hooks == 1)
    #expect(Nowhere.inject(HookedOnMain.init, with: injector).isRefused)
  }

  @Test @MainActor func aHookOfAnotherActorIsReportedForEachPlace() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.declare("number", \HookedOnMain.number)
    }
    for _ in 0..<2 {
      Nowhere.inject(HookedOnMain.init, with: injector)
      Nowhere.injectElsewhere(HookedOnMain.init, with: injector)
    }
    #expect(log.kinds == [.hookOnAnotherActor, .hookOnAnotherActor])
    #expect(log.issues.map { $0.injectionLocation?.line } == [10, 20])
  }

  @MainActor @Test func aConformanceOfTheMainActorIsNotUsedForIt() {
    for isMainFirst in [false, true] {
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register("maker", instance: ViewModel())
        registry.declare("maker", \Shelf.maker, from: "maker")
      }
      if isMainFirst {
        let shelf = Shelf()
        #expect(injector.injectDependencies(to: shelf).injected == ["maker"])
      }
      let result = Nowhere.inject(Shelf.init, with: injector)
      #expect(result.unfilled.map(\.reasonName) == [.conformanceOnAnotherActor])
      let shelf = Shelf()
      #expect(injector.injectDependencies(to: shelf).injected == ["maker"])
    }
  }

  @MainActor @Test func norIsOneOfAMetatype() async {
    for isMainFirst in [false, true] {
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register("makes", instance: Workshop.self)
        registry.register("free", instance: Factory.self)
        registry.declare("makes", \Shelf.makes)
        registry.declare("free", \Shelf.free)
      }
      if isMainFirst {
        let shelf = Shelf()
        #expect(injector.injectDependencies(to: shelf).injected == ["makes", "free"])
      }
      #expect(Nowhere.inject(Shelf.init, with: injector).injected == ["free"])
      let elsewhere = await Task.detached { Nowhere.inject(Shelf.init, with: injector).injected }
        .value
      #expect(elsewhere == ["free"])
      let shelf = Shelf()
      #expect(injector.injectDependencies(to: shelf).injected == ["makes", "free"])
    }
  }

  @MainActor @Test func norIsOneOfAFactorysProduct() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("maker") { @MainActor in ViewModel() }
      registry.register("other", factory: { () -> any AnyObject & Sendable in Other() })
      registry.declare("maker", \Shelf.maker)
      registry.declare("other", \Shelf.other)
    }
    #expect(
      Nowhere.inject(Shelf.init, with: injector).unfilled.map(\.reasonName) == [
        .bindingOnAnotherActor, .conformanceOnAnotherActor,
      ])
    let shelf = Shelf()
    #expect(injector.injectDependencies(to: shelf).injected == ["maker", "other"])
  }

  @MainActor @Test func norIsOneThatDependsOnAnother() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("maker", instance: Box(content: ViewModel()))
      registry.register("free", instance: Box(content: 1))
      registry.declare("maker", \BoxShelf.maker)
      registry.declare("free", \BoxShelf.free)
    }
    #expect(Nowhere.inject(BoxShelf.init, with: injector).injected == ["free"])
    #expect(injector.injectDependencies(to: BoxShelf()).injected == ["maker", "free"])
  }

  @MainActor @Test func norIsOneOfAnArgumentOrADecidedValue() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(
        .type(Shelf.self), .initializer({ (maker: any Makes) in Shelf(maker) }, .dynamic))
      registry.declare("maker", \Shelf.maker)
    }
    let model = ViewModel()
    #expect(Nowhere.make(with: injector, model) == false)
    #expect(injector.instance(of: Shelf.self, model) != nil)
    let reasons = Nowhere.decide(with: injector, model)
    #expect(reasons == [.conformanceOnAnotherActor])
  }

  @MainActor @Test func theReportNamesTheConformance() throws {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("maker", instance: ViewModel(), fileID: "App/Setup.swift", line: 1)
      registry.declare("maker", \Shelf.maker, fileID: "App/Setup.swift", line: 2)
    }
    Nowhere.inject(Shelf.init, with: injector)
    #expect(
      log.texts == [
        """
        Shelf.maker stayed nil: its value conforms to any Makes on an actor only, and the injection \
        runs on no actor.
          declared at    App/Setup.swift:2
          injected at    App/Main.swift:10
          binding        "maker": ViewModel (App/Setup.swift:1)
          to fix         inject in code isolated to that actor, or let it conform on no actor.
        """
      ])
  }

  @MainActor @Test func aLookUpThatIsConfinedIsRefusedToIt() {
    let injector = PropertyInjector(reportingTo: log) {
      $0.onMainActor { $0.register("model", in: .singleton) { ViewModel() } }
    }
    #expect(Nowhere.lookUp("model", with: injector) == nil)
    #expect(injector.instance(for: .named("model", ViewModel.self)) != nil)
  }

  @MainActor @Test func aSubscriptUsesTheMainActorOnTheMainThread() async {
    let injector = PropertyInjector(reportingTo: log) {
      $0.onMainActor { $0.register("model", in: .singleton) { ViewModel() } }
    }
    let key = InjectionKey<ViewModel>.named("model")
    #expect(
      injector.instance(for: key) != nil
        && injector.instance(for: key) === injector.instance(for: key))
    #expect(await Task.detached { injector.instance(for: key) == nil }.value)
    #expect(log.kinds == [.bindingOnAnotherActor])
  }

  @MainActor @Test func aStructOfTheMainActorThatIsDeclaredForItIsLeftAlone() async {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.onMainActor { $0.declare(Form.self) }
    }
    let form = Form()
    let isRefused = await Task.detached {
      var copy = form
      return injector.injectDependencies(to: &copy).isRefused
    }.value
    #expect(isRefused && form.number == nil && log.kinds == [.wrongActor])
    var here = Form()
    #expect(injector.injectDependencies(to: &here).injected == ["number"])
  }

  @MainActor private final class ViewModel: @MainActor Makes {}

  private final class Other: @MainActor Makes, Sendable {}

  @MainActor private struct Form { @Injected var number: Int? }

  private final class Shelf {
    var maker: (any Makes)?
    var other: (any Makes)?
    var makes: (any Makes.Type)?
    var free: (any Makes.Type)?
    init() {}
    init(_ maker: any Makes) {}
  }

  fileprivate struct Box<Content: Sendable>: Sendable { let content: Content }

  private final class BoxShelf {
    var maker: (any Boxed)?
    var free: (any Boxed)?
  }

  private final class HookedOnMain: @MainActor InjectionAware {
    var number: Int?
    @MainActor var hooks = 0
    @MainActor func didInjectDependencies() { hooks += 1 }
  }

  private class Base {
    var number: Int?
  }
  private final class Derived: Base {}

  /// Code that belongs to no actor.
  @Test @MainActor func whatIsConfinedHoldsForSubclasses() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.declare("number", \Base.number)
      registry.onMainActor { $0.declare(Base.self) }
    }
    #expect(Nowhere.inject(Derived.init, with: injector).isRefused)
    #expect(log.kinds == [.wrongActor])
    let here = Derived()
    #expect(injector.injectDependencies(to: here).injected == ["number"])
  }

  private enum Nowhere {
    @discardableResult
    nonisolated static func inject<Object: AnyObject>(
      _ make: () -> Object, with injector: PropertyInjector
    ) -> InjectionResult {
      injector.injectDependencies(to: make(), fileID: "App/Main.swift", line: 10)
    }

    @discardableResult
    nonisolated static func injectElsewhere<Object: AnyObject>(
      _ make: () -> Object, with injector: PropertyInjector
    ) -> InjectionResult {
      injector.injectDependencies(to: make(), fileID: "App/Main.swift", line: 20)
    }

    nonisolated static func lookUp(
      _ name: String, with injector: PropertyInjector
    ) -> ViewModel? {
      injector.instance(for: .named(name))
    }

    nonisolated static func make(with injector: PropertyInjector, _ model: ViewModel) -> Bool {
      injector.instance(of: Shelf.self, model) != nil
    }

    nonisolated static func decide(
      with injector: PropertyInjector, _ model: ViewModel
    ) -> [KindName?] {
      injector.injectDependencies(to: Shelf()) { _ in .inject(model) }.unfilled.map(\.reasonName)
    }
  }
}

private protocol Makes {}
private protocol Boxed {}

extension NoActorTests {
  @MainActor fileprivate final class Workshop: @MainActor Makes {}
  fileprivate final class Factory: Makes {}
}

extension NoActorTests.Box: Boxed where Content: Makes {}
extension Int: Makes {}
