extension InjectionIssue {
  /// The kind of an issue.
  ///
  /// More kinds may come, and other modules have kinds of their own, as PropertyInjectionChecking and
  /// PropertyInjectionSettings do: a `switch` over kinds has a `default`.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: Hashable, Sendable {
    /// A binding or a property was given an empty name; it was ignored.
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
    /// An inherited binding is used.
    case overrideDoesNotFit
    /// A type's property was declared twice under one name; the first was kept.
    case duplicateDeclaration
    /// A property was declared by a key path that starts at a protocol type; it was ignored.
    case declaredForProtocol
    /// The shared injector was configured again; the first configuration was kept.
    case configuredTwice
    /// The shared injector was to be configured again, in an optimized build; nothing was done.
    case notReconfigured
    /// The shared injector was used before it was configured.
    case notConfigured
    /// Nothing is registered under the name.
    case unknownName
    /// No binding of the name fits the type.
    case noFittingType
    /// By type alone: no binding fits.
    case unknownType
    /// By type alone: several bindings fit.
    case ambiguousType
    /// By name: several bindings fit equally well; the first was taken.
    case ambiguousName
    /// A binding fits a property that is neither declared nor marked.
    case undeclaredProperty
    /// Nothing is declared or marked for the type that was injected.
    case nothingDeclared
    /// A `lazy var` was declared; it is skipped, its initializer not run.
    case lazyProperty
    /// A property is marked, and the mark cannot be reached: a wrapper around it does not adopt
    /// ``InjectionWrapper``, or the mark is one of another copy of the library.
    case hiddenMark
    /// The object belongs to an actor that the injection did not run on; nothing was done.
    case wrongActor
    /// The object's hook belongs to an actor that the injection did not run on; nothing was done.
    case hookOnAnotherActor
    /// The injector has made an actor with properties to fill, which only the actor's own code injects.
    case actorNotInjected
    /// The binding is confined to an actor that the injection did not run on.
    case bindingOnAnotherActor
    /// A factory's product is not of the property's type.
    case productDoesNotFit
    /// The value was stored, but the property reads nil.
    case valueGone
    /// A factory, an initializer, an alias or a constructible type led back to itself.
    case cycle
    /// Factories, hooks and similar code are nested too deep for the stack.
    case tooDeep
    /// An initializer, a factory or a provider has thrown, or a failable initializer has failed.
    case notMade
    /// A value for a scope lacks a property that could be filled elsewhere or later.
    ///
    /// The value is neither kept nor handed out.
    case incomplete
    /// A custom scope is asked outside its time.
    case outOfScope
    /// An argument could not be found; the initializer was not called, or got nil if it is
    /// optional.
    case unresolvedArgument
    /// The run-time arguments do not match the parameters; nothing was made.
    case wrongArguments
    /// A value in the scope `weak` is not a class instance; it is made each time.
    case weakValue
    /// An alias leads to a key that has no value of its type.
    case deadEnd
    /// The configuration registers a placeholder, and nothing goes before it.
    ///
    /// Tests use placeholders, with the module PropertyInjectionTesting.
    case placeholder
    /// A scope was set for a key without a binding, or for a binding whose values cannot be kept.
    case nothingToScope
    /// `uninstall` was called for a module that is not installed.
    case unknownModule
    /// A binding gives a getter or a setter, but its asker is not a marked property.
    case accessorWithoutMark
    /// A property with accessors, or a lazy property, is accessed outside the actor of its
    /// binding.
    case accessedOnAnotherActor

    /// A kind of another module, by its name.
    case other(String)

    /// The kind's name, which tells it from every other: `unknownName`.
    public var name: String {
      if case .other(let name) = self { name } else { "\(self)" }
    }
  }
}
