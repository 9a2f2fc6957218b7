/// The binding that a look-up has found for a key, with its value as the type that was asked for.
///
/// An injector makes one for each key, at the first question.
final class FoundBinding: CachedValue, CacheEntry, @unchecked Sendable {
  // Unchecked, as its superclass is: everything it adds is constant.
  let key: LookupKey
  let binding: Binding

  init<Value>(_ name: String?, _ type: Value.Type, _ binding: Binding) {
    key = LookupKey(name: name, type: type)
    self.binding = binding
    super.init()
    cacheIfConstant(as: type)
  }

  /// Caches the value, if the binding has one for good and for every thread.
  @inline(__always)
  func cacheIfConstant<Value>(as type: Value.Type) {
    if binding.mayBeConstant, value == nil { cacheNow(as: type) }
  }

  @inline(never)
  private func cacheNow<Value>(as type: Value.Type) {
    // A value that only an actor may take for one of the type is no value for everybody.
    binding.constant?.useExistingValue(as: type, isOnActor: false) { keep($0) }
  }
}

/// A key that no binding has been found for, and why.
final class MissedBinding: CacheEntry, Sendable {
  let key: LookupKey
  let miss: BindingLookup

  init(_ key: LookupKey, _ miss: BindingLookup) {
    self.key = key
    self.miss = miss
  }
}
