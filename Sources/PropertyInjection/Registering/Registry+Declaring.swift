extension Registry {
  /// Declares a property that may be filled, by its name and a writable key path.
  ///
  /// ```swift
  /// registry.declare("myService", \ViewController.myService)
  /// registry.declare(.clock, \Player.clock)                      // a typed key
  /// registry.declare("color", \House.color, from: "houseColor")  // another binding's
  /// ```
  ///
  /// What is declared for a class fills its subclasses too; a subclass's declaration under the same
  /// name goes before that of its superclass. Any type will do that a key path can be written to, also
  /// somebody else's. Write the key path as a literal; ``InjectableProperty`` tells why, and what it
  /// may lead to. A second declaration of the same name for the same type is reported and ignored.
  ///
  /// - Parameters:
  ///   - key: The property's name, or a typed key.
  ///   - keyPath: A key path literal to an optional property.
  ///   - other: Another key to look up: another name, or ``InjectionKey/byType``.
  ///   - isolation: The actor of the calling code, where alone the property is filled. Leave it out.
  ///   - fileID: The file of the declaration, for reports. Leave it out.
  ///   - line: The line of the declaration, for reports. Leave it out.
  @inlinable  // The optimizer has to see the key path literal to turn it into a direct access.
  public mutating func declare<Root, Value>(
    _ key: InjectionKey<Value>, _ keyPath: consuming WritableKeyPath<Root, Value?>,
    from other: InjectionKey<Value>? = nil, isolation: (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    declare(
      InjectableProperty(
        key, keyPath, from: other, isolation: isolation, fileID: fileID, line: line))
  }

  /// Declares, in code of an actor, a property of a type that belongs to no actor.
  ///
  /// Like ``declare(_:_:from:isolation:fileID:line:)``, but the property is filled on every thread.
  /// The compiler accepts only key paths for which that is safe.
  @inlinable  // The optimizer has to see the key path literal to turn it into a direct access.
  public mutating func declare<Root, Value, Path: WritableKeyPath<Root, Value?> & Sendable>(
    _ key: InjectionKey<Value>, nonisolated keyPath: consuming Path,
    from other: InjectionKey<Value>? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    declare(
      InjectableProperty(key, nonisolated: keyPath, from: other, fileID: fileID, line: line))
  }

  /// Declares the properties that a type lists itself, private ones included.
  ///
  /// The list is read now, once. Subclasses are served by what is declared for their superclass; a
  /// subclass with a list of its own is declared as well. In code of an actor, the properties are
  /// filled on that actor only.
  public mutating func declare<Object: Injectable>(
    _ type: Object.Type, isolation: (any Actor)? = #isolation
  ) {
    for var property in type.injectableProperties {
      // A list in a `static let` is made where the compiler names no actor.
      if property.isolation == .none { property.isolation = Isolation(actor: isolation) }
      declareListed(property)
    }
  }

  /// Declares, in code of an actor, the list of a type that belongs to no actor.
  ///
  /// Its properties are filled on every thread, but for those that the list itself confines. The
  /// compiler accepts only types whose ``Injectable`` conformance belongs to no actor.
  public mutating func declare<Object: Injectable & SendableMetatype>(
    nonisolated type: Object.Type
  ) {
    for property in type.injectableProperties { declareListed(property) }
  }

  /// Declares a property of a type's own list.
  ///
  /// A subclass inherits the list, so it may come again.
  private mutating func declareListed(_ property: InjectableProperty) {
    declare(property, isListed: true)
  }

  /// Tells why a key path that cannot be written does not compile.
  @available(
    *, unavailable,
    message: "the key path has to be writable here: a var, and not private to another file"
  )
  public mutating func declare<Root, Value>(
    _ key: InjectionKey<Value>, _ keyPath: KeyPath<Root, Value?>,
    from other: InjectionKey<Value>? = nil
  ) {}

  /// Declares a property that is described already.
  public mutating func declare(_ property: InjectableProperty) {
    declare(property, isListed: false)
  }

  private mutating func declare(_ property: InjectableProperty, isListed: Bool) {
    guard !property.name.isEmpty, property.bindingName?.isEmpty != true else {
      issues.append(InjectionIssue(.emptyName, property: property))
      return
    }
    guard TypeKind(property.ownerType) != .existential else {
      issues.append(InjectionIssue(.declaredForProtocol, property: property))
      return
    }
    var property = property
    property.module = module
    record(.declare(property, isListed: isListed))
  }
}
