import PropertyInjection
import TestSupport
import Testing

// The words of reports about what belongs to another actor.
extension IssueTextTests {
  @Test func anObjectBelongsToAnotherActor() async {
    let log = IssueLog()
    let (injector, object) = await MainActor.run {
      let injector = PropertyInjector(reportingTo: log) {
        $0.onMainActor { $0.declare("number", \ViewModel.number, fileID: setup, line: 1) }
      }
      return (injector, ViewModel())
    }
    injector.injectDependencies(to: object, fileID: main, line: 10)
    expectGoldenReports(.wrongActor, in: log)
  }

  @Test func anActorIsInjectedFromOutside() {
    expectGoldenReport(.wrongActor, injecting: Account()) {
      $0.register("number", instance: 1)
    }
  }

  @Test func anActorIsMadeAndLeftUnfilled() {
    expectGoldenReport(.actorNotInjected, injecting: Keeper()) { registry in
      registry.register("number", instance: 1, fileID: setup, line: 1)
      registry.register("account", fileID: setup, line: 2) { Account() }
    }
  }

  private final class Keeper { @Injected var account: Account? }

  @Test func aHookBelongsToAnotherActor() {
    expectGoldenReport(.hookOnAnotherActor, injecting: HookedOnMain()) { registry in
      registry.register("number", instance: 1, fileID: setup, line: 1)
      registry.declare("number", \HookedOnMain.number, fileID: setup, line: 2)
    }
  }

  @Test func aBindingIsConfinedToAnotherActor() {
    expectGoldenReport(.bindingOnAnotherActor, injecting: Player()) { registry in
      registry.register("number", fileID: setup, line: 1) { @MainActor in 1 }
      registry.declare("number", \Player.number, fileID: setup, line: 2)
    }
  }

  private final class Shared: @unchecked Sendable { @Injected var volume: Int? }
  @MainActor @Test func accessorsAreUsedOutsideTheirActor() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) {
      $0.onMainActor { $0.intercept(.volume, get: { _ in 1 }) }
    }
    let shared = Shared()
    injector.injectDependencies(to: shared, fileID: main, line: 10)
    _ = await Task.detached { shared.volume }.value
    expectGoldenReports(.accessedOnAnotherActor, in: log)
  }

  @MainActor @Test func accessorsAreTakenOffOutsideTheActor() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) {
      $0.onMainActor { $0.declare(MainActorRadio.self) }
    }
    let radio = MainActorRadio()
    let main = main
    _ = await Task.detached {
      injector.removeAccessors(of: radio, fileID: main, line: 10)
    }.value
    expectGoldenReports(.wrongActor, in: log)
  }

  private protocol Shown: AnyObject {}
  @MainActor private final class Screen: @MainActor Shown {}
  private final class Frame { var shown: (any Shown)? }

  @MainActor @Test func aValueConformsOnAnotherActor() async {
    let log = IssueLog()
    let screen = Screen()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("shown", instance: screen, fileID: setup, line: 1)
      registry.declare("shown", \Frame.shown, fileID: setup, line: 2)
    }
    await Task.detached { injector.inject(Frame()) }.value
    expectGoldenReports(.conformanceOnAnotherActor, in: log)
  }

  private struct Row: Sendable { @Injected(lazy: true) var number: Int? }

  private actor Library {
    func make(reportingTo log: IssueLog, _ setup: StaticString, _ main: StaticString) {
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.confined(to: self) { $0.register("number", fileID: setup, line: 1) { 1 } }
      }
      var row = Row()
      injector.injectDependencies(to: &row, fileID: main, line: 10)
    }
  }

  @Test func aStructMayLeaveTheActorOfItsBinding() async {
    let log = IssueLog()
    await Library().make(reportingTo: log, setup, main)
    expectGoldenReports(.mayLeaveActor, in: log)
  }
}
