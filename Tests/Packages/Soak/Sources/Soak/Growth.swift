import Large
import PropertyInjection

/// Makes very much of one thing, and looks what it takes.
enum Growth {
  static func check(_ table: inout Table, scale: Int) {
    let small = 25_000 / scale
    let large = 100_000 / scale
    table.add("bindings", small: bindings(small), large: bindings(large))
    table.add("bindings that keep what they make", small: kept(small), large: kept(large))
    table.add("injectors derived from each other", small: derived(small), large: derived(large))
    table.add("types, three marked properties", small: marked(small), large: marked(large))
    table.add("types, two declared properties", small: declared(small), large: declared(large))
    table.add(
      "levels of a class hierarchy", small: filled(Shallow<Int>.self), large: filled(Deep<Int>.self)
    )
    table.add(
      "objects, eight plain properties", small: objects(of: PlainEight.self, small),
      large: objects(of: PlainEight.self, large))
    table.add(
      "objects, eight marked properties", small: objects(of: MarkedEight.self, small),
      large: objects(of: MarkedEight.self, large))
    table.add(
      "objects, eight lazy properties, unread", small: objects(of: LazyEight.self, small),
      large: objects(of: LazyEight.self, large))
    table.add("properties of a type", small: filled(Narrow.self), large: filled(Wide.self))
  }

  /// What a closure's result takes, and what is left when it has gone.
  private static func measure(_ count: Int, _ body: () -> AnyObject) -> Growing {
    // Once before: the runtime keeps what it makes for types that it has not met.
    _ = body()
    let before = Memory.allocated
    var result: AnyObject? = body()
    let bytes = Memory.allocated - before
    withExtendedLifetime(result) {}
    result = nil
    return Growing(count: count, bytes: bytes, left: Memory.allocated - before)
  }

  private static func bindings(_ count: Int) -> Growing {
    measure(count) {
      PropertyInjector { registry in
        for number in 0..<count {
          registry.register(.named("binding \(number)"), instance: number)
        }
      }
    }
  }

  private static func kept(_ count: Int) -> Growing {
    measure(count) {
      let injector = PropertyInjector { registry in
        for number in 0..<count {
          registry.register(.named("kept \(number)"), in: .singleton) { number }
        }
      }
      for number in 0..<count {
        precondition(injector.instance(for: .named("kept \(number)")) == number)
      }
      return injector
    }
  }

  private static func derived(_ count: Int) -> Growing {
    measure(count) {
      var injector = makeInjector()
      for number in 0..<count {
        injector = injector.overriding { registry in
          registry.register("number", instance: number, replacing: true)
        }
      }
      return injector
    }
  }

  private static func marked(_ count: Int) -> Growing {
    measure(count) {
      let objects = (0..<count).map { Marking.object(of: Int8.self, $0) }
      let injector = makeInjector()
      for object in objects { precondition(injector.injectDependencies(to: object).didInject) }
      return injector
    }
  }

  private static func objects<Object: Eight>(of type: Object.Type, _ count: Int) -> Growing {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      let service = Service()
      for name in Eights.names { registry.register(.named(name)) { service } }
    }
    return measure(count) {
      Objects(
        (0..<count).map { _ in
          let object = Object()
          injector.injectDependencies(to: object)
          return object
        })
    }
  }

  /// Keeps objects.
  private final class Objects {
    let objects: [AnyObject]
    init(_ objects: [AnyObject]) { self.objects = objects }
  }

  private static func declared(_ count: Int) -> Growing {
    measure(count) {
      let objects = (0..<count).map { Declaring.object(of: Int16.self, $0) }
      let injector = PropertyInjector { registry in
        registry.register("service", instance: Service())
        registry.register("plain", instance: 1)
        for object in objects { type(of: object).declare(&registry) }
      }
      for object in objects { precondition(injector.injectDependencies(to: object).didInject) }
      return injector
    }
  }

  /// An object with very many properties, every second one marked, the others declared.
  private static func filled<Large: LargeType>(_ type: Large.Type) -> Growing {
    measure(type.count) {
      let injector = PropertyInjector { registry in
        registry.register("number", instance: 1)
        type.declare(&registry)
      }
      let filled = injector.injectDependencies(to: type.init()).injected.count
      precondition(filled == type.count, "\(filled) of \(type.count) are filled")
      return injector
    }
  }
}
