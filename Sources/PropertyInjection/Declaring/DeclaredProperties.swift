/// The properties that were declared, by the type at which their key paths start.
struct DeclaredProperties {
  private struct Level {
    var properties: [InjectableProperty] = []
    var places: [String: Int] = [:]

    mutating func insert(_ property: InjectableProperty) -> InjectableProperty? {
      if let place = places[property.name] { return properties[place] }
      places[property.name] = properties.count
      properties.append(property)
      return nil
    }
  }

  private var byOwner: [ObjectIdentifier: Level] = [:]

  /// Adds a property.
  ///
  /// One of the same name and owner that is there already is kept and returned.
  mutating func insert(_ property: InjectableProperty) -> InjectableProperty? {
    byOwner[ObjectIdentifier(property.ownerType), default: Level()].insert(property)
  }

  /// The properties of a type and its superclasses, from the root class down: each in order of
  /// declaration.
  ///
  /// A subclass's declaration takes the place of its superclass's under the same name.
  func properties(of levels: [Any.Type]) -> [InjectableProperty] {
    let declaring = levels.filter { byOwner[ObjectIdentifier($0)] != nil }
    guard declaring.count > 1 else {
      return declaring.first.flatMap { byOwner[ObjectIdentifier($0)]?.properties } ?? []
    }
    var properties: [InjectableProperty] = []
    var places: [String: Int] = [:]
    for level in declaring {
      for property in byOwner[ObjectIdentifier(level)]?.properties ?? [] {
        if let place = places[property.name] {
          properties[place] = property
        } else {
          places[property.name] = properties.count
          properties.append(property)
        }
      }
    }
    return properties
  }
}

/// The type and its superclasses.
enum TypeHierarchy {
  /// From the root class down to the type itself; a type that is no class is alone.
  static func levels(of type: Any.Type) -> [Any.Type] {
    var levels: [Any.Type] = [type]
    var next: AnyClass? = type as? AnyClass
    while let current = next, let superclass = _getSuperclass(current) {
      levels.append(superclass)
      next = superclass
    }
    return levels.reversed()
  }

  /// The same of what an injection is about: where that is a type, whose static properties are
  /// injected, the types of it and its superclasses.
  ///
  /// - Parameter root: Points at the variable that holds it.
  static func levels(of type: Any.Type, _ root: UnsafeMutableRawPointer) -> [Any.Type] {
    guard TypeKind(type) == .metatype else { return levels(of: type) }
    return levels(of: root.load(as: Any.Type.self)).map { Swift.type(of: $0) }
  }
}
