/// A stored property that is marked, with the place of its mark from the type's metadata.
package struct MarkedField {
  /// The property's name.
  package let name: String
  /// The class that declares it, or the type itself.
  let ownerType: Any.Type
  /// The type of the property, without the optional.
  package let valueType: Any.Type
  package let place: StoragePlace
  /// The needs of the wrapper's accessors; nil if a binding gives the value.
  package let source: AccessorSource?
  /// Reads and writes the property in each object of the type.
  let access: PropertyAccess

  private init(_ field: StoredField, _ mark: WrapperLayout.Mark, inObject: Bool) {
    // The compiler stores a wrapper under the property's name with an underscore before it.
    name = String(field.label.dropFirst())
    ownerType = field.ownerType
    valueType = mark.valueType
    source = mark.source
    let place = StoragePlace(
      isInObject: inObject, isRequired: mark.isRequired, offset: field.offset + mark.offset)
    self.place = place
    func access<Value>(_: Value.Type) -> PropertyAccess { MarkedSlot<Value>.access(at: place) }
    self.access = _openExistential(mark.valueType, do: access)
  }

  /// The request of the mark in the object that is in the pointer's variable.
  ///
  /// `Mirror` shows it; what a wrapper around the mark stores besides is not read.
  package func request(in root: UnsafeMutableRawPointer) -> MarkRequest {
    let head = UnsafeRawPointer(place.address(in: root)).load(as: MarkHead.self)
    return PropertyReflection.first(MarkRequest.self, in: head) ?? head.request
  }

  /// The result of looking at a field.
  package enum Finding {
    case marked(MarkedField)
    /// It has a mark that cannot be reached.
    case unreachable
  }

  /// Finds the mark of a field; nil if it is not marked.
  static func find(_ field: StoredField, inObject: Bool) -> Finding? {
    guard field.mayBeWrapped else { return nil }
    return switch WrapperLayout.of(field.fieldType) {
    case .mark(let mark): .marked(MarkedField(field, mark, inObject: inObject))
    case .hidden: .unreachable
    case .noMark: nil
    }
  }
}

/// The beginning of each mark, as `Mirror` sees it.
///
/// Of one type for all marks: of each type `Mirror` asks once whether it describes itself, for which it looks through
/// all conformances of the process.
private struct MarkHead {
  let request: MarkRequest
}

/// The place of a stored property in the objects or values of a type.
package struct StoragePlace: Hashable {
  /// Whether the property is stored in an object; if not, in the value itself.
  let isInObject: Bool
  /// Whether it is a ``Required`` property.
  let isRequired: Bool
  /// The offset from the start of the object or value.
  let offset: Int

  package init(isInObject: Bool, isRequired: Bool = false, offset: Int) {
    self.isInObject = isInObject
    self.isRequired = isRequired
    self.offset = offset
  }

  package var isInValue: Bool { !isInObject }

  /// The object in the pointer's variable; nil for a value.
  func owner(of root: UnsafeMutableRawPointer) -> AnyObject? {
    isInObject ? root.load(as: AnyObject.self) : nil
  }

  /// The address of the property in the object or value in the pointer's variable.
  @inline(__always)
  package func address(in root: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    (isInObject ? root.load(as: UnsafeMutableRawPointer.self) : root) + offset
  }
}
