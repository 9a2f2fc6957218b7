import PropertyInjection
import Testing

// What the tests of this folder inject.

final class Lamp: Sendable {
  let name: String

  init(_ name: String) { self.name = name }
}

/// It creates its drawer, and injects it through the shared injector.
final class Desk {
  var lamp: Lamp?
  var pens: Int?

  func open() -> Drawer {
    let drawer = Drawer()
    PropertyInjector.injectDependencies(to: drawer)
    return drawer
  }
}

final class Drawer {
  var lamp: Lamp?
  var tidy: Tidy?
}

/// Made by the injector.
final class Tidy: @unchecked Sendable {
  // Unchecked: each test has its own, and uses it on one thread.
  var pens: Int?
}

/// Belongs to the main actor, and is not Sendable.
final class Blotter {}

@MainActor final class Pad {
  var blotter: Blotter?
}

/// The configuration of a program.
let deskModule = InjectionModule("Desk") { registry in
  registry.register("lamp", in: .singleton) { Lamp("module") }
  registry.register("pens", instance: 3)
  registry.register("unused", instance: "of a module")
  registry.declare("lamp", \Desk.lamp)
  registry.declare("pens", \Desk.pens)
  registry.declare("lamp", \Drawer.lamp)
  registry.declare("pens", \Tidy.pens)
}

extension InjectionKey<Lamp> {
  static var lamp: Self { .named("lamp", Lamp.self) }
}

extension InjectionKey<Int> {
  static var pens: Self { .named("pens", Int.self) }
}
