import PropertyInjection
import TestSupport
import Testing

/// Values that conform to a protocol under conditions, some of which lead to a conformance of an actor.
@Suite struct ConformanceTests {
  @MainActor @Test func aConformanceOfNoActorIsGivenEverywhere() async {
    await expect(.everywhere, Free<Int, Marquee>())
    await expect(.everywhere, Box<Int>())
    await expect(.everywhere, Box<Box<Int>>())
    await expect(.everywhere, Same<Int>())
    await expect(.everywhere, Heir<Leaf>())
    await expect(.everywhere, Instance<Marquee>())
    await expect(.everywhere, Instances<Marquee, Marquee>())
    await expect(.everywhere, Moved<Int>())
    await expect(.everywhere, Elements<[Int]>())
    await expect(.everywhere, [1])
    await expect(
      .everywhere, Result<Line, Never>.success(Line()),
      as: (any CustomPlaygroundDisplayConvertible).self)
  }

  @MainActor @Test func aConformanceOfTheMainActorIsGivenThere() async {
    await expect(.onMainActor, Box<Marquee>())
    await expect(.onMainActor, Box<Box<Marquee>>())
    await expect(.onMainActor, Moved<Marquee>())
    await expect(.onMainActor, Elements<[Marquee]>())
    await expect(.onMainActor, [Marquee()])
    await expect(
      .onMainActor, Result<Marquee, Never>.success(Marquee()),
      as: (any CustomPlaygroundDisplayConvertible).self)
  }

  /// Whether a pack has a conformance of an actor nothing tells.
  @MainActor @Test func whatDependsOnAParameterPackIsGivenOnAnActorOnly() async {
    await expect(.onMainActor, Pack<Int>())
    await expect(.onMainActor, Pack<Int, String>())
    await expect(.onMainActor, Pack<Int, Marquee>())
    await expect(.onMainActor, Tail<Int, String, Marquee>())
    await expect(.onMainActor, Box<Pack<Int>>())
    await expect(.onMainActor, Pack<Box<Int>>())
  }

  #if !canImport(Darwin)  // There, values as arguments of types need a newer system.
    @MainActor @Test func whatDependsOnAValue() async {
      await expect(.everywhere, Three<3>())
      await expect(.everywhere, Counted<3, Int>())
      await expect(.onMainActor, Counted<3, Marquee>())
    }
  #endif

  @MainActor @Test func aHookThatDependsOnAParameterPackIsCalledOnAnActorOnly() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.declare("number", \Hooked<Int, String>.number)
    }
    #expect(Elsewhere.number(of: Hooked<Int, String>(), injector) == nil)
    #expect(log.kinds == [.hookOnAnotherActor])
    var hooked = Hooked<Int, String>()
    injector.injectDependencies(to: &hooked)
    #expect(hooked.number == 1 && hooked.calls == 1)
  }

  private enum Place { case everywhere, onMainActor, nowhere }

  /// Looks a value up as what it conforms to, in code of no actor, on the main thread and on another, and in
  /// code of the main actor.
  @MainActor private func expect<Value: Sendable, Target>(
    _ place: Place, _ value: Value, as type: Target.Type = (any Shown).self,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { $0.register("shown", instance: value) }
    let isGiven = Elsewhere.isGiven(type, by: injector)
    let isGivenThere = await Task.detached { Elsewhere.isGiven(type, by: injector) }.value
    let isGivenHere = injector.instance(for: .named("shown", type)) != nil
    let found: Place =
      switch (isGiven, isGivenThere, isGivenHere) {
      case (true, true, true): .everywhere
      case (false, false, true): .onMainActor
      default: .nowhere
      }
    #expect(found == place, sourceLocation: sourceLocation)
    #expect(
      Set(log.kinds) == (place == .everywhere ? [] : [.conformanceOnAnotherActor]),
      sourceLocation: sourceLocation)
  }

  private enum Elsewhere {
    nonisolated static func isGiven<Target>(
      _ type: Target.Type, by injector: PropertyInjector
    ) -> Bool {
      injector.instance(for: .named("shown", type)) != nil
    }

    nonisolated static func number(
      of hooked: Hooked<Int, String>, _ injector: PropertyInjector
    ) -> Int? {
      var hooked = hooked
      injector.injectDependencies(to: &hooked)
      return hooked.number
    }
  }
}

private protocol Shown {}

extension Int: Shown {}
extension String: Shown {}
@MainActor private final class Marquee: @MainActor Shown {}

private class Leaf {}

private struct Box<Value>: Sendable {}
extension Box: Shown where Value: Shown {}

private struct Same<Value>: Sendable {}
extension Same: Shown where Value == Int {}

private struct Heir<Value>: Sendable {}
extension Heir: Shown where Value: Leaf {}

private struct Instance<Value>: Sendable {}
extension Instance: Shown where Value: AnyObject {}

private struct Moved<Value: ~Copyable>: ~Copyable, Sendable {}
extension Moved: Copyable where Value: Copyable {}
extension Moved: Shown where Value: Shown {}

private struct Elements<Values: Sequence>: Sendable {}
extension Elements: Shown where Values.Element: Shown {}

extension Array: Shown where Element: Shown {}

private struct Free<each Value>: Shown, Sendable {}

private struct Instances<each Value>: Sendable {}
extension Instances: Shown where repeat each Value: AnyObject {}

private struct Pack<each Value>: Sendable {}
extension Pack: Shown where repeat each Value: Shown {}

private struct Tail<Head, each Value>: Sendable {}
extension Tail: Shown where Head: Shown, repeat each Value: Shown {}

private struct Hooked<each Value> {
  var number: Int?
  var calls = 0
}

extension Hooked: InjectionAware where repeat each Value: Shown {
  mutating func didInjectDependencies() { calls += 1 }
}

#if !canImport(Darwin)
  private struct Three<let count: Int>: Sendable {}
  extension Three: Shown where count == 3 {}

  private struct Counted<let count: Int, Value>: Sendable {}
  extension Counted: Shown where Value: Shown {}
#endif

extension Result: @retroactive CustomPlaygroundDisplayConvertible
where Success: CustomPlaygroundDisplayConvertible, Failure == Never {
  /// What a playground shows.
  public var playgroundDescription: Any { "result" }
}

private struct Line: CustomPlaygroundDisplayConvertible {
  var playgroundDescription: Any { "line" }
}

extension Marquee: @MainActor CustomPlaygroundDisplayConvertible {
  var playgroundDescription: Any { "marquee" }
}
