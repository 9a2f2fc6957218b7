/// Tells whether an object may still be retained.
enum ObjectLife {
  /// Whether the object is being deinitialized: a reference to it must not outlive the call.
  ///
  /// A weak reference to such an object is empty.
  @inline(never)  // Where it is inlined, the optimizer may take the object for alive.
  static func isEnding(_ object: AnyObject) -> Bool {
    weak let reference = object
    return reference == nil
  }
}
