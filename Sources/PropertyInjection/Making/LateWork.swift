/// A product of the injector, of which a property is filled later.
final class LateProduct {
  /// Whether a property has been filled later.
  var isFilled = false
}

/// Work that runs as soon as a shared value exists, before its properties are filled.
protocol LateWork: AnyObject, Sendable {
  /// Does the work; the value exists.
  func run()

  /// Reports that there is no value.
  func fail()

  /// The same work for another thread; nil if it belongs to an actor.
  func forOtherThread() -> (any LateWork)?
}

/// Work that runs when a shared value and the values it got have their properties.
protocol FinalWork: AnyObject, Sendable {
  /// Whether the work belongs to no actor and may run on any thread.
  var isForAnyThread: Bool { get }

  func run()
}
