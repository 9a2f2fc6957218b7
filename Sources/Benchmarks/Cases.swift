import Dispatch
import PropertyInjection

/// The cases, each against hand-written code in the same run.
struct Cases: Sendable {
  let harness: Harness
  let instances: Instances
  let injector: PropertyInjector
  let largeInjector: PropertyInjector

  /// - Parameter count: How many bindings the large injector has.
  init(_ harness: Harness, _ instances: Instances, largeCount count: Int = 100_000) {
    self.harness = harness
    self.instances = instances
    injector = PropertyInjector { instances.configure(&$0, among: 10) }
    largeInjector = PropertyInjector { instances.configure(&$0, among: count) }
  }

  /// The cases that a program meets at its start, for a new process: after the others its heap is another one.
  var ofStart: [Measurement] { firstLookUps + firstInjections + [configuringTypes] }

  var all: [Measurement] {
    [
      freshClasses, injectorOfItsOwn, freshPorts, freshConcretePorts, freshFields, allSet, hooked,
      factory, valueOfOneRequest, valueOfATask, valueOfARequest, uniqueInitializer,
      singletonByTypedKey,
      singletonByType,
      associated, bindings, threads, firstInjection, configuring, validation,
    ] + overrides + marks + misses
      // Last: their types stay.
      + manyTypes
  }

  private var allSet: Measurement {
    let full = Classes()
    let empty = Empty()
    fillByHand(full)
    return harness.compare(
      "the same object again, all set", to: "an empty call", goal: "<= 20 ns more",
      count: 1_000_000,
      baseline: { PropertyInjector.injectDependencies(to: empty) },
      operation: { PropertyInjector.injectDependencies(to: full) })
  }

  private var factory: Measurement {
    let seed = Int(CommandLine.argc)
    let factory: () -> ServiceA? = { ServiceA(seed) }
    return harness.compare(
      "one factory", to: "by hand", goal: "<= 200 ns", count: 400_000,
      baseline: {
        let object = Made()
        escape(object)
        if object.made == nil { object.made = factory() }
        escape(object)
      },
      operation: {
        let object = Made()
        escape(object)
        PropertyInjector.injectDependencies(to: object)
        escape(object)
      })
  }

  private var bindings: Measurement {
    harness.compare(
      "one object, 100,000 bindings", to: "10 bindings", goal: "<= 1.1", count: 400_000,
      baseline: {
        let object = Classes()
        injector.injectDependencies(to: object)
        escape(object)
      },
      operation: {
        let object = Classes()
        largeInjector.injectDependencies(to: object)
        escape(object)
      })
  }

  /// What an object costs when two threads inject, against what it costs when they fill by hand.
  private var threads: Measurement {
    let perThread = harness.isQuick ? 2_000 : 20_000
    @Sendable func byHand(_: Int) {
      for _ in 0..<perThread {
        let object = Classes()
        escape(object)
        fillByHand(object)
        escape(object)
      }
    }
    @Sendable func injected(_: Int) {
      for _ in 0..<perThread {
        let object = Classes()
        escape(object)
        PropertyInjector.injectDependencies(to: object)
        escape(object)
      }
    }
    let one = harness.compare(
      "", to: "", count: 10, baseline: { byHand(0) }, operation: { injected(0) })
    let two = harness.compare(
      "", to: "", count: 10,
      baseline: { DispatchQueue.concurrentPerform(iterations: 2, execute: byHand) },
      operation: { DispatchQueue.concurrentPerform(iterations: 2, execute: injected) })
    // How much less an object takes with two threads than with one: 2 is perfect.
    let speedUp = 2 * one.nanoseconds / two.nanoseconds
    let speedUpByHand = 2 * one.baseline / two.baseline
    let objects = Double(2 * perThread)
    return Measurement(
      name: "two threads (speed-up \(Table.decimal(speedUp, digits: 2)))",
      nanoseconds: two.nanoseconds / objects, baseline: two.baseline / objects,
      baselineName: "by hand (speed-up \(Table.decimal(speedUpByHand, digits: 2)))",
      goal: "speed-up within 15 %")
  }

  private var configuring: Measurement {
    let names = (0..<10_000).map { "property\($0)" }
    let service = instances.a
    return harness.compare(
      "configure 10,000 bindings", to: "filling a Dictionary", goal: "<= 2.5", count: 50,
      baseline: {
        var dictionary: [String: AnyObject] = [:]
        for name in names { dictionary[name] = service }
        withUnsafeMutablePointer(to: &dictionary) { escape(UnsafeMutableRawPointer($0)) }
      },
      operation: {
        escape(
          PropertyInjector { registry in
            for name in names { registry.register(.named(name), instance: service) }
          })
      })
  }
}
