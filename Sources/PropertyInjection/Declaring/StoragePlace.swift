import Synchronization

/// Where the objects or values of a type keep the storage of a marked property.
enum StoragePlace {
  /// So many bytes from where an object starts, in every object of its type.
  case inObject(offset: Int)
  /// So many bytes from where a value starts.
  case inValue(offset: Int)
  /// Where a walk finds it, because the type shows itself in its own way; the function gives the
  /// subject to it.
  case child(PropertyReflection.Place, (UnsafeMutableRawPointer) -> Any)

  /// Finds the place in what the pointer's variable holds, which a walk has shown to have this storage.
  ///
  /// A wrapper is a stored property that holds a reference to its storage, and nobody else's; so if one
  /// word is that reference, it is the wrapper's, and all of the type have their own there. A wrapper
  /// in an existential is none of those: another object may have something else in it.
  init(
    of storage: AnyObject, _ wrapper: Any.Type, in root: UnsafeMutableRawPointer,
    at place: PropertyReflection.Place,
    subject: @escaping (UnsafeMutableRawPointer) -> Any
  ) {
    let example = subject(root)
    let type = type(of: example)
    let isObject = type is AnyClass
    let start = isObject ? root.load(as: UnsafeMutableRawPointer.self) : root
    let size = (type as? AnyClass).map(instanceSize) ?? Self.size(of: type)
    let words = Words(start, size)
    let offsets = words.offsets(of: UInt(bitPattern: ObjectIdentifier(storage)))
    if offsets.count == 1, !words.isExistential(of: wrapper, at: offsets[0]),
      !(example is any CustomReflectable)
    {
      self = isObject ? .inObject(offset: offsets[0]) : .inValue(offset: offsets[0])
    } else {
      self = .child(place, subject)
    }
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

/// The memory of an object or a value, word by word.
private struct Words {
  private let words: UnsafePointer<Atomic<UInt>>
  private let count: Int

  init(_ start: UnsafeRawPointer, _ size: Int) {
    // Atomic, for what another thread may be changing meanwhile.
    words = start.assumingMemoryBound(to: Atomic<UInt>.self)
    count = size / MemoryLayout<UInt>.size
  }

  /// Where a word lies, in bytes from the start.
  func offsets(of word: UInt) -> [Int] {
    (0..<count)
      .filter { words[$0].load(ordering: .relaxed) == word }
      .map { $0 * MemoryLayout<UInt>.size }
  }

  /// Whether a value of this type lies there in an existential: its type follows after three words
  /// (docs/ABI/TypeLayout).
  func isExistential(of type: Any.Type, at offset: Int) -> Bool {
    let place = offset / MemoryLayout<UInt>.size + 3
    return place < count
      && words[place].load(ordering: .relaxed) == UInt(bitPattern: ObjectIdentifier(type))
  }
}

// How many bytes the instances of a class take from where they start. The standard library has it for
// the inlined code of `ManagedBuffer`, so that it is part of its stable interface; no public name has.
@_silgen_name("$ss36_class_getInstancePositiveExtentSizeySiyXlXpF")
private func instanceSize(_ type: AnyClass) -> Int
