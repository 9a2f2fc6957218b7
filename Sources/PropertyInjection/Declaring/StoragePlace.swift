/// Where the objects or values of a type keep something.
enum StoragePlace {
  /// So many bytes from where an object starts.
  case inObject(offset: Int)
  /// So many bytes from where a value starts.
  case inValue(offset: Int)

  init(inObject: Bool, offset: Int) {
    self = inObject ? .inObject(offset: offset) : .inValue(offset: offset)
  }

  /// The object that has it; nil if that is a value.
  func owner(of root: UnsafeMutableRawPointer) -> AnyObject? {
    switch self {
    case .inObject: root.load(as: AnyObject.self)
    case .inValue: nil
    }
  }

  /// Where it lies, in what the pointer's variable holds.
  @inline(__always)
  func address(in root: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    switch self {
    case .inObject(let offset): root.load(as: UnsafeMutableRawPointer.self) + offset
    case .inValue(let offset): root + offset
    }
  }

  /// What lies there, in what the pointer's variable holds.
  @inline(__always)
  func value<Value>(of root: UnsafeMutableRawPointer) -> Value {
    switch self {
    case .inObject(let offset):
      (root.load(as: UnsafeRawPointer.self) + offset).assumingMemoryBound(to: Value.self).pointee
    case .inValue(let offset):
      UnsafeRawPointer(root + offset).assumingMemoryBound(to: Value.self).pointee
    }
  }
}
