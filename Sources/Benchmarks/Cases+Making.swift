import PropertyInjection

// What the injector makes, and what it has kept.
extension Cases {
  var uniqueInitializer: Measurement {
    let injector = self.injector
    return harness.compare(
      "a unique initializer, three arguments by type", to: "by hand and injected",
      goal: "<= 5.0", count: 200_000,
      baseline: {
        let house = House(instances.a, instances.b, instances.c)
        injector.injectDependencies(to: house)
        escape(house)
      },
      operation: { escape(injector.instance(of: House.self)!) })
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

  /// What a look-up by type is compared with.
  private var dictionary: [ObjectIdentifier: AnyObject] {
    [
      ObjectIdentifier(ServiceA.self): instances.a, ObjectIdentifier(ServiceB.self): instances.b,
      ObjectIdentifier(ServiceC.self): instances.c, ObjectIdentifier(House.self): instances.d,
    ]
  }
}
