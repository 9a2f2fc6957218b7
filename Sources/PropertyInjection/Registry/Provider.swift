/// How a value is made, for what a plain factory does not say: an initializer with its arguments, a
/// factory that knows its injection point, an object that makes values.
///
/// ```swift
/// registry.register(
///   "house", .initializer(House.init(address:owner:), .byType, .key("owner")))
/// registry.register(in: .singleton, .initializer(Database.init(path:)))
/// registry.register(
///   "log", .perPoint { injector, point in Log(for: point.name ?? "program") })
/// registry.register("ticket", .object(TicketProvider()))
/// ```
///
/// A type can have one of its own, see ``Constructible``. A factory that needs nothing, or only the
/// injector, is registered as a closure.
public struct Provider<Value>: @unchecked Sendable {
  // Unchecked: the function is `@Sendable`, or belongs to an actor that is checked before every
  // call.
  let factory: Factory
  var isolation = Isolation.none
  let location: CodeLocation
  /// Why it cannot be used: it names arguments for which its function has no parameter.
  var mistake: InjectionIssue.Kind?

  /// An initializer, a static factory method or a closure, and where its arguments come from.
  ///
  /// The arguments are found, the function is called, and its product is injected before other code
  /// sees it. Two scoped instances may need each other through properties: while the properties of one
  /// are filled, the other gets the unfinished one. If they need each other through initializers,
  /// that is a cycle, and reported. The initializer of a class of a global actor is called there, and
  /// only there, like a factory that says its actor.
  ///
  /// If an argument cannot be found, that is reported with its position and type and the
  /// initializer is not called; an optional parameter gets nil instead. An initializer that fails
  /// or throws is reported with the cause. In each case the property stays nil.
  ///
  /// - Parameters:
  ///   - initializer: `House.init(address:owner:)`, `House.make`, or a closure.
  ///   - arguments: Where the arguments come from, one for each parameter. Left out, all are found
  ///     by type.
  ///   - fileID: The file, for reports.
  ///   - line: The line, for reports.
  @inlinable  // Specialized where the types are known, see `ArgumentReader`.
  public static func initializer<each Argument>(
    _ initializer: @escaping @Sendable @isolated(any) (repeat each Argument) throws -> Value?,
    _ arguments: repeat InjectionArgument<each Argument>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Provider {
    calling(
      initializer, parameters(repeat each arguments), at: CodeLocation(fileID: fileID, line: line))
  }

  /// An initializer whose arguments are found by type, but for some.
  ///
  /// ```swift
  /// registry.register(
  ///   .initializer(House.init(address:owner:rooms:), byTypeExcept: .dynamic(Int.self)))
  /// ```
  ///
  /// An exception is for the first parameter of its type that has none, or else of an optional of its type; the order of
  /// different types does not matter. If there is no such parameter, the registration is ignored, and that is reported.
  @inlinable  // Specialized where the types are known, see `ArgumentReader`.
  @_disfavoredOverload  // Without parameters both fit.
  public static func initializer<each Argument, each Exception>(
    _ initializer: @escaping @Sendable @isolated(any) (repeat each Argument) throws -> Value?,
    byTypeExcept exceptions: repeat InjectionArgument<each Exception>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Provider {
    calling(
      initializer, parameters(repeat InjectionArgument<each Argument>.byType),
      except: parameters(repeat each exceptions), at: CodeLocation(fileID: fileID, line: line))
  }
}

// MARK: Initializers of the library

extension Provider {
  /// - Parameter exceptions: Each takes the place of the first parameter of its type, or of an optional of it.
  @usableFromInline
  init(
    parameters: [Parameter], except exceptions: [Parameter], on actor: (any Actor)?,
    at location: CodeLocation, make: @escaping ValueMaker
  ) {
    var (merged, surplus) = (parameters, exceptions)
    for index in parameters.indices {
      let place = surplus.firstIndex { $0.type == parameters[index].type }
      if let place { merged[index] = surplus.remove(at: place) }
    }
    // What is left may be for an optional of its type.
    for index in parameters.indices where merged[index] === parameters[index] {
      let place = surplus.firstIndex { $0.type == parameters[index].wrappedType }
      if let place { merged[index] = surplus.remove(at: place).wrapped(for: parameters[index]) }
    }
    self.init(
      factory: Factory(
        of: Value.self, parameters: merged, isInitializer: true, make: make),
      isolation: Isolation(actor: actor), location: location,
      mistake: surplus.isEmpty
        ? nil : .surplusArguments(surplus.map { TypeIdentity(type: $0.type) }))
  }

  @inlinable  // Specialized where the types are known, see `ArgumentReader`.
  static func calling<each Argument>(
    _ initializer: @escaping @Sendable @isolated(any) (repeat each Argument) throws -> Value?,
    _ parameters: [Parameter], except exceptions: [Parameter] = [], at location: CodeLocation
  ) -> Provider {
    let function = IsolatedFunction(initializer)
    return Provider(
      parameters: parameters, except: exceptions, on: initializer.isolation, at: location
    ) { reader, use in
      if let product = try function.plain(repeat try reader.next((each Argument).self)) {
        hand(product, to: use)
      }
    }
  }

  @inlinable  // Used by inlined code.
  static func parameters<each Argument>(
    _ arguments: repeat InjectionArgument<each Argument>
  ) -> [Parameter] {
    var parameters: [Parameter] = []
    for argument in repeat each arguments { parameters.append(argument.parameter) }
    return parameters
  }
}

/// A factory without arguments, as an ``IsolatedFunction``: with a pack each registration would allocate twice more.
@frozen @usableFromInline
struct IsolatedFactory<Value> {
  @usableFromInline let isolated: @Sendable @isolated(any) () throws -> Value?

  @frozen @usableFromInline
  struct Plain {
    @usableFromInline let function: @Sendable () throws -> Value?
  }

  @inlinable  // Used by inlined code.
  init(_ function: @escaping @Sendable @isolated(any) () throws -> Value?) { isolated = function }

  @inlinable  // Used by inlined code.
  var plain: @Sendable () throws -> Value? {
    // Only removes the isolation from the type: at run time both function types are the same.
    unsafeBitCast(self, to: Plain.self).function
  }
}

/// A function of the user, which may belong to an actor.
///
/// A struct, because a cast of the function itself would wrap it twice, and each call would be slower.
@frozen @usableFromInline
struct IsolatedFunction<Value, each Argument> {
  @usableFromInline
  let isolated: @Sendable @isolated(any) (repeat each Argument) throws -> Value?

  @frozen @usableFromInline
  struct Plain {
    @usableFromInline
    let function: @Sendable (repeat each Argument) throws -> Value?
  }

  @inlinable  // Used by inlined code.
  init(_ function: @escaping @Sendable @isolated(any) (repeat each Argument) throws -> Value?) {
    isolated = function
  }

  /// The function without its actor: the caller checks the isolation of the binding before every call.
  @inlinable  // Used by inlined code.
  var plain: @Sendable (repeat each Argument) throws -> Value? {
    // Only removes the isolation from the type: at run time both function types are the same.
    unsafeBitCast(self, to: Plain.self).function
  }
}

/// An object that makes values for a binding, and may keep state between them.
///
/// ```swift
/// final class TicketProvider: InjectionProvider {
///   private let issued = Mutex(0)
///
///   func provide(with injector: PropertyInjector, arguments: [Any?]) -> Ticket? {
///     let number = issued.withLock { issued in
///       issued += 1
///       return issued
///     }
///     return Ticket(number: number)
///   }
/// }
/// ```
/// ```swift
/// registry.register("ticket", .object(TicketProvider()))
/// ```
///
/// It is asked like a factory: on the thread of the injection, with no lock held, and only for a
/// property that is nil; its product is injected. If a closure is enough, register a factory. The idea is Guice's,
/// Blindside's `BSProvider` and Objection's `JSObjectionProvider`.
public protocol InjectionProvider<Value>: Sendable {
  /// The type of the values that it makes.
  associatedtype Value

  /// Makes a value, or returns nil to leave the property nil.
  ///
  /// - Parameters:
  ///   - injector: Looks up what the value needs.
  ///   - arguments: The run-time arguments of a look-up; empty elsewhere.
  /// - Throws: The error that is reported as the reason why there is no value.
  func provide(with injector: PropertyInjector, arguments: [Any?]) throws -> Value?
}

extension Provider {
  /// A factory that makes another value for each injection point.
  ///
  /// ```swift
  /// registry.register(
  ///   "log",
  ///   .perPoint { injector, point in
  ///     Log(for: point.ownerType.map { "\($0)" } ?? "program")
  ///   })
  /// ```
  ///
  /// The value is made anew each time: a kept one would depend on the point that came first. A scope is
  /// reported and ignored. See ``InjectionPoint``.
  public static func perPoint(
    _ factory: @escaping @Sendable (PropertyInjector, InjectionPoint) throws -> Value?,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Provider {
    Provider(
      factory: Factory(of: Value.self, isPerCall: true) { reader, use in
        if let product = try factory(reader.injector, reader.point) { hand(product, to: use) }
      }, location: CodeLocation(fileID: fileID, line: line))
  }

  /// An object that makes values.
  public static func object(
    _ provider: some InjectionProvider<Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Provider {
    Provider(
      factory: Factory(of: Value.self, parameters: nil) { reader, use in
        let product = try provider.provide(with: reader.injector, arguments: reader.arguments)
        if let product { hand(product, to: use) }
      }, location: CodeLocation(fileID: fileID, line: line))
  }
}

/// Where an initializer's argument comes from.
///
/// ```swift
/// registry.register(
///   .initializer(House.init(address:owner:rooms:), .byType, .key("owner"), .dynamic))
/// ```
///
/// An argument is found like a property: by the same keys, with the same fit. If they are left out,
/// all are found by type; with `byTypeExcept:` all but some. If an argument cannot be found, that is
/// reported with its position and type and the initializer is not called; an optional parameter gets nil
/// instead. The idea is Blindside's.
public struct InjectionArgument<Value>: Sendable {
  @usableFromInline let parameter: Parameter

  private init(
    _ qualifier: BindingKey.Qualifier = .typeAlone, isDynamic: Bool = false,
    constant: CachedValue? = nil
  ) {
    parameter = Parameter(BindingKey(qualifier, Value.self), isDynamic, constant)
  }

  /// The one binding that fits the parameter's type, or a ``Constructible`` type made anew.
  public static var byType: InjectionArgument { InjectionArgument() }

  /// The binding of a key: `.key(.clock)`.
  public static func key(_ key: InjectionKey<Value>) -> InjectionArgument {
    InjectionArgument(key.qualifier)
  }

  /// The binding of a name that fits the parameter's type: `.key("depth")`.
  @_disfavoredOverload  // For a pack, in which a literal is no key.
  public static func key(_ name: String) -> InjectionArgument { InjectionArgument(.named(name)) }

  /// A run-time argument, in order: the caller of `instance(for:)` or `instance(of:)` supplies it.
  public static var dynamic: InjectionArgument { InjectionArgument(isDynamic: true) }

  /// A run-time argument of a type, where the parameter does not tell it: `byTypeExcept: .dynamic(Int.self)`.
  public static func dynamic(_ type: Value.Type) -> InjectionArgument { .dynamic }
}

extension InjectionArgument where Value: Sendable {
  /// A constant.
  public static func value(_ value: Value) -> InjectionArgument {
    let constant = CachedValue(of: Value.self)
    constant.keep(value)
    return InjectionArgument(constant: constant)
  }
}

/// A parameter of an initializer or a factory, and where its argument comes from, type-erased.
@usableFromInline
package final class Parameter: @unchecked Sendable {
  // Unchecked: all is constant, and a constant argument is `Sendable`.
  package var type: Any.Type { key.type ?? Never.self }
  /// The key of its binding, of which only the type is used if no binding is looked up.
  let key: BindingKey
  /// Whether the caller supplies the argument.
  package let isDynamic: Bool
  package let constant: CachedValue?
  /// The wrapped type of an optional; nil for any other type.
  package let wrappedType: Any.Type?
  /// The key that is looked up: that of the wrapped type, for an optional.
  package var wrappedKey: BindingKey { wrappedType.map { BindingKey(key.qualifier, $0) } ?? key }

  fileprivate init(_ key: BindingKey, _ isDynamic: Bool, _ constant: CachedValue?) {
    self.key = key
    self.isDynamic = isDynamic
    self.constant = constant
    wrappedType = key.type.flatMap { TypeMetadata($0).wrappedType }
  }

  /// The same argument for a parameter whose type is the optional of its own.
  func wrapped(for parameter: Parameter) -> Parameter {
    func wrap<Value>(_: Value.Type) -> CachedValue? {
      guard let value = constant?.value else { return nil }
      let wrapped = CachedValue(of: Value?.self)
      wrapped.keep(Optional(value.assumingMemoryBound(to: Value.self).pointee))
      return wrapped
    }
    return Parameter(
      BindingKey(key.qualifier, parameter.type), isDynamic, _openExistential(type, do: wrap))
  }
}
