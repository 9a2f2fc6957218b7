/// Something that the injector makes, of which a property is filled later.
final class LateProduct {
  /// Whether a property has been filled later.
  var isFilled = false
}

/// What waits for a shared value that is being made, and needs it as it is.
protocol LateWork: AnyObject, Sendable {
  /// Does it: the value is there.
  func run()

  /// Reports that there will be no value.
  func fail()
}

/// What waits for a shared value that is being made, and needs it with all that it got.
protocol FinalWork: AnyObject, Sendable {
  /// Whether it belongs to no actor, and may run on any thread.
  var isForAnyThread: Bool { get }

  func run()
}
