/// The size of a word, in which metadata is written.
var wordSize: Int { MemoryLayout<UInt>.size }

/// Facts from the metadata of a type, read without a value of the type.
///
/// The language has no way to ask for these facts, and a dynamic cast to a protocol would look
/// through every conformance of the process. The layout is fixed by the ABI on every platform
/// (docs/ABI/TypeMetadata in the compiler's repository); only the words named here are read.
package struct TypeMetadata {
  let address: UnsafeRawPointer

  package init(_ type: Any.Type) {
    // A type at run time is the address of its metadata.
    address = unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  /// The records of the protocols of `any A & B`, but those of Objective-C; none of other types, nor of a protocol type with
  /// arguments, `any P<Int>`, or a superclass.
  package var protocols: [UnsafeRawPointer] {
    // docs/ABI/TypeMetadata: kind, flags, of which bit 30 is for a superclass, number of protocols; the protocols.
    guard address.load(as: UInt.self) == 0x303,
      address.load(fromByteOffset: wordSize, as: UInt32.self) & 1 << 30 == 0
    else { return [] }
    let count = address.load(fromByteOffset: wordSize + 4, as: UInt32.self)
    return (0..<Int(count)).compactMap { index in
      let reference = address.load(fromByteOffset: (2 + index) * wordSize, as: UInt.self)
      // The lowest bit marks a protocol of Objective-C.
      return reference & 1 == 0 ? UnsafeRawPointer(bitPattern: reference) : nil
    }
  }

  /// The kind; for a class, a number that no other kind has.
  var kind: UInt { address.load(as: UInt.self) }

  var isFunction: Bool { kind == 0x302 }
  package var isOptional: Bool { kind == 0x202 }
  var isTuple: Bool { kind == 0x301 }
  var isStruct: Bool { kind == 0x200 }
  var isEnum: Bool { kind == 0x201 }

  /// Whether it is an actor, or a distributed actor.
  @inline(never)  // Only plans and reports need it.
  package var isActor: Bool {
    let flags = descriptor?.load(as: UInt32.self) ?? 0
    return flags & 0x1F == Self.classKind && flags & Self.actorFlag != 0
  }

  // docs/ABI/TypeMetadata: the kind is in the lowest five bits; the flags of a class start at bit
  // 16, and the one for actors is the eighth of them.
  private static let classKind: UInt32 = 16
  private static let actorFlag: UInt32 = 1 << 23

  /// The wrapped type of an optional; nil for other types.
  package var wrappedType: Any.Type? { isOptional ? onlyTypeArgument : nil }

  /// The element type of an array; nil for other types.
  var elementType: Any.Type? {
    isStruct && descriptor == TypeMetadata([Any].self).descriptor ? onlyTypeArgument : nil
  }

  /// The element type of an array for which all values count that fit its elements: a protocol or a class, and not a common
  /// one; nil for other types.
  package var listedType: Any.Type? {
    guard let elementType, ![.value, .optional].contains(TypeKind(elementType)),
      !TypeName.isCommon(elementType)
    else { return nil }
    return elementType
  }

  /// The only generic argument of a struct or an optional, a type.
  var onlyTypeArgument: Any.Type {
    // It follows the kind and the descriptor.
    address.load(fromByteOffset: 2 * wordSize, as: Any.Type.self)
  }

  /// The descriptor of the type's declaration: `Box<Int>` and `Box<String>` have one descriptor.
  ///
  /// The compiler has stored it in the program, where it is constant.
  package var descriptor: UnsafeRawPointer? {
    switch kind {
    case 0x200, 0x201, 0x202: pointer(at: wordSize)
    default: isSwiftClass ? pointer(at: Self.classHeader + 24) : nil
    }
  }

  private func pointer(at offset: Int) -> UnsafeRawPointer? {
    address.load(fromByteOffset: offset, as: UnsafeRawPointer?.self)
  }

  /// The records of the stored properties of the declaration itself, in order.
  ///
  /// None if the program is built without reflection metadata.
  var fieldRecords: [UnsafeRawPointer] { descriptor.flatMap(Self.fieldRecords) ?? [] }

  /// The records of the stored properties of a declaration; nil if the program is built without.
  package static func fieldRecords(of descriptor: UnsafeRawPointer) -> [UnsafeRawPointer]? {
    guard let records = target(of: descriptor + 16) else { return nil }
    let size = Int(records.load(fromByteOffset: 10, as: UInt16.self))
    let count = Int(records.load(fromByteOffset: 12, as: UInt32.self))
    return (0..<count).map { records + 16 + $0 * size }
  }

  /// The address that a relative pointer points at.
  package static func target(of pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
    let offset = pointer.loadUnaligned(as: Int32.self)
    return offset == 0 ? nil : pointer + Int(offset)
  }

  // Kind and superclass, and the words of the Objective-C runtime, come before what Swift adds.
  #if _runtime(_ObjC)
    private static let classHeader = 5 * wordSize

    private var isSwiftClass: Bool {
      // The bit is not set for classes written in Objective-C.
      isClassObject && address.load(fromByteOffset: 4 * wordSize, as: UInt.self) & 2 != 0
    }
  #else
    private static let classHeader = 2 * wordSize

    private var isSwiftClass: Bool { isClassObject }
  #endif

  /// Whether it is the metadata of a class object.
  ///
  /// A class that is imported from C, such as `CFRunLoop`, also casts to `AnyClass`, and so does the
  /// wrapper that stands for a class of Objective-C; both are of a kind, and much shorter. Kinds end
  /// at 0x7FF; the first word of a class object is an address, or 0 without Objective-C.
  private var isClassObject: Bool { kind == 0 || kind > 0x7FF }
}

/// The runtime's functions for the values of a type, called directly.
///
/// In generic code that is not specialized the runtime builds types at every step, such as
/// `Optional<Value>`; these functions need only the one type. The table's layout is fixed by the
/// ABI (docs/ABI in the compiler's repository, "value witness table"), and its functions have C's
/// calling convention.
package struct ValueWitnesses: @unchecked Sendable {
  // Unchecked: it is constant memory of the program.
  private let type: UnsafeRawPointer
  private let copy: Copy
  private let getTag: GetTag
  private let setTag: SetTag

  private typealias Copy =
    @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeRawPointer) ->
    UnsafeMutableRawPointer
  private typealias GetTag =
    @convention(c) (UnsafeRawPointer, UInt32, UnsafeRawPointer) -> UInt32
  private typealias SetTag =
    @convention(c) (UnsafeMutableRawPointer, UInt32, UInt32, UnsafeRawPointer) -> Void

  package init(_ type: Any.Type) {
    // The word before the metadata leads to the table.
    self.type = TypeMetadata(type).address
    let table = self.type.load(fromByteOffset: -wordSize, as: UnsafeRawPointer.self)
    copy = table.load(fromByteOffset: 2 * wordSize, as: Copy.self)
    getTag = table.load(fromByteOffset: 6 * wordSize, as: GetTag.self)
    setTag = table.load(fromByteOffset: 7 * wordSize, as: SetTag.self)
  }

  /// Whether an optional of the type is nil.
  @inline(__always)
  package func isNil(_ optional: UnsafeMutableRawPointer) -> Bool { getTag(optional, 1, type) != 0 }

  /// Makes an optional of memory that holds nothing.
  func makeNil(_ optional: UnsafeMutableRawPointer) { setTag(optional, 1, 1, type) }

  /// Stores a copy of a value in an optional that is nil.
  @inline(__always)
  func fill(_ optional: UnsafeMutableRawPointer, with value: UnsafeRawPointer) {
    _ = copy(optional, value, type)
    setTag(optional, 0, 1, type)
  }
}

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
  package func mayStore(_ name: String) -> Bool {
    label.hasSuffix(name) && propertyNames.contains(name)
  }

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

  /// The descriptor of the generic type that it is declared with, with which the type's mangled name begins; nil for other
  /// types.
  var genericDescriptor: UnsafeRawPointer? {
    // docs/ABI/Mangling: a reference, `y`, the arguments, `G`. A reference is a byte, 1 or, to a pointer to the descriptor, 2,
    // and a distance.
    guard let name = mangledTypeName,
      case let kind = name.load(as: UInt8.self), kind == 1 || kind == 2,
      name.load(fromByteOffset: 5, as: UInt8.self) == UInt8(ascii: "y"),
      let target = TypeMetadata.target(of: name + 1)
    else { return nil }
    return kind == 1 ? target : target.load(as: UnsafeRawPointer.self)
  }

  /// The argument of that generic type, if it has one, and that depends on no type parameter of the owner.
  ///
  /// The runtime makes the argument alone, in a fifth of the time that the generic type would take.
  var typeArgument: Any.Type? {
    guard let argument = mangledTypeName.map({ $0 + 6 }) else { return nil }
    var end = argument
    // Distances follow bytes up to 0x17, and addresses those up to 0x1F; with these letters type parameters are written.
    while case let byte = end.load(as: UInt8.self), byte != 0 {
      if "xqQ".utf8.contains(byte) { return nil }
      end += byte < 0x18 ? 5 : byte < 0x20 ? 1 + wordSize : 1
    }
    return _getTypeByMangledNameInContext(
      argument.assumingMemoryBound(to: UInt8.self), UInt(end - argument - 1), genericContext: nil,
      genericArguments: nil)
  }

  private var mangledTypeName: UnsafeRawPointer? { TypeMetadata.target(of: record + 4) }

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
      let records = TypeMetadata(level).fieldRecords
      fields.reserveCapacity(fields.count + records.count)
      for record in records {
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
