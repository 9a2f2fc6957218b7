/// What a type is, apart from any registry: learnt once, for all injectors and checks of the process.
package final class TypeShape: CacheEntry, @unchecked Sendable {
  // Unchecked: all is constant, or published once.
  package let type: Any.Type
  /// The type and its superclasses, from the root class down.
  package let levels: [Any.Type]
  /// The stored properties, superclasses' first.
  package let fields: [StoredField]
  /// The marks of the fields, at the same places; none if no field has one.
  private let marks: [MarkedField.Finding?]
  let isActor: Bool
  private let firstMarks = CachedValue(of: [MarkedField.Mark?].self)
  private let foundHook = CachedValue(of: InjectionHook?.self)

  var key: ObjectIdentifier { ObjectIdentifier(type) }

  private init(_ type: Any.Type, _ levels: [Any.Type]) {
    self.type = type
    self.levels = levels
    fields = StoredField.all(of: type, levels)
    let marks = fields.map { MarkedField.find($0, inObject: type is AnyClass) }
    self.marks = marks.contains { $0 != nil } ? marks : []
    isActor = TypeMetadata(type).isActor
  }

  /// The shape of a type, learnt at the first call.
  ///
  /// - Parameter levels: The type and its superclasses, if it is not the type itself that tells them.
  package static func of(_ type: Any.Type, _ levels: @autoclosure () -> [Any.Type]) -> TypeShape {
    let shape = all.entry(for: ObjectIdentifier(type)) ?? all.insert(TypeShape(type, levels()))
    return shape.takeUnretainedValue()
  }

  private static let all = LockFreeCache<TypeShape>()

  /// The mark of a field; nil if it has none.
  func mark(of field: StoredField) -> MarkedField.Finding? {
    marks.isEmpty ? nil : marks[field.position]
  }

  /// Whether a field is marked.
  var isMarked: Bool { marks.contains { if case .marked? = $0 { true } else { false } } }

  /// What the marks tell, at the places of their fields: those of the first object that was injected.
  ///
  /// - Parameter root: Points at the variable of an object of the type, which may be read.
  func marks(in root: UnsafeMutableRawPointer) -> [MarkedField.Mark?] {
    firstMarks.value(
      or: marks.map { mark -> MarkedField.Mark? in
        if case .marked(let field)? = mark { field.mark(in: root) } else { nil }
      })
  }

  /// The hook of the type; asked for only where there is something to fill, see ``InjectionHook/of(_:_:)``.
  var hook: InjectionHook? { foundHook.value(or: InjectionHook.of(type, levels)) }
}
