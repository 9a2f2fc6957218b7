/// The declared types, and the declared properties, by the type at which their key paths start.
package struct DeclaredProperties {
  private struct Level {
    var properties: [InjectableProperty] = []
    /// The actors, or none, for which the type is declared as a whole, or a sample of it; empty if it is not.
    var isolations: [Isolation] = []
    /// Whether it is declared as a whole.
    var isWhole = false
  }

  private var byOwner: [ObjectIdentifier: Level] = [:]
  /// A number that no other declarations have; 0 of none.
  private(set) var version: UInt64 = 0

  /// The types for which properties are declared, in order of their first declaration.
  package private(set) var ownerTypes: [Any.Type] = []
  /// The types that are declared as a whole, in order of their first declaration.
  package private(set) var types: [Any.Type] = []
  /// The samples of types that the program injects, in order of declaration.
  package private(set) var samples: [TypeSample] = []
  /// The Swift modules whose types are declared all at once, those with marks.
  private(set) var typeModules: Set<String> = []
  /// The types that are left out of that.
  package private(set) var leftOut: Set<ObjectIdentifier> = []
  /// The keys that code of the program looks up.
  package private(set) var lookUps: [RegistryEntry] = []

  /// The actors, or none, for which a type is declared as a whole, or a sample of it; empty if it is not.
  func isolations(of type: Any.Type) -> [Isolation] {
    types.isEmpty ? [] : byOwner[ObjectIdentifier(type)]?.isolations ?? []
  }

  /// Whether a type is declared as a whole, so that it says itself what is filled.
  func isWhole(_ type: Any.Type) -> Bool {
    !types.isEmpty && byOwner[ObjectIdentifier(type)]?.isWhole == true
  }

  /// Whether one of the types is declared, or a property of it.
  func hasAny(of types: [Any.Type]) -> Bool {
    types.contains { byOwner[ObjectIdentifier($0)] != nil }
  }

  /// The property that is declared for a type itself, under a name.
  package func property(_ name: String, of type: Any.Type) -> InjectableProperty? {
    byOwner[ObjectIdentifier(type)]?.properties.first { $0.name == name }
  }

  /// Adds a property.
  ///
  /// If one of the same name and owner is declared already, that one is kept and returned; but a configuration's own goes
  /// before one of its modules, and both before an inherited one, whichever comes first.
  mutating func insert(_ property: InjectableProperty) -> InjectableProperty? {
    version = SerialNumber.next()
    let owner = ObjectIdentifier(property.ownerType)
    if let kept = self.property(property.name, of: property.ownerType) {
      if kept.rank == property.rank { return kept }
      let place = byOwner[owner]?.properties.firstIndex { $0 === kept }
      if let place, kept.rank < property.rank { byOwner[owner]?.properties[place] = property }
      return nil
    }
    if byOwner[owner]?.properties.isEmpty != false { ownerTypes.append(property.ownerType) }
    byOwner[owner, default: Level()].properties.append(property)
    return nil
  }

  /// Adds the declaration of a type as a whole, for an actor or for none.
  mutating func insert(_ type: Any.Type, on isolation: Isolation, _ sample: TypeSample?) {
    version = SerialNumber.next()
    // A sample that is made as any type of a protocol tells its own type.
    if isolations(of: type).isEmpty, TypeKind(type) != .existential { types.append(type) }
    byOwner[ObjectIdentifier(type), default: Level()].isolations.append(isolation)
    if let sample {
      samples.append(sample)
    } else {
      byOwner[ObjectIdentifier(type)]?.isWhole = true
    }
  }

  mutating func insert(typesOf module: String, except types: [Any.Type]) {
    typeModules.insert(module)
    leftOut.formUnion(types.map { ObjectIdentifier($0) })
  }

  mutating func insert(lookUp entry: RegistryEntry) { lookUps.append(entry) }

  /// The properties of a type and its superclasses, from the root class down, in order of
  /// declaration.
  ///
  /// A subclass's declaration takes the place of its superclass's under the same name.
  func properties(of levels: [Any.Type]) -> [InjectableProperty] {
    var properties: [InjectableProperty] = []
    for level in levels {
      for property in byOwner[ObjectIdentifier(level)]?.properties ?? [] {
        if let place = properties.firstIndex(where: { $0.name == property.name }) {
          properties[place] = property
        } else {
          properties.append(property)
        }
      }
    }
    return properties
  }
}

/// A closure that makes an object of a type that the program injects; checks alone run it.
package struct TypeSample: Sendable {
  package let type: Any.Type
  /// The actor that the closure belongs to.
  package let isolation: Isolation
  package let location: CodeLocation
  let maker: Confined<() throws -> Any>

  /// A new object; called on the actor only.
  package func make() throws -> Any { try maker.content() }
}

/// A type with its superclasses.
package enum TypeHierarchy {
  /// The types from the root class down to the type itself; just the type, if it is no class.
  package static func levels(of type: Any.Type) -> [Any.Type] {
    guard let superclass = (type as? AnyClass).flatMap(_getSuperclass) else { return [type] }
    return levels(of: superclass) + [type]
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
