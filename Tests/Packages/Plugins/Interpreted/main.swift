import Foundation
import PropertyInjection

// Run by the interpreter, whose code lies in no library: the hooks that it gives to types are found.

final class Player: InjectionAware {
  var number: Int?

  func didInjectDependencies() { print("the hook of a class") }
}

extension DateComponents: InjectionAware {
  /// Shows that it is called.
  public mutating func didInjectDependencies() { print("the hook of a type of a library") }
}

let injector = PropertyInjector { registry in
  registry.register("number", instance: 7)
  registry.declare("number", \Player.number)
  registry.declare("number", \DateComponents.day)
}
print("player:", injector.injectDependencies(to: Player()))
var date = DateComponents()
print("date:", injector.injectDependencies(to: &date))
