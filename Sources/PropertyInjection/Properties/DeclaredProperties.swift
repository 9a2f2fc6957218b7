/// The declared types, and the declared properties, by the type at which their key paths start.
package struct DeclaredProperties {
  private struct Level {
    var properties: [InjectableProperty] = []
    /// The declaration of the type as a whole; nil if there is none.
    var whole: DeclaredType?

    func property(_ name: String) -> InjectableProperty? { properties.first { $0.name == name } }

    /// Adds a property, unless one of its name is there: that is returned.
    mutating func insert(
      _ property: InjectableProperty
    ) -> (property: InjectableProperty?, isFirst: Bool) {
      if let present = self.property(property.name) { return (present, false) }
      properties.append(property)
      return (nil, properties.count == 1)
    }
  }

  private var byOwner: [ObjectIdentifier: Level] = [:]

  /// The types for which properties are declared, in order of their first declaration.
  private(set) var ownerTypes: [Any.Type] = []
  /// The types that are declared as a whole, in order of their first declaration.
  private(set) var types: [Any.Type] = []

  /// The actor that a type belongs to, or none, if it is declared as a whole; nil if it is not.
  func isolation(of type: Any.Type) -> Isolation? {
    types.isEmpty ? nil : byOwner[ObjectIdentifier(type)]?.whole?.isolation
  }

  /// The property that is declared for a type itself, under a name.
  package func property(_ name: String, of type: Any.Type) -> InjectableProperty? {
    byOwner[ObjectIdentifier(type)]?.property(name)
  }

  /// Adds a property.
  ///
  /// If one of the same name and owner is declared already, that one is kept and returned.
  mutating func insert(_ property: InjectableProperty) -> InjectableProperty? {
    let kept = byOwner[ObjectIdentifier(property.ownerType), default: Level()].insert(property)
    if kept.isFirst { ownerTypes.append(property.ownerType) }
    return kept.property
  }

  /// Adds the declaration of a type as a whole.
  ///
  /// If the type belongs to another actor already, that declaration is kept and returned.
  mutating func insert(_ declared: DeclaredType) -> DeclaredType? {
    let first = byOwner[ObjectIdentifier(declared.type)]?.whole
    if let first {
      if declared.isolation == .none || declared.isolation == first.isolation { return nil }
      if first.isolation != .none { return first }
    } else {
      types.append(declared.type)
    }
    byOwner[ObjectIdentifier(declared.type), default: Level()].whole = declared
    return nil
  }

  /// The properties of a type and its superclasses, from the root class down, in order of
  /// declaration.
  ///
  /// A subclass's declaration takes the place of its superclass's under the same name.
  func properties(of levels: [Any.Type]) -> [InjectableProperty] {
    var properties: [InjectableProperty] = []
    for level in levels {
      let own = byOwner[ObjectIdentifier(level)]?.properties ?? []
      let inherited = properties.count
      // As it is, for nearly all types.
      if inherited == 0 { properties = own }
      for property in own where inherited > 0 {
        if let place = properties[..<inherited].firstIndex(where: { $0.name == property.name }) {
          properties[place] = property
        } else {
          properties.append(property)
        }
      }
    }
    return properties
  }
}

/// A type that is declared as a whole, and the actor that it belongs to, or none.
struct DeclaredType {
  let type: Any.Type
  let isolation: Isolation
  let location: CodeLocation?
  let module: ModuleTag?
}

/// A type with its superclasses.
package enum TypeHierarchy {
  /// The types from the root class down to the type itself; just the type, if it is no class.
  package static func levels(of type: Any.Type) -> [Any.Type] {
    var levels: [Any.Type] = [type]
    var next: AnyClass? = type as? AnyClass
    while let current = next, let superclass = _getSuperclass(current) {
      levels.append(superclass)
      next = superclass
    }
    return levels.reversed()
  }

  /// The levels for an injection.
  ///
  /// If static properties are injected, `type` is a metatype, and the levels are the metatypes of
  /// the injected type and its superclasses.
  ///
  /// - Parameter root: Points at the variable of the injected object or type.
  static func levels(of type: Any.Type, _ root: UnsafeMutableRawPointer) -> [Any.Type] {
    guard TypeKind(type) == .metatype else { return levels(of: type) }
    return levels(of: root.load(as: Any.Type.self)).map { Swift.type(of: $0) }
  }
}
