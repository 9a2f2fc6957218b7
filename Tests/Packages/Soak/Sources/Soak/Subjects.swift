import Foundation
import PropertyInjection
import PropertyInjectionSettings
import PropertyInjectionStorage
import Synchronization

/// Counts the objects that are alive, so that none is kept by having been injected.
class Counted {
  private static let alive = Atomic(0)
  static var count: Int { alive.load(ordering: .relaxed) }

  init() { Self.alive.add(1, ordering: .relaxed) }
  deinit { Self.alive.subtract(1, ordering: .relaxed) }
}

final class Service: Sendable {}

final class Product: Counted, @unchecked Sendable {
  // Unchecked: nothing in it changes.
}

final class House: Counted {
  let service: Service
  let number: Int
  var product: Product?

  init(service: Service, number: Int) {
    self.service = service
    self.number = number
  }
}

final class Controller: Counted, InjectionAware {
  // One thread uses it.
  static nonisolated(unsafe) var shared: Service?

  var service: Service?
  var number: Int?
  var product: Product?
  var missing: String?
  var hooks = 0

  func didInjectDependencies() { hooks += 1 }
}

final class Marked: Counted {
  @Injected var number: Int?
  @Injected(.byType) var service: Service?
  @Injected(lazy: true) var product: Product?
  @Injected("product", lazy: true) var unread: Product?
  @Injected var volume: Double?
  @Setting var name: String?
}

/// One of many users.
final class Personal: Counted {
  // One thread uses it.
  static nonisolated(unsafe) var lastNumber = 0

  @Setting var name: String?

  init(number: Int) { _name = Setting("user.\(number).name") }
}

/// Runs code in its hook.
final class Running: InjectionAware {
  // One thread uses it.
  static nonisolated(unsafe) var body: (() -> Void)?

  @Injected var number: Int?

  func didInjectDependencies() { Self.body?() }
}

struct Value {
  var service: Service?
  var product: Product?
}

/// Two kept values that refer to each other, one of them lazily.
final class Wax: Counted, @unchecked Sendable {
  // Unchecked: one thread uses it.
  @Injected(lazy: true) var flame: Flame?
}
final class Flame: Counted, @unchecked Sendable {
  // Unchecked: one thread uses it.
  @Injected var wax: Wax?
}

/// Two kept values that need each other, and do not hold each other.
class Half: Counted, @unchecked Sendable {
  // Unchecked: one thread uses it.
  weak var other: Half?
}
final class Left: Half, @unchecked Sendable {}
final class Right: Half, @unchecked Sendable {}

/// An actor that injects itself, on the one thread that there is.
actor Booth {
  @Injected(lazy: true) private var product: Product?
  @Injected private var volume: Double?
  @Setting private var name: String?
  private let counted = Counted()

  nonisolated var unownedExecutor: UnownedSerialExecutor { MainThread.executor }

  static func open(_ injector: PropertyInjector) {
    Booth().assumeIsolated { booth in
      precondition(injector.injectDependencies(to: booth).didInject && booth.volume == 3)
    }
  }

  /// Takes the thread that runs for the actor's.
  private final class MainThread: SerialExecutor {
    private static let shared = MainThread()
    static var executor: UnownedSerialExecutor { shared.asUnownedSerialExecutor() }

    func enqueue(_ job: consuming ExecutorJob) {
      UnownedJob(job).runSynchronously(on: asUnownedSerialExecutor())
    }
    func checkIsolated() {}
  }
}

enum Notes {
  static let all = AssociatedStorage<Controller, Product>()
}

let module = InjectionModule("Module") { registry in
  registry.register("number", instance: 2, replacing: true)
  registry.register("more") { Product() }
}

final class MemoryStore: SettingsStore {
  private let names = Mutex<[String: String]>([:])

  func object(forKey key: String) -> Any? { names.withLock { $0[key] } }
  func setObject(_ object: Any, forKey key: String) {
    let name = object as? String
    names.withLock { $0[key] = name }
  }
  func removeObject(forKey key: String) { names.withLock { $0[key] = nil } }
}

/// What the operations inject with.
func makeInjector() -> PropertyInjector {
  PropertyInjector { registry in
    registry.issueHandler = { _ in }
    registry.useSettings(in: MemoryStore())
    registry.register("service", instance: Service())
    registry.register("number", instance: 1)
    registry.register("product") { Product() }
    registry.register("running") { () -> Bool in
      Running.body?()
      return true
    }
    registry.register("cached", in: .cached) { Product() }
    registry.register("weak", in: .weak) { Product() }
    registry.register("scoped", in: .values(ScopedValues())) { Product() }
    registry.register("wax", in: .singleton, .initializer { () -> Wax? in Wax() })
    registry.register("flame", in: .singleton, .initializer { () -> Flame? in Flame() })
    registry.register("left", in: .cached, .initializer { () -> Half? in Left() })
    registry.register("right", in: .cached, .initializer { () -> Half? in Right() })
    registry.register("fails") { () throws -> Product? in throw CancellationError() }
    registry.register(
      .type(House.self),
      .initializer({ House(service: $0, number: $1) }, .key("service"), .dynamic))
    registry.intercept(
      .named("volume", Double.self), get: { $0.storedValue ?? 3 }, set: { $0.storedValue = $1 })
    registry.declare("other", \Left.other, from: "right")
    registry.declare("other", \Right.other, from: "left")
    registry.declare("service", \Controller.service)
    registry.declare("number", \Controller.number)
    registry.declare("product", \Controller.product)
    registry.declare("missing", \Controller.missing)
    registry.declare("product", \House.product)
    registry.declare("service", \Value.service)
    registry.declare("product", \Value.product)
    registry.declare("service", \Controller.Type.shared)
  }
}
