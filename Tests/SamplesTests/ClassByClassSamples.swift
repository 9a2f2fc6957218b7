import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionTesting
import Synchronization
import Testing

/// The steps by which a program goes over from a property wrapper that asks a container; its container is written like
/// Swinject's, and its services have gone over in part.
enum ClassByClassSamples {
  final class Container: Sendable {
    enum Scope { case container, transient }
    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    final class Entry: Sendable {
      private let factory: @Sendable (Container) -> any Sendable
      private let kept = Mutex<(scope: Scope, value: (any Sendable)?)>((.container, nil))

      init(_ factory: @escaping @Sendable (Container) -> any Sendable) { self.factory = factory }

      func inObjectScope(_ scope: Scope) { kept.withLock { $0.scope = scope } }

      func value(in container: Container) -> any Sendable {
        if let value = kept.withLock({ $0.value }) { return value }
        let value = factory(container)
        kept.withLock { if $0.scope == .container { $0.value = value } }
        return value
      }
    }

    @discardableResult func register<Value: Sendable>(
      _ type: Value.Type, factory: @escaping @Sendable (Container) -> Value
    ) -> Entry {
      let entry = Entry(factory)
      entries.withLock { $0[ObjectIdentifier(type)] = entry }
      return entry
    }

    func resolve<Value>(_ type: Value.Type) -> Value? {
      entries.withLock { $0[ObjectIdentifier(type)] }?.value(in: self) as? Value
    }
  }

  @propertyWrapper struct Injected<Value> {
    let wrappedValue: Value
    init() { wrappedValue = container.resolve(Value.self)! }
  }

  protocol Animal: Sendable {}
  final class Cat: Animal {}

  static let container = {
    let container = Container()
    container.register((any Animal).self) { _ in Cat() }
    container.register((any Clock).self) { _ in
      PropertyInjector.shared.instance(of: (any Clock).self)!
    }.inObjectScope(.transient)
    return container
  }()

  static let bridge = InjectionModule("Bridge") { registry in
    registry.register { container.resolve((any Animal).self)! }
    registry.register(in: .singleton) { SystemClock() as any Clock }
    registry.declare { Viewer() }
    registry.declare { Watcher() }
  }

  final class Editor { @Injected var pet: any Animal }  // asks the container
  final class Viewer { @Required var pet: any Animal }  // is injected

  final class Timer { @Injected var clock: any Clock }
  final class Watcher {
    @PropertyInjection.Injected var clock: (any Clock)?
    init() { PropertyInjector.injectDependencies(to: self) }
  }

  @Suite(.injecting(bridge)) struct Tests {
    @Test func aClassThatHasGoneOverGetsWhatTheContainerMakes() throws {
      let viewer = PropertyInjector.shared.injected(Viewer())
      #expect(try #require(viewer.pet as? Cat) === Editor().pet as? Cat)
    }

    @Test func theContainerGetsWhatTheInjectorMakes() {
      #expect(Timer().clock.now == 12 && Watcher().clock?.now == 12)
    }

    @Test(.injecting { $0.register(instance: StoppedClock() as any Clock) })
    func aFakeReachesBothKindsOfClasses() {
      #expect(Timer().clock.now == 0 && Watcher().clock?.now == 0)
    }

    @Test func theChecksKnowTheClassesThatHaveGoneOver() throws {
      try PropertyInjector.validate().requireClean()
      try PropertyInjector.rehearse().requireClean()
    }
  }
}
