/// Reads and writes one property of the object behind the pointer, which points at the variable that
/// holds the object, or the value if it is a struct.
///
/// One closure for every question: the optimizer turns a key path literal into a direct access only
/// when it can follow it into a single closure.
@usableFromInline
typealias PropertyAccess = (UnsafeMutableRawPointer, PropertyOperation) -> PropertyOutcome

/// What a plan asks of one property of one object.
///
/// The pointers are to a value of the property's type, without the optional.
@frozen @usableFromInline
enum PropertyOperation {
  /// Is it nil?
  case probe
  /// If it is nil, store the value, and look whether it stayed.
  case fill(UnsafeRawPointer)
  /// Store the value; that it was nil has been asked before, whether it stayed is asked once the
  /// caller has let go of it.
  case store(UnsafeRawPointer)
}

/// What the property answered.
@frozen @usableFromInline
enum PropertyOutcome {
  case isNil
  case alreadySet
  case filled
  /// The value was stored and the property reads nil all the same, as a `weak` one does whose value
  /// nothing else holds.
  case gone
}
