import PropertyInjection
import Synchronization

// Properties that are marked with @Injected.
extension Cases {
  var marked: Measurement {
    harness.compare(
      "five @Injected properties of a fresh object", to: "a Mirror walk that casts",
      goal: "<= 0.5", count: 20_000,
      baseline: {
        let object = Marked()
        for child in Mirror(reflecting: object).children { _ = child.value as? any Port }
      },
      operation: {
        let object = Marked()
        PropertyInjector.injectDependencies(to: object)
      })
  }

  var markedRead: Measurement {
    let plain = (0..<100).map { _ in Classes() }
    let marked = (0..<100).map { _ in Marked() }
    for object in plain { fillByHand(object) }
    for object in marked { PropertyInjector.injectDependencies(to: object) }
    return harness.compareReads(
      "reading an @Injected property", goal: "<= 2.0",
      baseline: { plain[$0].a }, operation: { marked[$0].a })
  }

  var lazyRead: Measurement {
    let seed = Int(CommandLine.argc)
    let injector = PropertyInjector { $0.register("a") { ServiceA(seed) } }
    let plain = (0..<100).map { _ in Classes() }
    let lazy = (0..<100).map { _ in MarkedLazily() }
    for object in plain { fillByHand(object) }
    for object in lazy { injector.injectDependencies(to: object) }
    return harness.compareReads(
      "reading a lazy one that has been made", goal: "",
      baseline: { plain[$0].a }, operation: { lazy[$0].a })
  }
}

extension Cases {
  var associated: Measurement {
    let storage = AssociatedStorage<ServiceA, ServiceB>()
    let owners = (0..<1_000).map { ServiceA($0) }
    let value = instances.b
    var dictionary: [ObjectIdentifier: ServiceB] = [:]
    for owner in owners {
      storage[owner] = value
      dictionary[ObjectIdentifier(owner)] = value
    }
    let guarded = Mutex(dictionary)
    var number = 0
    func next() -> ServiceA {
      number = (number + 1) % owners.count
      return owners[number]
    }
    return harness.compare(
      "reading an AssociatedStorage of 1,000 owners", to: "a Dictionary under a lock",
      count: 100_000,
      baseline: {
        let owner = ObjectIdentifier(next())
        escape(guarded.withLock { $0[owner]! })
      },
      operation: { escape(storage[next()]!) })
  }
}

extension Harness {
  /// Reads properties of a hundred objects, which do not stay in registers.
  @inline(__always)
  fileprivate func compareReads(
    _ name: String, goal: String, baseline: (Int) -> ServiceA?, operation: (Int) -> ServiceA?
  ) -> Measurement {
    let rounds = compare(
      name, to: "a plain property", goal: goal, count: 20_000,
      baseline: { for index in 0..<100 { if let read = baseline(index) { escape(read) } } },
      operation: { for index in 0..<100 { if let read = operation(index) { escape(read) } } })
    return Measurement(
      name: rounds.name, nanoseconds: rounds.nanoseconds / 100, baseline: rounds.baseline / 100,
      baselineName: rounds.baselineName, goal: rounds.goal)
  }
}
