/// A stored property that is marked, with the place of its mark from the type's metadata.
package struct MarkedField {
  /// The property's name.
  package let name: String
  /// The class that declares it, or the type itself.
  package let ownerType: Any.Type
  /// The type of the property, without the optional.
  package let valueType: Any.Type
  package let place: StoragePlace
  /// The type of its wrapper, if that makes its own accessors; nil if a binding gives the value.
  package let wrapper: (any AccessorWrapper.Type)?
  /// Reads and writes the property in each object of the type.
  let access: PropertyAccess

  private init(_ field: StoredField, _ mark: MarkType, inObject: Bool) {
    // The compiler stores a wrapper under the property's name with an underscore before it.
    name = String(field.label.dropFirst())
    ownerType = field.ownerType
    valueType = mark.valueType
    wrapper = mark.wrapper
    let place = StoragePlace(
      isInObject: inObject, isRequired: mark.isRequired, offset: field.offset + mark.offset)
    self.place = place
    func access<Value>(_: Value.Type) -> PropertyAccess { MarkedSlot<Value>.access(at: place) }
    self.access = _openExistential(mark.valueType, do: access)
  }

  /// The request of the mark in the object that is in the pointer's variable: each mark begins with it.
  ///
  /// Other values that a wrapper around the mark stores are not read.
  package func request(in root: UnsafeMutableRawPointer) -> MarkRequest {
    UnsafeRawPointer(place.address(in: root)).load(as: MarkRequest.self)
  }

  /// A detail of an object's wrapper, such as the key of a setting; nil for a plain mark.
  package func detail(in root: UnsafeMutableRawPointer) -> String? {
    func open<Wrapper: AccessorWrapper>(_: Wrapper.Type) -> String? {
      place.address(in: root).assumingMemoryBound(to: Wrapper.self).pointee.detail
    }
    return wrapper.flatMap { open($0) }
  }

  /// The details of a mark in an object: its request, and the place in the code if it is required.
  package typealias Mark = (request: MarkRequest, location: CodeLocation?)

  package func mark(in root: UnsafeMutableRawPointer) -> Mark {
    let location = place.isRequired ? place.slot(of: valueType, in: root).locationOfRequired : nil
    return (request(in: root), location)
  }

  /// The marks of some fields of an object, read in one walk with `Mirror`; nil for a field without a mark.
  static func marks(of fields: [Reach?], in root: UnsafeMutableRawPointer) -> [Mark?] {
    let marks = fields.map { reach -> Mark? in
      if case .marked(let field)? = reach { field.mark(in: root) } else { nil }
    }
    let requests = Mirror(reflecting: marks.compactMap(\.?.request)).children.makeIterator()
    return marks.map { mark in
      mark.map { (requests.next()?.value as? MarkRequest ?? $0.request, $0.location) }
    }
  }

  /// The mark of a field.
  package enum Reach {
    case marked(MarkedField)
    /// It has a mark that cannot be reached.
    case unreachable
  }

  /// Finds the mark of a field; nil if it is not marked.
  static func find(_ field: StoredField, inObject: Bool) -> Reach? {
    guard field.mayBeWrapped else { return nil }
    if let descriptor = field.genericDescriptor,
      let mark = MarkType(descriptor, of: field.typeArgument)
    {
      return .marked(MarkedField(field, mark, inObject: inObject))
    }
    let type = field.fieldType
    // Most types that are no wrapper end here.
    guard TypeMetadata(type).descriptor != nil, !TypeMetadata(type).isOptional else { return nil }
    let mark = MarkType(of: type)
    // A wrapper is asked for its mark only if it stores one: the first question about a type looks through all
    // conformances of the process.
    let storesMark = mark == nil && MarkType.isStored(in: type)
    if let mark = mark ?? (storesMark ? MarkType(namedBy: type) : nil) {
      return .marked(MarkedField(field, mark, inObject: inObject))
    }
    return storesMark ? .unreachable : nil
  }
}

/// A mark, as the type of a field tells it.
private struct MarkType {
  var offset = 0
  /// The type of the mark's value.
  let valueType: Any.Type
  /// Whether reading the property without a value ends the program.
  var isRequired = false
  /// The wrapper, if it makes its own accessors; nil if a binding gives the value.
  var wrapper: (any AccessorWrapper.Type)?
}

extension MarkType {
  /// The mark that a type is itself; nil if it is none.
  init?(of type: Any.Type) {
    let metadata = TypeMetadata(type)
    guard metadata.isStruct, let descriptor = metadata.descriptor else { return nil }
    self.init(descriptor, of: metadata.onlyTypeArgument)
  }

  /// The mark with this declaration; nil if it is that of another type.
  init?(_ descriptor: UnsafeRawPointer, of valueType: @autoclosure () -> Any.Type?) {
    guard descriptor == Self.injected || descriptor == Self.required, let valueType = valueType()
    else { return nil }
    self.init(valueType: valueType, isRequired: descriptor == Self.required)
  }

  /// The mark that a wrapper names, or stores first if it makes its own accessors; nil if there is none.
  init?(namedBy type: Any.Type) {
    let own = (type as? any AccessorWrapper.Type)?.storedMark
    guard let mark = own ?? (type as? any InjectionWrapper.Type)?.namedMark else { return nil }
    self = mark
  }

  /// Whether the values of a struct store a mark, or the objects of a class whose name tells of one, `Outer<Injected<Clock>>`:
  /// objects of others have marks of their own.
  ///
  /// - Parameter levels: More wrappers around each other than a property has.
  static func isStored(in type: Any.Type, within levels: Int = 4) -> Bool {
    guard levels > 0, TypeMetadata(type).isStruct || isWrapper(type) else { return false }
    return StoredField.all(of: type, [type]).contains { field in
      MarkType(of: field.fieldType) != nil || isStored(in: field.fieldType, within: levels - 1)
    }
  }

  private static func isWrapper(_ type: Any.Type) -> Bool {
    guard type is AnyClass else { return false }
    let name = TypeName.plain(type, qualified: true)
    return name.contains("Injected<") || name.contains("Required<")
  }

  // Both have one type argument, and `Required` stores its mark first.
  private static var injected: UnsafeRawPointer? { TypeMetadata(Injected<Never>.self).descriptor }
  private static var required: UnsafeRawPointer? { TypeMetadata(Required<Never>.self).descriptor }
}

extension AccessorWrapper {
  fileprivate static var storedMark: MarkType { MarkType(valueType: Value.self, wrapper: self) }
}

extension InjectionWrapper {
  fileprivate static var namedMark: MarkType? {
    MemoryLayout<Self>.offset(of: mark).map { MarkType(offset: $0, valueType: Marked.self) }
  }
}

/// The place of a stored property in the objects or values of a type.
package struct StoragePlace {
  /// Whether the property is stored in an object; if not, in the value itself.
  package let isInObject: Bool
  /// Whether it is a ``Required`` property.
  package let isRequired: Bool
  /// The offset from the start of the object or value.
  let offset: Int

  package init(isInObject: Bool, isRequired: Bool = false, offset: Int) {
    self.isInObject = isInObject
    self.isRequired = isRequired
    self.offset = offset
  }

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

/// A property wrapper that stores a mark, ``Injected``, for the property that it wraps, and names it.
///
/// An injection fills the mark under the name of the wrapped property.
///
/// ```swift
/// @propertyWrapper struct Service<Value>: InjectionWrapper {
///   @Injected(.byType) private var value: Value?
///
///   static var mark: KeyPath<Self, Injected<Value>> { \._value }
///
///   var wrappedValue: Value {
///     guard let value else { fatalError("inject its owner before it is used") }
///     return value
///   }
/// }
///
/// final class Player {
///   @Service var clock: any Clock
///   @Injected var log: Log?
/// }
/// ```
///
/// The wrapper is a struct that stores the mark itself; its other properties are not read. A wrapper around a mark that
/// does not adopt the protocol, such as `@Outer @Injected`, is reported. The adoption belongs to no actor, because any
/// code may inject first: in a module whose types belong to the main actor the wrapper is `nonisolated`.
public protocol InjectionWrapper: SendableMetatype {
  /// The type of the mark's value, that of the property without the optional.
  associatedtype Marked

  /// Where the wrapper stores its mark; read once for each type.
  static var mark: KeyPath<Self, Injected<Marked>> { get }
}

/// A wrapper whose mark, its first stored property, makes accessors for the property, in place of a binding.
package protocol AccessorWrapper {
  associatedtype Value

  /// The type of the binding that the accessors need.
  static var sourceType: Any.Type { get }
  /// The kind of issue of a property without that binding.
  static var problem: InjectionIssue.Kind { get }

  /// A detail that only an object has, for people; nil if there is none.
  var detail: String? { get }

  /// The accessors of the property.
  ///
  /// - Parameters:
  ///   - source: The address of a value of the source type.
  ///   - isolation: The actor that the value belongs to.
  func accessors(
    for site: PropertySite, from source: UnsafeRawPointer, of isolation: Isolation
  ) -> PropertyAccessors<Value>
}
