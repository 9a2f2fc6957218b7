extension InjectionIssue {
  /// The kind of an issue, and the reason why a property stayed nil.
  ///
  /// Other modules add kinds of their own, as PropertyInjectionSettings does, and more kinds may
  /// come: a `switch` over kinds has a `default`.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    /// The kind's name, which tells it from every other: `unknownName`.
    public let name: String

    /// The kind's name.
    public var description: String { name }

    package init(_ name: String) {
      self.name = name
    }
  }
}

extension InjectionIssue.Kind {
  /// A binding or a property was given an empty name; it was ignored.
  public static let emptyName = Self("emptyName")
  /// A nil was registered as an instance; it was ignored.
  public static let nilInstance = Self("nilInstance")
  /// A name and a type were registered twice; the first was kept.
  public static let duplicateBinding = Self("duplicateBinding")
  /// A registration says `replacing`, and there is nothing of its name and type to replace.
  public static let nothingReplaced = Self("nothingReplaced")
  /// A derived injector's binding of a name does not fit the property or look-up that asks for
  /// the name.
  ///
  /// An inherited binding is used.
  public static let overrideDoesNotFit = Self("overrideDoesNotFit")
  /// A type's property was declared twice under one name; the first was kept.
  public static let duplicateDeclaration = Self("duplicateDeclaration")
  /// A property was declared by a key path that starts at a protocol type; it was ignored.
  public static let declaredForProtocol = Self("declaredForProtocol")
  /// The shared injector was configured again; the first configuration was kept.
  public static let configuredTwice = Self("configuredTwice")
  /// The shared injector was to be configured again, in an optimized build; nothing was done.
  public static let notReconfigured = Self("notReconfigured")
  /// The shared injector was used before it was configured.
  public static let notConfigured = Self("notConfigured")
  /// Nothing is registered under the name.
  public static let unknownName = Self("unknownName")
  /// No binding of the name fits the type.
  public static let noFittingType = Self("noFittingType")
  /// By type alone: no binding fits.
  public static let unknownType = Self("unknownType")
  /// By type alone: several bindings fit.
  public static let ambiguousType = Self("ambiguousType")
  /// By name: several bindings fit equally well; the first was taken.
  public static let ambiguousName = Self("ambiguousName")
  /// A binding fits a property that is neither declared nor marked.
  public static let undeclaredProperty = Self("undeclaredProperty")
  /// Nothing is declared or marked for the type that was injected.
  public static let nothingDeclared = Self("nothingDeclared")
  /// A `lazy var` was declared; it is skipped, its initializer not run.
  public static let lazyProperty = Self("lazyProperty")
  /// A property is marked, and the mark cannot be reached: a wrapper around it does not store it in
  /// itself, does not adopt ``InjectionWrapper``, or stores several.
  public static let hiddenMark = Self("hiddenMark")
  /// A property is marked by another copy of the library in the same process.
  public static let linkedTwice = Self("linkedTwice")
  /// A key path leads to another property than the one that it is declared for.
  public static let misdirectedKeyPath = Self("misdirectedKeyPath")
  /// The object belongs to an actor that the injection did not run on; nothing was done.
  public static let wrongActor = Self("wrongActor")
  /// The object's hook belongs to an actor that the injection did not run on; nothing was done.
  public static let hookOnAnotherActor = Self("hookOnAnotherActor")
  /// The binding is confined to an actor that the injection did not run on.
  public static let bindingOnAnotherActor = Self("bindingOnAnotherActor")
  /// A factory's product is not of the property's type.
  public static let productDoesNotFit = Self("productDoesNotFit")
  /// The value was stored, but the property reads nil.
  public static let valueGone = Self("valueGone")
  /// A factory, an initializer, an alias or a constructible type led back to itself.
  public static let cycle = Self("cycle")
  /// Factories, hooks and similar code are nested too deep for the stack.
  public static let tooDeep = Self("tooDeep")
  /// An initializer, a factory or a provider has thrown, or a failable initializer has failed.
  public static let notMade = Self("notMade")
  /// A value for a scope lacks a property that could be filled elsewhere or later.
  ///
  /// The value is neither kept nor handed out.
  public static let incomplete = Self("incomplete")
  /// A custom scope is asked outside its time.
  public static let outOfScope = Self("outOfScope")
  /// An argument could not be found; the initializer was not called, or got nil if it is
  /// optional.
  public static let unresolvedArgument = Self("unresolvedArgument")
  /// The run-time arguments do not match the parameters; nothing was made.
  public static let wrongArguments = Self("wrongArguments")
  /// A value in the scope `weak` is not a class instance; it is made each time.
  public static let weakValue = Self("weakValue")
  /// An alias leads to a key that has no value of its type.
  public static let deadEnd = Self("deadEnd")
  /// What the configuration registers is a placeholder, and nothing goes before it.
  ///
  /// Tests use placeholders, with the module PropertyInjectionTesting.
  public static let placeholder = Self("placeholder")
  /// A scope was set for a key without a binding, or for a binding whose values cannot be kept.
  public static let nothingToScope = Self("nothingToScope")
  /// `uninstall` was called for a module that is not installed.
  public static let unknownModule = Self("unknownModule")
  /// A binding gives a getter or a setter, but its asker is not a marked property.
  public static let accessorWithoutMark = Self("accessorWithoutMark")
  /// A property with accessors, or one that is lazy, is accessed outside the actor of its
  /// binding.
  public static let accessedOnAnotherActor = Self("accessedOnAnotherActor")
}
