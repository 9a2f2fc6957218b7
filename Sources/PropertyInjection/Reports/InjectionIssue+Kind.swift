extension InjectionIssue {
  /// The subject of an issue: the reason why there is no value, or the mistake in a configuration.
  ///
  /// The same value says in an ``InjectionResult`` why a property stayed nil, in a report, in an explanation and
  /// in a finding of a check. Test it with a pattern, and read what it carries:
  ///
  /// ```swift
  /// registry.issueHandler = { issue in
  ///   if let thrown = issue.kind.thrown { crashReporter.record(thrown.error) }
  /// }
  /// ```
  ///
  /// Three kinds are no mistake and never reported: ``factoryGaveNil``, ``boundToNil`` and ``skipped``. More kinds
  /// may come, and other modules have kinds of their own, as PropertyInjectionChecking and
  /// PropertyInjectionSettings do: a `switch` over kinds has a `default`. Types and errors in it are compared by
  /// what they are, see ``TypeIdentity`` and ``ThrownError``.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public indirect enum Kind: Error, Hashable {
    // MARK: Mistakes in a configuration

    /// A binding or a property was given an empty name, or a key was bound to one with an empty name; it was ignored.
    case emptyName
    /// A nil was registered as an instance; it was ignored.
    case nilInstance
    /// A name and a type were registered twice; the first was kept.
    case duplicateBinding
    /// A registration says `replacing`, and there is nothing of its name and type to replace.
    case nothingReplaced
    /// A derived injector's binding of a name does not fit the property or look-up that asks for
    /// the name.
    ///
    /// An inherited binding is used. Checks and the trait of a test tell of it.
    case overrideDoesNotFit
    /// By name: several bindings fit equally well; the first is used. Checks and the trait of a test tell of it.
    case ambiguousName
    /// A type's property was declared in two places under one name; the first was kept.
    case duplicateDeclaration
    /// A property was declared by a key path that starts at a protocol type; it was ignored.
    case declaredForProtocol
    /// The shared injector was configured again; the first configuration was kept.
    case configuredTwice
    /// The shared injector was to be configured again, in an optimized build; nothing was done.
    case notReconfigured
    /// A key without a binding was to be decorated; the decorator is ignored.
    case nothingToDecorate
    /// A scope was set for a key under which no factory is registered: it has no binding, or is bound to an instance or
    /// to another key.
    case nothingToScope
    /// A scope was given to a factory whose values are for one call only: it takes the injection point or run-time
    /// arguments.
    case scopeOfCalls
    /// A scope was set for a binding whose values may not be safe to share; nothing tells.
    case scopeOfUnproven
    /// A value in the scope `weak` is not a class instance; it is made each time.
    case weakValue
    /// An initializer has no parameters of these types, for which its registration names exceptions; it was ignored.
    case surplusArguments([TypeIdentity])
    /// `uninstall` was called for a module that is not installed.
    case unknownModule

    // MARK: No binding

    /// The shared injector was used before it was configured, or by code that the overrides of a test do not reach.
    case notConfigured
    /// Nothing is registered under the name, nor, for a property that asks for its own, for its type alone.
    case unknownName
    /// No binding of the name fits the type.
    case noFittingType
    /// By type alone: no binding fits.
    case unknownType
    /// By type alone: several bindings fit.
    case ambiguousType
    /// An alias leads to a key that has no value of its type; the keys, of which the last has none.
    case deadEnd([String])
    /// An alias leads back to itself; the keys.
    case aliasCycle([String])
    /// The configuration registers a placeholder, and nothing goes before it.
    ///
    /// Tests use placeholders, with the module PropertyInjectionTesting.
    case placeholder

    // MARK: Properties

    /// Nothing is declared or marked for the type that was injected.
    case nothingDeclared
    /// A binding fits a property that is neither declared nor marked.
    case undeclaredProperty
    /// A `lazy var` was declared; it is skipped, its initializer not run.
    case lazyProperty
    /// A property is marked, and the mark cannot be reached: a wrapper around it does not adopt
    /// ``InjectionWrapper``.
    case hiddenMark
    /// A binding gives a getter or a setter, but its asker is not a marked property.
    case accessorWithoutMark
    /// The value was stored, but the property reads nil.
    case valueGone
    /// All values of a type were asked for, and nothing that is registered fits it: there are none.
    case nothingCollected

    // MARK: Actors

    /// The object belongs to an actor that the injection did not run on; nothing was done.
    case wrongActor(required: String, actual: String?)
    /// The object's hook belongs to an actor that the injection did not run on; nothing was done.
    case hookOnAnotherActor(actual: String?)
    /// The injector has made an actor with properties to fill, which only the actor's own code injects.
    case actorNotInjected
    /// The binding is confined to an actor that the injection did not run on.
    case bindingOnAnotherActor(required: String, actual: String?)
    /// The value conforms to the wanted type on an actor that the injection did not run on.
    case conformanceOnAnotherActor(actual: String?)
    /// The binding of a struct's property would be used when the struct may have left its actor.
    case mayLeaveActor(String)
    /// A property with accessors, or a lazy property, is accessed outside the actor of its
    /// binding.
    case accessedOnAnotherActor(required: String)

    // MARK: No value

    /// A factory's product, or the value that a closure has decided on, is not of the property's type.
    case productDoesNotFit(found: TypeIdentity)
    /// A factory, an initializer or a constructible type led back to itself: what asked for the next, and at last
    /// for the first again.
    case cycle([String])
    /// Factories, hooks and similar code are nested too deep for the stack; the calls that are running.
    case tooDeep([String], depth: Int)
    /// An initializer, a factory or a provider has thrown.
    case threw(ThrownError)
    /// A failable initializer has failed.
    case initializerGaveNil
    /// A value is required, and its factory has given nil, or its key is bound to nil.
    case requiredNil
    /// A lazy property was first read, or a ``Lookup`` asked, when the injector that would make the value had gone.
    case injectorGone
    /// The value that was made lacks a ``Required`` property; or it is for a scope, and lacks a property that could be
    /// filled elsewhere or later.
    ///
    /// The value is neither kept nor handed out. The cause is the issue of the property, or of the innermost one, if the
    /// value for it is incomplete in turn; nil if values of several threads lack each other.
    case incomplete(because: InjectionIssue?)
    /// The value is kept for a request or a session, and there is none.
    case outOfScope
    /// A lazy property was first read outside of the request or session in which its object was injected, or after its end;
    /// it does not get the value of another one.
    case sessionEnded
    /// An argument could not be found, and why; the initializer was not called, or got nil if it is
    /// optional.
    case unresolvedArgument(Argument, because: Kind)
    /// The run-time arguments do not match the parameters, whose types are wanted; nothing was made. Nil stands for
    /// a nil that was given.
    case wrongArguments(wanted: [TypeIdentity], given: [TypeIdentity?])

    // MARK: No mistake

    /// The factory has returned nil.
    case factoryGaveNil
    /// The key is bound to nil on purpose.
    case boundToNil
    /// A decision has left the property out.
    case skipped

    /// A kind of another module.
    case other(OtherKind)
  }

  /// An argument of a factory or an initializer.
  public struct Argument: Hashable, Sendable {
    /// Its position, counted from 1.
    public let position: Int
    /// The name that is looked up; nil if it is looked up by type alone.
    package let name: String?
    /// Its type, without the optional.
    public let type: TypeIdentity
    /// Whether the parameter takes nil.
    package let isOptional: Bool
    // The way on which it was met, which tells no arguments apart.
    /// The name of a near binding that would fit.
    @Uncompared package var suggestion: String?
    /// The arguments that lack the next, down to this one; `argument 1 of House (Address)`.
    @Uncompared package var path: [String] = []

    /// The type of the function that takes it.
    package let signature: String

    package init(_ position: Int, _ key: BindingKey, isOptional: Bool, of signature: String) {
      self.signature = signature
      self.position = position
      name = key.name
      type = TypeIdentity(type: key.type ?? Never.self)
      self.isOptional = isOptional
    }
  }

  /// A kind of issue of another module of the package; equal if the names are.
  public struct OtherKind: Hashable, Sendable {
    /// The name, which tells the kind from every other: `unverified`.
    let name: String
    /// The type that was found in place of another, if that is the cause.
    @Uncompared package var found: TypeIdentity?
    /// The error that is the cause, if one was thrown.
    @Uncompared var thrown: ThrownError?
    @Uncompared var words: (@Sendable (InjectionIssue) -> IssueWords)?
  }
}

extension InjectionIssue.Kind {
  /// The kind's name, without what it carries: `unknownName`.
  public var name: String {
    if case .other(let other) = self {
      other.name
    } else {
      TypeName.ofCase(self) ?? "?"
    }
  }

  /// The error that was thrown, also by a value further in: one that an argument needs, or a property of the value; nil if the
  /// cause is another.
  public var thrown: ThrownError? {
    switch self {
    case .threw(let thrown): thrown
    case .unresolvedArgument(_, because: let reason): reason.thrown
    case .incomplete(because: let issue): issue?.kind.thrown
    case .other(let other): other.thrown
    default: nil
    }
  }

  /// A kind of another module.
  ///
  /// - Parameter words: Needed only for a kind that is reported.
  package static func other(
    _ name: String, found: Any.Type? = nil, thrown: (any Error)? = nil,
    words: (@Sendable (InjectionIssue) -> IssueWords)? = nil
  ) -> Self {
    .other(
      InjectionIssue.OtherKind(
        name: name, found: found.map(TypeIdentity.init), thrown: thrown.map { ThrownError($0) },
        words: words))
  }

  /// Whether it is no mistake, and never reported.
  package var isQuiet: Bool { nature == .quiet }

  /// Whether a look-up of the key may find a binding later, when the calls that are running now have ended.
  var isProvisional: Bool { nature == .provisional }

  /// Whether the call is the mistake, so that each place is an issue of its own.
  var isAboutCall: Bool { nature == .ofCall }

  private enum Nature { case quiet, provisional, ofCall, other }

  private var nature: Nature {
    switch self {
    case .factoryGaveNil, .boundToNil, .skipped: .quiet
    case .cycle, .tooDeep: .provisional
    case .wrongActor, .hookOnAnotherActor, .configuredTwice, .notReconfigured, .notConfigured:
      .ofCall
    default: .other
    }
  }

  /// The keys that were followed, or the calls that are running.
  var chain: [String] {
    switch self {
    case .deadEnd(let chain), .aliasCycle(let chain), .cycle(let chain), .tooDeep(let chain, _):
      chain
    default: []
    }
  }

  /// Adds what tells issues apart: not the way on which a cycle was met, nor a cause that has an issue of its own.
  func hashIdentity(into hasher: inout Hasher) {
    switch self {
    case .cycle: hasher.combine(Self.cycle([]))
    case .tooDeep: hasher.combine(Self.tooDeep([], depth: 0))
    case .incomplete: hasher.combine(Self.incomplete(because: nil))
    case .other(let other):
      hasher.combine(other.name)
      hasher.combine(other.found)
      hasher.combine(other.thrown)
    default: hasher.combine(self)
    }
  }
}
