import Foundation
import Observation
import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Classes marked `@Observable`: filling a property tells observers what setting it by hand would.
@Suite struct ObservableTests {
  @Observable final class Model {
    var number: Int?
    var text: String?
    var list: NSMutableArray?
    var title = "untitled"
    @ObservationIgnored @Injected var marked: Int?
    @ObservationIgnored @Injected("text", lazy: true) var late: String?
    @ObservationIgnored var ignored: Int?
  }
  @Observable class Base: InjectionAware {
    var number: Int?
    @ObservationIgnored var hooks = 0
    func didInjectDependencies() { hooks += 1 }
  }
  @Observable final class Derived: Base {
    var text: String?
  }

  private static func injector(
    reportingTo log: IssueLog = IssueLog(), calls: Counter = Counter()
  ) -> PropertyInjector {
    PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.register("text") { () -> String? in
        calls.increment()
        return "text"
      }
      registry.register("list") { NSMutableArray() }
      registry.register("marked", instance: 2)
      registry.register("ignored", instance: 3)
      registry.declare("number", \Model.number)
      registry.declare("text", \Model.text)
      registry.declare("list", \Model.list)
      registry.declare("ignored", \Model.ignored)
      registry.declare("number", \Base.number)
      registry.declare("text", \Derived.text)
    }
  }

  /// How many of the properties that the closure reads change in the other closure.
  private static func changes(of read: [() -> Void], in body: () -> Void) -> [Int] {
    let counters = read.map { _ in Counter() }
    for (read, counter) in zip(read, counters) {
      withObservationTracking(read) { counter.increment() }
    }
    body()
    return counters.map(\.count)
  }

  @Test func aFillIsSeenByObserversAsASetIs() {
    let (log, injected, set) = (IssueLog(), Model(), Model())
    let injector = Self.injector(reportingTo: log)
    func reads(_ model: Model) -> [() -> Void] {
      [
        { _ = model.number }, { _ = model.text }, { _ = model.list }, { _ = model.title },
        { _ = model.marked }, { _ = model.late }, { _ = model.ignored },
        { _ = (model.number, model.text) },
      ]
    }
    let byInjection = Self.changes(of: reads(injected)) {
      #expect(injector.injectDependencies(to: injected).unfilled.isEmpty)
    }
    let byHand = Self.changes(of: reads(set)) {
      set.number = 1
      set.text = "text"
      set.list = NSMutableArray()
      set.ignored = 3
      set.marked = 2
      set.late = "text"
    }
    #expect(byInjection == byHand && byInjection == [1, 1, 1, 0, 0, 0, 0, 1])
    #expect(injected.number == 1 && injected.text == "text" && injected.list != nil)
    #expect(injected.marked == 2 && injected.late == "text" && injected.ignored == 3)
    #expect(log.issues.isEmpty, "\(log.texts)")
  }

  @Test func whatIsNotFilledChangesNothing() {
    let calls = Counter()
    let injector = Self.injector(calls: calls)
    let model = Model()
    (model.number, model.text, model.list) = (7, "own", NSMutableArray())
    let changes = Self.changes(of: [{ _ = (model.number, model.text, model.list) }]) {
      #expect(injector.injectDependencies(to: model).injected == ["ignored", "marked", "late"])
    }
    #expect(changes == [0] && model.number == 7 && model.text == "own" && calls.count == 0)
    let nothing = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("number") { () -> Int? in nil }
      registry.register("text") { () throws -> String in throw CancellationError() }
      registry.declare("number", \Model.number)
      registry.declare("text", \Model.text)
    }
    let other = Model()
    let others = Self.changes(of: [{ _ = (other.number, other.text) }]) {
      #expect(nothing.injectDependencies(to: other).injected == ["late"])
    }
    #expect(others == [0])
  }

  @Test func anObserverSeesTheOldValueAndMayReadTheNewOneLater() {
    let injector = Self.injector()
    let model = Model()
    let seen = Locked<[Int?]>([])
    nonisolated(unsafe) let observed = model
    withObservationTracking {
      _ = model.number
    } onChange: {
      seen.withLock { $0.append(observed.number) }
    }
    injector.injectDependencies(to: model)
    #expect(seen.withLock { $0 } == [nil] && model.number == 1)
  }

  @Test func anObserverMayInjectAgain() {
    let injector = Self.injector()
    let (model, other) = (Model(), Model())
    nonisolated(unsafe) let unsafe = (model, other)
    withObservationTracking {
      _ = model.text
    } onChange: {
      injector.injectDependencies(to: unsafe.1)
    }
    injector.injectDependencies(to: model)
    #expect(model.text == "text" && other.text == "text")
  }

  @Test func anInjectionWithinATrackedClosureCountsAsARead() {
    let injector = Self.injector()
    let model = Model()
    let changes = Self.changes(of: [{ injector.injectDependencies(to: model) }]) {
      model.number = nil
    }
    #expect(changes == [1])
  }

  @Test func inheritedPropertiesAreFilledAndSeen() {
    let log = IssueLog()
    let injector = Self.injector(reportingTo: log)
    let derived = Derived()
    let changes = Self.changes(of: [{ _ = derived.number }, { _ = derived.text }]) {
      #expect(injector.injectDependencies(to: derived).injected == ["number", "text"])
    }
    #expect(changes == [1, 1] && derived.hooks == 1 && log.issues.isEmpty, "\(log.texts)")
  }

  @Test func anUndeclaredPropertyIsReportedUnderItsOwnName() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.declare("text", \Model.text, optional: true)
    }
    let model = Model()
    injector.injectDependencies(to: model)
    let undeclared = log.issues.filter { $0.kindName == .undeclaredProperty }
    #expect(undeclared.map(\.name) == ["number"] && model.number == nil)
  }

  @Test func anObservableObjectIsCheckedAndExplained() {
    let (log, calls) = (IssueLog(), Counter())
    let injector = Self.injector(reportingTo: log, calls: calls)
    let model = Model()
    let changes = Self.changes(of: [{ _ = model.number }]) {
      let explanation = injector.explain(model)
      #expect(
        explanation.properties.map(\.name)
          == ["number", "text", "list", "ignored", "marked", "late"])
      #expect(explanation.properties.allSatisfy { $0.outcome == .filled })
      #expect(injector.validate(including: Model.self).errors.isEmpty)
    }
    #expect(changes == [0] && calls.count == 0 && log.issues.isEmpty)
  }

  @MainActor @Observable final class ScreenModel: @MainActor InjectionAware {
    var text: String?
    @ObservationIgnored @Injected var marked: Int?
    @ObservationIgnored var hooks = 0
    func didInjectDependencies() { hooks += 1 }
  }

  @MainActor @Test func aModelOfTheMainActorIsFilledAndSeenThere() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("text", instance: "text")
      registry.register("marked", instance: 2)
      registry.onMainActor { $0.declare("text", \ScreenModel.text) }
    }
    let model = ScreenModel()
    let changes = Self.changes(of: [{ _ = model.text }]) {
      #expect(injector.injectDependencies(to: model).injected == ["text", "marked"])
    }
    #expect(changes == [1] && model.hooks == 1 && log.issues.isEmpty, "\(log.texts)")
    let other = ScreenModel()
    let isRefused = await Task.detached {
      injector.injectDependencies(to: other).isRefused
    }.value
    #expect(isRefused && other.text == nil && other.hooks == 0 && log.kinds == [.wrongActor])
  }

  @Test func anObservableObjectIsAValueAndIsReleased() {
    final class Screen {
      var model: Model?
      @Injected("model") var marked: (any Observable)?
    }
    weak var model: Model?
    do {
      nonisolated(unsafe) let own = Model()
      model = own
      let injector = PropertyInjector { registry in
        registry.unchecked { $0.register("model", instance: own) }
        registry.declare("model", \Screen.model)
      }
      let screen = Screen()
      let changes = Self.changes(of: [{ _ = (own.number, own.title) }]) {
        #expect(injector.injectDependencies(to: screen).injected == ["model", "marked"])
      }
      #expect(screen.model === own && screen.marked as AnyObject === own && changes == [0])
      own.title = "mine"
      #expect(screen.model?.title == "mine")
    }
    #expect(model == nil)
  }
}
