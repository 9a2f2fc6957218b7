import PropertyInjection
import TestSupport

/// One run of one piece of user code that is entered from the library and enters it again.
final class Stage: @unchecked Sendable {
  // Unchecked: what changes is locked; the subject is handed over, not shared.
  private struct State {
    var body: (() -> Void)?
    var isInside = false
    var visits = 0
    var fillings = 0
    var complaints: [String] = []
    var kinds: [KindName] = []
    var kept: [AnyObject] = []
  }

  private let state = Locked(State())

  /// The object that the outer operation injects, where there is one.
  var subject: Subject?
  /// The key of the value that the user code is about.
  let key: InjectionKey<Token>

  init(key: InjectionKey<Token> = "fault") { self.key = key }

  var visits: Int { state.withLock { $0.visits } }
  var fillings: Int { state.withLock { $0.fillings } }
  var complaints: [String] { state.withLock { $0.complaints } }
  var kinds: Set<KindName> { Set(state.withLock { $0.kinds }) }

  /// Runs a closure each time that user code calls ``visit()``, but for calls from within itself.
  func onVisit(_ body: (() -> Void)?) { state.withLock { $0.body = body } }

  /// Called by the user code under test.
  func visit() {
    let body = state.withLock { state -> (() -> Void)? in
      guard !state.isInside, let body = state.body else { return nil }
      state.isInside = true
      state.visits += 1
      return body
    }
    guard let body else { return }
    body()
    state.withLock { $0.isInside = false }
  }

  /// Notes that something is not as it should be.
  func expect(_ isAsExpected: Bool, _ complaint: @autoclosure () -> String) {
    if !isAsExpected {
      let complaint = complaint()
      state.withLock { $0.complaints.append(complaint) }
    }
  }

  /// Notes what an injection of the subject has done, for the hooks to be counted.
  @discardableResult
  func note(_ result: InjectionResult) -> InjectionResult {
    if result.didInject { state.withLock { $0.fillings += 1 } }
    return result
  }

  func report(_ issue: InjectionIssue) { state.withLock { $0.kinds.append(issue.kindName) } }

  /// Holds an object until the stage goes.
  func keep(_ object: AnyObject) { state.withLock { $0.kept.append(object) } }
}

/// A value that is under way to a property.
final class Token: Sendable {
  let serial: Int
  private let atEnd: (@Sendable () -> Void)?

  init(_ serial: Int = 2, atEnd: (@Sendable () -> Void)? = nil) {
    self.serial = serial
    self.atEnd = atEnd
  }

  deinit { atEnd?() }
}

/// An object with a property before and one after the one that user code is about.
class Subject: InjectionAware {
  let stage: Stage
  var before: Int?
  var fault: Token?
  var after: Int?
  var hooks = 0

  init(_ stage: Stage) { self.stage = stage }

  func didInjectDependencies() { hooks += 1 }

  /// Injects it, and looks whether all has been done.
  final func fill(with injector: PropertyInjector, isFaultFilled: Bool = true) {
    stage.subject = self
    stage.note(injector.injectDependencies(to: self))
    check(isFaultFilled: isFaultFilled)
  }

  final func check(isFaultFilled: Bool = true) {
    stage.subject = nil
    stage.expect(before == 1, "before is \(before as Any)")
    stage.expect((fault?.serial == 2) == isFaultFilled, "fault is \(fault?.serial as Any)")
    stage.expect(after == 3, "after is \(after as Any)")
    stage.expect(hooks == stage.fillings, "\(hooks) hooks for \(stage.fillings) calls that filled")
  }
}

extension Registry {
  /// What every injector of a stage has.
  mutating func prepare(for stage: Stage) {
    issueHandler = { [weak stage] in stage?.report($0) }
    registerCommon()
  }

  /// Declares the property that user code is about.
  mutating func declareFault() { declare("fault", \Subject.fault) }
}
