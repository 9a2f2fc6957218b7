import PropertyInjection

// The subjects of injections. The instances get their contents at run time: constants would become static
// objects, whose reference counting costs next to nothing and would flatter everybody.

class Service: @unchecked Sendable {
  // Unchecked: constant after init. The subclasses have to say it again, and add nothing.
  private let number: Int
  init(_ number: Int) { self.number = number }
}
// Unchecked, as their superclass is: they add nothing.
final class ServiceA: Service, @unchecked Sendable {}
final class ServiceB: Service, @unchecked Sendable {}
final class ServiceC: Service, @unchecked Sendable {}
final class ServiceD: Service, @unchecked Sendable {}
final class ServiceE: Service, @unchecked Sendable {}

protocol Port: Sendable {}
extension Service: Port {}

final class Classes {
  var a: ServiceA?
  var b: ServiceB?
  var c: ServiceC?
  var d: ServiceD?
  var e: ServiceE?
}

final class Ports {
  var a: (any Port)?
  var b: (any Port)?
  var c: (any Port)?
  var d: (any Port)?
  var e: (any Port)?
}

/// Like ``Ports``, under names that are bound to concrete types only.
final class ConcretePorts {
  var a: (any Port)?
  var b: (any Port)?
  var c: (any Port)?
  var d: (any Port)?
  var e: (any Port)?
}

final class Handler {
  /// The value of the task.
  @TaskLocal static var current: ServiceB?
  /// Where the values of the request are kept.
  @TaskLocal static var values: ScopedValues?

  var a: ServiceA?
  var user: ServiceB?
}

struct Fields {
  var a: ServiceA?
  var b: ServiceB?
  var c: ServiceC?
  var d: ServiceD?
  var e: ServiceE?
}

/// A product without an argument.
protocol Blank: AnyObject {
  init()
}

final class Marked: Blank {
  @Injected var a: ServiceA?
  @Injected var b: ServiceB?
  @Injected var c: ServiceC?
  @Injected var d: ServiceD?
  @Injected var e: ServiceE?
}

final class MarkedPorts: Blank {
  @Injected var a: (any Port)?
  @Injected var b: (any Port)?
  @Injected var c: (any Port)?
  @Injected var d: (any Port)?
  @Injected var e: (any Port)?
}

final class PlainEight {
  var a: ServiceA?
  var b: ServiceB?
  var c: ServiceC?
  var d: ServiceD?
  var e: ServiceE?
  var f: ServiceA?
  var g: ServiceB?
  var h: ServiceC?
}

final class MarkedEight {
  @Injected var a: ServiceA?
  @Injected var b: ServiceB?
  @Injected var c: ServiceC?
  @Injected var d: ServiceD?
  @Injected var e: ServiceE?
  @Injected var f: ServiceA?
  @Injected var g: ServiceB?
  @Injected var h: ServiceC?
}

final class MarkedOnce {
  @Injected var a: ServiceA?
}

final class MarkedLazily {
  @Injected(lazy: true) var a: ServiceA?
}

final class MarkedEightLazily {
  @Injected(lazy: true) var a: ServiceA?
  @Injected(lazy: true) var b: ServiceA?
  @Injected(lazy: true) var c: ServiceA?
  @Injected(lazy: true) var d: ServiceA?
  @Injected(lazy: true) var e: ServiceA?
  @Injected(lazy: true) var f: ServiceA?
  @Injected(lazy: true) var g: ServiceA?
  @Injected(lazy: true) var h: ServiceA?
}

final class Hooked: InjectionAware {
  var a: ServiceA?
  var b: ServiceB?
  var c: ServiceC?
  var d: ServiceD?
  var e: ServiceE?
  func didInjectDependencies() { escape(self) }
}

final class Made {
  var made: ServiceA?
}

/// Made by the injector, with arguments and a property.
final class House {
  let a: ServiceA
  let b: ServiceB
  let c: ServiceC
  var d: ServiceD?

  init(_ a: ServiceA, _ b: ServiceB, _ c: ServiceC) {
    self.a = a
    self.b = b
    self.c = c
  }
}

final class Kept: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

extension InjectionKey where Value == Kept {
  static var kept: Self { "kept" }
}

final class Empty {
  var unrelated = 0
}

struct Instances {
  let a: ServiceA
  let b: ServiceB
  let c: ServiceC
  let d: ServiceD
  let e: ServiceE
  let portA: any Port
  let portB: any Port
  let portC: any Port
  let portD: any Port
  let portE: any Port

  init(seed: Int) {
    a = ServiceA(seed)
    b = ServiceB(seed + 1)
    c = ServiceC(seed + 2)
    d = ServiceD(seed + 3)
    e = ServiceE(seed + 4)
    portA = a
    portB = b
    portC = c
    portD = d
    portE = e
  }

  /// Registers the instances and declares all subjects, among other bindings.
  func configure(_ registry: inout Registry, among others: Int = 0) {
    for number in 0..<others { registry.register(.named("other\(number)"), instance: number) }
    registry.register("a", instance: a)
    registry.register("b", instance: b)
    registry.register("c", instance: c)
    registry.register("d", instance: d)
    registry.register("e", instance: e)
    registry.register("f", instance: a)
    registry.register("g", instance: b)
    registry.register("h", instance: c)
    registry.register("a", instance: portA)
    registry.register("b", instance: portB)
    registry.register("c", instance: portC)
    registry.register("d", instance: portD)
    registry.register("e", instance: portE)
    let seed = others
    registry.register("made") { ServiceA(seed) }

    registry.declare("a", \Classes.a)
    registry.declare("b", \Classes.b)
    registry.declare("c", \Classes.c)
    registry.declare("d", \Classes.d)
    registry.declare("e", \Classes.e)
    registry.declare("a", \Ports.a)
    registry.declare("b", \Ports.b)
    registry.declare("c", \Ports.c)
    registry.declare("d", \Ports.d)
    registry.declare("e", \Ports.e)
    registry.register("concreteA", instance: a)
    registry.register("concreteB", instance: b)
    registry.register("concreteC", instance: c)
    registry.register("concreteD", instance: d)
    registry.register("concreteE", instance: e)
    registry.declare("concreteA", \ConcretePorts.a)
    registry.declare("concreteB", \ConcretePorts.b)
    registry.declare("concreteC", \ConcretePorts.c)
    registry.declare("concreteD", \ConcretePorts.d)
    registry.declare("concreteE", \ConcretePorts.e)
    registry.declare("a", \Fields.a)
    registry.declare("b", \Fields.b)
    registry.declare("c", \Fields.c)
    registry.declare("d", \Fields.d)
    registry.declare("e", \Fields.e)
    registry.declare("a", \Hooked.a)
    registry.declare("b", \Hooked.b)
    registry.declare("c", \Hooked.c)
    registry.declare("d", \Hooked.d)
    registry.declare("e", \Hooked.e)
    registry.declare("made", \Made.made)
    registry.register(.type(ServiceA.self), instance: a)
    registry.register(.type(ServiceB.self), instance: b)
    registry.register(.type(ServiceC.self), instance: c)
    registry.register(.initializer(House.init))
    registry.declare("d", \House.d)
    registry.register(.kept, in: .singleton) { Kept(seed) }
    registry.alias(.type(Kept.self), to: .kept)
    registry.declare(Empty.self)
    registry.issueHandler = { _ in }
  }
}
