/// Where a call comes from, stored once for all lazy properties that the call leaves unfilled.
final class CallOrigin: CacheEntry, @unchecked Sendable {
  // Unchecked: all is constant, and a reference to an actor may be held on any thread.

  /// The actor of the call, which may own the object whose property waits.
  let isolation: WeakIsolation
  private let isOnMainActor: Bool
  let location: CodeLocation
  /// Where the injection has reported, which may be another reporter than its injector's.
  let reporter: IssueReporter

  init(_ isolation: Isolation, _ location: CodeLocation, _ reporter: IssueReporter) {
    self.isolation = WeakIsolation(isolation)
    isOnMainActor = isolation == .mainActor
    self.location = location
    self.reporter = reporter
  }

  var key: Key { Key(location, isOnMainActor: isOnMainActor) }

  /// A place in the code, and whether that runs on the main actor.
  struct Key: CacheKey {
    private let location: CodeLocation
    private let isOnMainActor: Bool

    init(_ location: CodeLocation, isOnMainActor: Bool) {
      self.location = location
      self.isOnMainActor = isOnMainActor
    }

    var bits: UInt64 { UInt64(location.line) &* 31 &+ (isOnMainActor ? 1 : 0) }
  }
}
