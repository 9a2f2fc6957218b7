/// For what a value is asked: what the program has asked for, or what that has led to.
///
/// It lasts no longer than the question, so what it names is not counted.
enum Asker {
  /// A property of an object; of one that the injector has made, or of another.
  case property(Reference, isOfProduct: Bool)
  /// An argument of what a maker makes, its position counted from 1.
  case argument(MakerReference, position: Int)
  /// A look-up in the program's own code.
  case lookUp(BindingKey)

  /// A property that asks, not counted.
  struct Reference {
    unowned(unsafe) let property: any AskingProperty
  }

  /// A maker whose argument is asked for, not counted.
  struct MakerReference {
    unowned(unsafe) let maker: any Maker
  }

  /// Whether the injector asks, for something that it makes.
  var isInjector: Bool {
    switch self {
    case .property(_, let isOfProduct): isOfProduct
    case .argument: true
    case .lookUp: false
    }
  }

  /// For reports: `Player.clock (any Clock)`, `House.init argument 1 (Address)`, `"clock": any Clock`.
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

  /// Adds what tells it from others: itself, and what the program has asked for first.
  ///
  /// A property is the same on whichever way it was come to.
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

/// What makes values, as far as those have to know it that see to it that they are made once.
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
  /// Adds what tells it from others, also once it has gone: its address may be used again.
  func hashKey(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(location)
  }
}
