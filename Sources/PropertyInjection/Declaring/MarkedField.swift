/// A stored property that is marked, with the place of its mark from the type's metadata.
struct MarkedField {
  /// The property's name.
  let name: String
  /// The class that declares it, or the type itself.
  let ownerType: Any.Type
  /// The type of the property, without the optional.
  let valueType: Any.Type
  let place: StoragePlace
  /// The place of the outermost wrapper.
  private let wrapperPlace: StoragePlace
  private let wrapperType: Any.Type

  private init(
    _ field: StoredField, _ wrapper: Any.Type, _ valueType: Any.Type, offsetInWrapper: Int,
    inObject: Bool
  ) {
    // The compiler stores a wrapper under the property's name with an underscore before it.
    name = String(field.label.dropFirst())
    ownerType = field.ownerType
    self.valueType = valueType
    wrapperType = wrapper
    wrapperPlace = StoragePlace(inObject: inObject, offset: field.offset)
    place = StoragePlace(inObject: inObject, offset: field.offset + offsetInWrapper)
  }

  /// The mark and its request in the first object of a type, which is in the pointer's variable.
  ///
  /// `Mirror` shows the request. If an outer wrapper has a mirror of its own, the request is read
  /// from memory.
  func mark(in root: UnsafeMutableRawPointer) -> (slot: any AnyMarkedSlot, request: MarkRequest) {
    func load<Wrapper>(_: Wrapper.Type) -> Any { wrapperPlace.value(of: root) as Wrapper }
    let wrapper = _openExistential(wrapperType, do: load)
    let slot = slot(in: root)
    let shown = PropertyReflection.first(
      MarkRequest.self, in: wrapper, atMost: WrapperLayout.deepest)
    return (slot, shown ?? slot.request)
  }

  /// The mark in the object that is in the pointer's variable.
  func slot(in root: UnsafeMutableRawPointer) -> any AnyMarkedSlot {
    func open<Value>(_: Value.Type) -> any AnyMarkedSlot {
      MarkedSlot<Value>(place.address(in: root))
    }
    return _openExistential(valueType, do: open)
  }

  /// Whether the field's wrapper is one of the package's other modules.
  static func isOfAnotherModule(_ field: StoredField) -> Bool {
    _typeName(field.fieldType).hasPrefix(WrapperLayout.settingPrefix)
  }

  /// The result of looking at a field.
  enum Finding {
    case marked(MarkedField)
    /// Another wrapper is around the mark, and does not store the mark in itself.
    case hidden
    /// The field is marked by another copy of the library.
    case ofAnotherCopy
  }

  /// Finds the mark of a field; nil if it is not marked.
  static func find(_ field: StoredField, inObject: Bool) -> Finding? {
    guard field.mayBeWrapped else { return nil }
    let wrapper = field.fieldType
    switch WrapperLayout.of(wrapper) {
    case .mark(let offset, let valueType)?:
      return .marked(
        MarkedField(field, wrapper, valueType, offsetInWrapper: offset, inObject: inObject))
    case .hidden?: return .hidden
    case .ofAnotherCopy?: return .ofAnotherCopy
    case nil: return nil
    }
  }
}

/// The place of a mark in the values of a wrapper type.
private enum WrapperLayout {
  case mark(offset: Int, valueType: Any.Type)
  case hidden
  case ofAnotherCopy

  /// The layout of a type, computed once; nil if the type has no mark.
  static func of(_ wrapper: Any.Type) -> WrapperLayout? {
    guard TypeMetadata(wrapper).descriptor?.isGeneric == true else { return nil }
    if let known = cache.entry(for: TypeKey(type: wrapper)) {
      return known._withUnsafeGuaranteedRef { $0.layout }
    }
    return cache.insert(Entry(wrapper, find(wrapper)))._withUnsafeGuaranteedRef { $0.layout }
  }

  private static func find(_ wrapper: Any.Type) -> WrapperLayout? {
    if let valueType = valueType(of: wrapper) { return .mark(offset: 0, valueType: valueType) }
    let name = _typeName(wrapper)
    if names.contains(where: name.hasPrefix) {
      return mark(in: wrapper, atMost: 1) ?? .ofAnotherCopy
    }
    // The type of a wrapper around another one has the inner type as its generic argument.
    guard names.contains(where: { name.contains("<\($0)") }) else { return nil }
    return mark(in: wrapper, atMost: deepest) ?? .hidden
  }

  /// The place of a mark in a struct, and the type of its value.
  ///
  /// - Parameter depth: How many nested structs are searched.
  private static func mark(in wrapper: Any.Type, atMost depth: Int) -> WrapperLayout? {
    guard depth > 0, TypeMetadata(wrapper).isStruct else { return nil }
    for field in StoredField.all(of: wrapper, [wrapper]) {
      let type = field.fieldType
      if let valueType = valueType(of: type) {
        return .mark(offset: field.offset, valueType: valueType)
      }
      if case .mark(let offset, let valueType)? = mark(in: type, atMost: depth - 1) {
        return .mark(offset: field.offset + offset, valueType: valueType)
      }
    }
    return nil
  }

  /// The type of a mark's value; nil if the type is no mark of this copy of the library.
  private static func valueType(of type: Any.Type) -> Any.Type? {
    let metadata = TypeMetadata(type)
    guard metadata.isStruct, metadata.descriptor == ownDescriptor else { return nil }
    return metadata.firstArgument
  }

  private static let ownDescriptor = TypeMetadata(Injected<Never>.self).descriptor

  // More wrappers around each other than a person writes.
  static let deepest = 4

  static let settingPrefix = "PropertyInjectionSettings.Setting<"
  private static let names = ["PropertyInjection.Injected<", settingPrefix]

  private static let cache = LockFreeCache<Entry>()

  private final class Entry: CacheEntry, @unchecked Sendable {
    // Unchecked: constant.
    let key: TypeKey
    let layout: WrapperLayout?

    init(_ wrapper: Any.Type, _ layout: WrapperLayout?) {
      key = TypeKey(type: wrapper)
      self.layout = layout
    }
  }
}
