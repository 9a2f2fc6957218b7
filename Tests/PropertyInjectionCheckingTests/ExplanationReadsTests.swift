import PropertyInjection
import PropertyInjectionChecking
import Synchronization
import TestSupport
import Testing

/// What `explain` reads of an object: what is declared or marked, and nothing else.
@Suite struct ExplanationReadsTests {
  @Test func theStorageOfAComputedPropertyIsNotRead() {
    let injector = makeInjector()
    // Whether it is nil or not.
    for service in [nil, Service()] {
      let objects: [any Served] = [
        Guarded(service), GuardedInherited(service), GuardedOverride(service),
      ]
      for object in objects {
        let rows = injector.explain(object).properties.filter { $0.name == "service" }
        #expect(rows.map(\.state) == [.notRead], "\(object)")
      }
    }
  }

  @Test func aDeclaredStoredPropertyIsRead() {
    let injector = makeInjector()
    for (service, state) in [(nil, InjectionExplanation.State.isNil), (Service(), .isSet)] {
      let plain = Plain()
      plain.service = service
      let marked = Marked()
      marked.service = service
      #expect(injector.explain(plain).properties.map(\.state) == [state])
      #expect(injector.explain(marked).properties.map(\.state) == [state])
    }
  }

  /// A subclass may override what it inherits, or have something else of that name.
  @Test func anInheritedPropertyIsNotRead() {
    let injector = makeInjector()
    #expect(injector.explain(Heir()).properties.map(\.state) == [.notRead])
    let derived = injector.overriding { $0.declare("service", \Heir.service) }
    #expect(derived.explain(Heir()).properties.map(\.state) == [.notRead])
  }

  @Test func aPropertyThatASubclassHasAsWellIsNotRead() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { Titled.declare(in: &$0) }
    let rows = injector.explain(Retitled()).properties.filter { $0.name == "title" }
    #expect(rows.map(\.state) == [.notRead])
  }

  /// A key path leads to another property than the one whose name is declared.
  @Test func aPropertyOfTheNameAndAnotherTypeIsNotRead() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.declare("title", \Named.number)
      registry.declare("first", \TwoNumbers.second)
    }
    let named = injector.explain(Named()).properties.first
    #expect(named?.name == "title" && named?.state == .notRead)
    let first = injector.explain(TwoNumbers(first: 1)).properties.first
    #expect(first?.name == "first" && first?.state == .notRead)
  }

  @Test func anObjectThatOtherThreadsWriteIsNotDisturbed() async {
    await #expect(processExitsWith: .success) {
      let injector = ExplanationReadsTests().makeInjector()
      let objects: [any Served] = [Guarded(nil), GuardedInherited(nil), GuardedOverride(nil)]
      for object in objects {
        let isDone = Locked(false)
        Threads.run(2) { number in
          if number == 0 {
            for _ in 0..<Effort.rounds(10_000, sampled: 300) { _ = injector.explain(object) }
            isDone.withLock { $0 = true }
          } else {
            while !isDone.withLock({ $0 }) { object.service = Service() }
          }
        }
      }
    }
  }

  private func makeInjector() -> PropertyInjector {
    PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("service") { Service() }
      registry.declare("service", \Guarded.service)
      registry.declare("service", \GuardedInherited.service)
      registry.declare("service", \Plain.service)
    }
  }
}

/// An object that every thread may use.
private protocol Served: AnyObject, Sendable {
  var service: Service? { get set }
}

/// What is declared is computed; what it is computed from has the name that a wrapper's storage has.
private final class Guarded: Served, @unchecked Sendable {
  // Unchecked: guarded by the lock.
  private let lock = Mutex(())
  // swift-format-ignore: NoLeadingUnderscores
  private var _service: Service?

  var service: Service? {
    get { lock.withLock { _ in _service } }
    set { lock.withLock { _ in _service = newValue } }
  }

  init(_ service: Service?) { _service = service }
}

/// What is declared is computed; a superclass has something else of that name.
private final class GuardedInherited: Keeper, Served, @unchecked Sendable {
  // Unchecked, like its superclass.
  var service: Service? {
    get { kept }
    set { kept = newValue }
  }
}

private class Keeper: @unchecked Sendable {
  // Unchecked: guarded by the lock.
  private let lock = Mutex(())
  private var service: Service?

  final var kept: Service? {
    get { lock.withLock { _ in service } }
    set { lock.withLock { _ in service = newValue } }
  }

  init(_ service: Service?) { self.service = service }
}

/// What is declared is stored, and overridden by what guards it.
private final class GuardedOverride: Plain, Served, @unchecked Sendable {
  // Unchecked: guarded by the lock.
  private let lock = Mutex(())

  override var service: Service? {
    get { lock.withLock { _ in super.service } }
    set { lock.withLock { _ in super.service = newValue } }
  }

  init(_ service: Service?) {
    super.init()
    self.service = service
  }
}

private class Plain {
  var service: Service?
}

private final class Heir: Plain {}

private final class Marked {
  @Injected var service: Service?
}

private final class Named {
  var number: Int?
  var title: String?
}

private struct TwoNumbers {
  var first: Int?
  var second: Int?
}

/// Has a property that its subclasses do not see.
private class Titled {
  private var title: String? = "first"

  static func declare(in registry: inout Registry) { registry.declare("title", \Titled.title) }
}

private final class Retitled: Titled {
  var title: String?
}
