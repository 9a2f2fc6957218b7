/// The place of a stored property in the objects or values of a type.
enum StoragePlace: Hashable {
  /// An offset from the start of the object.
  case inObject(offset: Int)
  /// An offset from the start of the value.
  case inValue(offset: Int)

  init(inObject: Bool, offset: Int) {
    self = inObject ? .inObject(offset: offset) : .inValue(offset: offset)
  }

  var isInValue: Bool { if case .inValue = self { true } else { false } }

  /// The object in the pointer's variable; nil for a value.
  func owner(of root: UnsafeMutableRawPointer) -> AnyObject? {
    switch self {
    case .inObject: root.load(as: AnyObject.self)
    case .inValue: nil
    }
  }

  /// The address of the property in the object or value in the pointer's variable.
  @inline(__always)
  func address(in root: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    switch self {
    case .inObject(let offset): root.load(as: UnsafeMutableRawPointer.self) + offset
    case .inValue(let offset): root + offset
    }
  }
}
