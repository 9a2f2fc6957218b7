import Synchronization

/// A recording of injections, in force for a task and its child tasks.
package final class Recording: Sendable {
  /// The innermost recording of the current task.
  @TaskLocal package static var current: Recording?

  /// How many recordings there are in the process.
  private static let count = Atomic(0)

  private let base: PropertyInjector
  private let record: @Sendable (InjectionPoint) -> Void
  private let outer: Recording?

  /// - Parameters:
  ///   - injector: Its injections are recorded, and those of its parents and of what is derived from it.
  ///   - record: Is called for each property that has just been filled, on the thread that has filled it.
  package init(
    of injector: PropertyInjector, _ record: @escaping @Sendable (InjectionPoint) -> Void
  ) {
    base = injector.replacementOrSelf
    self.record = record
    outer = Self.current
    Self.count.add(1, ordering: .relaxed)
  }

  deinit { Self.count.subtract(1, ordering: .relaxed) }

  /// Whether there is a recording, in some task.
  @inline(__always)
  static var mayBeInForce: Bool { count.load(ordering: .relaxed) != 0 }

  /// Tells the recordings of the current task that an injector has filled a property.
  static func note(_ point: InjectionPoint, of injector: PropertyInjector) {
    var next = current
    while let recording = next {
      if recording.sees(injector) { recording.record(point) }
      next = recording.outer
    }
  }

  private func sees(_ injector: PropertyInjector) -> Bool {
    injector.isDerived(from: base) || base.isDerived(from: injector)
  }
}

extension PropertyInjector {
  /// Whether it is another injector, or is derived from it.
  fileprivate func isDerived(from other: PropertyInjector) -> Bool {
    sequence(first: self, next: \.parent).contains { $0.isSame(as: other) }
  }
}
