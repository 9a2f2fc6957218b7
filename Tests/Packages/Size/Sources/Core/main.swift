import PropertyInjection

// Injects one property and runs a hook; without an argument it does nothing.
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
  let player = Player()
  injector.injectDependencies(to: player)
  precondition(player.isReady && player.clock != nil)
}
