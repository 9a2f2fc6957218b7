/// A stored property that is marked: where its type's metadata says that the storage of the mark lies.
struct MarkedField {
  /// The property's name.
  let name: String
  /// The class that declares it, or the type itself.
  let ownerType: Any.Type
  /// The type of the property, without the optional.
  let valueType: Any.Type
  let place: StoragePlace
  /// Where the wrapper lies.
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

  /// The storage in the first object of a type, which the pointer's variable holds.
  ///
  /// `Mirror` shows it; where an outer wrapper shows itself in its own way, it is taken where it lies.
  func storage(of root: UnsafeMutableRawPointer) -> any MarkedStorage {
    func load<Wrapper>(_: Wrapper.Type) -> Any { wrapperPlace.value(of: root) as Wrapper }
    let wrapper = _openExistential(wrapperType, do: load)
    let shown = PropertyReflection.storage(in: wrapper, atMost: WrapperLayout.deepest)
    func open<Value>(_: Value.Type) -> any MarkedStorage {
      shown as? InjectedStorage<Value> ?? place.value(of: root)
    }
    return _openExistential(valueType, do: open)
  }

  /// What a field turned out to be.
  enum Finding {
    case marked(MarkedField)
    /// Another wrapper is around the mark, and does not store it in itself.
    case hidden
    /// It is marked by another copy of the library.
    case ofAnotherCopy
  }

  /// Looks whether a field is marked; nil if it is not.
  static func find(_ field: StoredField, inObject: Bool) -> Finding? {
    guard field.mayBeWrapped else { return nil }
    let wrapper = field.fieldType
    switch WrapperLayout.of(wrapper) {
    case .storage(let offset, let valueType)?:
      return .marked(
        MarkedField(field, wrapper, valueType, offsetInWrapper: offset, inObject: inObject))
    case .hidden?: return .hidden
    case .ofAnotherCopy?: return .ofAnotherCopy
    case nil: return nil
    }
  }
}

/// Where the values of a wrapper's type keep the storage of a mark.
private enum WrapperLayout {
  case storage(offset: Int, valueType: Any.Type)
  case hidden
  case ofAnotherCopy

  /// Nil for what is no mark; found out once for a type.
  static func of(_ wrapper: Any.Type) -> WrapperLayout? {
    guard TypeMetadata(wrapper).descriptor?.isGeneric == true else { return nil }
    if let known = cache.entry(for: TypeKey(type: wrapper)) {
      return known._withUnsafeGuaranteedRef { $0.layout }
    }
    return cache.insert(Entry(wrapper, find(wrapper)))._withUnsafeGuaranteedRef { $0.layout }
  }

  private static func find(_ wrapper: Any.Type) -> WrapperLayout? {
    if let own = storage(in: wrapper) { return own }
    let name = _typeName(wrapper)
    if names.contains(where: name.hasPrefix) { return .ofAnotherCopy }
    // A wrapper around another one has that as the argument of its own type.
    guard names.contains(where: { name.contains("<\($0)") }) else { return nil }
    return storage(in: wrapper, atMost: deepest) ?? .hidden
  }

  /// Where a struct stores the storage of a mark, and the type of its value.
  ///
  /// - Parameter depth: How many structs within each other are looked into.
  private static func storage(in wrapper: Any.Type, atMost depth: Int = 1) -> WrapperLayout? {
    guard depth > 0, TypeMetadata(wrapper).isStruct else { return nil }
    for field in StoredField.all(of: wrapper, [wrapper]) {
      let type = field.fieldType
      if let storage = type as? AnyInjectedStorage.Type {
        return .storage(offset: field.offset, valueType: storage.valueType)
      }
      if case .storage(let offset, let valueType)? = storage(in: type, atMost: depth - 1) {
        return .storage(offset: field.offset + offset, valueType: valueType)
      }
    }
    return nil
  }

  // More wrappers around each other than a person writes.
  static let deepest = 4

  private static let names = ["PropertyInjection.Injected<", "PropertyInjectionSettings.Setting<"]

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
