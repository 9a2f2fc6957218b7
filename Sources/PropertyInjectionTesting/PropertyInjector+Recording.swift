import PropertyInjection
import Synchronization

extension PropertyInjector {
  /// Records what is injected into what, in order.
  ///
  /// ```swift
  /// let injections = PropertyInjector.shared.recordInjections { list.show(1) }
  /// #expect(
  ///   injections.map(\.description) == [
  ///     "DetailController.store <- any TicketStore, by its type",
  ///     "DetailController.time <- any TimeSource, by its type",
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
    let recording = Recording(of: self)
    _ = try Recording.$current.withValue(recording) { try operation() }
    return recording.injections
  }

  /// Records what asynchronous code injects into what, in order.
  public func recordInjections<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> [InjectionPoint] {
    let recording = Recording(of: self)
    _ = try await Recording.$current.withValue(recording) { try await operation() }
    return recording.injections
  }
}

/// A recording of injections, in force for a task and its child tasks.
private final class Recording: Sendable {
  /// The innermost recording of the current task.
  @TaskLocal static var current: Recording?

  private let base: PropertyInjector
  private let outer = current
  private let entries = Lock<[InjectionPoint]>([])

  var injections: [InjectionPoint] { entries.withLock { $0 } }

  /// - Parameter injector: Its injections are recorded, and those of its parents and of what is derived from it.
  init(of injector: PropertyInjector) {
    base = injector.replacementOrSelf
    InjectionWatch.watch.withLock { $0 = Self.note }
    InjectionWatch.count.add(1, ordering: .relaxed)
  }

  deinit { InjectionWatch.count.subtract(1, ordering: .relaxed) }

  /// Tells the recordings of the current task that an injector has filled a property.
  @Sendable private static func note(_ point: InjectionPoint, of injector: PropertyInjector) {
    var next = current
    while let recording = next {
      next = recording.outer
      if injector.isDerived(from: recording.base) || recording.base.isDerived(from: injector) {
        recording.entries.withLock { $0.append(point) }
      }
    }
  }
}

extension PropertyInjector {
  /// Whether it is another injector, or is derived from it.
  fileprivate func isDerived(from other: PropertyInjector) -> Bool {
    sequence(first: self, next: \.parent).contains { $0.isSame(as: other) }
  }
}
