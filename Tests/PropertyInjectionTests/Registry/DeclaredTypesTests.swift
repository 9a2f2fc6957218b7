import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Types that are declared as a whole, and may have nothing to fill.
@Suite struct DeclaredTypesTests {
  private class Framework {}
  private final class Derived: Framework {}
  private final class Empty: Injectable {
    static func declareProperties(in registry: inout Registry) {}
  }
  private struct Value {}
  @MainActor private final class Screen {}

  let log = IssueLog()

  @Test func anObjectOfADeclaredTypeIsLetThroughQuietly() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.declare(Framework.self)
      registry.declare(Empty.self)
      registry.declare(Value.self)
    }
    var value = Value()
    for _ in 0..<2 {
      injector.injectDependencies(to: Framework())
      injector.injectDependencies(to: Empty())
      injector.injectDependencies(to: &value)
    }
    #expect(log.issues.isEmpty)
    injector.injectDependencies(to: IssueLog())
    #expect(log.kinds == [.nothingDeclared])
  }

  /// The injector fills what it makes unasked; the program's own injection is the mistake.
  @Test @MainActor func aTypeWithNothingToFillIsReportedAlsoIfTheInjectorHasMadeOne() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.onMainActor { $0.register("screen") { Screen() } }
    }
    let screen: Screen? = injector.instance(for: "screen")
    #expect(screen != nil && log.issues.isEmpty)
    for _ in 0..<2 { injector.injectDependencies(to: Screen()) }
    #expect(log.kinds == [.nothingDeclared])
  }

  @Test func aSubclassIsDeclaredForItself() {
    let injector = PropertyInjector(reportingTo: log) { $0.declare(Framework.self) }
    injector.injectDependencies(to: Derived())
    #expect(log.kinds == [.nothingDeclared])
  }

  /// A window has a title of its own, whatever is registered under that name.
  @Test func aPlainPropertyThatABindingFitsIsNotReported() {
    final class Owner { var number: Int? }
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.declare(Owner.self)
    }
    injector.injectDependencies(to: Owner())
    #expect(log.texts == [] && injector.explain(Owner()).properties.isEmpty)
    #expect(injector.validate(including: Owner()).findings.map(\.severity) == [.note])
  }

  @Test @MainActor func aTypeOfAnActorIsQuietThereAndRefusedElsewhere() async {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.onMainActor { $0.declare(Screen.self) }
      registry.declare(Screen.self)  // does not take the actor away
    }
    let screen = Screen()
    injector.injectDependencies(to: screen)
    #expect(log.issues.isEmpty)
    await Task.detached { _ = injector.injectDependencies(to: screen) }.value
    #expect(log.kinds == [.wrongActor])
  }

  private actor Library {
    func declare(in registry: inout Registry) {
      registry.confined(to: self) {
        $0.declare(Framework.self)
      }
    }

    func inject(_ injector: PropertyInjector) -> InjectionResult {
      injector.injectDependencies(to: Framework())
    }
  }

  @Test @MainActor func aTypeThatIsDeclaredForTwoActorsIsInjectedNowhere() async {
    let first = PropertyInjector(reportingTo: log) { registry in
      registry.onMainActor { registry in
        registry.declare(Framework.self)
        registry.declare(Framework.self)
      }
    }
    #expect(!first.injectDependencies(to: Framework()).isRefused)
    let library = Library()
    let injector = await derive(first, for: library)
    #expect(log.texts == [])
    #expect(injector.injectDependencies(to: Framework()).isRefused)
    #expect(await library.inject(injector).isRefused)
    #expect(log.kinds == [.wrongActor, .wrongActor])
    #expect(log.issues.map(\.requiredActor) == ["Library", "MainActor"])
    #expect(injector.validate().errors.map(\.kindName) == [.actorsDoNotMeet])
  }

  private func derive(
    _ injector: PropertyInjector, for library: isolated Library
  ) -> PropertyInjector {
    injector.overriding { library.declare(in: &$0) }
  }

  @Test func anOverrideMayDeclareAType() {
    let injector = PropertyInjector(reportingTo: log) { _ in }
    injector.withOverrides {
      $0.declare(Framework.self)
    } operation: {
      _ = injector.injectDependencies(to: Framework())
    }
    #expect(log.issues.isEmpty)
    injector.injectDependencies(to: Framework())
    #expect(log.kinds == [.nothingDeclared])
  }
}
