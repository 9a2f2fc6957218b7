import PropertyInjection
import TestSupport
import Testing

// The words of reports about properties that do more.
extension IssueTextTests {
  @Test func accessorsMeetAPlainProperty() {
    final class Owner { var volume: Int? }
    expectReport(
      """
      Owner.volume is left alone: its binding gives a getter or a setter, which only a property that \
      is marked @Injected takes.
        declared at    App/Setup.swift:2
        injected at    App/Main.swift:10
        binding        "volume": Int (App/Setup.swift:1)
        to fix         mark it @Injected where it is stored, if it is not static, or bind its key to a value.
      """,
      configure: { registry in
        registry.intercept(.volume, fileID: setup, line: 1, get: { _ in 1 })
        registry.declare(.volume, \Owner.volume, fileID: setup, line: 2)
      },
      use: { $0.injectDependencies(to: Owner(), fileID: main, line: 10) })
  }

  @Test func accessorsAreLookedUp() {
    expectReport(
      """
      No instance for "volume": Int: its binding gives a getter or a setter, which only a property \
      that is marked @Injected takes.
        registered at  App/Setup.swift:1
        asked for at   App/Main.swift:10
        to fix         ask for another key.
      """,
      configure: { $0.intercept(.volume, fileID: setup, line: 1, get: { _ in 1 }) },
      use: { _ = $0.instance(for: .volume, fileID: main, line: 10) })
  }

  @MainActor @Test func accessorsAreUsedOutsideTheirActor() async {
    final class Shared: @unchecked Sendable { @Injected var volume: Int? }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) {
      $0.onMainActor { $0.intercept(.volume, get: { _ in 1 }) }
    }
    let shared = Shared()
    injector.injectDependencies(to: shared, fileID: main, line: 10)
    _ = await Task.detached { shared.volume }.value
    #expect(
      log.texts == [
        """
        Shared.volume is accessed outside of MainActor, to which its binding is confined.
          injected at    App/Main.swift:10
          to fix         access it on MainActor, or register what all threads may use.
        """
      ])
  }

  @Test func whatWasDecidedOnDoesNotFit() {
    expectReport(
      """
      Player.number stayed nil: what was decided on is of type String, not Int.
        declared at    App/Setup.swift:1
        injected at    App/Main.swift:10
        to fix         decide on a value of type Int.
      """,
      configure: { $0.declare("number", \Player.number, fileID: setup, line: 1) },
      use: {
        $0.injectDependencies(to: Player(), fileID: main, line: 10) { _ in .inject("seven") }
      })
  }

  @Test func aLazyValueCannotBeMade() {
    struct Failure: Error {}
    final class Owner { @Injected(.lazily) var number: Int? }
    expectReport(
      """
      Owner.number stayed nil: what makes it has thrown Failure.
        made by        () -> Int
        injected at    App/Main.swift:10
        binding        "number": Int (App/Setup.swift:1)
        to fix         see to the cause, the issue's underlyingError.
      """,
      configure: {
        $0.register("number", fileID: setup, line: 1) { () -> Int? in throw Failure() }
      },
      use: {
        let owner = Owner()
        $0.injectDependencies(to: owner, fileID: main, line: 10)
        _ = owner.number
      })
  }

  @Test func aLazyValueNeedsItself() {
    final class Owner { @Injected(.lazily) var number: Int? }
    let owner = Owner()
    nonisolated(unsafe) let target = owner
    expectReport(
      """
      Owner.number stayed nil: its binding leads back to itself, "Owner.number": Int -> "number": \
      Int -> "Owner.number": Int.
        injected at    App/Main.swift:10
        binding        "Owner.number": Int
        to fix         let one of them get the other later: as a property that the injector fills, or \
      after its factory has returned.
      """,
      configure: { $0.register("number", fileID: setup, line: 1) { target.number ?? 1 } },
      use: {
        $0.injectDependencies(to: owner, fileID: main, line: 10)
        _ = owner.number
      })
  }

  @MainActor @Test func accessorsAreTakenOffOutsideTheActor() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) {
      $0.onMainActor { $0.declare(MainActorRadio.self) }
    }
    let radio = MainActorRadio()
    let main = main
    _ = await Task.detached {
      injector.makePlain(radio, fileID: main, line: 10)
    }.value
    #expect(
      log.texts == [
        """
        Nothing was taken off: MainActorRadio belongs to MainActor, and the call runs on no actor.
          asked for at   App/Main.swift:10
          to fix         do it in code that is isolated to MainActor.
        """
      ])
  }

  @Test func noStaticPropertyIsDeclared() {
    enum Empty {}
    expectReport(
      """
      Nothing was injected: no property is declared for Empty.Type.
        injected at    App/Main.swift:10
        to fix         registry.declare("name", \\Empty.Type.name).
      """,
      configure: { _ in },
      use: { $0.injectDependencies(toStaticPropertiesOf: Empty.self, fileID: main, line: 10) })
  }
}
