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

  /// For reports: `Player.clock`.
  package var fullName: String { "\(TypeName.of(ownerType)).\(TypeName.ofProperty(name))" }

  /// Its declaration, as reports show it.
  package var entry: RegistryEntry {
    RegistryEntry(BindingKey(name, valueType), at: location, module)
  }

  /// Notes the module that declares the property, and the actor that it belongs to, before it is recorded.
  ///
  /// The key path may have captured an object of the actor, so it is released there, too.
  func declare(by module: ModuleTag?, on isolation: Isolation) {
    (self.module, self.isolation) = (module, isolation)
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
  convenience init(_ field: MarkedField, _ mark: MarkedField.Mark) {
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
/// The pointer points at the variable that holds the object, or at the value if it is a struct. One
/// closure serves all operations, because the optimizer turns a key path literal into a direct
/// access only if it can follow it into a single closure.
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

/// The result of an operation.
@frozen @usableFromInline
package enum PropertyOutcome {
  case isNil
  case alreadySet
  case filled
  /// The value was stored, but the property reads nil: a `weak` one whose value nothing else holds.
  case gone
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
