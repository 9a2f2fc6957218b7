import PropertyInjection

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// The first injection of a type, which makes its plan. Each measurement takes types that the process has not
// seen before; the types of different families are different.
extension Cases {
  /// With few and with many bindings.
  var firstInjection: Measurement {
    func time<Family>(_ family: Family.Type, _ injector: PropertyInjector) -> Double {
      let nest = Nested(family, harness.isQuick ? 20 : 400)
      let injector = injector.overriding(nest.declare)
      return nest.timePerDeclared { injector.injectDependencies(to: $0) }
    }
    return Measurement(
      name: "first injection of a type, 100,000 bindings",
      nanoseconds: min(time(UInt8.self, largeInjector), time(UInt16.self, largeInjector)),
      baseline: min(time(Int8.self, injector), time(Int16.self, injector)),
      baselineName: "10 bindings", goal: "")
  }

  /// The first look-up of a service by its type, against the next one; and of one that has a name, too.
  var firstLookUps: [Measurement] {
    func times<Family>(_ family: Family.Type, named isNamed: Bool) -> (first: Double, next: Double)
    {
      let nest = Nested(family, harness.isQuick ? 20 : 400)
      let injector = PropertyInjector { nest.register(in: &$0, named: isNamed) }
      return (nest.timePerLookUp(in: injector), nest.timePerLookUp(in: injector))
    }
    func measurement<One, Other>(
      _ name: String, _: One.Type, _: Other.Type, named isNamed: Bool, goal: String
    ) -> Measurement {
      let (one, other) = (times(One.self, named: isNamed), times(Other.self, named: isNamed))
      return Measurement(
        name: name, nanoseconds: min(one.first, other.first), baseline: min(one.next, other.next),
        baselineName: "the next", goal: goal)
    }
    return [
      measurement(
        "first use of a service by its type", (UInt8, Int).self, (UInt16, Int).self, named: false,
        goal: "<= 1.5 us"),
      measurement(
        "the same, one of 400 that have names", (UInt32, Int).self, (UInt64, Int).self, named: true,
        goal: ""),
    ]
  }

  /// Five properties, declared and marked, against one question whether a type conforms, which looks through
  /// all conformances of the process.
  var firstInjections: [Measurement] { firstInjections(UInt32.self, UInt64.self, "") }

  /// The same with 10,000 conformances more, if there is a library of them.
  var firstInjectionsAmongMany: [Measurement] {
    guard let library = getenv("MANY_CONFORMANCES"), dlopen(library, RTLD_NOW) != nil else {
      return []
    }
    return firstInjections(UInt32.self, UInt64.self, ", 10,000 conformances")
  }

  private func firstInjections<One, Other>(
    _: One.Type, _: Other.Type, _ where: String
  ) -> [Measurement] {
    let one = measure(One.self)
    let other = measure(Other.self)
    return [("declared", \Times.declared), ("marked", \Times.marked)].map { name, time in
      Measurement(
        name: "first injection, five \(name)\(`where`)",
        nanoseconds: min(one[keyPath: time], other[keyPath: time]),
        baseline: min(one.question, other.question), baselineName: "one look at all conformances",
        goal: name == "declared" ? "<= 4 us" : "<= 6 us")
    }
  }

  private struct Times {
    let question: Double
    let declared: Double
    let marked: Double
  }

  private func measure<Family>(_ family: Family.Type) -> Times {
    let nest = Nested(family, harness.isQuick ? 20 : 400)
    let asked = Nested((Family, Family).self, harness.isQuick ? 20 : 400)
    let injector = injector.overriding(nest.declare)
    return Times(
      question: asked.timePerDeclared { escape(ask(type(of: $0)) ? $0 : $0) },
      declared: nest.timePerDeclared { injector.injectDependencies(to: $0) },
      marked: nest.timePerMarked { injector.injectDependencies(to: $0) })
  }
}

private protocol Question {}

// Not optimized: the optimizer could answer without asking the runtime.
@inline(never) @_optimize(none)
private func ask(_ type: Any.Type) -> Bool { type is any Question.Type }

/// Objects of as many types as nesting makes.
private struct Nested {
  private let declared: [AnyObject]
  private let marked: [AnyObject]
  private let declaring: [(inout Registry) -> Void]
  private let registering: [(inout Registry, Bool) -> Void]
  private let lookingUp: [(PropertyInjector) -> Void]

  init<Family>(_: Family.Type, _ count: Int) {
    var declared: [AnyObject] = []
    var marked: [AnyObject] = []
    var declaring: [(inout Registry) -> Void] = []
    var registering: [(inout Registry, Bool) -> Void] = []
    var lookingUp: [(PropertyInjector) -> Void] = []
    func add<Inner>(_: Inner.Type, _ left: Int) {
      guard left > 0 else { return }
      declared.append(Nest<Inner>())
      marked.append(MarkedNest<Inner>())
      declaring.append(Nest<Inner>.declare)
      let service = ServiceOf<Inner>()
      registering.append { registry, isNamed in
        let key: InjectionKey<ServiceOf<Inner>> = isNamed ? InjectionKey("service\(left)") : .byType
        registry.register(key, in: .singleton) { service }
      }
      lookingUp.append { escape($0.instance(of: ServiceOf<Inner>.self)!) }
      add(Nest<Inner>.self, left - 1)
    }
    add(Family.self, count)
    self.declared = declared
    self.marked = marked
    self.declaring = declaring
    self.registering = registering
    self.lookingUp = lookingUp
  }

  func register(in registry: inout Registry, named isNamed: Bool) {
    for register in registering { register(&registry, isNamed) }
  }

  func timePerLookUp(in injector: PropertyInjector) -> Double {
    let duration = ContinuousClock().measure { for lookUp in lookingUp { lookUp(injector) } }
    return Harness.nanoseconds(duration) / Double(lookingUp.count)
  }

  func declare(in registry: inout Registry) {
    for declare in declaring { declare(&registry) }
  }

  func timePerDeclared(_ body: (AnyObject) -> Void) -> Double { time(of: declared, body) }

  func timePerMarked(_ body: (AnyObject) -> Void) -> Double { time(of: marked, body) }

  private func time(of objects: [AnyObject], _ body: (AnyObject) -> Void) -> Double {
    let duration = ContinuousClock().measure { for object in objects { body(object) } }
    return Harness.nanoseconds(duration) / Double(objects.count)
  }
}

private final class ServiceOf<Inner>: Sendable {}

/// A family of distinct types, as many as nesting makes.
private final class Nest<Inner> {
  var a: ServiceA?
  var b: ServiceB?
  var c: ServiceC?
  var d: ServiceD?
  var e: ServiceE?

  static func declare(in registry: inout Registry) {
    registry.declare("a", \Nest.a)
    registry.declare("b", \Nest.b)
    registry.declare("c", \Nest.c)
    registry.declare("d", \Nest.d)
    registry.declare("e", \Nest.e)
  }
}

private final class MarkedNest<Inner> {
  @Injected var a: ServiceA?
  @Injected var b: ServiceB?
  @Injected var c: ServiceC?
  @Injected var d: ServiceD?
  @Injected var e: ServiceE?
}
