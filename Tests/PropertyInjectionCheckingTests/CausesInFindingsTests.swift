import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// The causes that findings and explanations name.
@Suite struct CausesInFindingsTests {
  private final class Engine: Sendable { init(name: String) {} }
  private final class Car: Sendable { init(engine: Engine, seats: Double) {} }
  private final class Garage { var car: Car? }

  @Test func theFunctionThatLacksTheArgumentIsShown() {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("engine", .initializer(Engine.init))
      registry.register("car", .initializer(Car.init))
      registry.register("seats", instance: 4.0)
      registry.declare("car", \Garage.car)
    }
    let errors = injector.validate().errors.map(\.description)
    #expect(errors.count == 2)
    #expect(errors.allSatisfy { $0.contains("made by        (String) -> Engine") })
  }

  private final class Page { @Injected var address: String? }

  @Test func aMarkedPropertyWhoseNameIsBoundToNilIsNoFinding() {
    let injector = PropertyInjector { registry in
      registry.registerNil(.named("address", String.self))
    }
    #expect(
      injector.validate(including: Page.self).findings.filter { $0.severity != .note }.isEmpty)
    #expect(injector.explain(Page.self).properties.first?.issue == nil)
  }
}
