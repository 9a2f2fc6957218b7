/// Reads and writes one property of an object.
///
/// The pointer points at the variable that holds the object, or at the value if it is a struct. One
/// closure serves all operations, because the optimizer turns a key path literal into a direct
/// access only if it can follow it into a single closure.
@usableFromInline
typealias PropertyAccess = (UnsafeMutableRawPointer, PropertyOperation) -> PropertyOutcome

/// An operation of a plan on one property of one object.
///
/// The pointers point at a value of the property's type, without the optional.
@frozen @usableFromInline
enum PropertyOperation {
  /// Tells whether the property is nil.
  case probe
  /// Stores the value if the property is nil, and checks that it stayed.
  case fill(UnsafeRawPointer)
  /// Stores the value without a check.
  ///
  /// The caller has probed the property before, and probes it again after releasing the value.
  case store(UnsafeRawPointer)
}

/// The result of an operation.
@frozen @usableFromInline
enum PropertyOutcome {
  case isNil
  case alreadySet
  case filled
  /// The value was stored, but the property reads nil: a `weak` one whose value nothing else holds.
  case gone
}
