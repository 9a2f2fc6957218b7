/// A stored property of a type, described by the type's metadata; no object is needed.
package struct StoredField {
  /// Its record in the program, which is constant.
  private let record: UnsafeRawPointer
  /// The class that declares it, or the type itself.
  package let ownerType: Any.Type

  /// Its index among all stored properties of the type, superclasses' first.
  let position: Int
  private let type: Any.Type

  /// The name of the storage: `_clock` for a wrapped `clock`.
  package var label: String {
    let label = storedLabel.map { String(cString: $0) } ?? ""
    guard label.utf8.contains(UInt8(ascii: "`")) else { return label }
    // The compiler stores a raw identifier, `page title`, with its backticks, and with a character of its own for each
    // space.
    return String(label.compactMap { $0 == "`" ? nil : $0 == "\u{A0}" ? " " : $0 })
  }

  /// The name of the storage as the compiler has stored it; nil if the program has no reflection names.
  private var storedLabel: UnsafePointer<CChar>? {
    TypeMetadata.target(of: record + 8)?.assumingMemoryBound(to: CChar.self)
  }

  /// Whether a property of this name may be stored here; see ``propertyNames``.
  package func mayStore(_ name: String) -> Bool { propertyNames.contains(name) }

  /// Whether it is a `var`.
  var isVariable: Bool { record.load(as: UInt32.self) & 2 != 0 }

  /// Whether it may hold a wrapper, which the compiler stores under the property's name with an
  /// underscore before it.
  var mayBeWrapped: Bool {
    guard var label = storedLabel else { return false }
    if label[0] == UInt8(ascii: "`") { label += 1 }
    return label[0] == UInt8(ascii: "_") && label[1] != 0
  }

  /// Whether it is the storage of a `lazy var`; reading such a property would run its initializer.
  @inline(never)  // Only plans need it.
  package var isLazyStorage: Bool {
    storedLabel.map { $0[0] == UInt8(ascii: "$") } == true && label.hasPrefix(Self.lazyPrefix)
  }

  /// The possible names of the property that is stored here.
  ///
  /// That is the label, and the label without the prefix that wrappers, macros or `lazy` put before
  /// it.
  var propertyNames: [String] {
    if isLazyStorage { return [String(label.dropFirst(Self.lazyPrefix.count))] }
    guard mayBeWrapped else { return [label] }
    return [label, String(label.dropFirst())]
  }

  private static let lazyPrefix = "$__lazy_storage_$_"

  /// The type that it is declared with.
  ///
  /// Read only if needed: the runtime builds the type from its mangled name.
  package var fieldType: Any.Type { typeAndStrength.type }

  /// Whether it holds its value strongly: it is neither `weak` nor `unowned`.
  package var isStrong: Bool { typeAndStrength.isStrong }

  private var typeAndStrength: (type: Any.Type, isStrong: Bool) {
    var details = RuntimeFieldDetails()
    let fieldType = runtimeFieldType(type, index: position, &details)
    details.free?(details.name)
    return (fieldType, details.isStrong)
  }

  /// Its offset in bytes from the start of the object or value.
  package var offset: Int { runtimeFieldOffset(type, index: position) }

  /// The stored properties of a type, superclasses' first, in order of declaration.
  ///
  /// Only classes and structs have stored properties that are the same in every value.
  ///
  /// - Parameter levels: The type and its superclasses, from the root class down.
  static func all(of type: Any.Type, _ levels: [Any.Type]) -> [StoredField] {
    guard type is AnyClass || TypeMetadata(type).isStruct else { return [] }
    var fields: [StoredField] = []
    for level in levels {
      // A class built without reflection metadata has no records, and the runtime counts none
      // either.
      for record in TypeMetadata(level).fieldRecords {
        fields.append(
          StoredField(record: record, ownerType: level, position: fields.count, type: type))
      }
    }
    return fields
  }
}

// The functions that `Mirror` itself uses. The standard library has exported them since Swift 5.2,
// without a public name. The indices count superclasses' properties first.

/// The details of a field besides its type.
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
func runtimeFieldOffset(_ type: Any.Type, index: Int) -> Int
