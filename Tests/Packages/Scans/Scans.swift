import PropertyInjection

// Does one thing with each of some types that the process has not asked about yet. What is named on the
// command line is done: `nothing`, `question`, `declared`, `marked`, `inherited`.

final class Service: Sendable {}

final class Declared<Inner> {
  var a: Service?
  var b: Service?
}

final class Marked<Inner> {
  @Injected var a: Service?
  @Injected var b: Service?
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
    let injector = PropertyInjector { registry in
      registry.register("a", instance: service)
      registry.register("b", instance: service)
      declare(Int.self, count, &registry)
    }
    var declared: [AnyObject] = []
    var marked: [AnyObject] = []
    makeObjects(Int.self, count, &declared, isMarked: false)
    makeObjects(Int.self, count, &marked, isMarked: true)
    var inheriting: [AnyObject] = []
    makeInheriting(Int.self, count, &inheriting)
    switch CommandLine.arguments.last {
    case "question": for object in declared { _ = ask(type(of: object)) }
    case "declared": for object in declared { injector.injectDependencies(to: object) }
    case "marked": for object in marked { injector.injectDependencies(to: object) }
    case "inherited": for object in inheriting { injector.injectDependencies(to: object) }
    default: break
    }
  }
}
