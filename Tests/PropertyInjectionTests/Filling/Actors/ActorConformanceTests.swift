import PropertyInjection
import TestSupport
import Testing

/// A value whose conformance belongs to an actor, registered or asked for as what it conforms to.
@Suite struct ActorConformanceTests {
  private let log = IssueLog()

  /// Looks an injector up in code of no actor, there and on another thread, and in code of another actor,
  /// the main actor's first or last.
  @MainActor private func expectOnMainActorOnly(
    as kind: KindName = .conformanceOnAnotherActor, _ configure: (inout Registry) -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    for isMainFirst in [false, true] {
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.declare("shown", \Frame.shown)
        configure(&registry)
      }
      if isMainFirst { expectHere(injector, sourceLocation) }
      var reasons = Elsewhere.inject(injector)
      reasons += await Task.detached { Elsewhere.inject(injector) }.value
      reasons += await Elsewhere.injectOnAnotherActor(injector)
      #expect(
        reasons == Array(repeating: kind, count: 3),
        sourceLocation: sourceLocation)
      let isGiven = Elsewhere.isGiven(by: injector)
      let isGivenThere = await Task.detached { Elsewhere.isGiven(by: injector) }.value
      let isGivenToAnother = await Elsewhere.isGivenOnAnotherActor(by: injector)
      #expect(
        !isGiven && !isGivenThere && !isGivenToAnother, sourceLocation: sourceLocation)
      expectHere(injector, sourceLocation)
    }
    #expect(Set(log.kinds) == [kind], sourceLocation: sourceLocation)
  }

  @MainActor private func expectHere(
    _ injector: PropertyInjector, _ sourceLocation: SourceLocation
  ) {
    let frame = Frame()
    #expect(
      injector.injectDependencies(to: frame).injected == ["shown"], sourceLocation: sourceLocation)
    #expect(frame.shown is Screen, sourceLocation: sourceLocation)
    #expect(
      injector.instance(for: .named("shown", (any Shown).self)) is Screen,
      sourceLocation: sourceLocation)
    #expect(injector.instance(of: (any Shown).self) is Screen, sourceLocation: sourceLocation)
  }

  @MainActor @Test func anInstanceOfTheActorThatIsRegisteredAsTheProtocol() async {
    let screen = Screen()
    await expectOnMainActorOnly(as: .bindingOnAnotherActor) { registry in
      registry.onMainActor { $0.register("shown", instance: screen as any Shown) }
    }
  }

  @MainActor @Test func oneThatIsMadeAsTheProtocolAndKept() async {
    await expectOnMainActorOnly(as: .bindingOnAnotherActor) { registry in
      registry.onMainActor { $0.register("shown", in: .singleton) { Screen() as any Shown } }
    }
  }

  @MainActor @Test func oneThatIsForEverybodyAndAskedForAsTheProtocol() async {
    let screen = Screen()
    await expectOnMainActorOnly { $0.register("shown", instance: screen) }
  }

  @MainActor @Test func oneThatIsKeptForEverybodyAndAskedForAsTheProtocol() async {
    let screen = Screen()
    await expectOnMainActorOnly { $0.register("shown", in: .singleton) { screen } }
  }

  /// Swift 6.3 lets a conformance of an actor out with `Sendable`.
  @MainActor @Test func anInstanceThatIsRegisteredAsTheProtocolAndSendable() async {
    let screen = Screen() as any Shown & Sendable
    await expectOnMainActorOnly { $0.register("shown", instance: screen) }
    await expectOnMainActorOnly {
      $0.register(.named("shown", (any Shown).self)) { screen }
    }
    await expectOnMainActorOnly {
      $0.unchecked { $0.register("shown", instance: screen as any Shown) }
    }
  }

  private enum Elsewhere {
    nonisolated static func inject(_ injector: PropertyInjector) -> [KindName?] {
      injector.injectDependencies(to: Frame()).unfilled.map(\.reasonName)
    }

    nonisolated static func isGiven(by injector: PropertyInjector) -> Bool {
      injector.instance(for: .named("shown", (any Shown).self)) != nil
        || injector.instance(of: (any Shown).self) != nil
    }

    @DatabaseActor static func injectOnAnotherActor(
      _ injector: PropertyInjector
    ) -> [KindName?] {
      injector.injectDependencies(to: Frame()).unfilled.map(\.reasonName)
    }

    @DatabaseActor static func isGivenOnAnotherActor(by injector: PropertyInjector) -> Bool {
      injector.instance(for: .named("shown", (any Shown).self)) != nil
        || injector.instance(of: (any Shown).self) != nil
    }
  }

  @MainActor fileprivate final class Screen: @MainActor Shown {}

  private final class Frame { var shown: (any Shown)? }
}

private protocol Shown: AnyObject {}
