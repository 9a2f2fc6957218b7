/// A stored property of a type: what the metadata says of it, read without an object.
struct StoredField {
  private let record: FieldRecord
  /// The class that declares it, or the type itself.
  let ownerType: Any.Type

  /// Its number among all properties of the type, superclasses' first.
  let position: Int
  private let type: Any.Type

  /// What it is called where it is stored: `_clock` for a wrapped `clock`.
  var label: String { record.label.map(String.init(cString:)) ?? "" }

  /// Whether it is a `var`.
  var isVariable: Bool { record.isVariable }

  /// Whether it may hold a wrapper, which the compiler stores under the property's name with an underscore
  /// before it.
  var mayBeWrapped: Bool { record.label.map { $0[0] == UInt8(ascii: "_") && $0[1] != 0 } ?? false }

  /// Whether it is the storage of a `lazy var`; asking the property itself would run its initializer.
  var isLazyStorage: Bool {
    record.label.map { $0[0] == UInt8(ascii: "$") } == true && label.hasPrefix(Self.lazyPrefix)
  }

  /// What the property may be called that is stored here: by its label, and without what wrappers, macros
  /// and `lazy` put before the name.
  var propertyNames: [String] {
    if isLazyStorage { return [String(label.dropFirst(Self.lazyPrefix.count))] }
    guard mayBeWrapped else { return [label] }
    return [label, String(label.dropFirst())]
  }

  private static let lazyPrefix = "$__lazy_storage_$_"

  /// The type that it is declared with.
  ///
  /// Asked only where it counts: the runtime puts the type together from its mangled name.
  var fieldType: Any.Type {
    var details = RuntimeFieldDetails()
    let fieldType = runtimeFieldType(type, index: position, &details)
    details.free?(details.name)
    return fieldType
  }

  /// How many bytes from the start of the object, or of the value, it lies.
  var offset: Int { runtimeFieldOffset(type, index: position) }

  /// The stored properties of a type, superclasses' first, in order of declaration.
  ///
  /// Only classes and structs have any that can be told apart from each other in every value.
  ///
  /// - Parameter levels: The type and its superclasses, from the root class down.
  static func all(of type: Any.Type, _ levels: [Any.Type]) -> [StoredField] {
    guard type is AnyClass || TypeMetadata(type).isStruct else { return [] }
    var fields: [StoredField] = []
    for level in levels {
      // A class built without reflection metadata has none, and the runtime does not count them either.
      for record in TypeMetadata(level).descriptor?.fields ?? [] {
        fields.append(
          StoredField(record: record, ownerType: level, position: fields.count, type: type))
      }
    }
    return fields
  }
}

// What `Mirror` itself stands on; the standard library exports them since Swift 5.2, with no public name.
// The numbers count superclasses' properties first.

/// What the runtime tells of a field besides its type.
private struct RuntimeFieldDetails {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
}

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func runtimeFieldType(
  _ type: Any.Type, index: Int, _ details: UnsafeMutablePointer<RuntimeFieldDetails>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func runtimeFieldOffset(_ type: Any.Type, index: Int) -> Int
