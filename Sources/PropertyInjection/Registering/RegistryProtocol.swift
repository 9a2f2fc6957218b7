/// What every registry can do: the verbs that put no demands on the types of values and properties.
///
/// ``Registry`` has them, and so has ``ConfinedRegistry``. A function that configures either takes
/// `inout some RegistryProtocol`.
public protocol RegistryProtocol {
  /// Receives what goes wrong, see ``Registry/issueHandler``.
  var issueHandler: @Sendable (InjectionIssue) -> Void { get set }

  /// Hands the plain registry to a closure: this one, or the one behind a confined registry.
  ///
  /// For verbs of your own. If this registry is confined to an actor, what is registered in the
  /// closure belongs to that actor.
  mutating func withRegistry<Result>(_ body: (inout Registry) throws -> Result) rethrows -> Result
}

extension Registry: RegistryProtocol {
  /// Hands this registry to a closure.
  public mutating func withRegistry<Result>(
    _ body: (inout Registry) throws -> Result
  ) rethrows -> Result {
    try body(&self)
  }
}
