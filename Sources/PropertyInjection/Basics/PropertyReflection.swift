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

  /// The first value of a type within a wrapper, such as the request of a mark.
  ///
  /// Nil if the mirror does not show one.
  ///
  /// - Parameter depth: How many nested wrappers are searched.
  static func first<Wanted>(
    _ wanted: Wanted.Type, in wrapper: Any, atMost depth: Int
  ) -> Wanted? {
    guard depth > 0 else { return nil }
    for child in Mirror(reflecting: wrapper).children {
      if let found = child.value as? Wanted { return found }
      if TypeMetadata(type(of: child.value)).isStruct,
        let inner = first(wanted, in: child.value, atMost: depth - 1)
      {
        return inner
      }
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
  /// Structs, enums and tuples are hashed by their parts, down to types of the standard library and
  /// Foundation, which are hashable themselves; no code of the program runs. The content of a class
  /// instance is not read, because another thread may be using it.
  static func hash(of error: any Error) -> Int {
    var hasher = Hasher()
    combine(error, into: &hasher, atMost: deepestPart)
    return hasher.finalize()
  }

  /// Whether a type comes with the toolchain, and contains no type of the program.
  private static func isOfPlatform(_ type: Any.Type) -> Bool {
    let name = String(reflecting: type)
    let isOfPlatform = ["Swift.", "Foundation.", "FoundationEssentials.", "__C."].contains {
      name.hasPrefix($0)
    }
    return isOfPlatform && !name.contains("<")
  }

  /// Whether a value's mirror is code of the program.
  private static func isCustomized(_ value: Any, _ type: Any.Type) -> Bool {
    let isContainer = String(reflecting: type).hasPrefix("Swift.")
    return !isContainer && value is any CustomReflectable
  }

  private static func combine(_ value: Any, into hasher: inout Hasher, atMost depth: Int) {
    let type = type(of: value)
    if isOfPlatform(type) {
      if let value = value as? any Hashable { hasher.combine(AnyHashable(value)) }
      return
    }
    guard depth > 0, !(type is AnyClass), !isCustomized(value, type) else { return }
    if let name = caseName(of: value) { hasher.combine(name) }
    for child in Mirror(reflecting: value).children.prefix(mostParts) {
      combine(child.value, into: &hasher, atMost: depth - 1)
    }
  }
}
