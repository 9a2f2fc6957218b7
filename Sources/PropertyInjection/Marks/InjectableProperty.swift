/// A property that may be injected: its name, the types of owner and value, and the access to it.
///
/// An object, because each plan refers to it several times.
@usableFromInline
package final class InjectableProperty: @unchecked Sendable {
  // Unchecked: the access is called only on the actor that `isolation` names, and released there. What varies is set
  // before the property is recorded; no other thread has seen it until then.
  private(set) var access: PropertyAccess

  /// The property's own name.
  package let name: String

  /// The key of its binding: its own name and type, unless it asks for another.
  package let key: BindingKey

  /// The type at which the key path starts; for a marked property the type that declares it.
  package let ownerType: Any.Type

  /// The type of the property, without the optional.
  package let valueType: Any.Type

  /// Where the property was declared, or a required one is written; nil for any other marked property.
  package let location: CodeLocation?

  /// Whether it may stay nil, so that a missing binding is no mistake.
  package let isOptional: Bool

  /// Where in a struct the key path leads; nil if it does not tell, as for each class.
  package let offset: Int?

  private(set) var isolation = Isolation.none

  /// The module that has declared it.
  package private(set) var module: ModuleTag?

  /// The rank of its configuration, or of that one's modules, which is lower: the highest declaration counts.
  private(set) var rank = 0

  /// For reports: `Player.clock`.
  package var fullName: String { "\(TypeName.of(ownerType)).\(TypeName.ofProperty(name))" }

  /// Its declaration, as reports show it.
  package var entry: RegistryEntry {
    RegistryEntry(BindingKey(name, valueType), at: location, module)
  }

  /// Notes what declares the property, and the actor that it belongs to, before it is recorded.
  ///
  /// The key path may have captured an object of the actor, so it is released there, too.
  func declare(by module: ModuleTag?, rank: Int, on isolation: Isolation) {
    (self.module, self.rank, self.isolation) = (module, rank, isolation)
    guard isolation != .none else { return }
    let confined = Confined(access, to: isolation)
    access = { confined.content($0, $1) }
  }

  /// Describes a property by a writable key path.
  ///
  /// - Parameters:
  ///   - key: The property's name; a typed key ties it to the type.
  ///   - keyPath: A literal such as `\Player.clock`.
  ///   - other: Another key than the property's own: another name, or the type alone.
  ///   - isOptional: Whether it may stay nil.
  ///   - location: Where it is declared.
  @inlinable @inline(__always)  // The optimizer must see the literal, in a closure of any size.
  convenience init<Root, Value>(
    _ key: InjectionKey<Value>, _ keyPath: WritableKeyPath<Root, Value?>,
    from other: InjectionKey<Value>?, optional isOptional: Bool, at location: CodeLocation
  ) {
    // The optimizer turns the offset into a constant. It is an argument, because code inlined into
    // another module cannot write a property of a type that is not frozen.
    self.init(
      name: key.name ?? "", key: other?.bindingKey ?? key.ownKey, ownerType: Root.self,
      valueType: Value.self, location: location, isOptional: isOptional,
      offset: MemoryLayout<Root>.offset(of: keyPath)
    ) { root, operation in
      let root = root.assumingMemoryBound(to: Root.self)
      switch operation {
      case .probe:
        return root.pointee[keyPath: keyPath] == nil ? .isNil : .alreadySet
      case .fill(let value):
        guard root.pointee[keyPath: keyPath] == nil else { return .alreadySet }
        root.pointee[keyPath: keyPath] = value.assumingMemoryBound(to: Value.self).pointee
        return root.pointee[keyPath: keyPath] == nil ? .gone : .filled
      case .store(let value):
        root.pointee[keyPath: keyPath] = value.assumingMemoryBound(to: Value.self).pointee
        return .filled
      }
    }
  }

  /// A marked property.
  package convenience init(_ field: MarkedField, _ mark: MarkedField.Mark) {
    self.init(
      name: field.name, key: mark.request.key(of: field),
      ownerType: field.ownerType, valueType: field.valueType, location: mark.location,
      isOptional: mark.request.isOptional, access: field.access)
  }

  /// - Parameter access: Left out, the property is described only, and not read.
  @usableFromInline
  package init(
    name: String, key: BindingKey, ownerType: Any.Type, valueType: Any.Type,
    location: CodeLocation? = nil, isOptional: Bool = false, offset: Int? = nil,
    access: @escaping PropertyAccess = { _, _ in .isNil }
  ) {
    self.access = access
    self.offset = offset
    self.name = name
    self.key = key
    self.ownerType = ownerType
    self.valueType = valueType
    self.location = location
    self.isOptional = isOptional
  }
}

/// Reads and writes one property of an object.
///
/// The pointer points at the variable that holds the object, or at the value if it is a struct. One closure serves all
/// operations, because the optimizer turns a key path literal into a direct access only if it can follow it into a single
/// closure.
@usableFromInline
package typealias PropertyAccess = (UnsafeMutableRawPointer, PropertyOperation) -> PropertyOutcome

/// An operation of a plan on one property of one object.
///
/// The pointers point at a value of the property's type, without the optional.
@frozen @usableFromInline
package enum PropertyOperation {
  /// Tells whether the property is nil.
  case probe
  /// Stores the value if the property is nil, and checks that it stayed.
  case fill(UnsafeRawPointer)
  /// Stores the value without a check.
  ///
  /// The caller has probed the property before, and probes it again after releasing the value.
  case store(UnsafeRawPointer)
}

/// The outcome of an operation on a property, and of an injection for it.
@frozen @usableFromInline
package enum PropertyOutcome {
  case isNil
  /// It was set before, or not read.
  case alreadySet
  /// It got the value of a binding, or of its own wrapper.
  case filled
  /// It got a list without a value that cannot be made, or without any.
  case filledInPart
  /// The value was stored, but the property reads nil: a `weak` one whose value nothing else holds.
  case gone
  /// It got the value of the closure that decides for the call.
  case decided
  /// A property of a product of the injector, which is filled later.
  case pending

  /// Whether the property has got a value.
  var isFilled: Bool { self == .filled || self == .filledInPart || self == .decided }
}

/// A property of the objects of one type, as the point that asks for a value.
package final class PropertyPoint: @unchecked Sendable {
  // Unchecked: the access is called only under the property's isolation, and the type is set before
  // the point is used.

  let property: InjectableProperty
  package let kind: InjectionPoint.Kind
  /// Where the mark of a marked property lies; nil for one that is only declared.
  package let place: StoragePlace?
  /// Whether its type alone has led to the binding of its value.
  package let isByType: Bool
  /// The type of the objects, which may be a subclass of the property's owner; the plan sets it.
  var objectType: Any.Type

  init(
    _ property: InjectableProperty, _ kind: InjectionPoint.Kind, at place: StoragePlace? = nil,
    isByType: Bool = false
  ) {
    self.isByType = isByType
    self.property = property
    self.kind = kind
    self.place = place
    objectType = property.ownerType
  }

  /// The storage of a marked property, in the object in the pointer's variable; nil for one that is only declared.
  func slot(in root: UnsafeMutableRawPointer) -> (any AnyMarkedSlot)? {
    place?.slot(of: property.valueType, in: root)
  }

  /// The point, as code of the program sees it.
  ///
  /// - Parameters:
  ///   - entry: The binding that the value comes from.
  ///   - kind: The kind that the property has had, when it is made plain.
  func injectionPoint(
    from entry: RegistryEntry?, at location: CodeLocation, as kind: InjectionPoint.Kind? = nil
  ) -> InjectionPoint {
    InjectionPoint(
      kind ?? self.kind, property.key, of: objectType, property: property, from: entry,
      isByType: isByType, at: location)
  }
}

extension InjectionIssue.Kind {
  /// The kind of an object without the value of a property.
  ///
  /// - Parameter reason: Why there is none. Of a value that is incomplete in turn the innermost cause stays: their number
  ///   has no limit.
  package static func incomplete(
    without property: InjectableProperty, because reason: Self
  ) -> Self {
    switch reason {
    case .incomplete(let cause?), .unresolvedArgument(_, .incomplete(let cause?)):
      .incomplete(because: cause)
    default: .incomplete(because: InjectionIssue(reason, property: property))
    }
  }
}

// How an issue and its entries describe a property.
extension InjectionIssue {
  @inline(never)  // Only reports need it, in many places.
  package init(_ kind: Kind, property: InjectableProperty, related: [RegistryEntry] = []) {
    self.init(kind)
    self.related = related
    describe(property)
  }

  mutating func describe(_ property: InjectableProperty) {
    name = property.name
    ownerType = property.ownerType
    valueType = property.valueType
    location = property.location
    module = property.module?.name
    lookedUpName = property.key.name
    asksOwnName = property.key.isOwnName
  }
}

/// A property of an injected object, for reports that come later.
package struct PropertySite {
  package let property: InjectableProperty
  let reporter: IssueReporter
  let injectionLocation: CodeLocation

  /// Reports an issue of the property.
  ///
  /// - Parameters:
  ///   - key: The key of a setting.
  ///   - other: The property that it conflicts with.
  @inline(never)
  package func report(_ kind: InjectionIssue.Kind, key: String? = nil, other: RegistryEntry? = nil)
  {
    var issue = InjectionIssue(kind, property: property, related: other.map { [$0] } ?? [])
    issue.injectionLocation = injectionLocation
    issue.lookedUpName = key
    reporter.report(issue)
  }
}

/// A place that asks for a value: a property, an argument of an initializer, or a look-up.
///
/// Code that decides by it is handed one: a factory that makes another value for each point
/// (``Provider/perPoint(_:fileID:line:)``), the closure of
/// ``PropertyInjector/injectDependencies(to:isolation:fileID:line:deciding:)-(Object,_,_,_,_)``, and the closure that
/// watches (``Registry/injectionHandler``). The idea is Guice's `InjectionPoint`.
public struct InjectionPoint: @unchecked Sendable {
  // Unchecked: types are constants.

  /// Whether a property, an argument or a look-up asks for the value.
  public let kind: Kind

  /// The type of the object that has the property or takes the argument; nil for a look-up.
  public let ownerType: Any.Type?

  /// The type that declares the property, the owner's or a superclass; nil without a property.
  package var declaringType: Any.Type? { property?.ownerType }

  /// The name of the property; nil for an argument and for a look-up.
  public var name: String? { property?.name }

  /// The name under which the value is looked up; nil if it is looked up by its type alone.
  package var lookedUpName: String? { key.name }

  /// The position of the argument, counted from 1; nil for a property and for a look-up.
  public let argumentPosition: Int?

  /// The type that is asked for, without the optional.
  public var valueType: Any.Type { key.type ?? Any.self }

  /// The binding that the value comes from, of a setting that of its store; nil if none fits.
  public let binding: RegistryEntry?

  /// The place of the call that injects or looks up; nil if nothing is called yet.
  public let injectionLocation: CodeLocation?

  /// The kind of an injection point: the way in which a property is filled, or what else asks.
  ///
  /// Its raw value is its name. More kinds may come; keep a `default`.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: String, Sendable {
    /// A property that is declared with a key path.
    case declared
    /// A marked property that gets its value from a binding.
    case marked
    /// A marked property whose value is made when it is first read.
    case lazy
    /// A setting, or another wrapper that makes its own accessors.
    case setting
    /// A marked property whose binding gives accessors.
    case intercepted
    /// A stored property that a binding fits, and that is neither declared nor marked.
    ///
    /// No injection sees it; `explain` of PropertyInjectionChecking lists it.
    case undeclared
    /// An argument of an initializer or a factory.
    case argument
    /// A look-up in the code of the program.
    case lookUp
  }

  private let key: BindingKey
  private let property: InjectableProperty?
  /// Whether it is a property whose type alone has led to the binding.
  package let isByType: Bool

  /// - Parameters:
  ///   - key: The key that is looked up.
  ///   - owner: The type of the object that has the property, or of what takes the argument; nil for a look-up.
  ///   - position: The position of the argument, counted from 1.
  package init(
    _ kind: Kind, _ key: BindingKey, of owner: Any.Type? = nil,
    property: InjectableProperty? = nil, argument position: Int? = nil,
    from binding: RegistryEntry?, isByType: Bool = false, at location: CodeLocation?
  ) {
    self.kind = kind
    self.key = key
    self.property = property
    self.binding = binding
    self.isByType = isByType && binding != nil
    ownerType = owner
    argumentPosition = position
    injectionLocation = location
  }
}

extension InjectionPoint: CustomStringConvertible {
  /// The asker, and the source of its value: `Editor.store <- "store": FileStore`, and of a property that asks by its type,
  /// or whose type alone has answered, `Editor.store <- any Store, by its type`.
  public var description: String {
    let ownerText = ownerType.map(TypeName.of) ?? "?"
    let place =
      switch (name, argumentPosition) {
      case (let name?, _): ownerText + "." + TypeName.shown(name)
      case (nil, let position?): "\(ownerText).init argument \(position)"
      case (nil, nil): BindingKey(lookedUpName, valueType).description
      }
    return "\(place) <- \(binding?.key.description ?? kind.rawValue)"
      + (isByType ? ", by its type" : "")
  }
}

/// A closure's decision on one property of an injection.
public enum InjectionDecision {
  /// The property gets this value, in place of what is registered for it.
  ///
  /// The value must fit like a registered instance; if it does not, that is reported and the property stays nil. A nil is
  /// no value: the property is skipped. A property that would be lazy, a setting, or have accessors is plain then.
  case inject(Any)
  /// The property is left alone.
  case skip
  /// The property is filled as in any other injection.
  case asUsual
}
