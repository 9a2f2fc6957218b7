import PropertyInjection

/// A property that an injector has filled.
public struct RecordedInjection: Sendable {
  /// The type of the object that was injected.
  public let ownerType: Any.Type
  /// The property's name.
  public let name: String
  /// The type of the property, without the optional.
  public let valueType: Any.Type
  /// The binding that the value comes from; nil for a setting, and for a value of a decision.
  public let binding: RegistryEntry?
  /// The place of the call that has injected the object.
  public let location: CodeLocation

  private let text: String

  init(_ property: InjectionCandidate, at location: CodeLocation) {
    ownerType = property.ownerType
    name = property.name
    valueType = property.valueType
    binding = property.binding
    text = property.injectionText
    self.location = location
  }
}

extension RecordedInjection: CustomStringConvertible {
  /// The property, and the key of its binding: `Editor.store <- "store": FileStore`.
  public var description: String { text }
}

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
  ) rethrows -> [RecordedInjection] {
    let log = InjectionLog()
    _ = try recording { log.passingOn(to: $0) }.run(operation)
    return log.injections
  }

  /// Records what asynchronous code injects into what, in order.
  public func recordInjections<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> [RecordedInjection] {
    let log = InjectionLog()
    _ = try await recording { log.passingOn(to: $0) }.run(operation)
    return log.injections
  }
}

/// The injections of a recording.
private final class InjectionLog: Sendable {
  private let entries = Lock<[RecordedInjection]>([])

  var injections: [RecordedInjection] { entries.withLock { $0 } }

  func passingOn(to outer: (any InjectionRecorder)?) -> any InjectionRecorder {
    Recorder(log: self, outer: outer)
  }

  private final class Recorder: InjectionRecorder {
    private let log: InjectionLog
    /// The recorder of a recording around this one.
    private let outer: (any InjectionRecorder)?

    init(log: InjectionLog, outer: (any InjectionRecorder)?) {
      self.log = log
      self.outer = outer
    }

    func note(_ property: InjectionCandidate, at location: CodeLocation) {
      let injection = RecordedInjection(property, at: location)
      log.entries.withLock { $0.append(injection) }
      outer?.note(property, at: location)
    }
  }
}
