import Synchronization

/// A reason why a property stayed nil, or a mistake in the configuration: as data, and as a text.
///
/// Issues are neither thrown nor trapped. An injector hands each distinct one once to its
/// ``Registry/issueHandler``. Test ``kind`` and the data; ``description`` is for people, and its
/// wording may change in any release. The idea is Guice's: say what happened, where, what is near,
/// and how to fix it.
public struct InjectionIssue: Error, Hashable, Sendable {
  /// The kind of the issue, with what it carries.
  public let kind: Kind

  /// The name of the property or of the binding, if the issue is about one.
  public internal(set) var name: String?

  /// The name under which a binding was looked up; nil when it was looked up by type alone.
  public package(set) var lookedUpName: String?

  /// Where the property was declared, or the binding registered.
  public package(set) var location: CodeLocation?

  /// The module that has declared the property or registered the binding, or that is not installed.
  public package(set) var module: String?

  /// The place of the call that injects or looks up.
  ///
  /// Issues that differ only in this place count as one, unless the call itself is the mistake.
  public package(set) var injectionLocation: CodeLocation?

  /// Bindings or declarations that explain the issue: the binding that was kept, or near ones.
  public package(set) var related: [RegistryEntry] = []

  /// The path from the property or look-up that the program asked for to the one with the issue.
  ///
  /// For example `Controller.house (House)`, then `House.init argument 1 (Address)`; of a long path both ends. Empty if
  /// the issue is not about a value that was asked for.
  public package(set) var path: [String] = []

  /// The type of the function that makes the value, if that is the cause: `(Address, Owner) -> House`.
  package var signature: String?
  /// Whether a property has asked for its own name, so that its type alone might have answered.
  package var asksOwnName = false
  /// The binding whose value another injector keeps, which lacks what the asking one has; nil for other issues.
  package var keeper: BindingKey?

  /// The name of a near binding that would fit, or of a static property of a type that has no others.
  var suggestion: String?

  /// Whether it tells what an injection will meet, not what one has met.
  package var isForecast = false
  /// Whether it is about a mark that need not be filled, as a check knows it.
  package var isOfPlainMark = false
  /// Whether it is about a weak property, which no mark can stand before.
  package var isOfWeakProperty = false
  /// Whether it is about a mark whose key a check does not know.
  package var isOfUnknownMark = false

  private var ownerIdentity: TypeIdentity?
  private var valueIdentity: TypeIdentity?

  /// The type of the object that was injected, or that the property was declared for.
  public package(set) var ownerType: Any.Type? {
    get { ownerIdentity?.type }
    set { ownerIdentity = newValue.map(TypeIdentity.init) }
  }

  /// The type of the property, without the optional, or of the binding.
  public package(set) var valueType: Any.Type? {
    get { valueIdentity?.type }
    set { valueIdentity = newValue.map(TypeIdentity.init) }
  }

  /// The name and the type of the property, the binding or the look-up.
  @inline(never)  // Only reports need it, in many places.
  package var key: BindingKey {
    get { BindingKey(name, valueType) }
    set { (name, valueType) = (newValue.name, newValue.type) }
  }

  /// - Parameter owner: The type that it is about; nil if it is about none.
  package init(_ kind: Kind, of owner: Any.Type? = nil) {
    self.kind = kind
    ownerType = owner
  }

  /// The identity with which it was reported; nil if its parts make it.
  @Uncompared private var reportedAs: IssueDigest? = nil

  /// The identity that tells the issue from others: a reporter reports each once.
  ///
  /// The place of the call counts only if the call is the mistake. Of the path only the start
  /// counts, the program's own request; for an issue of a property not even that, because the issue
  /// is the property's.
  package internal(set) var identity: IssueDigest {
    get { reportedAs ?? IssueDigest(hashIdentity) }
    set { reportedAs = newValue }
  }

  private func hashIdentity(into hasher: inout Hasher) {
    kind.hashIdentity(into: &hasher)
    for text in [name, lookedUpName, module, signature] { hasher.combine(text) }
    hasher.combine(ownerIdentity)
    hasher.combine(valueIdentity)
    hasher.combine(location)
    hasher.combine(related)
    hasher.combine(isForecast)
    if ownerType == nil { hasher.combine(path.first) }
    if kind.isAboutCall { hasher.combine(injectionLocation) }
  }
}

extension InjectionIssue: CustomStringConvertible {
  /// The whole report, of one or more lines, for people.
  public var description: String { IssueText.text(of: self) }
}

extension InjectionIssue: CustomDebugStringConvertible {
  /// The first line of the report, which says what happened.
  ///
  /// A program ends with it whose `main` throws the issue: the whole report is out by then, see
  /// ``RegistryProtocol/issueHandler``.
  public var debugDescription: String { words.headline }
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

  /// The key and the place: `"clock": any Clock (Demo/main.swift:12)`.
  public var description: String { text(isQualified: false) }

  /// - Parameter isQualified: Whether the type is written with its module and the types around it.
  func text(isQualified: Bool) -> String {
    let place = IssueText.place(location, module).map { " (\($0))" } ?? ""
    guard isQualified, let type else { return key.description + place }
    return key.description.dropLast(key.typeName.count) + TypeName.qualified(type) + place
  }

  /// The key as a remedy writes it: `under "clock"`, `without a name, as any Clock`.
  package var keyInWords: String {
    name.map { "under \(TypeName.quoted($0))" } ?? "without a name, as \(key.typeName)"
  }

  @inline(never)  // Only reports need it, in many places.
  package init(_ key: BindingKey, at location: CodeLocation?, _ module: ModuleTag?) {
    self.key = key
    self.location = location
    self.module = module?.name
  }
}

/// Hands each distinct issue once to the handler.
@usableFromInline  // Named by a function that inlined code calls.
final class IssueReporter: Sendable {
  private let handler: @Sendable (InjectionIssue) -> Void
  /// A struct, see ``Lock``.
  private struct Reported { var digests: Set<IssueDigest> = [] }
  private let reported = Lock(Reported())
  /// The reporter that its handler hands the issues on to; nil if it hands them to the program.
  private let base: IssueReporter?

  init(
    around base: IssueReporter? = nil, handler: @escaping @Sendable (InjectionIssue) -> Void
  ) {
    self.base = base
    self.handler = handler
  }

  /// The digest of an error that a look-up throws, after it has been reported to the program.
  func digest(ofThrown error: any Error) -> IssueDigest {
    IssueDigest { hasher in
      hasher.combine(ObjectIdentifier(base ?? self))
      hasher.combine((error as? InjectionIssue)?.identity)
      hasher.combine(ThrownError(error))
    }
  }

  /// Reports an issue, unless it has been reported before.
  func report(_ issue: InjectionIssue) { report(ifNew: issue.identity) { issue } }

  /// Reports an issue, unless one of its identity has been reported before: then it is not made, because explanations are
  /// costly.
  ///
  /// The handler runs at once, so that the report is out if the program traps because a value is
  /// missing. It runs with no lock of this reporter held.
  @inline(never)  // Only failures need it, in many places.
  func report(ifNew digest: IssueDigest, _ issue: () -> InjectionIssue?) {
    guard reported.withLock({ $0.digests.insert(digest).inserted }), var issue = issue() else {
      return
    }
    issue.identity = digest
    handler(issue)
  }
}

/// A digest that identifies an issue, so that the issue itself need not be kept.
///
/// Programs may ask for any number of names.
package struct IssueDigest: Hashable, Sendable {
  private let value: Int

  package init(_ combine: (inout Hasher) -> Void) {
    var hasher = Hasher()
    combine(&hasher)
    value = hasher.finalize()
  }

  // It is a hash: to hash it again took a tenth of a failure that is met again. The standard library's name.
  // swift-format-ignore: NoLeadingUnderscores
  package func _rawHashValue(seed: Int) -> Int { value ^ seed }
}
