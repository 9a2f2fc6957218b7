/// The types of Foundation of which a program can make a value, with one value of each.
///
/// Made from the public symbols of its modules on Linux. What is left out, and why:
/// - Only a call of the platform makes one: `NSArray.Iterator`, `URLSessionTaskMetrics`,
///   `URLAuthenticationChallenge`, `URLSessionStreamTask`, slices of runs, observation tokens.
/// - Unavailable on Linux: `NSExpression`, `NSComparisonPredicate`, `NSOrthography`.
/// - Made from an archive only: `PersonNameComponentsFormatter`.
/// - Abstract, so that making or using one traps: `NSCoder`, `NSEnumerator`, `Formatter`, `Port`,
///   `URLProtocol`; subclasses of some are owners in `ObjectOwnersTests`.
/// - It opens a socket: `SocketPort`, `PortMessage`.
/// - Parts of a `Predicate`, which is here: `Expression`, `PredicateExpressions`, `PredicateBindings`.
/// - Enums that only group names: `AttributeScopes`, `NumberFormatStyleConfiguration`.
/// - Further options, styles and choices of the same kinds as those that are here.
///
/// Types of errors are in `FailingCall`.
enum PlatformValues {
  static var all: [PlatformValue] {
    texts + times + numbers + places + options + choices + styles + collections + objects
      + formatters
      + units + tools + network
  }
}
