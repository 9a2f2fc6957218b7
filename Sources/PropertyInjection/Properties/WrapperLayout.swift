/// The role of a field's type in an injection: a mark, a wrapper that names its mark, or neither.
enum WrapperLayout {
  case mark(Mark)
  /// It has a mark that the injector does not reach.
  case hidden
  case noMark

  /// A mark in the values of a wrapper type.
  struct Mark {
    var offset = 0
    /// The type of the mark's value.
    let valueType: Any.Type
    /// Whether reading the property without a value ends the program.
    var isRequired = false
    /// The needs of a wrapper's accessors; nil if a binding gives the value.
    var source: AccessorSource?
  }

  /// The layout of a type.
  static func of(_ type: Any.Type) -> WrapperLayout {
    // Most types that are no wrapper end here.
    guard TypeMetadata(type).descriptor != nil, !TypeMetadata(type).isOptional else {
      return .noMark
    }
    if let valueType = valueType(ofMark: type) {
      let isRequired = TypeMetadata(type).descriptor == required
      return .mark(Mark(valueType: valueType, isRequired: isRequired))
    }
    let isStoredAround = storesMark(type, within: deepest)
    // `Outer<Injected<Clock>>`, where the program wraps the wrapper; and a mark of another copy of the library.
    guard isStoredAround || TypeName.plain(type).contains(markName) else { return .noMark }
    // Asked only about types around a mark: the first question about a type looks through all conformances of the
    // process.
    if isStoredAround, let wrapper = type as? any AccessorWrapper.Type {
      return mark(in: wrapper, wrapper.source)
    }
    if isStoredAround, let wrapper = type as? any InjectionWrapper.Type { return mark(in: wrapper) }
    return .hidden
  }

  /// The mark that a wrapper names.
  private static func mark<Wrapper: InjectionWrapper>(in wrapper: Wrapper.Type) -> WrapperLayout {
    guard let offset = MemoryLayout<Wrapper>.offset(of: Wrapper.mark) else { return .hidden }
    return .mark(Mark(offset: offset, valueType: Wrapper.Marked.self))
  }

  /// The mark of a wrapper that makes its own accessors, which it stores first.
  private static func mark<Wrapper: AccessorWrapper>(
    in wrapper: Wrapper.Type, _ source: AccessorSource
  ) -> WrapperLayout {
    .mark(Mark(valueType: Wrapper.Value.self, source: source))
  }

  /// Whether the values of a struct store a mark.
  private static func storesMark(_ type: Any.Type, within levels: Int) -> Bool {
    guard TypeMetadata(type).isStruct, levels > 0 else { return false }
    return StoredField.all(of: type, [type]).contains { field in
      let fieldType = field.fieldType
      return valueType(ofMark: fieldType) != nil || storesMark(fieldType, within: levels - 1)
    }
  }

  /// The type of a mark's value; nil if the type is no mark.
  private static func valueType(ofMark type: Any.Type) -> Any.Type? {
    let metadata = TypeMetadata(type)
    guard metadata.isStruct, let descriptor = metadata.descriptor,
      descriptor == injected || descriptor == required
    else { return nil }
    return metadata.onlyTypeArgument
  }

  // Both have one type argument, and `Required` stores its mark first.
  private static let injected = TypeMetadata(Injected<Never>.self).descriptor
  private static let required = TypeMetadata(Required<Never>.self).descriptor
  private static let markName = "Injected<"
  // More structs around each other than a wrapper has.
  private static let deepest = 4
}
