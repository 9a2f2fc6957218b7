extension ResolutionChain {
  /// The code that a link runs.
  enum Link {
    /// A factory that makes a binding's value; the caller may supply arguments, which may differ in recursion.
    case factory(Unmanaged<Binding>, takesArguments: Bool, for: Asker)
    case hook(Any.Type)
    /// The read of a type's `provider`.
    case construction(Any.Type)
    /// A property that gets its accessors, or its lazy value.
    case property(PropertyPoint)
    /// A store of the program, which is asked for the value of a binding.
    case store(Binding)
    /// A request of the program, with the values that are made once in it.
    case request(Unmanaged<ScopedValues>)
    /// Work on a scoped value that has waited for another one.
    case resumption

    @inline(never)  // Only reports need it, in many places.
    var description: String {
      switch self {
      case .factory(let binding, _, _): binding.takeUnretainedValue().key.description
      case .store(let binding): binding.key.description
      case .hook(let type): "\(TypeName.of(type)).didInjectDependencies()"
      case .construction(let type): "\(TypeName.of(type)).provider"
      case .property(let point): point.description
      case .request, .resumption: ""
      }
    }

    /// Whether the link is not counted as nesting and not shown in reports.
    var isSilent: Bool {
      switch self {
      case .request, .resumption: true
      default: false
      }
    }

    /// The asker that a factory makes a value for; nil if the link runs no factory.
    var asker: Asker? { if case .factory(_, _, let asker) = self { asker } else { nil } }

    /// Whether both links run the same code, and that code may not lead back to itself.
    func isSame(as other: Link) -> Bool {
      switch (self, other) {
      case (.factory(let own, false, _), .factory(let other, false, _)):
        // Recursion with arguments may end by itself; if it does not, the depth limit ends it. Of a scoped value the
        // making tells whether it is under way, and of all values of a type each one's own factory.
        let binding = own.takeUnretainedValue()
        return own.toOpaque() == other.toOpaque() && binding.lifetime.isUnique
          && binding.key.qualifier != .all
      case (.construction(let own), .construction(let type)): return own == type
      case (.store(let own), .store(let other)): return own === other
      default: return false
      }
    }
  }
}

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

  /// Whether code of the program asks.
  var isLookUp: Bool { if case .lookUp = self { true } else { false } }

  /// The address of the object whose property asks; nil if no object is known.
  var object: UnsafeRawPointer? {
    if case .property(_, let object, _) = self { object } else { nil }
  }

  /// Whether it is an optional property, and its value is kept for a request or a session, of which there is none now.
  ///
  /// In a value that is kept it would stay nil in the next request, too.
  func mayStayNil(because kind: InjectionIssue.Kind) -> Bool {
    guard case .outOfScope = kind, case .property(let point, _, _) = self else { return false }
    return point.takeUnretainedValue().property.isOptional
      && ResolutionChain.calling?.isWithinScopedValue != true
  }

  /// For reports: `Player.clock (any Clock)`, `House.init argument 1 (Address)`,
  /// `"clock": any Clock`.
  @inline(never)  // Only reports need it, in many places.
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

  /// The key that it asks for.
  var key: BindingKey {
    switch self {
    case .property(let point, _, _): point.takeUnretainedValue().property.key
    case .argument(let binding, let position):
      binding.takeUnretainedValue().argumentKey(at: position)
    case .lookUp(let key): key
    }
  }

  /// Adds what tells it from others in reports.
  func hash(into hasher: inout Hasher) {
    switch self {
    case .property(let point, _, _):
      let property = point.takeUnretainedValue().property
      hasher.combine(ObjectIdentifier(property.ownerType))
      hasher.combine(ObjectIdentifier(property.valueType))
      hasher.combine(property.name)
    case .argument(let binding, let position):
      hasher.combine(binding.takeUnretainedValue().key)
      hasher.combine(position)
    case .lookUp(let key): hasher.combine(key)
    }
  }
}

extension PropertyPoint {
  /// For reports: `Player.clock (any Clock)`.
  @inline(never)  // Only reports need it, in many places.
  var description: String {
    let name = TypeName.shown(property.name)
    return "\(TypeName.of(property.ownerType)).\(name) (\(TypeName.of(property.valueType)))"
  }
}
