import PropertyInjection
import TestSupport

extension Place {
  /// What runs at the access to a property.
  static let accessing: [Place] = [
    property("the getter of a computed property") { ReadSubject($0) },
    property("the setter of a computed property") { WrittenSubject($0) },
    property("an observer that is told before") { WarnedSubject($0) },
    property("an observer that is told after") { ObservedSubject($0) },
    Place("an observer of what a factory makes", again: .possible) { registry, _ in
      registry.register("fault") { Token() }
    } act: { stage, injector in
      ObservedSubject(stage).fill(with: injector)
    },
    Place("an observer of a kept value", again: .possible) { registry, _ in
      registry.register("fault", in: .cached) { Token() }
    } act: { stage, injector in
      ObservedSubject(stage).fill(with: injector)
    },
    Place("an injected getter") { registry, stage in
      registry.register("fault", instance: Token())
      registry.intercept(
        .named("guarded", Int.self),
        get: { property in
          stage.visit()
          return property.storedValue ?? 5
        })
    } act: { stage, injector in
      let guarded = Guarded()
      injector.injectDependencies(to: guarded)
      stage.expect(guarded.guarded == 5, "read: \(guarded.guarded as Any)")
    },
    Place("an injected setter") { registry, stage in
      registry.register("fault", instance: Token())
      registry.intercept(
        .named("guarded", Int.self),
        set: { property, value in
          stage.visit()
          property.storedValue = value.map { $0 + 1 }
        })
    } act: { stage, injector in
      let guarded = Guarded()
      injector.injectDependencies(to: guarded)
      guarded.guarded = 6
      stage.expect(guarded.guarded == 7, "read: \(guarded.guarded as Any)")
    },
    Place("the first read of a lazy property", key: "lazy", again: .cycle) { registry, stage in
      registry.register("fault", instance: Token())
      registry.register("lazy") { () -> Token? in
        stage.visit()
        return Token(4)
      }
    } act: { stage, injector in
      let late = Late()
      injector.injectDependencies(to: late)
      stage.expect(late.lazy?.serial == 4, "read: \(late.lazy?.serial as Any)")
      stage.expect(late.lazy === late.lazy, "it is made twice")
    },
    Place("the observer of a static property") { registry, _ in
      registry.register("fault", instance: Token())
      registry.register("current") { 8 }
      registry.declare("current", \Observer.Type.current)
    } act: { stage, injector in
      Observer.$watched.withValue(Watched(stage)) {
        injector.injectDependencies(toStaticPropertiesOf: Observer.self)
        stage.expect(Observer.current == 8, "it is \(Observer.current as Any)")
      }
    },
  ]

  private static func property(
    _ name: String, _ subject: @escaping @Sendable (Stage) -> Subject
  ) -> Place {
    Place(name, act: { stage, injector in subject(stage).fill(with: injector) })
  }
}

private final class ReadSubject: Subject {
  private var stored: Token?
  override var fault: Token? {
    get {
      stage.visit()
      return stored
    }
    set { stored = newValue }
  }
}

private final class WrittenSubject: Subject {
  private var stored: Token?
  override var fault: Token? {
    get { stored }
    set {
      stage.visit()
      stored = newValue
    }
  }
}

private final class WarnedSubject: Subject {
  override var fault: Token? { willSet { stage.visit() } }
}

private final class ObservedSubject: Subject {
  override var fault: Token? { didSet { stage.visit() } }
}

private final class Guarded {
  @Injected var guarded: Int?
}

private final class Late {
  @Injected(lazy: true) var lazy: Token?
}

private final class Watched: Sendable {
  let stage: Stage?
  let current = Locked<Int?>(nil)
  init(_ stage: Stage?) { self.stage = stage }
}

private enum Observer {
  @TaskLocal static var watched = Watched(nil)
  static var current: Int? {
    get { watched.current.withLock { $0 } }
    set {
      watched.stage?.visit()
      watched.current.withLock { $0 = newValue }
    }
  }
}
