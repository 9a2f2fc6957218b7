/// Why a property stayed nil, or why there was no argument.
public enum UnfilledReason: Hashable, Sendable {
  /// Something is wrong, and has been reported: the kind of the issue.
  ///
  /// ``InjectionIssue/Kind/cycle`` also stands for nesting that is too deep, and
  /// ``InjectionIssue/Kind/notMade`` for each cause why a value could not be made, such as a missing
  /// argument or a scope that is asked outside its time.
  case issue(InjectionIssue.Kind)
  /// The factory has returned nil; that is no mistake, and not reported.
  case factoryGaveNil
  /// The key is bound to nil on purpose.
  case boundToNil
  /// A decision has left the property out.
  case skipped
}

extension UnfilledReason: CustomStringConvertible {
  /// The kind of the issue, or the name of the case.
  public var description: String {
    switch self {
    case .issue(let kind): kind.name
    case .factoryGaveNil: "factoryGaveNil"
    case .boundToNil: "boundToNil"
    case .skipped: "skipped"
    }
  }
}
