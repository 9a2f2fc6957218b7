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

  /// Hands over the value, made now if need be.
  func provide<Target>(
    _ target: Target.Type, with resolver: Resolver, _ use: (Target) -> Void
  ) -> Provided
}

/// What became of asking for a value.
///
/// Small and without the value: it lies on the stack of every nested factory, and a type for each type
/// of value would have to be looked up each time.
enum Provided {
  /// The value was handed over.
  case value
  /// The factory returned nil.
  case nothing
  /// The product's dynamic type is not one that the property takes.
  case misfit(Any.Type)
  /// The binding was not asked.
  case refused(Refusal)

  /// Why a binding was not asked.
  enum Refusal {
    case isolation
    case cycle([String])
    case tooDeep([String])
  }
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

  func provide<Target>(
    _ target: Target.Type, with resolver: Resolver, _ use: (Target) -> Void
  ) -> Provided {
    guard let existing = existingValue(as: target) else { return .misfit(type(of: value)) }
    use(existing)
    return .value
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

  func provide<Target>(
    _ target: Target.Type, with resolver: Resolver, _ use: (Target) -> Void
  ) -> Provided {
    guard let product = factory(resolver) else { return .nothing }
    let isExact = Value.self == target
    if !isExact || TypeKind(target).mayHoldNil {
      guard let content = TypeMatching.flatten(product) else { return .nothing }
      if !isExact {
        guard let value = TypeMatching.value(content, as: target) else {
          return .misfit(type(of: content))
        }
        use(value)
        return .value
      }
    }
    // The same type: the bytes are what they are, and no cast needs to look at them.
    withUnsafePointer(to: product) { product in
      product.withMemoryRebound(to: target, capacity: 1) { use($0.pointee) }
    }
    return .value
  }
}
