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

  /// The first value of a type that a mark stores, such as its request; nil if there is none.
  static func first<Wanted>(_ wanted: Wanted.Type, in mark: Any) -> Wanted? {
    for child in Mirror(reflecting: mark).children {
      if let found = child.value as? Wanted { return found }
    }
    return nil
  }

  /// The name of an enum's case; nil for other values, and for a type that describes itself.
  static func caseName(of value: Any) -> String? {
    guard !(value is any CustomReflectable) else { return nil }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return nil }
    if let label = mirror.children.first?.label { return label }
    let describesItself =
      value is any CustomStringConvertible || value is any CustomDebugStringConvertible
      || value is any TextOutputStreamable
    return describesItself ? nil : String(describing: value)
  }

  /// A hash of an error's content, which tells errors of one type apart.
  ///
  /// Structs, enums, tuples, optionals and arrays are hashed by their parts, down to the numbers and
  /// texts of the standard library. Nothing else is hashed, so no `hash(into:)` of the program or of
  /// Foundation runs; that of `NSError` traps on Linux. Of a class instance nothing is read, because
  /// another thread may be using it, except the domain and the code of an `NSError`, which are
  /// constant.
  static func hash(of error: any Error) -> Int {
    var hasher = Hasher()
    combine(error, into: &hasher, atMost: deepestPart)
    return hasher.finalize()
  }

  private static func combine(_ value: Any, into hasher: inout Hasher, atMost depth: Int) {
    let type = type(of: value)
    if let identity = PlatformError.identity(of: value, type) { return hasher.combine(identity) }
    if plainTypes.contains(ObjectIdentifier(type)) {
      if let value = value as? any Hashable { hasher.combine(AnyHashable(value)) }
      return
    }
    guard depth > 0, !(type is AnyClass), isReadable(value, type) else { return }
    if let name = caseName(of: value) { hasher.combine(name) }
    let parts = Mirror(reflecting: value).children
    // A reference that is not strong may dangle; to read it would trap.
    let fields = StoredField.all(of: type, [type])
    for (position, index) in parts.indices.prefix(mostParts).enumerated()
    where !fields.indices.contains(position) || fields[position].isStrong {
      combine(parts[index].value, into: &hasher, atMost: depth - 1)
    }
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
  ///
  /// The mirrors of arrays and of `AnyHashable` are the standard library's own. Dictionaries and sets
  /// have no order.
  private static func isReadable(_ value: Any, _ type: Any.Type) -> Bool {
    let name = String(reflecting: type)
    return name.hasPrefix("Swift.Array<") || name == "Swift.AnyHashable"
      || TypeMetadata(type).isOptional || !(value is any CustomReflectable)
  }
}

/// An `NSError`, which is known by its domain and its code.
enum PlatformError {
  /// The domain and the code; nil for other values.
  ///
  /// Nil for subclasses, too, because their properties may be code of the program.
  static func identity(of value: Any, _ type: Any.Type) -> String? {
    guard type is AnyClass, names.contains(String(reflecting: type)),
      let error = value as? any Error
    else { return nil }
    return "\(error._domain) \(error._code)"
  }

  // On Linux, and on Apple's platforms.
  private static let names = ["Foundation.NSError", "NSError", "__C.NSError"]
}
