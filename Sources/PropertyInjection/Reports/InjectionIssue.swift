/// A reason why a property stayed nil, or a mistake in the configuration: as data, and as a text.
///
/// Issues are neither thrown nor trapped. An injector hands each distinct one once to its
/// ``Registry/issueHandler``. Test ``kind`` and the data; ``description`` is for people, and its
/// wording may change in any release. The idea is Guice's: say what happened, where, what is near,
/// and how to fix it.
public struct InjectionIssue: Error, Hashable, Sendable {
  /// The kind, the data of this kind, and its words.
  package let problem: Problem

  /// The name of the property or of the binding, if the issue is about one.
  public internal(set) var name: String?

  /// The name under which a binding was looked up; nil when it was looked up by type alone.
  public internal(set) var lookedUpName: String?

  /// Where the property was declared, or the binding registered.
  public package(set) var location: CodeLocation?

  /// The module that has declared the property or registered the binding, or that is not installed.
  public package(set) var module: String?

  /// The place of the call that injects or looks up.
  ///
  /// Issues that differ only in this place count as one, unless the call itself is the mistake.
  public internal(set) var injectionLocation: CodeLocation?

  /// Bindings or declarations that explain the issue: the binding that was kept, or near ones.
  public package(set) var related: [RegistryEntry] = []

  /// The path from the property or look-up that the program asked for to the one with the issue.
  ///
  /// For example `Controller.house (House)`, then `House.init argument 1 (Address)`; of a long path both ends. Empty if
  /// the issue is not about a value that was asked for.
  public internal(set) var path: [String] = []

  /// The name of a near binding that would fit.
  var suggestion: String?

  /// Whether it tells what an injection will meet, not what one has met.
  package var isForecast = false

  private var ownerIdentity: TypeIdentity?
  private var valueIdentity: TypeIdentity?
  private var given: [TypeIdentity?] = []

  /// The type of the object that was injected, or that the property was declared for.
  public package(set) var ownerType: Any.Type? {
    get { ownerIdentity?.type }
    set { ownerIdentity = newValue.map(TypeIdentity.init) }
  }

  /// The type of the property, without the optional, or of the binding.
  public internal(set) var valueType: Any.Type? {
    get { valueIdentity?.type }
    set { valueIdentity = newValue.map(TypeIdentity.init) }
  }

  /// The name and the type of the property, the binding or the look-up.
  package var key: BindingKey {
    get { BindingKey(name, valueType) }
    set { (name, valueType) = (newValue.name, newValue.type) }
  }

  package init(_ problem: Problem) {
    self.problem = problem
  }

  /// Adds what distinguishes the issue from others that are reported.
  ///
  /// The place of the call counts only if the call is the mistake. Of the path only the start
  /// counts, the program's own request; for an issue of a property not even that, because the issue
  /// is the property's.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(problem)
    for text in [name, lookedUpName, module] { hasher.combine(text) }
    hasher.combine(ownerIdentity)
    hasher.combine(valueIdentity)
    hasher.combine(location)
    hasher.combine(related)
    hasher.combine(isForecast)
    hasher.combine(given)
    if ownerType == nil { hasher.combine(path.first) }
    if problem.isAboutCall { hasher.combine(injectionLocation) }
  }
}

// The data that only some kinds have.
extension InjectionIssue {
  /// The kind of the issue.
  public var kind: Kind { problem.kind }

  /// The actor on which the injection would have been possible.
  public var requiredActor: String? { problem.data.requiredActor }

  /// The actor that the injection ran on; nil for code that belongs to none.
  public var actualActor: String? { problem.data.actualActor }

  /// The bindings that led back to the first of them, in the order in which they were asked for; of a value
  /// of a shorter scope, the arguments and properties through which it is held.
  public var chain: [String] { problem.data.chain }

  /// The dynamic type of a factory's product that did not fit.
  public var foundType: Any.Type? { problem.data.found?.type }

  /// The error that an initializer, a factory or a provider has thrown.
  public var underlyingError: (any Error)? { problem.data.thrown?.error }

  /// The type of the function that makes the value: `(Address, Owner) -> House`.
  public var signature: String? { problem.data.signature }

  /// The position, counted from 1, of the argument that could not be found.
  public var argumentPosition: Int? { problem.data.argumentPosition }

  /// The type of the argument that could not be found, as the parameter is declared.
  public var argumentType: Any.Type? { problem.data.argument?.type }

  /// Why an argument could not be found.
  public var reason: UnfilledReason? { problem.data.reason }

  /// The types of the run-time arguments that are wanted.
  public var wantedTypes: [Any.Type] { problem.data.wanted.map(\.type) }

  /// The types of the run-time arguments that were given; nil for a nil.
  public internal(set) var givenTypes: [Any.Type?] {
    get { given.map { $0?.type } }
    set { given = newValue.map { $0.map(TypeIdentity.init) } }
  }
}

extension InjectionIssue: CustomStringConvertible {
  /// The whole report, of one or more lines, for people.
  public var description: String { IssueText.text(of: self) }
}

/// A binding or a declaration, as reports show it: its name, its type, its place in the code.
public struct RegistryEntry: Hashable, Sendable, CustomStringConvertible {
  /// Where it was written; nil for the library's own bindings, and for marked properties.
  public let location: CodeLocation?
  /// The module that has registered or declared it.
  public let module: String?
  package let key: BindingKey

  /// The name; nil for a binding of the type alone.
  public var name: String? { key.name }

  /// The type; nil for a name that stands for values of any type.
  public var type: Any.Type? { key.type }

  /// The key: `"clock": any Clock`.
  package var keyText: String { key.description }

  /// The key and the place: `"clock": any Clock (Demo/main.swift:12)`.
  public var description: String {
    key.description + (IssueText.place(location, module).map { " (\($0))" } ?? "")
  }

  @inline(never)  // Only reports need it, in many places.
  init(_ key: BindingKey, at location: CodeLocation?, _ module: ModuleTag?) {
    self.key = key
    self.location = location
    self.module = module?.name
  }
}

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
