extension RegistryProtocol {
  /// Declares a property that may be filled, by its name and a writable key path.
  ///
  /// ```swift
  /// registry.declare("myService", \ViewController.myService)
  /// registry.declare(.clock, \Player.clock)                      // a typed key
  /// registry.declare("color", \House.color, from: "houseColor")  // another binding's
  /// ```
  ///
  /// The key path leads to an optional property of a class or a struct: stored, computed, observed,
  /// wrapped, implicitly unwrapped, inherited, or deep inside (nil then means that the leaf is
  /// nil). It may be a property of any type, also of another module, that a key path can write to;
  /// the compiler refuses a property that is not optional. What is declared for a class fills its
  /// subclasses too; a subclass's declaration under the same name goes before that of its
  /// superclass. A second declaration of the same name for the same type is ignored, and reported unless it is the same
  /// line of code.
  ///
  /// The property is filled on every thread. The key path is written in a `@Sendable` autoclosure,
  /// so that the compiler takes it only if it leads to nothing that belongs to an actor, and
  /// captures nothing that is not `Sendable`. Properties of an actor's classes are declared within
  /// ``Registry/onMainActor(_:)`` or ``Registry/confined(to:_:)``.
  ///
  /// Write the key path as a literal: in an optimized build it then becomes a direct access to the
  /// property; with key paths kept in variables, an injection of five properties took nine times as
  /// long.
  ///
  /// - Parameters:
  ///   - key: The property's name, or a typed key.
  ///   - keyPath: A key path literal to an optional property.
  ///   - other: Another key to look up: another name, or ``InjectionKey/byType``.
  ///   - isOptional: Whether the property may stay nil. A missing binding is no mistake then: injections do not report it,
  ///     nor do checks which find no binding that may be meant.
  ///   - fileID: The file of the declaration, for reports.
  ///   - line: The line of the declaration, for reports.
  @inlinable @inline(__always)  // The optimizer must see the literal, in a closure of any size.
  public mutating func declare<Root, Value>(
    _ key: InjectionKey<Value>,
    _ keyPath: @autoclosure @Sendable () -> WritableKeyPath<Root, Value?>,
    from other: InjectionKey<Value>? = nil, optional isOptional: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    insert(
      InjectableProperty(
        key, keyPath(), from: other, optional: isOptional,
        at: CodeLocation(fileID: fileID, line: line)))
  }

  /// Declares that objects of a type may be injected, also if they have nothing to fill.
  ///
  /// ```swift
  /// registry.declare(NavigationController.self)  // a framework makes it; no report
  /// registry.onMainActor { $0.declare(Screen.self) }  // belongs to the main actor
  /// ```
  ///
  /// An object of exactly this type with no declared and no marked property is let through quietly;
  /// a subclass is declared for itself. Checks find a type with marks without the call.
  ///
  /// Within ``Registry/onMainActor(_:)`` or ``Registry/confined(to:_:)`` the type belongs to that actor, a class with its
  /// subclasses: an injection from elsewhere is refused and reported before anything is read. Declared properties and
  /// ``InjectionAware`` hooks tell their actor themselves; of a type with marks alone nothing else does. A type that is
  /// declared for two actors is injected nowhere: each injection is refused and reported.
  public mutating func declare<Object>(_ type: Object.Type) {
    withRegistry { $0.declareType(type) }
  }

  /// Declares a type that the program injects, with a sample of it for checks.
  ///
  /// ```swift
  /// registry.declare { Board() }
  /// ```
  ///
  /// Checks find types without it. A sample tells them what only an object does: the keys that marks write out,
  /// `@Injected("pens")`, which marks are optional, and which properties are set from the start; one that the program sets
  /// has a value in the sample. `rehearse` fills it.
  ///
  /// The closure gives a new object as the program makes it, not injected, and should need nothing but memory. Checks
  /// alone run it, anywhere; that of an object of an actor is written within ``Registry/onMainActor(_:)`` or
  /// ``Registry/confined(to:_:)``, and runs there. The type is declared as by ``declare(_:)-(Object.Type)``; checks take
  /// that of the object, which may be a subclass. A type that lists its properties itself, ``Injectable``, is declared besides.
  ///
  /// If its initializer injects it, `registry.declare { try Desk() }`, it is filled, in an override that is dropped:
  /// factories run then, and a required property that lacks its own value gets another one of its type. A sample with a
  /// required property that nothing can fill is not made, nor one whose closure throws, and the check says why. If the
  /// factory of such a property throws or gives nil, and there is no other value, a read in the initializer ends the
  /// program, except in `rehearse`, which tries the factory before.
  public mutating func declare<Object>(
    fileID: StaticString = #fileID, line: UInt = #line,
    sample: @escaping @Sendable () throws -> Object
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    withRegistry { $0.add(sample, at: location) }
  }

  /// Declares the types of the calling Swift module that have marks, except some, for checks.
  ///
  /// ```swift
  /// registry.declareTypes(except: Preview.self)
  /// ```
  ///
  /// Checks find the types of a Swift module whose code creates an installed module or configures the shared injector,
  /// unless its name ends with `Tests`. The call adds another one, that registers nothing or configures an injector without
  /// modules; and it leaves out types that another injector alone fills. Those are still looked at if they are declared, if
  /// a binding makes them, or if they have been injected. Injections do not read it.
  ///
  /// - Parameters:
  ///   - types: The types that are left out, of any Swift module.
  ///   - fileID: A file of the Swift module, the calling one.
  public mutating func declareTypes(
    except types: Any.Type..., fileID: StaticString = #fileID
  ) {
    let module = CodeLocation(fileID: fileID).moduleName
    withRegistry { $0.record { $0.declarations.insert(typesOf: module, except: types) } }
  }

  /// Declares that code of the program looks keys up, for checks.
  ///
  /// ```swift
  /// registry.declare(asks: .visits)
  /// ```
  ///
  /// For a look-up outside of factories, `require` or `instance(for:)`, which no check sees: an error if nothing answers. A
  /// type with a marked property says the same without the call. Injections do not read it.
  ///
  /// - Parameters:
  ///   - keys: Each a name with a type, a typed key, or a type, `.type(Board.self)`.
  ///   - fileID: The file of the declaration, for reports.
  ///   - line: The line of the declaration, for reports.
  public mutating func declare<each Value>(
    asks keys: repeat InjectionKey<each Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    withRegistry { registry in
      let location = CodeLocation(fileID: fileID, line: line)
      for key in repeat (each keys).bindingKey {
        let entry = RegistryEntry(key, at: location, registry.module)
        registry.record { $0.declarations.insert(lookUp: entry) }
      }
    }
  }

  /// Adds a declared property to the registry.
  @usableFromInline
  mutating func insert(_ property: InjectableProperty) { withRegistry { $0.add(property) } }
}

extension Registry {
  fileprivate mutating func add<Object>(
    _ sample: @escaping () throws -> Object, at location: CodeLocation
  ) {
    // An initializer may be failable.
    let type = TypeMetadata(Object.self).wrappedType ?? Object.self
    let maker = Confined<() throws -> Any>(sample, to: confinement)
    declareType(
      type, TypeSample(type: type, isolation: confinement, location: location, maker: maker))
  }

  fileprivate mutating func add(_ property: InjectableProperty) {
    guard !property.name.isEmpty, property.key.name?.isEmpty != true else {
      return note(InjectionIssue(.emptyName, property: property))
    }
    guard TypeKind(property.ownerType) != .existential else {
      return note(InjectionIssue(.declaredForProtocol, property: property))
    }
    let rank = configuration.layer * 2 + (module == nil ? 1 : 0)
    property.declare(by: module, rank: rank, on: confinement)
    record { $0.declare(property) }
  }
}

extension ConfinedRegistry {
  /// Declares a property that belongs to the actor, by its name and a writable key path.
  ///
  /// ```swift
  /// registry.onMainActor { $0.declare("title", \Screen.title) }
  /// ```
  ///
  /// Like ``Registry/declare(_:_:from:optional:fileID:line:)``, and the property is filled on the actor
  /// only. A class that belongs to no actor belongs to this one, too, once a property of it is
  /// declared here.
  @inlinable @inline(__always)  // Like the one above.
  public mutating func declare<Root, Value>(
    _ key: InjectionKey<Value>, _ keyPath: consuming WritableKeyPath<Root, Value?>,
    from other: InjectionKey<Value>? = nil, optional isOptional: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    insert(
      InjectableProperty(
        key, keyPath, from: other, optional: isOptional,
        at: CodeLocation(fileID: fileID, line: line)))
  }

  /// Declares a type of the actor that the program injects, with a sample of it for checks.
  ///
  /// ```swift
  /// registry.onMainActor { $0.declare { Screen() } }
  /// ```
  public mutating func declare<Object>(
    fileID: StaticString = #fileID, line: UInt = #line, sample: @escaping () throws -> Object
  ) {
    registry.add(sample, at: CodeLocation(fileID: fileID, line: line))
  }
}

/// A type that says itself which of its properties may be injected.
///
/// Adopt it if the declarations belong into the type: for private properties, whose key paths can
/// be written only there, or to show in the class which properties are filled from outside.
///
/// ```swift
/// final class Player: Injectable {
///   private var clock: (any Clock)?
///
///   static func declareProperties(in registry: inout Registry) {
///     registry.declare("clock", \Player.clock)
///   }
/// }
///
/// PropertyInjector.configure { registry in
///   registry.declare(Player.self)
/// }
/// ```
///
/// A `@MainActor` class adopts it as `@MainActor Injectable`, and declares what belongs to the main
/// actor there:
///
/// ```swift
/// @MainActor final class Screen: @MainActor Injectable {
///   private var title: String?
///
///   static func declareProperties(in registry: inout Registry) {
///     registry.onMainActor { $0.declare("title", \Screen.title) }
///   }
/// }
/// ```
///
/// A subclass inherits the declarations of its superclass; one with more overrides the `class func`
/// and calls `super`. The idea is Blindside's property set and Objection's `objection_requires`.
public protocol Injectable {
  /// Declares the properties of this type that may be injected, in the order in which they are
  /// filled.
  ///
  /// Called when the type is declared, `registry.declare(Player.self)`.
  static func declareProperties(in registry: inout Registry)
}

// Of the registry itself: in a call of a protocol extension's method the compiler does not look whether the conformance
// belongs to an actor.
extension Registry {
  /// Declares the properties that a type names itself, private ones included.
  ///
  /// ```swift
  /// registry.declare(Player.self)
  /// ```
  ///
  /// The type is asked now; one that belongs to an actor is declared in code of that actor. The declarations of a class
  /// fill its subclasses, too; a subclass that adds properties is declared as well. See ``Injectable``.
  public mutating func declare<Object: Injectable>(_ type: Object.Type) {
    declareType(type)
    type.declareProperties(in: &self)
  }
}
