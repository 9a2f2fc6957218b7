/// What a binding gets its value from.
///
/// A small struct: it lies in its binding without memory of its own.
protocol Provider: Sendable {
  /// Whether providing runs code of the user's.
  var isFactory: Bool { get }

  /// The value if it exists already; a plan then keeps it at hand, and no user code runs.
  func existingValue<Target>(as target: Target.Type) -> Target?

  /// How well the value fits, without making it.
  func fit<Target>(_ target: Target.Type) -> TypeFit?

  /// The value, made now if need be.
  func provide<Target>(_ target: Target.Type, with resolver: Resolver) -> Provided<Target>
}

/// What became of asking a provider.
enum Provided<Value> {
  case value(Value)
  /// The factory returned nil.
  case nothing
  /// The product's dynamic type is not one that the property takes.
  case misfit(Any.Type)
}

/// Gives the instance that was registered.
struct InstanceProvider<Value>: Provider, @unchecked Sendable {
  // Unchecked: the value is `Sendable`, or it is confined and its binding's isolation is asked before
  // every use, or the user vouched for it in a spelling that says so.
  private let value: Value

  init(_ value: Value) {
    self.value = value
  }

  var isFactory: Bool { false }

  func existingValue<Target>(as target: Target.Type) -> Target? {
    // The same static type is kept as it is: taking it apart could lose an isolated conformance.
    if Value.self == target { return value as? Target }
    return TypeMatching.flatten(value).flatMap { TypeMatching.value($0, as: target) }
  }

  func fit<Target>(_ target: Target.Type) -> TypeFit? {
    if Value.self == target { return .exact }
    return existingValue(as: target) == nil ? nil : .known
  }

  func provide<Target>(_ target: Target.Type, with resolver: Resolver) -> Provided<Target> {
    existingValue(as: target).map(Provided.value) ?? .misfit(type(of: value))
  }
}

/// Asks a factory, anew each time.
struct FactoryProvider<Value>: Provider, @unchecked Sendable {
  // Unchecked: the factory is `@Sendable`, or its binding's isolation is asked before every call.
  private let factory: (Resolver) -> Value?

  init(_ factory: @escaping (Resolver) -> Value?) {
    self.factory = factory
  }

  var isFactory: Bool { true }

  func existingValue<Target>(as target: Target.Type) -> Target? { nil }

  func fit<Target>(_ target: Target.Type) -> TypeFit? {
    TypeMatching.fit(of: Value.self, to: target)
  }

  func provide<Target>(_ target: Target.Type, with resolver: Resolver) -> Provided<Target> {
    guard let product = factory(resolver) else { return .nothing }
    if Value.self == target, !TypeKind(target).mayHoldNil, let same = product as? Target {
      return .value(same)
    }
    guard let content = TypeMatching.flatten(product) else { return .nothing }
    if Value.self == target, let same = product as? Target { return .value(same) }
    return TypeMatching.value(content, as: target).map(Provided.value) ?? .misfit(type(of: content))
  }
}
