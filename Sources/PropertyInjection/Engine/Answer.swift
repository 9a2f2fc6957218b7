import Synchronization

/// The answer to a look-up of a key: the binding, with its value as the type of the key, or why there is none.
///
/// An injector makes one for each key, at the first look-up.
package final class Answer: CachedValue, CacheEntry, @unchecked Sendable {
  // Unchecked, like its superclass: what it adds is constant.
  let key: BindingKey
  /// The binding; one that gives nothing, if there is none.
  let binding: Binding
  /// Why there is no binding; nil if there is one.
  let failure: Failure?
  /// The bindings whose values the binding collects, found once: that costs a look at each binding.
  let collected: [Binding]
  /// Whether all values of a type are asked for, and there are none.
  var collectsNothing: Bool {
    failure == nil && collected.isEmpty && key.form == .all && binding.isBuiltIn
  }
  /// Whether its type alone has led to the binding.
  let isByType: Bool
  /// The place of the value, if an injector keeps it.
  let kept: ScopedValue?
  /// Whether a value that was registered with another type has fitted that of the key.
  private let fitted = Atomic(false)

  /// - Parameter alias: The first alias on the way.
  init(
    _ key: BindingKey, _ found: LookUp, through alias: Binding? = nil, in injector: PropertyInjector
  ) {
    self.key = key
    binding = (try? found.get()) ?? Self.none
    failure =
      if case .failure(let kind) = found {
        Failure(kind, dependsOn: kind.isProvisional ? 0 : nil)
      } else {
        nil
      }
    isByType = key.isAnsweredByType(through: alias ?? binding)
    collected = injector.registry.contents.bindings.collected(by: binding)
    kept = binding.lifetime.isOfInjector ? injector.value(of: binding) : nil
    // A key that is looked up has a type.
    super.init(of: key.type ?? Never.self)
    cacheIfConstant()
  }

  private static let none = Binding(BindingKey(nil, nil), to: .nothing, at: nil)

  /// The binding; nil if there is none.
  var found: Binding? { failure == nil ? binding : nil }

  /// Caches the value, if the binding has a constant one that every thread may use.
  @inline(__always)
  func cacheIfConstant() { if binding.mayBeConstant, value == nil { cacheNow() } }

  /// Learns that a value has fitted; for a factory, only a product can tell.
  @inline(__always)
  func learnFit() {
    // Read first: writes of several threads to one place are slow.
    if binding.type != type, !fitted.load(ordering: .relaxed) {
      fitted.store(true, ordering: .relaxed)
    }
  }

  /// Notes that a look-up gives the constant value, if code of a factory asks.
  @inline(__always)
  func noteGiven() {
    guard let chain = ResolutionChain.calling else { return }
    let holder: AnyObject? = kept ?? binding.instance
    if let holder { chain.noteGiven(by: holder, to: .lookUp(key)) }
  }

  var hasFitted: Bool { fitted.load(ordering: .relaxed) }

  @inline(never)
  private func cacheNow() {
    guard let constant = binding.instance ?? kept?.kept else { return }
    // Off actors: a value that fits only by a conformance of an actor is not cached for every
    // caller.
    _ = constant.hand(as: type, isOnActor: false) { keep(copyOf: $0) }
  }
}
