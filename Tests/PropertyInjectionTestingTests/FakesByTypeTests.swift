import PropertyInjection
import PropertyInjectionTesting
import TestSupport
import Testing

/// Fakes of tests where a type is the key.
@Suite struct FakesByTypeTests {
  final class Board {
    @Injected var clock: (any Clock)?
    @Injected(optional: true) var watch: (any Clock)?
  }

  private static let unnamed = InjectionModule("Unnamed") { registry in
    registry.register(instance: StoppedClock() as any Clock)
  }
  private static let named = InjectionModule("Named") { registry in
    registry.register("clock", instance: StoppedClock() as any Clock)
  }

  private func told(
    _ module: InjectionModule, _ fakes: @escaping @Sendable (inout Registry) -> Void,
    _ look: @escaping @Sendable (Board) -> Void = { _ in }
  ) async throws -> [Issue] {
    try await issues(under: .injecting(module) { fakes(&$0) }) { _ in
      let board = Board()
      PropertyInjector.injectDependencies(to: board)
      look(board)
    }
  }

  @Test func aFakeWithoutANameReplacesWhatTheProgramRegistersWithoutOne() async throws {
    let issues = try await told(Self.unnamed) {
      $0.register(instance: ClassClock() as any Clock)
    } _: { board in
      #expect(board.clock is ClassClock && board.watch is ClassClock)
    }
    #expect(issues.isEmpty)
  }

  @Test func aFakeWithoutANameGoesBeforeNothingIfTheProgramsHasOne() async throws {
    let issues = try await told(Self.named) { registry in
      registry.register(instance: ClassClock() as any Clock)
      registry.registerNil(.named("watch", (any Clock).self))
    } _: { board in
      #expect(board.clock is StoppedClock)
    }
    let text = issues.first?.comments.first?.rawValue ?? ""
    #expect(issues.count == 1 && text.hasPrefix("The test registers any Clock, and no injection"))
    #expect(text.contains(#"Near: "clock": any Clock ("#))
    #expect(text.hasSuffix(#"To go before that, register it under "clock"."#))
  }

  @Test func aFakeOfItsOwnTypeGoesBeforeNothing() async throws {
    let issues = try await told(Self.unnamed) { $0.register(instance: ClassClock()) }
    let text = issues.first?.comments.first?.rawValue ?? ""
    #expect(issues.count == 1 && text.hasPrefix("The test registers ClassClock, and no injection"))
    #expect(text.hasSuffix("To go before that, register it without a name, as any Clock."))
  }

  #if compiler(>=6.3)
    @Test func aFakeWithANameIsToldIfOthersKeepTheProgramsValue() async throws {
      let issues = try await told(Self.unnamed) {
        $0.register("clock", instance: ClassClock())
      } _: { board in
        #expect(board.clock is ClassClock && board.watch is StoppedClock)
      }
      let text = issues.first?.comments.first?.rawValue ?? ""
      #expect(issues.map(\.severity) == [.warning])
      #expect(
        text.hasPrefix(#"The test registers "clock": ClassClock, which is for its name only: "#))
      #expect(text.contains("by its type Board.watch keeps any Clock ("))
      #expect(text.hasSuffix("register it without a name, as any Clock."))
    }

    @Test func aFakeWithANameBesideThatOfTheSuiteIsNotTold() async throws {
      let (test, testCase) = try (#require(Test.current), #require(Test.Case.current))
      let outer = InjectionTrait.injecting(Self.unnamed) {
        $0.register(instance: StoppedClock() as any Clock)
      }
      let inner = InjectionTrait.injecting { $0.register("clock", instance: ClassClock()) }
      let issues = try await issues(under: outer) { _ in
        try await inner.provideScope(for: test, testCase: testCase) {
          let board = Board()
          PropertyInjector.injectDependencies(to: board)
          #expect(board.clock is ClassClock && board.watch is StoppedClock)
        }
      }
      #expect(issues.isEmpty, "\(issues)")
    }

    @Test func aFakeOfItsOwnTypeThatALookUpTakesIsTold() async throws {
      let issues = try await told(Self.unnamed) {
        $0.register(instance: ClassClock())
      } _: { board in
        #expect(PropertyInjector.shared.instance(of: (any Clock).self) is ClassClock)
        #expect(board.clock is StoppedClock)
      }
      let text = issues.first?.comments.first?.rawValue ?? ""
      #expect(issues.map(\.severity) == [.warning])
      let prefix = "The test registers ClassClock, which fills no property of another type: "
      #expect(text.hasPrefix(prefix))
      #expect(text.contains("by its type Board.clock keeps any Clock ("))
      #expect(text.hasSuffix("register it without a name, as any Clock."))
    }

    private struct CountingClock: Clock {
      let clock: any Clock
      var now: Int { clock.now }
    }
    private static let decorated = InjectionModule("Decorated") { registry in
      registry.register(instance: StoppedClock() as any Clock)
      registry.decorate { _, clock in CountingClock(clock: clock) as any Clock }
    }

    @Test func aFakeOfItsOwnTypeBesideItselfAsTheProgramsTypeIsNotTold() async throws {
      let issues = try await told(Self.decorated) { registry in
        let clock = ClassClock()
        registry.register(instance: clock)
        registry.register { [clock] in clock as any Clock }
      } _: { board in
        #expect(PropertyInjector.shared.instance(of: ClassClock.self) != nil)
        #expect((board.clock as? CountingClock)?.clock is ClassClock)
      }
      #expect(issues.isEmpty)
    }

    @Test(arguments: [true, false])
    func aModulesDecoratorWaitsForTheLastTrait(isThere: Bool) async throws {
      let module = InjectionModule("Counted") { registry in
        registry.decorate(fileID: "App/Counted.swift", line: isThere ? 1 : 2) { _, clock in
          CountingClock(clock: clock) as any Clock
        }
      }
      let outer = try await issues(under: .injecting(module)) { _ in
        let inner = try await issues(
          under: .injecting { registry in
            if isThere { registry.register(instance: StoppedClock() as any Clock) }
          }
        ) { _ in
          #expect(
            isThere == (PropertyInjector.shared.instance(of: (any Clock).self) is CountingClock))
        }
        #expect(inner.map(\.severity) == (isThere ? [] : [.error, .warning]))
      }
      #expect(outer.isEmpty)
    }

    /// A protocol's decorator waits for a fake; of a type of its own nothing will be registered.
    @Test func aModulesDecoratorOfItsOwnTypeIsAnIssue() async throws {
      let module = InjectionModule("Wrong") { registry in
        registry.register(instance: StoppedClock() as any Clock)
        registry.decorate { _, clock in CountingClock(clock: clock) }
      }
      let issues = try await issues(under: .injecting(module)) { _ in
        #expect(PropertyInjector.shared.instance(of: (any Clock).self) is StoppedClock)
      }
      #expect(issues.map { ($0.error as? InjectionIssue)?.kindName } == [.nothingToDecorate])
    }

    private static func module(_ hour: Int) -> InjectionModule {
      InjectionModule("Clock") { $0.register("hour", instance: hour) }
    }

    @Test(arguments: [true, false])
    func aTestsModuleWithOtherValuesTakesThePlaceOfTheSuites(isOther: Bool) async throws {
      let outer = try await issues(under: .injecting(Self.module(1))) { _ in
        let inner = try await issues(under: .injecting(Self.module(isOther ? 2 : 1))) { _ in
          #expect(PropertyInjector.shared.instance(for: "hour") == (isOther ? 2 : 1))
          PropertyInjector.shared.withOverrides { registry in
            registry.install(Self.module(3))
          } operation: {
            #expect(PropertyInjector.shared.instance(for: "hour") == 3)
          }
        }
        #expect(inner.isEmpty)
        let fake = try await issues(
          under: .injecting { registry in
            registry.install(Self.module(1))
            registry.install(Self.module(2))
          }
        ) { _ in
          #expect(PropertyInjector.shared.instance(for: "hour") == 1)
        }
        #expect(fake.map(\.severity) == [.warning])
        let text = fake.first?.comments.first?.rawValue ?? ""
        #expect(
          text.hasPrefix("The module Clock is installed, and another one, which the same code"))
      }
      #expect(outer.isEmpty)
    }

    @Test func aFakeOfItsOwnTypeThatIsAskedForAsSuchIsTold() async throws {
      let issues = try await told(Self.unnamed) {
        $0.register(instance: ClassClock())
      } _: { _ in
        #expect(PropertyInjector.shared.instance(of: ClassClock.self) != nil)
      }
      #expect(issues.count == 1)
    }
  #endif

  @Test func aPlaceholderWithANameGoesBeforeAFakeOfTheType() async throws {
    let issues = try await told(Self.named) { registry in
      registry.usePlaceholders()
      registry.register(instance: ClassClock() as any Clock)
    } _: { board in
      #expect(board.clock == nil && board.watch is ClassClock)
    }
    let issue = try #require(issues.first?.error as? InjectionIssue)
    #expect(issues.count == 1 && issue.kindName == .placeholder)
    #expect(issue.related.map(\.name) == ["clock", nil])
    #expect(
      issue.description.hasSuffix(
        #"""
        to fix         register a value of type any Clock under "clock" in the test: what it registers without \#
        a name goes after that with the name.
        """#))
  }

  @Test func aFakeOfTheTypeTakesThePlaceOfAPlaceholderWithoutAName() async throws {
    let issues = try await told(Self.unnamed) { registry in
      registry.usePlaceholders()
      registry.register(instance: ClassClock() as any Clock)
    } _: { board in
      #expect(board.clock is ClassClock)
    }
    #expect(issues.isEmpty)
  }

  @Test func aTypeWithoutANameMayStay() async throws {
    let issues = try await told(Self.unnamed) {
      $0.usePlaceholders(except: .pens, .type((any Clock).self))
    } _: { board in
      #expect(board.clock is StoppedClock)
    }
    #expect(issues.isEmpty)
  }

  @Test func aPlaceholderWithoutANameIsReportedForEachOfItsProperties() async throws {
    let issues = try await told(Self.unnamed) { $0.usePlaceholders() }
    let reports = issues.compactMap { $0.error as? InjectionIssue }
    #expect(reports.map(\.name) == ["clock", "watch"])
    #expect(reports.allSatisfy { $0.description.contains("of type any Clock in the test.") })
  }

  @Test func aRecordingSaysWhichWayAValueCame() {
    let injector = PropertyInjector(Self.unnamed)
    let points = injector.recordInjections { _ = injector.injected(Board()) }
    #expect(points.map(\.description).first == "Board.clock <- any Clock, by its type")
  }
}
