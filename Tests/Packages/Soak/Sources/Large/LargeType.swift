import PropertyInjection

/// A type of a size that is not written by hand; Tests/Scripts/soak writes some beside this file.
public protocol LargeType: AnyObject {
  /// How many properties it has.
  static var count: Int { get }
  /// Declares every second of them; the others are marked.
  static func declare(_ registry: inout Registry)
  /// Creates one.
  init()
}
