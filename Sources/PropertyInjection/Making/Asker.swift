/// The point that asks for a value: a property, an argument, or a look-up.
///
/// It lives no longer than the request for the value, so it does not retain what it names.
enum Asker {
  /// A property of an object, which the injector or other code has made.
  case property(Reference, isOfProduct: Bool)
  /// An argument of a maker; its position is counted from 1.
  case argument(MakerReference, position: Int)
  /// A look-up in the program's own code.
  case lookUp(BindingKey)

  /// A property that asks for its value.
  struct Reference {
    // Not retained: the asker is used only while the point asks for its value.
    unowned(unsafe) let point: PropertyPoint
    /// The address of the object; nil for a struct, and where it is not known.
    var object: UnsafeRawPointer?
  }

  /// A maker whose argument is asked for.
  struct MakerReference {
    // Not retained: the asker is used only while the maker is making the value.
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

  /// Whether the program asks, which can give arguments.
  var isLookUp: Bool { if case .lookUp = self { true } else { false } }

  /// The address of the object whose property asks; nil if no object is known.
  var object: UnsafeRawPointer? {
    if case .property(let reference, _) = self { reference.object } else { nil }
  }

  /// For reports: `Player.clock (any Clock)`, `House.init argument 1 (Address)`,
  /// `"clock": any Clock`.
  var description: String {
    switch self {
    case .property(let reference, _):
      let property = reference.point.property
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
  /// A property counts alone, without the first request: it is one issue on every way to it.
  func hash(into hasher: inout Hasher) {
    hashItself(into: &hasher)
    if case .property = self { return }
    ResolutionChain.firstAsker?.hashItself(into: &hasher)
  }

  private func hashItself(into hasher: inout Hasher) {
    switch self {
    case .property(let reference, _):
      let property = reference.point.property
      hasher.combine(ObjectIdentifier(property.ownerType))
      hasher.combine(ObjectIdentifier(property.valueType))
      hasher.combine(property.name)
    case .argument(let reference, let position):
      hasher.combine(reference.maker.number)
      hasher.combine(position)
    case .lookUp(let key): hasher.combine(key)
    }
  }
}

/// The maker of a value, as the code that makes shared values sees it: a binding or a lazy property.
protocol Maker: AnyObject, Sendable {
  var key: BindingKey { get }
  /// Its identity, which is never used again, as its address may be.
  var number: UInt64 { get }

  /// The key of an argument, whose type is without the optional.
  ///
  /// - Parameter position: Counted from 1.
  func argumentKey(at position: Int) -> BindingKey
}
