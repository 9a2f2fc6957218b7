/// The binding that a look-up has found for a key, with its value as the type that was asked for.
///
/// An injector makes one for each key, at the first question.
final class FoundBinding: CachedValue, CacheEntry, @unchecked Sendable {
  // Unchecked, as its superclass is: everything it adds is constant.
  let key: BindingKey
  let binding: Binding

  init(_ key: BindingKey, _ binding: Binding) {
    self.key = key
    self.binding = binding
    super.init()
    func open<Value>(_ type: Value.Type) { cacheIfConstant(as: type) }
    if let type = key.type { _openExistential(type, do: open) }
  }

  /// Caches the value, if the binding has one for good and for every thread.
  @inline(__always)
  func cacheIfConstant<Value>(as type: Value.Type) {
    if binding.mayBeConstant, value == nil { cacheNow(as: type) }
  }

  @inline(never)
  private func cacheNow<Value>(as type: Value.Type) {
    // A value that only an actor may take for one of the type is no value for everybody.
    _ = binding.constant?.hand(as: type, isOnActor: false) { keep($0) }
  }
}

/// A key that no binding has been found for, and why.
final class MissedBinding: CacheEntry, Sendable {
  let key: BindingKey
  let miss: BindingLookup

  init(_ key: BindingKey, _ miss: BindingLookup) {
    self.key = key
    self.miss = miss
  }
}
