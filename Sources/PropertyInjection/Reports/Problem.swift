/// The mistake behind an issue: its kind, the data of this kind, and its words.
///
/// Each kind has a constant, or a function that takes its data, which holds its words; they are in
/// extensions, by what the problem is about. Other modules of the package add kinds and problems
/// of their own.
///
/// An object, because an issue is copied often, and few of the data are set.
package final class Problem: Hashable, Sendable {
  package let kind: InjectionIssue.Kind
  let data: ProblemData
  /// The label of the related bindings or declarations.
  let related: String
  /// The label of the chain; nil if the headline shows it.
  let chain: String?
  /// The label of the issue's place; nil for the label that says whether it is declared or registered there.
  let place: String?
  /// The label of the place of the call; nil for the label that names the call.
  let call: String?
  /// Whether the call is the mistake, so that each place is an issue of its own.
  let isAboutCall: Bool
  /// Whether it is about a change of a registry that other changes make a mistake.
  let isAboutChange: Bool
  /// The words for an issue with this problem.
  package let words: @Sendable (InjectionIssue) -> IssueWords

  @inline(never)  // Each kind of problem calls it.
  package init(
    _ kind: InjectionIssue.Kind, _ data: ProblemData = .none, related: String = "binding",
    chain: String? = nil, place: String? = nil, call: String? = nil, isAboutCall: Bool = false,
    isAboutChange: Bool = false, words: @escaping @Sendable (InjectionIssue) -> IssueWords
  ) {
    self.kind = kind
    self.data = data
    self.related = related
    self.chain = chain
    self.place = place
    self.call = call
    self.isAboutCall = isAboutCall
    self.isAboutChange = isAboutChange
    self.words = words
  }

  package static func == (one: Problem, other: Problem) -> Bool {
    one.kind == other.kind && one.data == other.data
  }

  /// Adds the kind and the data, without the way to the problem.
  package func hash(into hasher: inout Hasher) {
    var data = data
    data.chain = []
    hasher.combine(kind)
    hasher.combine(data)
  }
}

/// The words of a report.
package struct IssueWords {
  /// What happened.
  package let headline: String
  /// How to fix it.
  let remedy: String

  package init(_ headline: String, toFix remedy: String) {
    self.headline = headline
    self.remedy = remedy
  }
}

/// The data of a problem that an issue shows; each kind sets its own.
package struct ProblemData: Hashable, Sendable {
  package static let none = ProblemData()

  var requiredActor: String?
  var actualActor: String?
  /// The keys or calls that led here.
  var chain: [String] = []
  var found: TypeIdentity?
  var thrown: ThrownError?
  /// The function that makes the value.
  var signature: String?
  var argumentPosition: Int?
  var argument: TypeIdentity?
  var reason: UnfilledReason?
  /// The types of the run-time arguments that are wanted.
  var wanted: [TypeIdentity] = []
}

extension ProblemData {
  package init(found: Any.Type) { self.init(found: TypeIdentity(type: found)) }

  package init(requiredActor: String, actualActor: String) {
    self.init()
    self.requiredActor = requiredActor
    self.actualActor = actualActor
  }

  package init(chain: [String]) {
    self.init()
    self.chain = chain
  }

  package init(thrown: (any Error)?) { self.init(thrown: thrown.map(ThrownError.init(error:))) }
}
