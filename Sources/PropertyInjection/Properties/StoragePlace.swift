/// The place of a stored property in the objects or values of a type.
struct StoragePlace: Hashable {
  /// Whether the property is stored in an object; if not, in the value itself.
  let isInObject: Bool
  /// The offset from the start of the object or value.
  let offset: Int

  var isInValue: Bool { !isInObject }

  /// The object in the pointer's variable; nil for a value.
  func owner(of root: UnsafeMutableRawPointer) -> AnyObject? {
    isInObject ? root.load(as: AnyObject.self) : nil
  }

  /// The address of the property in the object or value in the pointer's variable.
  @inline(__always)
  func address(in root: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    (isInObject ? root.load(as: UnsafeMutableRawPointer.self) : root) + offset
  }
}
