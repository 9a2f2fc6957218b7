extension InjectionIssue {
  /// What an issue is about.
  ///
  /// More kinds may come; keep a `default`.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    enum Code: String {
      case emptyName, nilInstance, duplicateBinding, nothingReplaced, overrideDoesNotFit
      case duplicateDeclaration, declaredForProtocol
      case configuredTwice, notConfigured
      case unknownName, noFittingType, unknownType, ambiguousType, ambiguousName
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
    /// What a derived injector has registered under a name does not fit what asks for it, so that an inherited
    /// binding is used.
    public static let overrideDoesNotFit = Kind(code: .overrideDoesNotFit)
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
    /// By name: several bindings fit equally well; the first was taken.
    public static let ambiguousName = Kind(code: .ambiguousName)
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
