import PropertyInjection
import PropertyInjectionChecking

// Checks a configuration with one property.
final class Clock: Sendable {}

final class Player: InjectionAware {
  var clock: Clock?
  var isReady = false
  func didInjectDependencies() { isReady = true }
}

if CommandLine.arguments.count > 1 {
  let injector = PropertyInjector { registry in
    registry.register("clock", instance: Clock())
    registry.declare("clock", \Player.clock)
  }
  precondition(injector.validate(including: Player.self).findings.isEmpty)
  print(injector.explain(Player.self), injector.graph().dot)
}
