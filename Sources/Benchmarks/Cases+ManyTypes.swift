import PropertyInjection

// One pass over objects of very many types, few of whose properties are injected.
extension Cases {
  /// What a property takes in a pass over 40,000 types, against one over a quarter of them.
  var manyTypes: Measurement {
    let count = harness.isQuick ? 2_000 : 40_000
    let small = Pass(types: count / 4, Int8.self)
    let large = Pass(types: count, Int16.self)
    return Measurement(
      name: "a pass over \(large.properties) properties of \(large.types) types",
      nanoseconds: large.nanosecondsPerProperty, baseline: small.nanosecondsPerProperty,
      baselineName: "\(small.types) types", goal: "<= 1.1")
  }
}

/// Injects an object of each of many types, which the injector has not seen before.
private struct Pass {
  let types: Int
  let properties: Int
  let nanosecondsPerProperty: Double

  /// - Parameter family: Types of different families are different.
  init<Family>(types: Int, _ family: Family.Type) {
    let instance = ServiceA(types)
    let injector = PropertyInjector { registry in
      registry.register("first", instance: instance)
      registry.registerNil(.named("second", ServiceB.self))
      registry.registerNil(.named("third", ServiceC.self))
    }
    let objects = (0..<types).map { ManyTyped.object(of: family, $0) }
    // 150 objects want what there is.
    let wanting = 150
    for (number, object) in objects.enumerated() where number >= wanting { object.first = instance }
    var filled = 0
    let duration = ContinuousClock().measure {
      for object in objects where injector.injectDependencies(to: object).didInject { filled += 1 }
    }
    precondition(filled == wanting, "the pass has filled \(filled) properties")
    self.types = types
    properties = objects.reduce(0) { $0 + type(of: $1).properties }
    nanosecondsPerProperty = Harness.nanoseconds(duration) / Double(properties)
  }
}

/// The base of as many types as there are numbers.
private class ManyTyped {
  class var properties: Int { 1 }
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
  @Injected var second: ServiceB?
}

private final class Triple<Nested>: ManyTyped {
  override class var properties: Int { 3 }
  @Injected var second: ServiceB?
  @Injected var third: ServiceC?
}
