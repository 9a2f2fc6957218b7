/// A property of the objects of one type, as the point that asks for a value.
final class PropertyPoint: @unchecked Sendable {
  // Unchecked: the access is called only under the property's isolation, and the type is set before
  // the point is used.

  let property: InjectableProperty
  let kind: InjectionPoint.Kind
  /// Where the mark of a marked property lies; nil for one that is only declared.
  let place: StoragePlace?
  /// The type of the objects, which may be a subclass of the property's owner; the plan sets it.
  var objectType: Any.Type

  init(
    _ property: InjectableProperty, _ kind: InjectionPoint.Kind, at place: StoragePlace? = nil
  ) {
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
    InjectionPoint(kind ?? self.kind, of: property, in: objectType, from: entry, at: location)
  }
}
