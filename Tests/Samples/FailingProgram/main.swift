// Lacks something, and lets its main code throw what a call throws.
import PropertyInjection
import PropertyInjectionChecking

final class Board {
  @Injected var clock: String?
}

PropertyInjector.configure { registry in registry.declare { Board() } }
switch CommandLine.arguments.last {
case "require": _ = try PropertyInjector.shared.require(.named("clock", String.self))
case "validate": try PropertyInjector.validate().requireClean()
case "each": try PropertyInjector.shared.injectDependencies(toEach: [Board()]).requireComplete()
default: try PropertyInjector.injectDependencies(to: Board()).requireComplete()
}
