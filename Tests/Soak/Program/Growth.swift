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
      "levels of a class hierarchy", small: filled(Shallow<Int>()), large: filled(Deep<Int>()))
    table.add("properties of a type", small: filled(Narrow()), large: filled(Wide()))
  }

  /// What is allocated while a closure runs, and stays while its result lives.
  ///
  /// Everything is given back once it does not.
  private static func measure(_ count: Int, _ body: () -> AnyObject) -> (count: Int, bytes: Int) {
    let before = Memory.allocated
    let result = body()
    let bytes = Memory.allocated - before
    withExtendedLifetime(result) {}
    return (count, bytes)
  }

  private static func bindings(_ count: Int) -> (count: Int, bytes: Int) {
    measure(count) {
      PropertyInjector { registry in
        for number in 0..<count {
          registry.register(InjectionKey("binding \(number)"), instance: number)
        }
      }
    }
  }

  private static func kept(_ count: Int) -> (count: Int, bytes: Int) {
    measure(count) {
      let injector = PropertyInjector { registry in
        for number in 0..<count {
          registry.register(InjectionKey("kept \(number)"), in: .singleton) { number }
        }
      }
      for number in 0..<count {
        precondition(injector.instance(for: InjectionKey("kept \(number)")) == number)
      }
      return injector
    }
  }

  private static func derived(_ count: Int) -> (count: Int, bytes: Int) {
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

  private static func marked(_ count: Int) -> (count: Int, bytes: Int) {
    let injector = makeInjector()
    let objects = (0..<count).map { Marking.object(of: Int8.self, $0) }
    return measure(count) {
      for object in objects { precondition(injector.injectDependencies(to: object).didInject) }
      return injector
    }
  }

  private static func declared(_ count: Int) -> (count: Int, bytes: Int) {
    let objects = (0..<count).map { Declaring.object(of: Int16.self, $0) }
    return measure(count) {
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
  private static func filled(_ object: some LargeType) -> (count: Int, bytes: Int) {
    let type = type(of: object)
    return measure(type.count) {
      let injector = PropertyInjector { registry in
        registry.register("number", instance: 1)
        type.declare(&registry)
      }
      let injected = injector.injectDependencies(to: object).injected.count
      precondition(injected == type.count, "\(injected) of \(type.count) are filled")
      return injector
    }
  }
}
