import Synchronization

/// Tells a module that watches injections of each property that is filled; the module that tests use does.
package enum InjectionWatch {
  /// How many there are that want to know: while there is none, no injection asks.
  package static let count = Atomic(0)

  @inline(__always)
  static var isOn: Bool { count.load(ordering: .relaxed) != 0 }

  /// Called for each property that has just been filled, on the thread that has filled it.
  package static let watch = Lock<(@Sendable (InjectionPoint, PropertyInjector) -> Void)?>(nil)
}
