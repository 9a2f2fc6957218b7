import PropertyInjection

extension PropertyInjector {
  /// Records what is injected into what, in order.
  ///
  /// ```swift
  /// let injections = PropertyInjector.shared.recordInjections { list.show(1) }
  /// #expect(
  ///   injections.map(\.description) == [
  ///     #"DetailController.store <- "store": FakeStore"#,
  ///     #"DetailController.time <- "time": FixedTime"#,
  ///   ])
  /// ```
  ///
  /// A property is recorded when it is filled: one of an object that the injector makes is recorded
  /// before the property that the object is for. A lazy property is recorded when it is left to its
  /// first read. What this injector and those that it is derived from inject is recorded, and what
  /// its overrides inject; in the task of the call, and in those that it starts. Nothing else
  /// changes, but that each property costs the record.
  ///
  /// - Parameter operation: The code that injects; what it returns is dropped.
  /// - Returns: The properties, in the order in which they were filled.
  public func recordInjections<Result>(
    _ operation: () throws -> Result
  ) rethrows -> [InjectionPoint] {
    let log = InjectionLog()
    _ = try Recording.$current.withValue(log.recording(of: self)) { try operation() }
    return log.injections
  }

  /// Records what asynchronous code injects into what, in order.
  public func recordInjections<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> [InjectionPoint] {
    let log = InjectionLog()
    _ = try await Recording.$current.withValue(log.recording(of: self)) { try await operation() }
    return log.injections
  }
}

/// The injections of a recording.
private final class InjectionLog: Sendable {
  private let entries = Lock<[InjectionPoint]>([])

  var injections: [InjectionPoint] { entries.withLock { $0 } }

  func recording(of injector: PropertyInjector) -> Recording {
    Recording(of: injector) { point in self.entries.withLock { $0.append(point) } }
  }
}
