import PropertyInjection
import PropertyInjectionTesting
import TestSupport
import Testing

/// Fakes that a test registers in its middle.
@Suite(.injecting(deskModule)) struct AddingOverridesTests {
  @Test func objectsThatComeAfterwardsGetTheFake() {
    let before = PropertyInjector.shared.injected(Desk())
    PropertyInjector.addOverrides { $0.register("lamp", instance: Lamp("later")) }
    let after = PropertyInjector.shared.injected(Desk())
    #expect(before.lamp?.name == "module" && after.lamp?.name == "later")
    #expect(before.open().lamp === after.lamp && after.pens == 3)
    PropertyInjector.addOverrides { $0.register("lamp", instance: Lamp("last")) }
    #expect(after.open().lamp?.name == "last")
  }

  @Test(
    .injecting { registry in
      registry.register("first", in: .singleton) { Lamp("first") }
      registry.register("second", in: .singleton) { injector in
        Lamp("second with \(injector.instance(for: .pens) ?? 0) pens")
      }
    })
  func keptValuesStayAndOthersAreMadeFromTheFake() throws {
    let (first, second) = (InjectionKey<Lamp>("first"), InjectionKey<Lamp>("second"))
    let kept = try PropertyInjector.shared.require(first)
    PropertyInjector.addOverrides { $0.register("pens", instance: 5) }
    #expect(try PropertyInjector.shared.require(first) === kept)
    let made = try PropertyInjector.shared.require(second)
    #expect(made.name == "second with 5 pens")
    PropertyInjector.addOverrides { $0.decorate(second) { _, lamp in Lamp("no \(lamp.name)") } }
    #expect(try PropertyInjector.shared.require(second).name == "no second with 5 pens")
  }

  @Test(arguments: 0..<8) func eachCaseHasItsOwn(number: Int) async throws {
    #expect(PropertyInjector.shared.instance(for: .pens) == 3)
    PropertyInjector.addOverrides { $0.register("pens", instance: number) }
    await Task.yield()
    #expect(PropertyInjector.shared.instance(for: .pens) == number)
  }

  @Test func tasksThatRunAlreadySeeTheFake() async {
    let (signals, signal) = AsyncStream<Void>.makeStream()
    async let pens = {
      for await _ in signals {}
      return PropertyInjector.shared.instance(for: .pens)
    }()
    PropertyInjector.addOverrides { $0.register("pens", instance: 7) }
    signal.finish()
    #expect(await pens == 7)
  }

  /// The injector that an object got before, and each that came in between.
  @Test func anInjectorThatAnObjectHoldsGivesTheFake() {
    let injectors = (0..<3).map { number in
      PropertyInjector.addOverrides { $0.register("pens", instance: number) }
      return PropertyInjector.shared.instance(for: .named("injector", PropertyInjector.self))
    }
    #expect(injectors.map { $0?.instance(for: .pens) } == [2, 2, 2])
    let recorded = injectors[0]?.recordInjections {
      PropertyInjector.addOverrides { $0.register("pens", instance: 4) }
      return PropertyInjector.shared.injected(Desk())
    }
    #expect(recorded?.contains { $0.name == "pens" } == true)
  }

  /// Neither a call nor the end of thousands goes from one to the next.
  @Test func thousandsAreNoChain() {
    let last = Locked<Int?>(nil)
    SmallThread.run {
      PropertyInjector { $0.install(deskModule) }.withOverrides { _ in
      } operation: {
        for number in 0..<3000 {
          PropertyInjector.addOverrides { $0.register("pens", instance: number) }
        }
        let injector = Override.current?.first
        last.withLock { $0 = injector?.instance(for: .pens) }
      }
    }
    #expect(last.withLock { $0 } == 2999)
  }

  @Test func withinAnotherOverrideTheyEndWithIt() {
    PropertyInjector.shared.withOverrides {
      $0.register("lamp", instance: Lamp("inner"))
    } operation: {
      PropertyInjector.addOverrides { $0.register("pens", instance: 9) }
      let desk = PropertyInjector.shared.injected(Desk())
      #expect(desk.pens == 9 && desk.lamp?.name == "inner")
    }
    #expect(PropertyInjector.shared.instance(for: .pens) == 3)
  }

  @Test @MainActor func fakesMayBelongToTheMainActor() {
    PropertyInjector.addOverrides { registry in
      registry.onMainActor { registry in
        registry.register("blotter", instance: Blotter())
        registry.declare("blotter", \Pad.blotter)
      }
    }
    #expect(PropertyInjector.shared.injected(Pad()).blotter != nil)
  }

  @Test func eagerValuesAreMadeAtOnce() {
    let made = Locked(0)
    PropertyInjector.addOverrides { registry in
      registry.register("lamp", in: .singleton(eager: true)) {
        made.withLock { $0 += 1 }
        return Lamp("eager")
      }
    }
    #expect(made.withLock { $0 } == 1)
    PropertyInjector.addOverrides { $0.register("pens", instance: 1) }
    #expect(PropertyInjector.shared.instance(for: .lamp)?.name == "eager")
    #expect(made.withLock { $0 } == 1)
  }

  @Test func anErrorLeavesAllAsItWas() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try PropertyInjector.addOverrides { registry in
        registry.register("pens", instance: 2)
        throw Failure()
      }
    }
    #expect(PropertyInjector.shared.instance(for: .pens) == 3)
  }

  // MARK: Reports

  @Test func aMisspeltFakeIsReportedAsThatOfATraitIs() async throws {
    let issues = try await issues(under: .injecting(deskModule)) { _ in
      PropertyInjector.addOverrides { $0.register("lmap", instance: Lamp("fake")) }
      PropertyInjector.addOverrides { $0.register("pens", instance: 1) }
      _ = PropertyInjector.shared.injected(Desk())
    }
    #expect(issues.count == 1)
    #expect("\(issues)".contains(#"registers "lmap": Lamp, and no injection"#))
  }

  @Test func aFakeOfTheTraitThatWasUsedBeforeCountsAsUsed() async throws {
    let issues = try await issues(
      under: .injecting(deskModule) { $0.register("lamp", instance: Lamp("trait")) }
    ) { _ in
      _ = PropertyInjector.shared.injected(Desk())
      PropertyInjector.addOverrides { $0.register("lamp", instance: Lamp("later")) }
      #expect(PropertyInjector.shared.injected(Desk()).lamp?.name == "later")
    }
    #expect(issues.isEmpty)
  }

  @Test func whatIsMissingIsAnIssueOfTheTest() async throws {
    let issues = try await issues(under: .injecting(deskModule)) { _ in
      PropertyInjector.addOverrides { $0.declare("tidy", \Drawer.tidy) }
      _ = PropertyInjector.shared.injected(Drawer())
    }
    #expect((issues.first?.error as? InjectionIssue)?.kind == .unknownName)
  }

  @Test func withoutAnOverrideNothingIsRegistered() {
    Override.$current.withValue(nil) {
      withKnownIssue {
        PropertyInjector.addOverrides { $0.register("pens", instance: 2) }
      } matching: { issue in
        issue.comments.contains { $0.rawValue.contains("the test has no trait") }
      }
      #expect(Override.current == nil)
    }
  }
}
