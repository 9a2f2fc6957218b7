/// What a value is asked for: a property, an argument, or a look-up.
///
/// It lives no longer than the request for the value, so it does not retain what it names.
enum Asker {
  /// A property of an object, which the injector or other code has made.
  case property(Reference, isOfProduct: Bool)
  /// An argument of a maker; its position is counted from 1.
  case argument(MakerReference, position: Int)
  /// A look-up in the program's own code.
  case lookUp(BindingKey)

  /// A property that asks for its value, not retained.
  struct Reference {
    unowned(unsafe) let property: any AskingProperty
  }

  /// A maker whose argument is asked for, not retained.
  struct MakerReference {
    unowned(unsafe) let maker: any Maker
  }

  /// Whether the injector asks, for one of its products.
  var isInjector: Bool {
    switch self {
    case .property(_, let isOfProduct): isOfProduct
    case .argument: true
    case .lookUp: false
    }
  }

  /// For reports: `Player.clock (any Clock)`, `House.init argument 1 (Address)`, `"clock": any
  /// Clock`.
  var description: String {
    switch self {
    case .property(let reference, _):
      let property = reference.property.property
      let name = TypeName.shown(property.name)
      return "\(TypeName.of(property.ownerType)).\(name) (\(TypeName.of(property.valueType)))"
    case .argument(let reference, let position):
      let maker = reference.maker
      let argument = maker.argumentKey(at: position).typeName
      return "\(maker.key.typeName).init argument \(position) (\(argument))"
    case .lookUp(let key): return key.description
    }
  }

  /// Adds the identity of the asker and of the program's first request.
  ///
  /// A property counts alone: it is the same whatever the first request was.
  func hash(into hasher: inout Hasher) {
    hashItself(into: &hasher)
    if case .property = self { return }
    ResolutionChain.firstAsker?.hashItself(into: &hasher)
  }

  private func hashItself(into hasher: inout Hasher) {
    switch self {
    case .property(let reference, _):
      let property = reference.property.property
      hasher.combine(ObjectIdentifier(property.ownerType))
      hasher.combine(ObjectIdentifier(property.valueType))
      hasher.combine(property.name)
    case .argument(let reference, let position):
      reference.maker.hashKey(into: &hasher)
      hasher.combine(position)
    case .lookUp(let key): hasher.combine(key)
    }
  }
}

/// A property of the objects of one type, which asks for its value.
protocol AskingProperty: AnyObject, Sendable {
  var property: InjectableProperty { get }
  /// The type of the objects, which may be a subclass of the property's owner.
  var objectType: Any.Type { get }
}

/// A binding, as the code that makes shared values sees it.
protocol Maker: AnyObject, Sendable {
  var key: BindingKey { get }
  var location: CodeLocation? { get }

  /// Whether the injector injects what is made, before other code sees it.
  var injectsProduct: Bool { get }

  /// The key of an argument, its type without the optional.
  ///
  /// - Parameter position: Counted from 1.
  func argumentKey(at position: Int) -> BindingKey
}

extension Maker {
  /// Adds the identity of the maker: its key and its place, because its address may be reused.
  func hashKey(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(location)
  }
}
