import PropertyInjection

// Values that the injector makes, and values that it has kept.
extension Cases {
  var uniqueInitializer: Measurement {
    let injector = self.injector
    return harness.compare(
      "a unique initializer, three arguments by type", to: "by hand and injected",
      goal: "<= 350 ns", count: 200_000,
      baseline: {
        let house = House(instances.a, instances.b, instances.c)
        injector.injectDependencies(to: house)
        escape(house)
      },
      operation: { escape(injector.instance(of: House.self)!) })
  }

  /// A value that only this object gets: the code that makes the object sets it.
  var valueOfOneRequest: Measurement {
    request("one request's value, set before an injection") { injector, handler, user in
      handler.user = user
      injector.injectDependencies(to: handler)
    }
  }

  /// A value for every object of a task, which a factory reads where it is asked for.
  var valueOfATask: Measurement {
    request("the same for a task, read by a factory") { injector, handler, user in
      Handler.$current.withValue(user) { _ = injector.injectDependencies(to: handler) }
    }
  }

  /// A value that is kept as long as a request, and told from those of services.
  var valueOfARequest: Measurement {
    request("the same, kept for the request", in: .values { Handler.values }) {
      injector, handler, user in
      Handler.$values.withValue(ScopedValues()) {
        Handler.$current.withValue(user) { _ = injector.injectDependencies(to: handler) }
      }
    }
  }

  private func request(
    _ name: String, in scope: InjectionScope = .unique,
    _ inject: (PropertyInjector, Handler, ServiceB) -> Void
  ) -> Measurement {
    let (a, user) = (instances.a, instances.b)
    let injector = PropertyInjector { registry in
      registry.register("a", instance: a)
      registry.register("user", in: scope) { Handler.current }
      registry.declare("a", \Handler.a)
      registry.declare("user", \Handler.user)
    }
    return harness.compare(
      name, to: "by hand", goal: "<= 400 ns", count: 200_000,
      baseline: {
        let handler = Handler()
        escape(handler)
        handler.user = user
        if handler.a == nil { handler.a = a }
        escape(handler)
      },
      operation: {
        let handler = Handler()
        escape(handler)
        inject(injector, handler, user)
        escape(handler)
      })
  }

  var singletonByTypedKey: Measurement {
    let injector = self.injector
    let dictionary = self.dictionary
    return harness.compare(
      "a singleton by its typed key", to: "a Dictionary look-up", goal: "<= 3.0",
      count: 1_000_000,
      baseline: { escape(dictionary[ObjectIdentifier(ServiceC.self)]!) },
      operation: { escape(injector.instance(for: .kept)!) })
  }

  var singletonByType: Measurement {
    let injector = self.injector
    let dictionary = self.dictionary
    return harness.compare(
      "the same by its type alone", to: "a Dictionary look-up", goal: "<= 3.0", count: 1_000_000,
      baseline: { escape(dictionary[ObjectIdentifier(ServiceC.self)]!) },
      operation: { escape(injector.instance(of: Kept.self)!) })
  }

  /// The measure of a look-up by type.
  private var dictionary: [ObjectIdentifier: AnyObject] {
    [
      ObjectIdentifier(ServiceA.self): instances.a, ObjectIdentifier(ServiceB.self): instances.b,
      ObjectIdentifier(ServiceC.self): instances.c, ObjectIdentifier(House.self): instances.d,
    ]
  }
}
