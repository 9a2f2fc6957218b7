/// The types of Foundation of which a program can make a value, with one value of each.
///
/// Made from the public symbols of its modules on Linux. Left out are
/// - types that only a call of the platform can make: `AttributedString.Runs.Index`,
///   `NSArray.Iterator`, `URLSessionTaskMetrics`, `URLAuthenticationChallenge`, `URLSessionStreamTask`
///   and others;
/// - `Expression`, `PredicateExpressions` and `PredicateBindings`: parts of a `Predicate`, which is here;
/// - enums without cases that only group names: `AttributeScopes`, `PredicateExpressions`, `Process`'s;
/// - `NSCoder`, `NSEnumerator`, `Port`, `URLProtocol`: abstract classes, whose initializers trap;
///   subclasses of them are here;
/// - format styles beyond some of each family: they differ in their arguments only.
enum PlatformValues {
  static var all: [PlatformValue] {
    texts + times + numbers + places + options + choices + styles + collections + objects
      + formatters
      + units + tools + network
  }
}
