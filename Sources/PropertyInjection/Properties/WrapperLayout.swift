/// The role of a field's type in an injection: a mark, a wrapper around a mark, or neither.
enum WrapperLayout {
  case mark(Mark)
  /// A wrapper around a mark does not store it in itself, or too deep.
  case hidden
  /// The mark is one of another copy of the library.
  case ofAnotherCopy
  /// A struct stores a mark, and does not adopt ``InjectionWrapper``.
  case notAdopting
  /// A wrapper stores more than one mark.
  case several
  case noMark

  /// A mark in the values of a wrapper type.
  struct Mark {
    let offset: Int
    /// The type of the mark's value.
    let valueType: Any.Type
    /// The needs of a wrapper's accessors; nil if a binding gives the value.
    let source: AccessorSource?
  }

  /// The layout of a type, computed once.
  static func of(_ wrapper: Any.Type) -> WrapperLayout {
    // Most types that are no wrapper end here, without an entry.
    guard TypeMetadata(wrapper).descriptor != nil, !TypeMetadata(wrapper).isOptional else {
      return .noMark
    }
    if let known = cache.entry(for: TypeKey(type: wrapper)) {
      return known._withUnsafeGuaranteedRef { $0.layout }
    }
    return cache.insert(Entry(wrapper, find(wrapper)))._withUnsafeGuaranteedRef { $0.layout }
  }

  private static func find(_ wrapper: Any.Type) -> WrapperLayout {
    let metadata = TypeMetadata(wrapper)
    guard metadata.isStruct else { return findUnreachable(wrapper) }
    if let valueType = StoredMarks.valueType(of: wrapper) {
      return .mark(Mark(offset: 0, valueType: valueType, source: nil))
    }
    if StoredMarks.isForeign(wrapper) { return .ofAnotherCopy }
    var stored = StoredMarks()
    let marks = stored.marks(in: wrapper)
    // The type of a wrapper around another one, `@Outer @Inner`, has the inner type as its argument.
    switch metadata.firstTypeArgument.map(of) {
    case .mark(let inner): return composition(marks, inner.source)
    case .hidden: return .hidden
    case .ofAnotherCopy: return .ofAnotherCopy
    case .notAdopting, .several, .noMark, nil: break
    }
    guard let first = marks.first else { return stored.hasForeign ? .ofAnotherCopy : .noMark }
    guard adopts(wrapper, (any InjectionWrapper).self) else {
      return marks.count == 1 ? .notAdopting : .noMark
    }
    guard marks.count == 1 else { return .several }
    guard first.depth <= deepest else { return .hidden }
    return .mark(
      Mark(
        offset: first.offset, valueType: first.valueType,
        // Scans the conformances, like the question before; a wrapper is asked once.
        source: (wrapper as? any AccessorWrapper.Type)?.source))
  }

  /// A wrapper around another one; if it stores that one twice, it shows the first.
  private static func composition(
    _ marks: [StoredMarks.Found], _ source: AccessorSource?
  ) -> WrapperLayout {
    guard let first = marks.first, first.depth <= deepest else { return .hidden }
    return .mark(
      Mark(offset: first.offset, valueType: first.valueType, source: source))
  }

  /// A class or an enum cannot be looked into; as a wrapper it is told by its type.
  private static func findUnreachable(_ wrapper: Any.Type) -> WrapperLayout {
    if _typeName(wrapper).contains("<\(StoredMarks.prefix)") { return .hidden }
    var stored = StoredMarks()
    let marks = stored.marks(in: wrapper, TypeHierarchy.levels(of: wrapper))
    // A plain class with marked properties is an object of its own.
    return marks.count == 1 && adopts(wrapper, (any InjectionWrapper).self) ? .hidden : .noMark
  }

  /// Whether a type adopts a protocol, on any actor.
  ///
  /// The first question about a type looks through all conformances of the process, so it is asked
  /// only about types that store a mark.
  private static func adopts(_ type: Any.Type, _ wanted: Any.Type) -> Bool {
    switch Conformance.find(type, to: wanted) {
    case .anywhere?, .ofActor?: true
    case Conformance.none?, nil: false
    }
  }

  // More wrappers around each other than a person writes.
  private static let deepest = 4

  private static let cache = LockFreeCache<Entry>()

  private final class Entry: CacheEntry, @unchecked Sendable {
    // Unchecked: constant.
    let key: TypeKey
    let layout: WrapperLayout

    init(_ wrapper: Any.Type, _ layout: WrapperLayout) {
      key = TypeKey(type: wrapper)
      self.layout = layout
    }
  }
}

/// Looks for the marks that values of a type store in themselves.
private struct StoredMarks {
  /// A mark, and the number of structs around it.
  struct Found {
    let offset: Int
    let valueType: Any.Type
    let depth: Int
  }

  /// Whether it has met a mark of another copy of the library.
  private(set) var hasForeign = false
  // A type that is stored in many places is looked into once.
  private var known: [ObjectIdentifier: [Found]] = [:]

  /// The first two marks, in order.
  mutating func marks(in type: Any.Type) -> [Found] {
    if let found = known[ObjectIdentifier(type)] { return found }
    let found = marks(in: type, [type])
    known[ObjectIdentifier(type)] = found
    return found
  }

  /// The first two marks of a class, or a struct.
  ///
  /// - Parameter levels: The type and its superclasses, from the root class down.
  mutating func marks(in type: Any.Type, _ levels: [Any.Type]) -> [Found] {
    var found: [Found] = []
    for field in StoredField.all(of: type, levels) where found.count < 2 {
      let fieldType = field.fieldType
      guard TypeMetadata(fieldType).isStruct else { continue }
      if let valueType = Self.valueType(of: fieldType) {
        found.append(Found(offset: field.offset, valueType: valueType, depth: 1))
      } else if Self.isForeign(fieldType) {
        hasForeign = true
      } else {
        for inner in marks(in: fieldType) {
          found.append(
            Found(
              offset: field.offset + inner.offset, valueType: inner.valueType,
              depth: inner.depth + 1))
        }
      }
    }
    return Array(found.prefix(2))
  }

  /// The type of a mark's value; nil if the type is no mark of this copy of the library.
  static func valueType(of type: Any.Type) -> Any.Type? {
    let metadata = TypeMetadata(type)
    guard metadata.isStruct, metadata.descriptor == ownDescriptor else { return nil }
    return metadata.firstTypeArgument
  }

  /// Whether a type is a mark of another copy of the library.
  static func isForeign(_ type: Any.Type) -> Bool {
    guard let own = ownDescriptor, let other = TypeMetadata(type).descriptor, other != own else {
      return false
    }
    return other.hasName(of: own) && _typeName(type).hasPrefix(prefix)
  }

  static let prefix = "PropertyInjection.Injected<"
  private static let ownDescriptor = TypeMetadata(Injected<Never>.self).descriptor
}
