/// The verbs of every registry: they bind keys to values that may be used anywhere, and declare properties.
///
/// ``Registry`` has these verbs, and so has ``ConfinedRegistry``, which has them once more without the
/// demand for `Sendable`. A function that configures either takes `inout some RegistryProtocol`:
///
/// ```swift
/// func registerClocks(in registry: inout some RegistryProtocol) {
///   registry.register(.clock, in: .singleton) { SystemClock() }
///   registry.alias("time", to: .clock)
/// }
/// ```
public protocol RegistryProtocol {
  /// Hands the plain registry to a closure: this one, or the one behind a confined registry.
  ///
  /// For verbs of your own. If this registry is confined to an actor, what is registered in the
  /// closure belongs to that actor.
  mutating func withRegistry<Result>(_ body: (inout Registry) throws -> Result) rethrows -> Result

  /// Declares the properties that a type names itself, see ``Registry/declare(_:)``.
  mutating func declare<Object: Injectable>(_ type: Object.Type)
}

extension RegistryProtocol {
  /// Receives what goes wrong, each distinct issue once per injector.
  ///
  /// The default writes the issue's text to standard error. The handler is called at once, on the
  /// thread that met the issue; it may inject. It must not wait for another thread: the issue may
  /// come from making a scoped instance, and the other thread may be waiting for that value. To reach
  /// another thread, use `DispatchQueue.main.async`, not `sync`. Tests collect issues, programs log
  /// them:
  ///
  /// ```swift
  /// registry.issueHandler = { issue in logger.warning("\(issue)") }
  /// ```
  ///
  /// A derived injector keeps its parent's handler unless it sets another.
  public var issueHandler: @Sendable (InjectionIssue) -> Void {
    mutating get { withRegistry { $0.contents.issueHandler } }
    set {
      withRegistry {
        if $0.module != nil, $0.testLayer != nil { return }
        $0.record(.other { $0.issueHandler = newValue })
      }
    }
  }

  /// Sees each property that an injection fills, with the binding that its value comes from.
  ///
  /// ```swift
  /// registry.injectionHandler = { point in
  ///   logger.debug("\(point)")  // Editor.store <- "store": FileStore
  /// }
  /// ```
  ///
  /// It is called on the thread of the injection, after the property is filled and before the next one,
  /// with no lock held; it may inject. A property of an object that the injector makes is told before
  /// the property that the object is for, a lazy one when it is left to its first read. Nil by default:
  /// then it costs nothing. A derived injector keeps its parent's handler unless it sets another.
  /// Tests record injections without it, with `recordInjections` of PropertyInjectionTesting.
  public var injectionHandler: (@Sendable (InjectionPoint) -> Void)? {
    mutating get { withRegistry { $0.contents.injectionHandler } }
    set { withRegistry { $0.record(.other { $0.injectionHandler = newValue }) } }
  }
}

extension Registry: RegistryProtocol {
  /// Hands this registry to a closure.
  public mutating func withRegistry<Result>(
    _ body: (inout Registry) throws -> Result
  ) rethrows -> Result { try body(&self) }
}
