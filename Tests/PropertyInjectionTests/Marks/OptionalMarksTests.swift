import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Marked properties that may stay nil, `@Injected(optional: true)`.
@Suite struct OptionalMarksTests {
  private final class Car {
    @Injected(optional: true) var radio: Service?
    @Injected("spareWheel", optional: true) var spare: Service?
    @Injected(.byType, optional: true) var number: Int?
    @Injected(lazy: true, optional: true) var map: String?
    @Injected var engine: Service?
  }

  @Test func whatMayBeMissingIsNotReported() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("engine", instance: Service())
      registry.declare { Car() }
    }
    let car = Car()
    let result = injector.injectDependencies(to: car)
    #expect(result.injected == ["engine"] && log.issues.isEmpty)
    #expect(result.unfilled.map(\.name) == ["radio", "spare", "number", "map"])
    #expect(throws: Never.self) { try result.requireComplete() }
    #expect(injector.validate().findings.isEmpty && injector.rehearse().findings.isEmpty)
    #expect(car.map == nil)
  }

  @Test func whatIsThereIsFilled() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("engine", instance: Service())
      registry.register("radio", instance: Service())
      registry.register("spareWheel") { Service() }
      registry.register("seven", instance: 7)
      registry.register("map") { "north" }
    }
    let car = Car()
    #expect(injector.injectDependencies(to: car).unfilled.isEmpty)
    #expect(car.radio != nil && car.spare != nil && car.number == 7 && car.map == "north")
  }

  /// That nothing is registered is on purpose; that it cannot be made is not.
  @Test func aBindingThatCannotGiveItsValueIsReported() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("engine", instance: Service())
      registry.register("radio") { (_: PropertyInjector, _: Int) in Service() }
      registry.declare { Car() }
    }
    #expect(injector.validate().errors.map(\.kindName) == [.wrongArguments])
    injector.injectDependencies(to: Car())
    #expect(log.kinds == [.wrongArguments])
  }

  @Test func aMarkWithoutAnotherKeyTakesNoMemoryOfItsOwn() {
    #expect(MemoryLayout<Injected<Service>>.size == 24)
  }
}
