import Synchronization

/// An initializer, or a static factory method, together with where its arguments come from.
///
/// ```swift
/// final class House: Constructible, Sendable {
///   let address: Address
///   let owner: Owner
///
///   init(address: Address, owner: Owner) {
///     self.address = address
///     self.owner = owner
///   }
///
///   static var injectableInitializer: InjectableInitializer<House> {
///     InjectableInitializer(House.init(address:owner:), arguments: .byType, .key("owner"))
///   }
/// }
/// ```
///
/// Any function that makes a class instance, a struct or an actor will do, failable and throwing
/// ones too. What it makes is injected before other code sees it. See
/// ``Registry/register(_:in:initializer:arguments:replacing:fileID:line:)`` for how arguments are
/// found and failures reported. An actor that it makes is not injected: an actor injects itself,
/// from inside.
public struct InjectableInitializer<Value>: @unchecked Sendable {
  // Unchecked: the function is `@Sendable`, or belongs to an actor that is checked before every
  // call.
  let factory: ValueFactory<Value>
  let isolation: Isolation
  let location: CodeLocation

  /// An initializer and its arguments, one for each parameter.
  ///
  /// - Parameters:
  ///   - initializer: `House.init(address:owner:)`, `House.make`, or a closure.
  ///   - arguments: Where each argument comes from.
  ///   - fileID: The file, for reports. Leave it out.
  ///   - line: The line, for reports. Leave it out.
  @inlinable  // Specialized where the types are known, see `ArgumentReader`.
  public init<each Argument>(
    _ initializer: @escaping @Sendable (repeat each Argument) throws -> Value?,
    arguments: repeat InjectionArgument<each Argument>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      unproven: initializer, repeat each arguments,
      at: CodeLocation(fileID: fileID, line: line))
  }

  /// An initializer whose arguments are all found by type.
  @inlinable  // Specialized where the types are known, see `ArgumentReader`.
  @_disfavoredOverload
  public init<each Argument>(
    _ initializer: @escaping @Sendable (repeat each Argument) throws -> Value?,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      initializer, arguments: repeat InjectionArgument<each Argument>.byType, fileID: fileID,
      line: line)
  }

  /// An initializer that is called on the main actor, and only there.
  @inlinable  // Specialized where the types are known, see `ArgumentReader`.
  public init<each Argument>(
    onMainActor initializer: @escaping @MainActor @Sendable (repeat each Argument) throws -> Value?,
    arguments: repeat InjectionArgument<each Argument>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let make: @MainActor (inout ArgumentReader, (Value) -> Void) throws -> Void = { reader, use in
      if let product = try initializer(repeat try reader.next((each Argument).self)) {
        use(product)
      }
    }
    self.init(
      parameters: Self.parameters(repeat each arguments), isOnMainActor: true,
      at: CodeLocation(fileID: fileID, line: line), make: MainActorCall.unchecked(make))
  }

  /// An initializer that is called on the main actor, with arguments that are all found by type.
  @inlinable  // Specialized where the types are known, see `ArgumentReader`.
  @_disfavoredOverload
  public init<each Argument>(
    onMainActor initializer: @escaping @MainActor @Sendable (repeat each Argument) throws -> Value?,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      onMainActor: initializer, arguments: repeat InjectionArgument<each Argument>.byType,
      fileID: fileID,
      line: line)
  }

  /// An initializer for a registry of an actor.
  ///
  /// The compiler has not proven that it may be called anywhere.
  @inlinable  // Specialized where the types are known, see `ArgumentReader`.
  init<each Argument>(
    unproven initializer: @escaping (repeat each Argument) throws -> Value?,
    _ arguments: repeat InjectionArgument<each Argument>, at location: CodeLocation
  ) {
    self.init(
      parameters: Self.parameters(repeat each arguments), isOnMainActor: false, at: location
    ) { reader, use in
      if let product = try initializer(repeat try reader.next((each Argument).self)) {
        use(product)
      }
    }
  }

  @usableFromInline
  init(
    parameters: [Parameter], isOnMainActor: Bool, at location: CodeLocation,
    make: @escaping ValueMaker<Value>
  ) {
    factory = ValueFactory(parameters: parameters, isInitializer: true, make: make)
    isolation = isOnMainActor ? .mainActor : .none
    self.location = location
  }

  @inlinable  // Used by inlined code.
  static func parameters<each Argument>(
    _ arguments: repeat InjectionArgument<each Argument>
  ) -> [Parameter] {
    var parameters: [Parameter] = []
    for argument in repeat each arguments { parameters.append(Parameter(argument)) }
    return parameters
  }
}

/// Calls to the main actor's functions, from code that runs on the main actor only.
@usableFromInline
enum MainActorCall {
  /// The same function without its actor.
  ///
  /// The caller checks the binding's isolation before every call; at run time both function types
  /// are the same.
  @usableFromInline
  static func unchecked<Value>(
    _ make: @escaping @MainActor (inout ArgumentReader, (Value) -> Void) throws -> Void
  ) -> ValueMaker<Value> {
    // Only removes the isolation from the type; the caller has checked it.
    unsafeBitCast(make, to: ValueMaker<Value>.self)
  }
}

/// A type that says itself how it is made.
///
/// ```swift
/// struct Address: Constructible {
///   let street: String
///
///   static var injectableInitializer: InjectableInitializer<Address> {
///     InjectableInitializer(Address.init(street:), arguments: .key("street"))
///   }
/// }
/// ```
/// ```swift
/// let address = injector.instance(of: Address.self)  // nothing is registered for the type
/// ```
///
/// An argument, a property that is matched by type, and
/// ``PropertyInjector/instance(of:isolation:fileID:line:)`` get a new value, unless a binding fits.
/// Registered with a scope, as in `registry.register(.type(House.self), in: .singleton)`, it is
/// made once.
///
/// A class of a global actor names its initializer outside of the actor:
///
/// ```swift
/// @MainActor final class Window: Constructible {
///   init(title: String) {}
///
///   nonisolated static var injectableInitializer: InjectableInitializer<Window> {
///     InjectableInitializer(onMainActor: Window.init(title:), arguments: .dynamic)
///   }
/// }
/// ```
///
/// The conformance does not make a subclass that inherits it: the initializer makes the superclass.
/// The idea is Blindside's `bsInitializer` and Objection's `objection_initializer`.
public protocol Constructible: SendableMetatype {
  /// What the initializer makes: the type itself.
  associatedtype Constructed = Self

  /// How it is made.
  ///
  /// Read once, when it is first needed.
  static var injectableInitializer: InjectableInitializer<Constructed> { get }
}

/// The bindings of ``Constructible`` types, one for each type.
///
/// There is one binding for each type, so that a type that needs itself is recognized as a cycle.
enum ConstructibleBindings {
  private static let bindings = Lock<[ObjectIdentifier: Binding]>([:])

  /// The binding of a type that is not registered, or why there is none now.
  ///
  /// Nil if the type is not ``Constructible``.
  static func lookUp(_ type: Any.Type) -> BindingLookup? {
    guard let constructible = type as? any Constructible.Type else { return nil }
    let identifier = ObjectIdentifier(type)
    if let known = bindings.withLock({ $0[identifier] }) { return .found(known) }
    // The user's code runs with no lock held; if two threads come here, the first binding stays.
    var found: Binding?
    let refusal = ResolutionChain.follow(.construction(type)) { _ in
      found = binding(of: constructible)
    }
    if let refusal { return .refused(refusal) }
    guard let binding = found, binding.type == type else { return nil }
    return bindings.withLock { bindings in
      if let first = bindings[identifier] { return .found(first) }
      bindings[identifier] = binding
      return .found(binding)
    }
  }

  private static func binding<Object: Constructible>(of type: Object.Type) -> Binding? {
    Binding(BindingKey(nil, Object.Constructed.self), Object.injectableInitializer, at: nil)
  }
}
