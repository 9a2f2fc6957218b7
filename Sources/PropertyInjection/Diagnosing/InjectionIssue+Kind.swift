extension InjectionIssue {
  /// What an issue is about, and why a property stayed nil.
  ///
  /// Its raw value is its name. More kinds may come; keep a `default`.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: String, Sendable {
    /// A binding or a property was given an empty name; it was ignored.
    case emptyName
    /// A nil was registered as an instance; it was ignored.
    case nilInstance
    /// A name and a type were registered twice; the first was kept.
    case duplicateBinding
    /// A registration was to replace one of its name and type, and there was none.
    case nothingReplaced
    /// What a derived injector has registered under a name does not fit what asks for it, so that an inherited
    /// binding is used.
    case overrideDoesNotFit
    /// A type's property was declared twice under one name; the first was kept.
    case duplicateDeclaration
    /// A property was declared by a key path that starts at a protocol type; it was ignored.
    case declaredForProtocol
    /// The shared injector was configured again; the first configuration was kept.
    case configuredTwice
    /// The shared injector was used before it was configured.
    case notConfigured
    /// Nothing is registered under the name.
    case unknownName
    /// What is registered under the name does not fit the type.
    case noFittingType
    /// By type alone: nothing that is registered fits.
    case unknownType
    /// By type alone: several bindings fit.
    case ambiguousType
    /// By name: several bindings fit equally well; the first was taken.
    case ambiguousName
    /// A type has a property that a binding fits, and that is neither declared nor marked.
    case undeclaredProperty
    /// Nothing is declared or marked for the type that was injected.
    case nothingDeclared
    /// A `lazy var` was declared; it is skipped, its initializer not run.
    case lazyProperty
    /// A property is marked, and another wrapper around the mark does not store it in itself.
    case hiddenMark
    /// A property is marked by another copy of the library in the same process.
    case linkedTwice
    /// The object belongs to another actor than the injection; nothing was done.
    case wrongActor
    /// The object's hook belongs to an actor that the injection did not run on; nothing was done.
    case hookOnAnotherActor
    /// The binding is confined to an actor that the injection did not run on.
    case bindingOnAnotherActor
    /// A factory's product is not of the property's type.
    case productDoesNotFit
    /// The value was stored, and the property reads nil all the same.
    case valueGone
    /// What makes a value, or tells how it is made, led back to itself.
    case cycle
    /// Factories, hooks and the like are nested too deep for the stack.
    case tooDeep
    /// An initializer, a factory or a provider has thrown, or a failable initializer has failed.
    case notMade
    /// A value that is to be kept lacks a property that could be filled elsewhere or later; it is neither
    /// kept nor handed out.
    case incomplete
    /// A scope of the program's own is asked outside its time.
    case outOfScope
    /// An argument could not be found; the initializer was not called, or got nil if it takes it.
    case unresolvedArgument
    /// The creation-time arguments are not those that are wanted; nothing was made.
    case wrongArguments
    /// A value in the scope `weak` is no class instance; it is made each time.
    case weakValue
    /// A key leads to another that has no value of its type.
    case deadEnd
    /// A scope was set for a key that has no binding, or one that makes nothing.
    case nothingToScope
    /// A module was to be uninstalled that is not installed.
    case unknownModule
    /// A binding gives a getter or a setter, and what asks for it is no marked property.
    case accessorWithoutMark
    /// A property with accessors, or one that is lazy, is accessed outside the actor of its binding.
    case accessedOnAnotherActor
    /// A setting has no store.
    case noSettingsStore
    /// What is stored for a setting is not of its type; it is left as it is.
    case unreadableSetting
    /// A setting's value could not be stored; what is stored is left as it is.
    case unwrittenSetting
    /// Two settings that do not belong together have one key in one store.
    case settingKeyClash

    /// A factory has returned nil: the reason why a property stayed nil, and no issue.
    case factoryGaveNil
    /// The key is bound to nothing: the reason why a property stayed nil, and no issue.
    case boundToNothing
    /// The injection was told to leave the property out: the reason why it stayed nil, and no issue.
    case skipped

    /// Whether it is about a change to a registry that does not go with another.
    var isOfChange: Bool {
      switch self {
      case .duplicateBinding, .nothingReplaced, .duplicateDeclaration, .wrongArguments,
        .nothingToScope:
        true
      default: false
      }
    }
  }
}
