import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Which bindings make a value while an override is in force, and who keeps it.
@Suite struct OverriddenValuesTests {
  @Test func aValueForARequestIsMadeWithTheOverride() {
    let injector = makeInjector(kept: .graph)
    injector.withOverrides {
      $0.register("wick", instance: Wick(length: 9))
    } operation: {
      let candle: Candle? = injector.instance(for: "candle")
      #expect(candle?.wick.length == 9)
    }
    let candle: Candle? = injector.instance(for: "candle")
    #expect(candle?.wick.length == 1)
  }

  @Test(arguments: [false, true])
  func anInjectorThatIsDerivedWithinItKeepsTheValuesOfTheOverride(isCached: Bool) {
    let injector = makeInjector(kept: isCached ? .cached : .singleton)
    let before: Candle? = injector.instance(for: "candle")
    injector.withOverrides {
      $0.register("wick", instance: Wick(length: 9))
    } operation: {
      let derived = injector.overriding { $0.register("other", instance: 1) }
      let candle: Candle? = derived.instance(for: "candle")
      #expect(candle?.wick.length == 9)
      #expect(candle === injector.instance(for: .named("candle", Candle.self)))
      derived.reset()
      let again: Candle? = injector.instance(for: "candle")
      #expect((again === candle) == !isCached)
      #expect(derived.validate().errors.isEmpty)
    }
    #expect(before === injector.instance(for: .named("candle", Candle.self)))
  }

  @Test func aLazyPropertyAsksTheInjectorThatHasInjectedItsObject() {
    let injector = makeInjector(kept: .singleton)
    let outside = Shelf()
    injector.injectDependencies(to: outside)
    var inside: Shelf?
    injector.withOverrides {
      $0.register("wick", instance: Wick(length: 9))
    } operation: {
      #expect(outside.candle?.wick.length == 1)
      let shelf = Shelf()
      injector.injectDependencies(to: shelf)
      inside = shelf
    }
    #expect(inside?.candle?.wick.length == 9)
  }

  @Test func aThreadOfItsOwnDoesNotSeeTheOverride() {
    let injector = makeInjector(kept: .singleton)
    injector.withOverrides {
      $0.register("wick", instance: Wick(length: 9))
    } operation: {
      let lengths = Threads.run(2) { _ in
        injector.instance(for: .named("wick", Wick.self))?.length
      }
      #expect(lengths == [1, 1])
    }
  }

  @Test func aCallThatDoesNotSeeTheOverrideOfAnUnconfiguredInjectorIsTold() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      await PropertyInjector.shared.withOverrides {
        $0.register("number", instance: 1)
      } operation: {
        await Task.detached {
          let number: Int? = PropertyInjector.shared.instance(for: "number")
          precondition(number == nil)
        }.value
      }
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    let line = #line - 13
    #expect(
      text == """
        PropertyInjection: No instance for "number": Int: the injector is not configured yet.
          asked for at   PropertyInjectionTests/OverriddenValuesTests.swift:\(line)
          to fix         call PropertyInjector.configure before the first object is made; a test overrides it, \
        with the trait .injecting { } or withOverrides; a preview has an injector of its own. A thread, a queue or \
        Task.detached does not inherit that: it uses an injector that was derived before, let injector = \
        PropertyInjector.shared.overriding { _ in }.

        """)
  }

  private func makeInjector(kept scope: InjectionScope) -> PropertyInjector {
    PropertyInjector { registry in
      registry.register("wick", instance: Wick(length: 1))
      registry.register(
        "candle", in: scope, .initializer(Candle.init(wick:), .byType))
    }
  }

  private struct Wick { let length: Int }

  private final class Candle: Sendable {
    let wick: Wick
    init(wick: Wick) { self.wick = wick }
  }

  private final class Shelf {
    @Injected(lazy: true) var candle: Candle?
  }
}
