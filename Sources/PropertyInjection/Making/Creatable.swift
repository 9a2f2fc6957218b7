/// The holder of a value that is made once, by one thread at a time.
class Creatable: @unchecked Sendable {
  // Unchecked: guarded by the lock of all creations; subclasses say what guards what they add.

  /// The creation that is making the value; nil if none is.
  var creation: OnceCreation?

  /// Lets the next caller make the value anew, without waiting; the value being made is not kept.
  final func forgetCreation() { OnceCreation.forget(of: self) }
}
