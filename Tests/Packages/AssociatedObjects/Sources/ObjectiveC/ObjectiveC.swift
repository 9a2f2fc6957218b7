import ObjectEnds
import Synchronization

// Associated objects, as the Objective-C runtime has them: they are released when their owner has gone, on
// the thread on which it goes. What the runtime returns autoreleased is only retained here.

/// How an associated object is held.
public enum objc_AssociationPolicy: Sendable {
  /// It is retained.
  case OBJC_ASSOCIATION_RETAIN  // swift-format-ignore: AlwaysUseLowerCamelCase
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Associates a value with an object under a key, in place of the one that is there.
public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
  let (owner, key) = (address(of: object), UInt(bitPattern: key))
  let association = value.map { Association(value: $0) }
  let old = Association.withAll { all in
    let old = all[owner]?[key]
    all[owner, default: [:]][key] = association
    return old
  }
  withExtendedLifetime(old) {}
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The value that is associated with an object under a key.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
  let (owner, key) = (address(of: object), UInt(bitPattern: key))
  return Association.withAll { $0[owner]?[key] }?.value
}

private func address(of object: Any) -> UInt {
  UInt(bitPattern: ObjectIdentifier(object as AnyObject))
}

private struct Association: @unchecked Sendable {
  // Unchecked: it is handed on, as the runtime does it.
  let value: Any

  /// By the addresses of the owners, and by the keys.
  private static let all: Mutex<[UInt: [UInt: Association]]> = {
    atObjectEnds { object in
      let released = Association.withAll { $0.removeValue(forKey: UInt(bitPattern: object)) }
      withExtendedLifetime(released) {}
    }
    return Mutex([:])
  }()

  /// Values are handed out to be released: a `deinit` of theirs may come here again.
  static func withAll<Result: Sendable>(
    _ body: (inout [UInt: [UInt: Association]]) -> Result
  ) -> Result {
    // What the table itself lets go of has no associated objects.
    ignoreObjectEnds(true)
    defer { ignoreObjectEnds(false) }
    return all.withLock { body(&$0) }
  }
}
