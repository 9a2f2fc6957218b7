/// What `Mirror` shows: the only walk in the library.
///
/// It goes to the marked properties of the first object of a type, for what the marks ask for, and into nothing
/// else. The object as a whole is not shown to `Mirror`, which would look through all conformances of the
/// process for a way in which the type shows itself.
enum PropertyReflection {
  /// The storage of a mark, within a wrapper or a wrapper around one; nil if it does not show it.
  ///
  /// - Parameter depth: How many wrappers around each other are looked into.
  static func storage(in wrapper: Any, atMost depth: Int) -> AnyInjectedStorage? {
    guard depth > 0 else { return nil }
    for child in Mirror(reflecting: wrapper).children {
      if let storage = child.value as? AnyInjectedStorage { return storage }
      if TypeMetadata(type(of: child.value)).isStruct,
        let inner = storage(in: child.value, atMost: depth - 1)
      {
        return inner
      }
    }
    return nil
  }

  /// The name of an enum's case; nil for what is no enum, or describes itself.
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
}
