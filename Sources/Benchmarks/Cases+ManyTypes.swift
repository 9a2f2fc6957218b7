import PropertyInjection

// Objects of very many types, few of whose properties are injected.
extension Cases {
  /// What a property takes in a pass over 40,000 types, against one over a quarter of them; and the injection of the few
  /// objects that want a value, against a pass over all.
  var manyTypes: [Measurement] {
    let count = harness.isQuick ? 2_000 : 40_000
    let small = Pass(types: count / 4, Int8.self)
    let large = Pass(types: count, Int16.self)
    let few = Pass(types: count, Int32.self, injectsAll: false)
    return [
      Measurement(
        name: "a pass over \(large.properties) properties of \(large.types) types",
        nanoseconds: large.nanosecondsPerProperty, baseline: small.nanosecondsPerProperty,
        baselineName: "\(small.types) types", goal: "<= 1.1"),
      Measurement(
        name: "\(Pass.wanting) of these properties injected, all in all",
        nanoseconds: few.nanoseconds, baseline: large.nanoseconds,
        baselineName: "the pass over all", goal: "<= 3 ms"),
    ]
  }

  /// The configuration of a program with a type for each binding, of which the process knows nothing yet.
  var configuringTypes: Measurement {
    let count = harness.isQuick ? 30 : 300
    let clock = ContinuousClock()
    var best = (operation: Double.infinity, baseline: Double.infinity)
    func measure<Family>(_ family: Family.Type) {
      // Made before: their types are the program's own.
      let objects = (0..<count).map { ManyTyped.object(of: family, $0) }
      let names = (0..<count).map { "name\($0)" }
      var dictionary: [String: ManyTyped] = [:]
      let baseline = clock.measure {
        for (name, object) in zip(names, objects) { dictionary[name] = object }
      }
      let operation = clock.measure {
        let injector = PropertyInjector { registry in
          for (name, object) in zip(names, objects) {
            type(of: object).register(name, in: &registry)
          }
        }
        escape(injector)
      }
      best.operation = min(best.operation, Harness.nanoseconds(operation))
      best.baseline = min(best.baseline, Harness.nanoseconds(baseline))
    }
    measure(Float.self)
    measure(Double.self)
    measure(Bool.self)
    return Measurement(
      name: "configure \(count) bindings of \(count) new types", nanoseconds: best.operation,
      baseline: best.baseline, baselineName: "filling a Dictionary", goal: "<= 400 us")
  }
}

/// Injects objects of many types, which the injector has not seen before.
private struct Pass {
  /// The number of objects with a property to fill.
  static let wanting = 150

  let types: Int
  let properties: Int
  let nanoseconds: Double
  var nanosecondsPerProperty: Double { nanoseconds / Double(properties) }

  /// - Parameters:
  ///   - family: Types of different families are different.
  ///   - injectsAll: Whether the objects that want nothing are injected, too.
  init<Family>(types: Int, _ family: Family.Type, injectsAll: Bool = true) {
    let instance = ServiceA(types)
    let injector = PropertyInjector { registry in
      registry.register("first", instance: instance)
      registry.registerNil(.named("second", ServiceB.self))
      registry.registerNil(.named("third", ServiceC.self))
    }
    let objects = (0..<types).map { ManyTyped.object(of: family, $0) }
    for object in objects.dropFirst(Self.wanting) { object.first = instance }
    let injected = injectsAll ? objects[...] : objects.prefix(Self.wanting)
    var filled = 0
    let duration = ContinuousClock().measure {
      for object in injected where injector.injectDependencies(to: object).didInject { filled += 1 }
    }
    precondition(filled == Self.wanting, "the pass has filled \(filled) properties")
    self.types = types
    properties = objects.reduce(0) { $0 + type(of: $1).properties }
    nanoseconds = Harness.nanoseconds(duration)
  }
}

/// The base of as many types as there are numbers.
private class ManyTyped {
  class var properties: Int { 1 }
  class func register(_ name: String, in registry: inout Registry) {}
  @Injected var first: ServiceA?

  required init() {}

  /// An object of a type of its own for each number: its bits are nested generics, the last one tells
  /// how many properties there are.
  static func object<Nested>(of nested: Nested.Type, _ number: Int) -> ManyTyped {
    object(of: nested, number / 2, isPair: number.isMultiple(of: 2))
  }

  private static func object<Nested>(
    of nested: Nested.Type, _ bits: Int, isPair: Bool
  ) -> ManyTyped {
    guard bits > 0 else { return isPair ? Pair<Nested>() : Triple<Nested>() }
    return bits.isMultiple(of: 2)
      ? object(of: Even<Nested>.self, bits / 2, isPair: isPair)
      : object(of: Odd<Nested>.self, bits / 2, isPair: isPair)
  }
}

private enum Even<Nested> {}
private enum Odd<Nested> {}

private final class Pair<Nested>: ManyTyped {
  override class var properties: Int { 2 }
  override class func register(_ name: String, in registry: inout Registry) {
    registry.register(.named(name, Pair<Nested>.self)) { Pair<Nested>() }
  }
  @Injected var second: ServiceB?
}

private final class Triple<Nested>: ManyTyped {
  override class var properties: Int { 3 }
  override class func register(_ name: String, in registry: inout Registry) {
    registry.register(.named(name, Triple<Nested>.self)) { Triple<Nested>() }
  }
  @Injected var second: ServiceB?
  @Injected var third: ServiceC?
}
