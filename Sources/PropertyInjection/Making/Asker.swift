/// The point that asks for a value: a property, an argument, or a look-up.
///
/// It lives no longer than the request for the value, so it retains nothing: that would cost as much as a short factory.
enum Asker {
  /// A property of an object, which the injector or other code has made, with the address of the object; nil for a
  /// struct, and where it is not known.
  case property(Unmanaged<PropertyPoint>, of: UnsafeRawPointer?, isOfProduct: Bool)
  /// An argument of a binding's factory; its position is counted from 1.
  case argument(of: Unmanaged<Binding>, position: Int)
  /// A look-up in the program's own code.
  case lookUp(BindingKey)

  /// Whether the injector asks, for one of its products.
  var isInjector: Bool {
    switch self {
    case .property(_, _, let isOfProduct): isOfProduct
    case .argument: true
    case .lookUp: false
    }
  }

  /// The address of the object whose property asks; nil if no object is known.
  var object: UnsafeRawPointer? {
    if case .property(_, let object, _) = self { object } else { nil }
  }

  /// For reports: `Player.clock (any Clock)`, `House.init argument 1 (Address)`,
  /// `"clock": any Clock`.
  var description: String {
    switch self {
    case .property(let point, _, _): return point.takeUnretainedValue().description
    case .argument(let binding, let position):
      let binding = binding.takeUnretainedValue()
      let argument = binding.argumentKey(at: position).typeName
      return "\(binding.key.typeName).init argument \(position) (\(argument))"
    case .lookUp(let key): return key.description
    }
  }

  /// Adds the identity of the asker and of the program's first request.
  ///
  /// A property counts alone, without the first request: it is one issue on every way to it.
  func hash(into hasher: inout Hasher) {
    hashItself(into: &hasher)
    if case .property = self { return }
    ResolutionChain.firstAsker?.hashItself(into: &hasher)
  }

  private func hashItself(into hasher: inout Hasher) {
    switch self {
    case .property(let point, _, _):
      let property = point.takeUnretainedValue().property
      hasher.combine(ObjectIdentifier(property.ownerType))
      hasher.combine(ObjectIdentifier(property.valueType))
      hasher.combine(property.name)
    case .argument(let binding, let position):
      hasher.combine(binding.takeUnretainedValue().number)
      hasher.combine(position)
    case .lookUp(let key): hasher.combine(key)
    }
  }
}

extension PropertyPoint {
  /// For reports: `Player.clock (any Clock)`.
  var description: String {
    let name = TypeName.shown(property.name)
    return "\(TypeName.of(property.ownerType)).\(name) (\(TypeName.of(property.valueType)))"
  }
}
