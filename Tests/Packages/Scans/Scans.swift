import PropertyInjection
import PropertyInjectionChecking

// Does one thing with each of some types that the process has not asked about yet. What is named on the
// command line is done: `nothing`, `question`, `declared`, `marked`, `services`, `inherited`, `instances`,
// `misses`, `validate`, `graph`.

final class Service: Sendable {}

final class Declared<Inner> {
  var a: Service?
  var b: Service?
}

final class Marked<Inner> {
  @Injected var a: Service?
  @Injected var b: Service?
}

final class OwnService<First, Second>: Sendable {}

struct OwnValue<First, Second>: Sendable {}

final class Owning<First, Second> {
  @Injected var service: OwnService<First, Second>?
}

/// Objects of types that are marked for a service of a type of its own; a look-up of each service by its type, among
/// values that are no classes; and look-ups that find nothing.
struct Services {
  var objects: [AnyObject] = []
  var lookUps: [(PropertyInjector) -> Void] = []
  var misses: [(PropertyInjector) -> Void] = []

  /// One of each for each pair of types: their names are short, which reports compare.
  init(in registry: inout Registry) {
    let types: [any Hashable.Type] = [
      Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self,
      UInt32.self,
      UInt64.self,
    ]
    for first in types {
      for second in types { add(first, second, &registry) }
    }
  }

  private mutating func add<First, Second>(
    _: First.Type, _: Second.Type, _ registry: inout Registry
  ) {
    registry.register("service", instance: OwnService<First, Second>())
    registry.register("value", instance: OwnValue<First, Second>())
    objects.append(Owning<First, Second>())
    lookUps.append { precondition($0.instance(of: OwnService<First, Second>.self) != nil) }
    misses.append { precondition($0.instance(of: Owning<First, Second>.self) == nil) }
  }
}

class Aware: InjectionAware {
  @Injected var a: Service?
  func didInjectDependencies() {}
}

final class Inheriting<Inner>: Aware {}

func makeInheriting<Inner>(_: Inner.Type, _ count: Int, _ objects: inout [AnyObject]) {
  guard count > 0 else { return }
  objects.append(Inheriting<Inner>())
  makeInheriting(Inheriting<Inner>.self, count - 1, &objects)
}

/// Objects of as many types, nested in each other.
func makeObjects<Inner>(_: Inner.Type, _ count: Int, _ objects: inout [AnyObject], isMarked: Bool) {
  guard count > 0 else { return }
  if isMarked {
    objects.append(Marked<Inner>())
    makeObjects(Marked<Inner>.self, count - 1, &objects, isMarked: true)
  } else {
    objects.append(Declared<Inner>())
    makeObjects(Declared<Inner>.self, count - 1, &objects, isMarked: false)
  }
}

func declare<Inner>(_: Inner.Type, _ count: Int, _ registry: inout Registry) {
  guard count > 0 else { return }
  registry.declare("a", \Declared<Inner>.a)
  registry.declare("b", \Declared<Inner>.b)
  declare(Declared<Inner>.self, count - 1, &registry)
}

protocol Question {}

// Not optimized: the optimizer could answer without asking the runtime.
@inline(never) @_optimize(none)
func ask(_ type: Any.Type) -> Bool { type is any Question.Type }

@main struct Scans {
  static func main() {
    let count = 100
    let service = Service()
    var services: Services?
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("a", instance: service)
      registry.register("b", instance: service)
      declare(Int.self, count, &registry)
      services = Services(in: &registry)
    }
    var declared: [AnyObject] = []
    var marked: [AnyObject] = []
    makeObjects(Int.self, count, &declared, isMarked: false)
    makeObjects(Int.self, count, &marked, isMarked: true)
    var inheriting: [AnyObject] = []
    makeInheriting(Int.self, count, &inheriting)
    guard let services else { return }
    switch CommandLine.arguments.last {
    case "question": for object in declared { _ = ask(type(of: object)) }
    case "declared": for object in declared { injector.injectDependencies(to: object) }
    case "marked": for object in marked { injector.injectDependencies(to: object) }
    case "services": for object in services.objects { injector.injectDependencies(to: object) }
    case "instances": for lookUp in services.lookUps { lookUp(injector) }
    case "misses": for miss in services.misses { miss(injector) }
    case "validate": _ = injector.validate()
    case "graph": _ = injector.graph()
    case "inherited": for object in inheriting { injector.injectDependencies(to: object) }
    default: break
    }
  }
}
