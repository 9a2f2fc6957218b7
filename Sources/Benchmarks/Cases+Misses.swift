import PropertyInjection

// The cost of looking for nothing.
extension Cases {
  /// Bindings with names that are like what is asked for.
  private func injector(_ count: Int) -> PropertyInjector {
    PropertyInjector { registry in
      registry.issueHandler = { _ in }
      for number in 0..<count {
        registry.register(.named("aServiceWithALongName\(number)"), instance: instances.a)
      }
      registry.register(.initializer(Optionally.init(missing:), .key("none")))
    }
  }

  var misses: [Measurement] {
    let injector = injector(100_000)
    let known = InjectionKey<ServiceA>.named("aServiceWithALongName77")
    let misspelt = InjectionKey<ServiceA>.named("aServiceWithALungName77")
    return [
      harness.compare(
        "a misspelt look-up again, 100,000 bindings", to: "one that finds", goal: "<= 10",
        count: 200_000,
        baseline: { escape(injector.instance(for: known)!) },
        operation: { _ = injector.instance(for: misspelt) }),
      harness.compare(
        "an ambiguous look-up by type again", to: "one that finds", goal: "<= 10", count: 200_000,
        baseline: { escape(injector.instance(for: known)!) },
        operation: { _ = injector.instance(of: ServiceA.self) }),
      harness.compare(
        "an optional argument that is not bound, again", to: "the same by hand", goal: "<= 5.0",
        count: 100_000,
        baseline: { escape(Optionally(missing: nil)) },
        operation: { escape(injector.instance(of: Optionally.self)!) }),
      newMisses(injector),
      firstMiss,
    ]
  }

  /// In a large configuration little is looked at for what may have been meant.
  private func newMisses(_ injector: PropertyInjector) -> Measurement {
    var misses = 0
    return harness.compare(
      "each other misspelt look-up, 100,000 bindings", to: "upper-casing a hundred names",
      count: 200,
      baseline: { upperCase(100) },
      operation: {
        misses += 1
        _ = injector.instance(
          for: InjectionKey<ServiceB>.named("aServiceWithALungName77-\(misses)"))
      })
  }

  /// In a smaller one the first misses look at every binding.
  private var firstMiss: Measurement {
    let injector = injector(10_000)
    var misses = 0
    return harness.compare(
      "the first misspelt look-ups, 10,000 bindings", to: "upper-casing as many names", count: 1,
      baseline: { upperCase(10_000) },
      operation: {
        misses += 1
        _ = injector.instance(
          for: InjectionKey<ServiceB>.named("aServiceWithALungName77-\(misses)"))
      })
  }

  private func upperCase(_ count: Int) {
    var length = 0
    for number in 0..<count { length += "aServiceWithALongName\(number)".uppercased().utf8.count }
    if length == 0 { escape(instances.a) }
  }
}

/// Something that is made with nil.
private final class Optionally {
  let missing: ServiceB?
  init(missing: ServiceB?) { self.missing = missing }
}
