/// Reads values with `Mirror`; the only code of the library that does.
///
/// It reads the marked properties of the first object of a type, for their requests, and thrown
/// errors. It does not show a whole object to `Mirror`, because `Mirror` then looks through all
/// conformances of the process for a `CustomReflectable` one.
enum PropertyReflection {
  // Errors are compared so that each is reported once; parts that lie deeper, or further on, hardly
  // tell two failures apart.
  private static let deepestPart = 8
  private static let mostParts = 64

  /// The first value that a mark stores, its request; nil if it is not of that type.
  static func first<Wanted>(_ wanted: Wanted.Type, in mark: Any) -> Wanted? {
    Mirror(reflecting: mark).children.first?.value as? Wanted
  }

  /// The name of an enum's case; nil for other values, and where there are no reflection names.
  ///
  /// It comes from the metadata, also for an enum that describes itself.
  static func caseName(of value: Any) -> String? {
    func name<Value>(_ value: Value) -> String? {
      runtimeCaseName(value).map { String(cString: $0) }
    }
    // Opened by hand: as an `Any` the value would be one of that type, not of its own.
    return TypeMetadata(type(of: value)).isEnum ? _openExistential(value, do: name) : nil
  }

  /// A hash of an error's content, which tells errors of one type apart.
  ///
  /// Structs, enums, tuples, optionals and collections are hashed by their parts, down to the
  /// numbers and texts of the standard library and the plain values of Foundation. Nothing else is
  /// hashed, so no `hash(into:)` of the program runs, nor that of an error of Foundation; that of
  /// `NSError` traps on Linux. Of a class instance nothing is read, because another thread may be
  /// using it, except the domain and the code of an `NSError`, which are constant.
  static func hash(of error: any Error) -> Int {
    var hasher = Hasher()
    combine(error, into: &hasher, atMost: deepestPart)
    return hasher.finalize()
  }

  private static func combine(_ value: Any, into hasher: inout Hasher, atMost depth: Int) {
    let type = type(of: value)
    if let identity = PlatformError.identity(of: value, type) { return hasher.combine(identity) }
    if plainTypes.contains(ObjectIdentifier(type)) || FoundationValue.isPlain(type) {
      if let value = value as? any Hashable { hasher.combine(AnyHashable(value)) }
      return
    }
    if let name = caseName(of: value) { hasher.combine(name) }
    guard depth > 0, !(type is AnyClass), isReadable(value, type) else { return }
    let parts = Mirror(reflecting: value).children
    if isUnordered(type) { return combine(unordered: parts, into: &hasher, atMost: depth - 1) }
    // A reference that is not strong may dangle; to read it would trap.
    let fields = StoredField.all(of: type, [type])
    for (position, index) in parts.indices.prefix(mostParts).enumerated()
    where !fields.indices.contains(position) || fields[position].isStrong {
      combine(parts[index].value, into: &hasher, atMost: depth - 1)
    }
  }

  /// Combines the elements of a set or a dictionary, which has no order.
  private static func combine(
    unordered parts: Mirror.Children, into hasher: inout Hasher, atMost depth: Int
  ) {
    hasher.combine(parts.count)
    // Of more than that, some of the elements would be others each time.
    guard parts.count <= mostParts else { return }
    hasher.combine(
      parts.reduce(0) { sum, part in
        var hasher = Hasher()
        combine(part.value, into: &hasher, atMost: depth)
        return sum &+ hasher.finalize()
      })
  }

  /// The types whose values are hashed as they are.
  private static let plainTypes: Set<ObjectIdentifier> = {
    let types: [any Hashable.Type] = [
      Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self,
      UInt16.self, UInt32.self, UInt64.self, Double.self, Float.self, String.self, Substring.self,
      Character.self,
    ]
    return Set(types.map { ObjectIdentifier($0) })
  }()

  /// Whether the mirror of a value runs no code of the program.
  private static func isReadable(_ value: Any, _ type: Any.Type) -> Bool {
    TypeMetadata(type).isOptional || standardName(of: type).map(mirroredTypes.contains) == true
      || !(value is any CustomReflectable)
  }

  private static func isUnordered(_ type: Any.Type) -> Bool {
    standardName(of: type).map { $0 == "Set" || $0 == "Dictionary" } == true
  }

  /// The name of a type of the standard library, without its arguments; nil for other types.
  private static func standardName(of type: Any.Type) -> String? {
    let name = TypeName.plain(type, qualified: true)
    return name.hasPrefix("Swift.") ? String(name.dropFirst(6).prefix { $0 != "<" }) : nil
  }

  /// Types with mirrors of their own that the standard library has written.
  private static let mirroredTypes: Set<String> = [
    "AnyHashable", "Array", "ArraySlice", "ContiguousArray", "Dictionary", "KeyValuePairs", "Set",
    "ClosedRange", "PartialRangeFrom", "PartialRangeThrough", "PartialRangeUpTo", "Range",
  ]
}

// The function that `print` uses for the cases of an enum that does not describe itself.
@_silgen_name("swift_EnumCaseName")
private func runtimeCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

/// The values of Foundation that errors carry.
///
/// Their mirrors are Foundation's own and do not show what they are made of; they hash themselves.
enum FoundationValue {
  static func isPlain(_ type: Any.Type) -> Bool {
    guard !(type is AnyClass) else { return false }
    let parts = TypeName.plain(type, qualified: true).split(separator: ".")
    return parts.count == 2 && modules.contains(parts[0]) && names.contains(parts[1])
  }

  // On Linux, and on Apple's platforms.
  private static let modules: [Substring] = [
    "Foundation", "FoundationEssentials", "CoreGraphics", "CoreFoundation",
  ]
  private static let names: [Substring] = [
    "CGFloat", "Calendar", "CharacterSet", "Data", "Date", "DateComponents", "DateInterval",
    "Decimal", "IndexPath", "IndexSet", "Locale", "TimeZone", "URL", "URLComponents",
    "URLQueryItem", "UUID",
  ]
}

/// An `NSError`, which is known by its domain and its code.
enum PlatformError {
  /// The domain and the code; nil for other values.
  ///
  /// Nil for subclasses, too, because their properties may be code of the program.
  static func identity(of value: Any, _ type: Any.Type) -> String? {
    guard type is AnyClass, names.contains(TypeName.plain(type, qualified: true)),
      let error = value as? any Error
    else { return nil }
    return "\(error._domain) \(error._code)"
  }

  // On Linux, and on Apple's platforms.
  private static let names = ["Foundation.NSError", "NSError", "__C.NSError"]
}

/// An error that can be compared: by its type and its content.
struct ThrownError: Hashable, Sendable {
  let error: any Error
  private let type: TypeIdentity
  private let payload: Int

  init(error: any Error) {
    self.error = error
    type = TypeIdentity(type: Swift.type(of: error))
    payload = PropertyReflection.hash(of: error)
  }

  static func == (one: ThrownError, other: ThrownError) -> Bool {
    one.type == other.type && one.payload == other.payload
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(payload)
  }
}

/// A type that can be compared.
struct TypeIdentity: Hashable, Sendable {
  let type: Any.Type

  static func == (one: TypeIdentity, other: TypeIdentity) -> Bool { one.type == other.type }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}
