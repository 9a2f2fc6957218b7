/// What went wrong: the kind of an issue, the data of this kind, and its words.
///
/// Each kind has a static function that takes its data and holds its words; the functions are in
/// extensions, by what the problem is about. Other modules of the package add kinds and functions
/// of their own.
///
/// An object, because an issue is copied often, and few of the data are set.
package final class Problem: Hashable, Sendable {
  let kind: InjectionIssue.Kind
  let data: ProblemData
  /// Whether the call is the mistake, so that each place is an issue of its own.
  let isAboutCall: Bool
  /// Whether it is about a change of a registry that other changes make a mistake.
  let isAboutChange: Bool
  private let words: @Sendable (InjectionIssue) -> IssueWords

  package init(
    _ kind: InjectionIssue.Kind, _ data: ProblemData = ProblemData(), isAboutCall: Bool = false,
    isAboutChange: Bool = false, words: @escaping @Sendable (InjectionIssue) -> IssueWords
  ) {
    self.kind = kind
    self.data = data
    self.isAboutCall = isAboutCall
    self.isAboutChange = isAboutChange
    self.words = words
  }

  /// The words for an issue with this problem.
  func words(in issue: InjectionIssue) -> IssueWords { words(issue) }

  package static func == (one: Problem, other: Problem) -> Bool {
    one.kind == other.kind && one.data == other.data
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(data)
  }

  /// Adds the kind and the data, without the way to the problem.
  func hashIdentity(into hasher: inout Hasher) {
    var data = data
    data.chain = []
    hasher.combine(kind)
    hasher.combine(data)
  }
}

/// The data of a problem that an issue shows; each kind sets its own.
package struct ProblemData: Hashable, Sendable {
  var requiredActor: String?
  var actualActor: String?
  var chain: [String] = []
  var found: TypeIdentity?
  var thrown: ThrownError?
  var signature: String?
  var argumentPosition: Int?
  var argument: TypeIdentity?
  var reason: UnfilledReason?
  var wanted: [TypeIdentity] = []
  var given: [TypeIdentity?] = []

  package init(found: Any.Type? = nil, thrown: (any Error)? = nil) {
    self.found = found.map(TypeIdentity.init)
    self.thrown = thrown.map(ThrownError.init(error:))
  }

  init(requiredActor: String?, actualActor: String? = nil) {
    self.requiredActor = requiredActor
    self.actualActor = actualActor
  }

  /// - Parameters:
  ///   - chain: The keys or calls that led here.
  ///   - wanted: The types of the run-time arguments that are wanted.
  ///   - given: The run-time arguments that were given.
  ///   - signature: The function that makes the value.
  init(
    chain: [String] = [], wanted: [Any.Type] = [], given: [Any?] = [], signature: String? = nil
  ) {
    self.chain = chain
    self.wanted = wanted.map(TypeIdentity.init)
    self.given = given.map { $0.map { TypeIdentity(type: type(of: $0)) } }
    self.signature = signature
  }
}
