import PropertyInjection
import PropertyInjectionChecking

// A check of a large configuration, before anything is injected.
extension Cases {
  /// What `validate` takes for a declared property, against a quarter as many of everything.
  ///
  /// Of each ten properties nine have a binding of their own, and one asks by type; one binding in a
  /// thousand is missing.
  var validation: Measurement {
    let types = harness.isQuick ? 400 : 10_000
    let small = Validation(types: types / 4, Int32.self)
    let large = Validation(types: types, Int64.self)
    return Measurement(
      name: "validate \(large.properties) properties, as many bindings",
      nanoseconds: large.nanosecondsPerProperty, baseline: small.nanosecondsPerProperty,
      baselineName: "\(small.properties)", goal: "<= 2 us, <= 1.1")
  }
}

/// A configuration with many types, and the time that its check takes.
private struct Validation {
  let properties: Int
  let nanosecondsPerProperty: Double

  init<Family>(types: Int, _ family: Family.Type) {
    let injector = PropertyInjector { registry in
      registry.register("logger", instance: ServiceB(types))
      for type in 0..<types {
        declare(family, type, in: &registry)
        for property in 0..<9 where property > 0 || !type.isMultiple(of: 100) {
          registry.register(.named("\(type).\(property)"), instance: ServiceA(property))
        }
      }
    }
    var report: ValidationReport?
    let duration = ContinuousClock().measure { report = injector.validate() }
    let errors = report?.errors.count ?? 0
    precondition(errors == (types + 99) / 100, "\(errors) errors in \(types) types")
    properties = 10 * types
    nanosecondsPerProperty = Harness.nanoseconds(duration) / Double(properties)
  }
}

/// Declares ten properties of a type of its own for each number: its bits are nested generics.
private func declare<Nested>(
  _ nested: Nested.Type, _ number: Int, bits: Int? = nil, in registry: inout Registry
) {
  let left = bits ?? number
  guard left > 0 else { return Screen<Nested>.declare(number, in: &registry) }
  left.isMultiple(of: 2)
    ? declare(Even<Nested>.self, number, bits: left / 2, in: &registry)
    : declare(Odd<Nested>.self, number, bits: left / 2, in: &registry)
}

private enum Even<Nested> {}
private enum Odd<Nested> {}

private final class Screen<Nested> {
  var a: ServiceA?
  var b: ServiceA?
  var c: ServiceA?
  var d: ServiceA?
  var e: ServiceA?
  var f: ServiceA?
  var g: ServiceA?
  var h: ServiceA?
  var i: ServiceA?
  var logger: ServiceB?

  static func declare(_ number: Int, in registry: inout Registry) {
    registry.declare("a", \Screen.a, from: .named("\(number).0"))
    registry.declare("b", \Screen.b, from: .named("\(number).1"))
    registry.declare("c", \Screen.c, from: .named("\(number).2"))
    registry.declare("d", \Screen.d, from: .named("\(number).3"))
    registry.declare("e", \Screen.e, from: .named("\(number).4"))
    registry.declare("f", \Screen.f, from: .named("\(number).5"))
    registry.declare("g", \Screen.g, from: .named("\(number).6"))
    registry.declare("h", \Screen.h, from: .named("\(number).7"))
    registry.declare("i", \Screen.i, from: .named("\(number).8"))
    registry.declare("logger", \Screen.logger, from: .byType)
  }
}
