/// A reason why a property stayed nil, or a mistake in the configuration: as data, and as a text.
///
/// Issues are neither thrown nor trapped. An injector hands each distinct one once to its
/// ``Registry/issueHandler``. Test ``kind`` and the data; ``description`` is for people, and its
/// wording may change in any release. The idea is Guice's: say what happened, where, what is near,
/// and how to fix it.
public struct InjectionIssue: Error, Hashable, Sendable {
  /// The kind of the issue.
  public internal(set) var kind: Kind

  /// The name of the property or of the binding, if the issue is about one.
  public internal(set) var name: String?

  /// The name under which a binding was looked up; nil when it was looked up by type alone.
  public internal(set) var lookedUpName: String?

  /// Where the property was declared, or the binding registered.
  public internal(set) var location: CodeLocation?

  /// The module that has declared the property or registered the binding, or that is not installed.
  public internal(set) var module: String?

  /// The place of the call that injects or looks up.
  ///
  /// Issues that differ only in this place count as one, unless the call itself is the mistake.
  public internal(set) var injectionLocation: CodeLocation?

  /// Bindings or declarations that explain the issue: the one that was kept, or near ones.
  public internal(set) var related: [RegistryEntry] = []

  /// The actor on which the injection would have been possible.
  public internal(set) var requiredActor: String?

  /// The actor that the injection ran on; nil for code that belongs to none.
  public internal(set) var actualActor: String?

  /// The bindings that led back to the first of them, in the order in which they were asked for.
  public internal(set) var chain: [String] = []

  /// The path from the property or look-up that the program asked for to the one with the issue.
  ///
  /// For example `Controller.house (House)`, then `House.init argument 1 (Address)`. Empty if the
  /// issue is not about a value that was asked for.
  public internal(set) var path: [String] = []

  /// Why an argument could not be found.
  public internal(set) var reason: InjectionIssue.Kind?

  /// The position, counted from 1, of the argument that could not be found.
  public internal(set) var argumentPosition: Int?

  /// The type of the function that makes the value: `(Address, Owner) -> House`.
  public internal(set) var signature: String?

  /// The error that an initializer, a factory or a provider has thrown.
  public var underlyingError: (any Error)? { thrown?.error }

  /// The types of the creation-time arguments that are wanted.
  public internal(set) var wantedTypes: [Any.Type] {
    get { wantedIdentities.map(\.type) }
    set { wantedIdentities = newValue.map(TypeIdentity.init) }
  }

  /// The types of the creation-time arguments that were given; nil for a nil.
  public internal(set) var givenTypes: [Any.Type?] {
    get { givenIdentities.map { $0?.type } }
    set { givenIdentities = newValue.map { $0.map(TypeIdentity.init) } }
  }

  /// The name of a near binding that would fit; nil if there is none.
  var suggestedName: String?

  private var ownerIdentity: TypeIdentity?
  private var valueIdentity: TypeIdentity?
  private var foundIdentity: TypeIdentity?
  private var argumentIdentity: TypeIdentity?
  private var wantedIdentities: [TypeIdentity] = []
  private var givenIdentities: [TypeIdentity?] = []
  var thrown: ThrownError?
  /// Whether the parameter takes nil.
  var isArgumentOptional = false
  /// Whether the call was `makePlain`, not an injection.
  var isAboutMakingPlain = false
  /// Whether the issue is about aliases.
  var isAboutAlias = false
  /// Whether the issue is about a kept value.
  var isAboutKeptValue = false

  /// The type of the object that was injected, or that the property was declared for.
  public internal(set) var ownerType: Any.Type? {
    get { ownerIdentity?.type }
    set { ownerIdentity = newValue.map(TypeIdentity.init) }
  }

  /// The type of the property, without the optional, or of the binding.
  public internal(set) var valueType: Any.Type? {
    get { valueIdentity?.type }
    set { valueIdentity = newValue.map(TypeIdentity.init) }
  }

  /// The dynamic type of a factory's product that did not fit.
  public internal(set) var foundType: Any.Type? {
    get { foundIdentity?.type }
    set { foundIdentity = newValue.map(TypeIdentity.init) }
  }

  /// The type of the argument that could not be found, as the parameter is declared.
  public internal(set) var argumentType: Any.Type? {
    get { argumentIdentity?.type }
    set { argumentIdentity = newValue.map(TypeIdentity.init) }
  }

  /// The name and the type of the property, the binding or the look-up.
  var key: BindingKey {
    get { BindingKey(name, valueType) }
    set { (name, valueType) = (newValue.name, newValue.type) }
  }

  init(_ kind: Kind) {
    self.kind = kind
  }

  /// The part of the issue that distinguishes it from others.
  ///
  /// The place of the call counts only if the call is the mistake. Of the path only the start
  /// counts, the program's own request; for an issue of a property not even that, because the issue
  /// is the property's.
  var identity: InjectionIssue {
    var identity = self
    identity.chain = []
    identity.path = ownerType == nil ? Array(path.prefix(1)) : []
    identity.thrown?.error = nil
    switch kind {
    case .wrongActor, .hookOnAnotherActor, .notConfigured, .configuredTwice: break
    default: identity.injectionLocation = nil
    }
    return identity
  }
}

extension InjectionIssue: CustomStringConvertible {
  /// The whole report, of one or more lines, for people.
  public var description: String { IssueMessage.text(of: self) }
}
