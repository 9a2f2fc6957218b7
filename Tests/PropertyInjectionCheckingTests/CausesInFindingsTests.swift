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
    let report = injector.validate()
    let errors = report.errors.map(\.description)
    #expect(errors.count == 2)
    #expect(errors.allSatisfy { $0.contains("made by        (String) -> Engine") })
    // In the text of all it is told once, with the property.
    let text = report.description
    #expect(text.hasPrefix("2 errors") && text.contains("\n  not filled     Garage.car"))
    #expect(!text.contains("Garage.car stays nil"))
    #expect(text.split(separator: "to fix").count == 2)
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
