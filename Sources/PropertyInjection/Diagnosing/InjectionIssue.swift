/// Something that kept a property nil, or a mistake in the configuration: data first, words on demand.
///
/// Issues are neither thrown nor trapped. An injector hands each distinct one once to its
/// ``Registry/issueHandler``. Test ``kind`` and the data; ``description`` is for people, and its
/// wording may change in any release. The idea is Guice's: say what happened, where, what is near, and
/// how to fix it.
public struct InjectionIssue: Error, Hashable, Sendable {
  /// What is wrong.
  public internal(set) var kind: Kind

  /// The name of the property or of the binding, where one is concerned.
  public internal(set) var name: String?

  /// The name under which a binding was looked up; nil when it was looked up by type alone.
  public internal(set) var lookedUpName: String?

  /// Where the property was declared, or the binding registered.
  public internal(set) var location: CodeLocation?

  /// The module that has declared the property or registered the binding, or that is not installed.
  public internal(set) var module: String?

  /// Where the injection was asked for.
  ///
  /// Issues that differ in nothing else count as one, but where the call itself is the mistake.
  public internal(set) var injectionLocation: CodeLocation?

  /// Bindings or declarations that explain the issue: the one that was kept, those that are near.
  public internal(set) var related: [RegistryEntry] = []

  /// The actor on which the injection would have been possible.
  public internal(set) var requiredActor: String?

  /// The actor that the injection ran on; nil for code that belongs to none.
  public internal(set) var actualActor: String?

  /// The bindings that led back to the first of them, in the order in which they were asked for.
  public internal(set) var chain: [String] = []

  /// For what the value was asked: the way from the property or the look-up that the program asked for,
  /// down to the one that the issue is about.
  ///
  /// `Controller.house (House)`, then `House.init argument 1 (Address)`. Empty where the issue is not about a
  /// value that was asked for.
  public internal(set) var path: [String] = []

  /// Why an argument could not be found.
  public internal(set) var reason: InjectionResult.Reason?

  /// The position, counted from 1, of the argument that could not be found.
  public internal(set) var argumentPosition: Int?

  /// What makes the value, as a function's type: `(Address, Owner) -> House`.
  public internal(set) var signature: String?

  /// What an initializer, a factory or a provider has thrown.
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

  /// The name of a binding that would fit, where one is near.
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
  /// Whether accessors were to be taken off, not something injected.
  var isAboutRemoval = false
  /// Whether keys that lead to others are what is wrong.
  var isAboutAlias = false
  /// Whether arguments were given for, or are wanted by, a value that is kept.
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

  init(_ kind: Kind) {
    self.kind = kind
  }

  init(_ kind: Kind, property: InjectableProperty, related: [RegistryEntry] = []) {
    self.init(kind)
    self.related = related
    describe(property)
  }

  init(_ kind: Kind, binding: Binding, related: [RegistryEntry] = []) {
    self.init(kind)
    name = binding.name
    valueType = binding.type
    location = binding.location
    module = binding.module?.name
    self.related = related
  }

  mutating func describe(_ property: InjectableProperty) {
    name = property.name
    ownerType = property.ownerType
    valueType = property.valueType
    location = property.location
    module = property.module?.name
    lookedUpName = property.bindingName
  }

  /// What tells it apart from other issues.
  ///
  /// The place of the call does where the call is the mistake. Of the way to it only the start does, what
  /// the program has asked for, and for an issue of a property not even that: it is the property's.
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

extension InjectionIssue {
  /// What an issue is about.
  ///
  /// More kinds may come; keep a `default`.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    enum Code: String {
      case emptyName, nilInstance, duplicateBinding, nothingReplaced
      case duplicateDeclaration, declaredForProtocol
      case configuredTwice, notConfigured
      case unknownName, noFittingType, unknownType, ambiguousType
      case undeclaredProperty, nothingDeclared, lazyProperty, hiddenMark, linkedTwice
      case wrongActor, hookOnAnotherActor, bindingOnAnotherActor
      case productDoesNotFit, valueGone, cycle, tooDeep
      case notMade, incomplete, outOfScope, unresolvedArgument, wrongArguments, weakValue
      case deadEnd, nothingToScope, unknownModule
      case accessorWithoutMark, accessedOnAnotherActor
      case noSettingsStore, unreadableSetting, unwrittenSetting, settingKeyClash
    }

    let code: Code

    /// Whether it is about a change to a registry that does not go with another.
    var isOfChange: Bool {
      switch code {
      case .duplicateBinding, .nothingReplaced, .duplicateDeclaration, .wrongArguments,
        .nothingToScope:
        true
      default: false
      }
    }

    /// The kind's name, such as `unknownName`.
    public var description: String { code.rawValue }

    /// A binding or a property was given an empty name; it was ignored.
    public static let emptyName = Kind(code: .emptyName)
    /// A nil was registered as an instance; it was ignored.
    public static let nilInstance = Kind(code: .nilInstance)
    /// A name and a type were registered twice; the first was kept.
    public static let duplicateBinding = Kind(code: .duplicateBinding)
    /// A registration was to replace one of its name and type, and there was none.
    public static let nothingReplaced = Kind(code: .nothingReplaced)
    /// A type's property was declared twice under one name; the first was kept.
    public static let duplicateDeclaration = Kind(code: .duplicateDeclaration)
    /// A property was declared by a key path that starts at a protocol type; it was ignored.
    public static let declaredForProtocol = Kind(code: .declaredForProtocol)
    /// The shared injector was configured again; the first configuration was kept.
    public static let configuredTwice = Kind(code: .configuredTwice)
    /// The shared injector was used before it was configured.
    public static let notConfigured = Kind(code: .notConfigured)
    /// Nothing is registered under the name.
    public static let unknownName = Kind(code: .unknownName)
    /// What is registered under the name does not fit the type.
    public static let noFittingType = Kind(code: .noFittingType)
    /// By type alone: nothing that is registered fits.
    public static let unknownType = Kind(code: .unknownType)
    /// By type alone: several bindings fit.
    public static let ambiguousType = Kind(code: .ambiguousType)
    /// A type has a property that a binding fits, and that is neither declared nor marked.
    public static let undeclaredProperty = Kind(code: .undeclaredProperty)
    /// Nothing is declared or marked for the type that was injected.
    public static let nothingDeclared = Kind(code: .nothingDeclared)
    /// A `lazy var` was declared; it is skipped, its initializer not run.
    public static let lazyProperty = Kind(code: .lazyProperty)
    /// A property is marked, and another wrapper around the mark does not store it in itself.
    public static let hiddenMark = Kind(code: .hiddenMark)
    /// A property is marked by another copy of the library in the same process.
    public static let linkedTwice = Kind(code: .linkedTwice)
    /// The object belongs to another actor than the injection; nothing was done.
    public static let wrongActor = Kind(code: .wrongActor)
    /// The object's hook belongs to an actor that the injection did not run on; nothing was done.
    public static let hookOnAnotherActor = Kind(code: .hookOnAnotherActor)
    /// The binding is confined to an actor that the injection did not run on.
    public static let bindingOnAnotherActor = Kind(code: .bindingOnAnotherActor)
    /// A factory's product is not of the property's type.
    public static let productDoesNotFit = Kind(code: .productDoesNotFit)
    /// The value was stored, and the property reads nil all the same.
    public static let valueGone = Kind(code: .valueGone)
    /// What makes a value, or tells how it is made, led back to itself.
    public static let cycle = Kind(code: .cycle)
    /// Factories, hooks and the like are nested too deep for the stack.
    public static let tooDeep = Kind(code: .tooDeep)
    /// An initializer, a factory or a provider has thrown, or a failable initializer has failed.
    public static let notMade = Kind(code: .notMade)
    /// A value that is to be kept lacks a property that could be filled elsewhere or later; it is neither
    /// kept nor handed out.
    public static let incomplete = Kind(code: .incomplete)
    /// A scope of the program's own is asked outside its time.
    public static let outOfScope = Kind(code: .outOfScope)
    /// An argument could not be found; the initializer was not called, or got nil if it takes it.
    public static let unresolvedArgument = Kind(code: .unresolvedArgument)
    /// The creation-time arguments are not those that are wanted; nothing was made.
    public static let wrongArguments = Kind(code: .wrongArguments)
    /// A value in the scope `weak` is no class instance; it is made each time.
    public static let weakValue = Kind(code: .weakValue)
    /// A key leads to another that has no value of its type.
    public static let deadEnd = Kind(code: .deadEnd)
    /// A scope was set for a key that has no binding, or one that makes nothing.
    public static let nothingToScope = Kind(code: .nothingToScope)
    /// A module was to be uninstalled that is not installed.
    public static let unknownModule = Kind(code: .unknownModule)
    /// A binding gives a getter or a setter, and what asks for it is no marked property.
    public static let accessorWithoutMark = Kind(code: .accessorWithoutMark)
    /// A property with accessors, or one that is lazy, is accessed outside the actor of its binding.
    public static let accessedOnAnotherActor = Kind(code: .accessedOnAnotherActor)
    /// A setting has no store.
    public static let noSettingsStore = Kind(code: .noSettingsStore)
    /// What is stored for a setting is not of its type; it is left as it is.
    public static let unreadableSetting = Kind(code: .unreadableSetting)
    /// A setting's value could not be stored; what is stored is left as it is.
    public static let unwrittenSetting = Kind(code: .unwrittenSetting)
    /// Two settings that do not belong together have one key in one store.
    public static let settingKeyClash = Kind(code: .settingKeyClash)
  }
}

/// An error that can be compared: by its type and what it carries.
struct ThrownError: Hashable, Sendable {
  /// Nil where nothing that the error refers to is to be kept.
  var error: (any Error)?
  private let type: TypeIdentity
  private let payload: Int

  init(error: any Error) {
    self.error = error
    type = TypeIdentity(type: Swift.type(of: error))
    payload = PropertyReflection.hash(of: error)
  }

  static func == (one: ThrownError, other: ThrownError) -> Bool {
    one.type == other.type && one.payload == other.payload
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(payload)
  }
}

/// A type that can be compared.
struct TypeIdentity: Hashable, Sendable {
  let type: Any.Type

  static func == (one: TypeIdentity, other: TypeIdentity) -> Bool { one.type == other.type }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}
