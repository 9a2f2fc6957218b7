/// What every registry can do: the verbs that demand nothing of the types that they are about.
///
/// ``Registry`` has them, and so has ``ConfinedRegistry``. A function that configures either takes `inout some
/// RegistryProtocol`.
public protocol RegistryProtocol {
  /// Receives what goes wrong, see ``Registry/issueHandler``.
  var issueHandler: @Sendable (InjectionIssue) -> Void { get set }

  /// Hands the registry that writes everything down to a closure: this one, or the one behind it.
  ///
  /// For verbs of your own. What is registered there belongs to the actor that this registry is confined
  /// to, if it is.
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
