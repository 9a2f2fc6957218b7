import Synchronization

/// Where the objects or values of a type keep the storage of a marked property.
enum StoragePlace {
  /// So many bytes from where an object starts, in every object of its type.
  case inObject(offset: Int)
  /// So many bytes from where a value starts.
  case inValue(offset: Int)
  /// Where a walk finds it, because the type shows itself in its own way; the function gives the subject
  /// to it.
  case child(PropertyReflection.Place, (UnsafeMutableRawPointer) -> Any)

  /// Finds the place in what the pointer's variable holds, which a walk has shown to have this storage.
  ///
  /// A wrapper is a stored property that holds a reference to its storage, and nobody else's; so if one
  /// word is that reference, it is the wrapper's, and all of the type have their own there.
  init(
    of storage: AnyObject, in root: UnsafeMutableRawPointer, at place: PropertyReflection.Place,
    subject: @escaping (UnsafeMutableRawPointer) -> Any
  ) {
    let example = subject(root)
    let type = type(of: example)
    let isObject = type is AnyClass
    let start = isObject ? root.load(as: UnsafeMutableRawPointer.self) : root
    let size = (type as? AnyClass).map(instanceSize) ?? Self.size(of: type)
    let offsets = Self.offsets(of: storage, in: start, size)
    if offsets.count == 1, !(example is any CustomReflectable) {
      self = isObject ? .inObject(offset: offsets[0]) : .inValue(offset: offsets[0])
    } else {
      self = .child(place, subject)
    }
  }

  /// Where a reference to an object lies in memory.
  private static func offsets(
    of object: AnyObject, in memory: UnsafeMutableRawPointer, _ size: Int
  ) -> [Int] {
    let address = UInt(bitPattern: ObjectIdentifier(object))
    // Atomic, for what another thread may be changing meanwhile.
    let words = memory.assumingMemoryBound(to: Atomic<UInt>.self)
    return (0..<size / MemoryLayout<UInt>.size)
      .filter { words[$0].load(ordering: .relaxed) == address }
      .map { $0 * MemoryLayout<UInt>.size }
  }

  private static func size(of type: Any.Type) -> Int {
    func open<Value>(_ type: Value.Type) -> Int { MemoryLayout<Value>.size }
    return _openExistential(type, do: open)
  }

  /// The object that has the property; nil if it is a value.
  func owner(of root: UnsafeMutableRawPointer) -> AnyObject? {
    switch self {
    case .inObject: return root.load(as: AnyObject.self)
    case .inValue: return nil
    case .child(_, let subject):
      let subject = subject(root)
      return type(of: subject) is AnyClass ? subject as AnyObject : nil
    }
  }

  /// The storage that is there, in what the pointer's variable holds.
  @inline(__always)
  func storage<Value>(of root: UnsafeMutableRawPointer) -> InjectedStorage<Value>? {
    switch self {
    case .inObject(let offset):
      (root.load(as: UnsafeRawPointer.self) + offset).load(as: InjectedStorage<Value>.self)
    case .inValue(let offset):
      (root + offset).load(as: InjectedStorage<Value>.self)
    case .child(let place, let subject):
      PropertyReflection.markedStorage(of: subject(root), at: place) as? InjectedStorage<Value>
    }
  }
}

// How many bytes the instances of a class take from where they start. The standard library has it for
// the inlined code of `ManagedBuffer`, so that it is part of its stable interface; no public name has.
@_silgen_name("$ss36_class_getInstancePositiveExtentSizeySiyXlXpF")
private func instanceSize(_ type: AnyClass) -> Int
