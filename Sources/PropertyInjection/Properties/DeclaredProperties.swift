/// The declared types, and the declared properties, by the type at which their key paths start.
package struct DeclaredProperties {
  private struct Level {
    var properties: [InjectableProperty] = []
    /// The actor of a type that is declared as a whole; nil if it is not.
    var isolation: Isolation?

    func property(_ name: String) -> InjectableProperty? { properties.first { $0.name == name } }
  }

  private var byOwner = LayeredTable<ObjectIdentifier, Level>()

  /// The types for which properties are declared, in order of their first declaration.
  private(set) var ownerTypes: [Any.Type] = []
  /// The types that are declared as a whole, in order of their first declaration.
  private(set) var types: [Any.Type] = []

  /// The actor that a type belongs to, or none, if it is declared as a whole; nil if it is not.
  func isolation(of type: Any.Type) -> Isolation? {
    types.isEmpty ? nil : byOwner[ObjectIdentifier(type)]?.isolation
  }

  /// The property that is declared for a type itself, under a name.
  package func property(_ name: String, of type: Any.Type) -> InjectableProperty? {
    byOwner[ObjectIdentifier(type)]?.property(name)
  }

  /// Adds a property.
  ///
  /// If one of the same name and owner is declared already, that one is kept and returned.
  mutating func insert(_ property: InjectableProperty) -> InjectableProperty? {
    Self.insert(property, into: &byOwner[ObjectIdentifier(property.ownerType)], &ownerTypes)
  }

  private static func insert(
    _ property: InjectableProperty, into level: inout Level?, _ ownerTypes: inout [Any.Type]
  ) -> InjectableProperty? {
    if let first = level?.property(property.name) { return first }
    if level?.properties.isEmpty != false { ownerTypes.append(property.ownerType) }
    if level == nil { level = Level() }
    level?.properties.append(property)
    return nil
  }

  /// Declares a type as a whole, which belongs to an actor or to none.
  mutating func insert(_ type: Any.Type, _ isolation: Isolation) {
    let known = self.isolation(of: type)
    if known == nil { types.append(type) }
    if known == nil || isolation != .none {
      Self.set(isolation, in: &byOwner[ObjectIdentifier(type)])
    }
  }

  private static func set(_ isolation: Isolation, in level: inout Level?) {
    if level == nil { level = Level() }
    level?.isolation = isolation
  }

  /// Starts a layer of the table, so that the next declaration does not copy it.
  mutating func startLayer() { byOwner.startLayer() }

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
