import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// What checks say of values that are hard to foresee is what an injection does.
@Suite struct AgreementTests {
  private class Base: @unchecked Sendable { init() {} }
  private final class Derived: Base, @unchecked Sendable {}
  private final class User: Sendable { init(base: Derived) {} }

  @Test func anArgumentThatMayNotFitIsUnverified() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("base") { Base() }
      registry.register("user", .initializer(User.init(base:), .key("base")))
    }
    let findings = injector.validate().findings
    #expect(findings.contains { $0.severity == .unverified })
    #expect(injector.rehearse().errors.count == 1)
  }

  @Test func anArgumentThatDoesNotFitIsAnError() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("base", instance: Base())
      registry.register("user", .initializer(User.init(base:), .key("base")))
    }
    let findings = injector.validate().findings
    #expect(findings.contains { $0.severity == .error })
  }

  private final class Kernel: @unchecked Sendable { @Injected var unit: Unit? }
  private final class Unit: Sendable {
    let kernel: Kernel
    init(kernel: Kernel) { self.kernel = kernel }
  }

  @Test(arguments: [true, false])
  func eachStartOfACircleIsRehearsed(isKernelFirst: Bool) {
    func injector(_ log: IssueLog) -> PropertyInjector {
      PropertyInjector(reportingTo: log) { registry in
        let kernel = { (registry: inout Registry) in
          registry.unchecked { $0.register("kernel", in: .singleton) { Kernel() } }
        }
        if isKernelFirst { kernel(&registry) }
        registry.register("unit", .initializer(Unit.init(kernel:), .key("kernel")))
        if !isKernelFirst { kernel(&registry) }
      }
    }
    let log = IssueLog()
    let unit: Unit? = injector(log).instance(for: "unit")
    let report = injector(IssueLog()).rehearse()
    #expect((unit?.kernel.unit == nil) == !report.errors.isEmpty)
  }

  private final class First { @Injected var g: Gear? }
  private final class Gear: Sendable { init(wheel: Wheel?) {} }
  private final class Wheel: Sendable { init(number: Int) {} }

  @Test(arguments: [0, 1])
  func anOptionalArgumentThatDoesNotComeKeepsNothingBack(_ way: Int) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      if way == 0 {
        registry.register("wheel", .initializer(Wheel.init(number:)))
      } else {
        registry.register("wheel") { (_: PropertyInjector, number: Int) in Wheel(number: number) }
      }
      registry.register("g", .initializer(Gear.init(wheel:), .key("wheel")))
      registry.declare { First() }
    }
    let first = First()
    injector.injectDependencies(to: first)
    #expect(first.g != nil)
    let findings = injector.validate().findings
    #expect(findings.allSatisfy { $0.issue.ownerType == nil })
  }

  @MainActor private final class Panel {
    @Injected var title: Title?
    nonisolated init() {}
  }
  @MainActor private final class Title { nonisolated init() {} }

  @Test @MainActor func whatOnlyBindingsOfAnActorMakeIsInjectedThere() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.onMainActor { registry in
        registry.register("title") { Title() }
        registry.register("panel") { Panel() }
      }
    }
    // From now on its marks are known.
    let panel: Panel? = injector.instance(for: "panel")
    #expect(panel?.title != nil)
    #expect(injector.validate().findings.allSatisfy { $0.severity == .note })
  }

  private final class Radio: @unchecked Sendable { @Injected var clock: (any Clock)? }
  private final class Holder { @Injected var radio: Radio? }

  private func house() -> (PropertyInjector, child: PropertyInjector) {
    let house = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.unchecked { $0.register("radio", in: .singleton) { Radio() } }
    }
    return (
      house,
      house.overriding { registry in
        registry.register("clock", instance: StoppedClock())
        registry.declare { Holder() }
      }
    )
  }

  @Test func aRehearsalOfAChildMakesWhatTheParentKeepsThere() {
    let (_, child) = house()
    let radio: Radio? = child.instance(for: "radio")
    #expect(radio != nil && radio?.clock == nil)
    #expect(self.house().child.rehearse().errors.map(\.ownerText) == ["Radio"])
    #expect(self.house().child.explain(Radio.self).properties.map(\.outcome) == [.unverified])
    #expect(child.explain(Radio.self).properties.map(\.outcome) == [.staysNil])
    #expect(child.explain(Radio.self).description.contains("in the injector that keeps the object"))
    #expect(child.explain(Radio()).properties.map(\.outcome) == [.filled])
  }

  @Test func aKeptValueThatTheChildHasFilledIsNoFinding() {
    let (house, child) = house()
    if let radio: Radio = house.instance(for: "radio") {
      child.injectDependencies(to: radio)
      #expect(radio.clock != nil)
    }
    #expect(child.validate().errors.isEmpty)
  }
}
