/// An object that a look-up has given: it may end, and its address is not used again.
struct GivenObject {
  // Never read: it only holds the memory.
  unowned let object: AnyObject
  let address: UnsafeRawPointer

  init(_ object: AnyObject) {
    self.object = object
    address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
  }
}

// The objects that a factory has got from the injector: they are not injected again if the factory gives them on.
extension ResolutionChain {
  /// Notes that a look-up has given a value to the code that runs in this link.
  func noteGiven<Value>(_ value: Value) {
    if Value.self is AnyClass {
      // Not a cast: it would look for a box first.
      given.append(GivenObject(unsafeBitCast(value, to: AnyObject.self)))
    } else if TypeKind(Value.self).mayHoldNil, let content = TypeMatching.flatten(value),
      type(of: content) is AnyClass
    {
      given.append(GivenObject(content as AnyObject))
    }
  }

  /// Whether an object that the factory of this link gives is injected elsewhere: a look-up has given
  /// it, or it is being injected around this link.
  func isInjectedElsewhere(_ object: AnyObject) -> Bool {
    let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    // In place: a copy of what has ended might trap.
    return given.withUnsafeBufferPointer { given in
      given.indices.contains { given[$0].address == address }
    } || links.contains { $0.asker?.object == address }
  }
}
