import PropertyInjection
import PropertyInjectionTesting
import TestSupport
import Testing

/// Configuring the shared injector again, each in a process of its own.
@Suite struct ReconfiguringTests {
  @Test func aLaterConfigurationTakesThePlaceOfTheFormer() async {
    await #expect(processExitsWith: .success) {
      PropertyInjector.reconfigure { $0.register("pens", instance: 1) }
      let before = PropertyInjector.shared
      precondition(before.instance(for: .pens) == 1)
      PropertyInjector.reconfigure { registry in
        registry.register("pens", instance: 2)
        registry.declare("pens", \Desk.pens)
      }
      let desk = Desk()
      PropertyInjector.injectDependencies(to: desk)
      precondition(desk.pens == 2 && PropertyInjector.shared.instance(for: .pens) == 2)
      precondition(before.instance(for: .pens) == 1, "what was got before is the old one")
      // It counts as configured.
      PropertyInjector.configure { _ in preconditionFailure("not run") }
    }
  }

  @Test func anOverrideInForceStaysInForce() async {
    await #expect(processExitsWith: .success) {
      PropertyInjector.configure { $0.register("pens", instance: 1) }
      PropertyInjector.shared.withOverrides {
        $0.register("pens", instance: 5)
      } operation: {
        PropertyInjector.reconfigure { $0.register("pens", instance: 2) }
        precondition(PropertyInjector.shared.instance(for: .pens) == 5)
      }
      precondition(PropertyInjector.shared.instance(for: .pens) == 2)
    }
  }

  @Test func aConfigurationWithinATestIsForLaterTests() async {
    await #expect(processExitsWith: .success) {
      let cups = InjectionKey<Int>.named("cups", Int.self)
      PropertyInjector.shared.withOverrides { registry in
        registry.issueHandler = { _ in }
        registry.register("pens", instance: 5)
      } operation: {
        PropertyInjector.configure { registry in
          registry.register("pens", instance: 1)
          registry.register("cups", instance: 2)
        }
        let injector = PropertyInjector.shared
        precondition(injector.instance(for: .pens) == 5 && injector.instance(for: cups) == nil)
      }
      PropertyInjector.shared.withOverrides {
        $0.register("pens", instance: 6)
      } operation: {
        let injector = PropertyInjector.shared
        precondition(injector.instance(for: .pens) == 6 && injector.instance(for: cups) == 2)
      }
    }
  }

  @Test func anErrorLeavesTheFormerConfiguration() async {
    await #expect(processExitsWith: .success) {
      struct Failure: Error {}
      PropertyInjector.configure { $0.register("pens", instance: 1) }
      do {
        try PropertyInjector.reconfigure { _ in throw Failure() }
        preconditionFailure("it throws")
      } catch is Failure {
        precondition(PropertyInjector.shared.instance(for: .pens) == 1)
      } catch {
        preconditionFailure("another error")
      }
    }
  }

  @Test func threadsThatConfigureAtOnceDoSoOneAfterTheOther() async {
    await #expect(processExitsWith: .success) {
      let configured = Locked<[Int]>([])
      Threads.run(8) { number in
        PropertyInjector.reconfigure { registry in
          registry.register("pens", instance: number)
          configured.withLock { $0.append(number) }
        }
        precondition(PropertyInjector.shared.instance(for: .pens) != nil)
      }
      let numbers = configured.withLock { $0 }
      precondition(numbers.count == 8)
      precondition(PropertyInjector.shared.instance(for: .pens) == numbers.last)
    }
  }
}
