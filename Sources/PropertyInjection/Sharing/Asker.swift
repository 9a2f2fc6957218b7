/// For what a value is asked: what the program has asked for, or what that has led to.
///
/// It lasts no longer than the question, so what it names is not counted.
enum Asker {
  /// A property of an object; of one that the injector has made, or of another.
  case property(Unmanaged<InjectionStep>, isOfProduct: Bool)
  /// An argument of what makes a binding's value, its position counted from 1.
  case argument(Unmanaged<Binding>, position: Int)
  /// A look-up in the program's own code.
  case lookUp(BindingKey)

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
    case .property(let step, _):
      step._withUnsafeGuaranteedRef { step in
        let property = step.property
        let type = TypeName.of(property.valueType)
        return "\(TypeName.of(property.ownerType)).\(TypeName.shown(property.name)) (\(type))"
      }
    case .argument(let binding, let position):
      binding._withUnsafeGuaranteedRef {
        "\($0.key.typeName).init argument \(position) (\($0.argumentKey(at: position).typeName))"
      }
    case .lookUp(let key): key.description
    }
  }
}

extension Binding {
  /// The key of an argument of what makes its value, the type without the optional.
  ///
  /// - Parameter position: Counted from 1.
  func argumentKey(at position: Int) -> BindingKey {
    guard let parameters = factory?.parameters, parameters.indices.contains(position - 1) else {
      return .anyType(nil)
    }
    return parameters[position - 1].wrappedKey
  }
}
