import Synchronization

/// The binding that a look-up has found for a key, with its value as the type of the key.
///
/// An injector makes one for each key, at the first look-up.
package final class FoundBinding: CachedValue, CacheEntry, @unchecked Sendable {
  // Unchecked, like its superclass: what it adds is constant.
  let key: BindingKey
  let binding: Binding
  /// Whether a value that was registered with another type has fitted that of the key.
  private let fitted = Atomic(false)

  init(_ key: BindingKey, _ binding: Binding) {
    self.key = key
    self.binding = binding
    // A key that is looked up has a type.
    super.init(of: key.type ?? Never.self)
    cacheIfConstant()
  }

  /// Caches the value, if the binding has a constant one that every thread may use.
  @inline(__always)
  func cacheIfConstant() {
    if binding.mayBeConstant, value == nil { cacheNow() }
  }

  /// Learns that a value has fitted; for a factory, only a product can tell.
  @inline(__always)
  func learnFit() {
    // Read first: writes of several threads to one place are slow.
    if binding.type != type, !fitted.load(ordering: .relaxed) {
      fitted.store(true, ordering: .relaxed)
    }
  }

  var hasFitted: Bool { fitted.load(ordering: .relaxed) }

  @inline(never)
  private func cacheNow() {
    guard let constant = binding.constant else { return }
    func open<Value>(_ type: Value.Type) {
      // Off actors: a value that fits only by a conformance of an actor is not cached for every
      // caller.
      _ = constant.hand(as: type, isOnActor: false) {
        keep($0.assumingMemoryBound(to: type).pointee)
      }
    }
    _openExistential(type, do: open)
  }
}

/// A key without a binding, and the reason.
final class MissedBinding: CacheEntry, Sendable {
  let key: BindingKey
  let miss: InjectionIssue.Kind

  init(_ key: BindingKey, _ miss: InjectionIssue.Kind) {
    self.key = key
    self.miss = miss
  }
}

/// The bindings that give a value of a type, in the order of registration.
final class CollectedBindings: CacheEntry {
  let key: TypeKey
  let bindings: [Binding]

  init(_ type: Any.Type, _ bindings: [Binding]) {
    key = TypeKey(type: type)
    self.bindings = bindings
  }
}
