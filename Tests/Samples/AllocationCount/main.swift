// Prints how many heap allocations a thousand injections make. It counts by standing in for the C
// library's `malloc`. Only an optimized build for Linux says anything.

import CountingMalloc
import PropertyInjection

#if os(Linux) && !DEBUG

  final class Service: Sendable {}

  final class Owner {
    var one: Service?
    var two: (any Sendable)?
    var three: Int?
  }

  struct Value {
    var one: Service?
    var three: Int?
  }

  PropertyInjector.configure { registry in
    registry.register("one", instance: Service())
    registry.register("two", instance: Service())
    registry.register("three", instance: 3)
    registry.declare("one", \Owner.one)
    registry.declare("two", \Owner.two)
    registry.declare("three", \Owner.three)
    registry.declare("one", \Value.one)
    registry.declare("three", \Value.three)
  }

  let owners = (0...1_000).map { _ in Owner() }
  var values = (0...1_000).map { _ in Value() }
  PropertyInjector.injectDependencies(to: owners[1_000])
  PropertyInjector.injectDependencies(to: &values[1_000])

  /// How many allocations the closure makes.
  func allocations(in body: () -> Void) -> Int {
    let before = counted_mallocs()
    body()
    return counted_mallocs() - before
  }

  var filled = 0
  let ofObjects = allocations {
    for index in 0..<1_000 where PropertyInjector.injectDependencies(to: owners[index]).didInject {
      filled += 1
    }
  }
  let ofValues = allocations {
    for index in 0..<1_000 where PropertyInjector.injectDependencies(to: &values[index]).didInject {
      filled += 1
    }
  }
  let ofAThousandObjects = allocations { _ = (0..<1_000).map { _ in Owner() } }
  print("filled \(filled) of 2000")
  print("objects \(ofObjects), values \(ofValues)")
  print("counting works: \(ofAThousandObjects >= 1_000)")

#endif
