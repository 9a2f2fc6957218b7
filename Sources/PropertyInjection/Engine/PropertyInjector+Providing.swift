extension PropertyInjector {
  // Every request for a binding's value comes through here. A binding is asked on its actor only
  // and not from within itself, and a shared value is made once.

  // Each case is a function of its own, so that nested factories take little stack.

  /// Hands over the address of a binding's value, as a value of a type, or returns why there is none.
  ///
  /// - Parameter value: The scoped value of the binding, if it is known.
  func provide(
    _ target: Any.Type, from binding: Binding, _ value: ScopedValue? = nil,
    for call: borrowing InjectionCall, _ asker: Asker, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    if !binding.isUnconfined, let refusal = binding.refusal(on: call.isolation) {
      return Failure(refusal)
    }
    if let factory = binding.factory, binding.lifetime.isUnique {
      return provideUnique(target, from: binding, factory, for: call, asker, use)
    }
    guard call.arguments.isEmpty else { return Failure(binding.refusal(of: call.arguments)) }
    return switch binding.target {
    case .factory(let factory):
      if let value, let kept = value.kept {
        hand(over: kept, as: target, for: call, asker, of: value, use)
      } else {
        provideShared(target, from: binding, factory, value, for: call, asker, use)
      }
    case .instance(let instance):
      hand(over: instance, as: target, for: call, asker, of: instance, use)
    case .accessors: Failure(.accessorWithoutMark)
    // Look-ups have followed keys and have stopped at bindings to nil.
    case .key, .nothing: Failure(.boundToNil)
    }
  }

  /// - Parameter holder: The scoped value, or the registered instance.
  private func hand(
    over instance: any Instance, as target: Any.Type, for call: borrowing InjectionCall,
    _ asker: Asker, of holder: AnyObject, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    ResolutionChain.calling?.noteGiven(by: holder, to: asker)
    return instance.hand(as: target, isOnActor: call.isOnActor, to: use).map {
      Failure($0, on: call)
    }
  }

  /// Hands over a value that is made for this use only.
  @inline(never)
  private func provideUnique(
    _ target: Any.Type, from binding: Binding, _ factory: Factory,
    for call: borrowing InjectionCall, _ asker: Asker, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    var failure: Failure?
    let refusal = ResolutionChain.follow(
      .factory(.passUnretained(binding), takesArguments: !call.arguments.isEmpty, for: asker)
    ) { chain in
      failure = factory.provide(as: target, for: call, from: binding) { value in
        chain.handOver()
        use(value)
      }
      failure = failure ?? chain.dropReason
    }
    return refusal ?? failure
  }

  /// Hands over a value that is made once.
  ///
  /// - Parameter known: Its place, if an injector keeps it, and it is known: nothing is kept there yet.
  @inline(never)
  private func provideShared(
    _ target: Any.Type, from binding: Binding, _ factory: Factory, _ known: ScopedValue?,
    for call: borrowing InjectionCall, _ asker: Asker, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    let owner = owner(of: binding)
    let value: ScopedValue
    switch binding.lifetime {
    case .values(let choose, let actor):
      let store: ScopedValues
      do throws(Failure) {
        store = try self.store(of: binding, choose, actor, for: call)
      } catch {
        return error
      }
      // An override has values of its own: what it makes does not outlive it.
      value =
        owner.role.isOverride
        ? store.value(of: binding, within: owner.values) : store.value(of: binding)
      if let keeper = ResolutionChain.calling?.keptBinding, keeper.lifetime.isOfInjector {
        // A value of a request or a session in a service that lasts: the next one would get it, too.
        call.report(keeper, keeping: binding)
      }
    case .graph:
      let graph = ResolutionChain.calling?.graph ?? ScopedValues()
      value = graph.value(of: binding, in: owner.values.context)
    case .unique, .singleton, .weak, .cached:
      value = known ?? owner.values.value(of: binding)
    }
    if known == nil, let kept = value.kept {
      return hand(over: kept, as: target, for: call, asker, of: value, use)
    }
    return owner.provideOnce(target, from: binding, factory, value, for: call, asker, use)
  }

  /// The store of the program that keeps a binding's value now.
  private func store(
    of binding: Binding, _ choose: () -> ScopedValues?, _ actor: Isolation,
    for call: borrowing InjectionCall
  ) throws(Failure) -> ScopedValues {
    // The binding may belong to another one.
    if !actor.admits(call.isolation) {
      throw Failure(.bindingOnAnotherActor(required: actor.text, actual: call.isolation.name))
    }
    var chosen: ScopedValues?
    let refusal = ResolutionChain.follow(.store(binding)) { _ in chosen = choose() }
    guard let chosen else { throw refusal ?? Failure(.outOfScope) }
    return chosen
  }

  /// The number of the session or the like that a binding's value would be of now; nil for a value of no store.
  func session(of binding: Binding, for call: borrowing InjectionCall) -> UInt64? {
    guard case .values(let choose, let actor) = binding.lifetime else { return nil }
    return (try? store(of: binding, choose, actor, for: call))?.context
  }

  @inline(never)  // Once for each value, or to wait.
  private func provideOnce(
    _ target: Any.Type, from binding: Binding, _ factory: Factory, _ value: ScopedValue,
    for call: borrowing InjectionCall, _ asker: Asker, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    let link = ResolutionChain.Link.factory(
      .passUnretained(binding), takesArguments: false, for: asker)
    let reply = MakingThread.ask(value, link) { making, use in
      var failure: Failure?
      Override.makingValue(of: self) {
        failure = factory.makeInstance(
          for: call.asking(self), from: binding, early: making.show, use)
      }
      return failure
    }
    switch reply {
    case .failed(let failure): return failure
    case .made(let instance, _):
      if !value.canKeep(instance) { call.report(InjectionIssue(.weakValue, binding: binding)) }
      return hand(over: instance, as: target, for: call, asker, of: value, use)
    }
  }
}

// The place of a scoped instance, and the injector that makes it.
extension PropertyInjector {
  /// The injector that makes and keeps a scoped instance: the innermost override, or else the injector that the
  /// binding was registered with.
  ///
  /// So a value that production code keeps is made anew for an override, from what that registers, and goes with it.
  package func owner(of binding: Binding) -> PropertyInjector {
    var next: PropertyInjector? = self
    while let injector = next {
      if injector.registry.configuration === binding.configuration
        || injector.role.isOverride && !binding.lifetime.isUnique
      {
        return injector
      }
      next = injector.parent
    }
    return self
  }

  /// The value of a binding that an injector keeps.
  func value(of binding: Binding) -> ScopedValue { owner(of: binding).values.value(of: binding) }
}

/// A store of kept values, of a session, a request or a window.
///
/// ```swift
/// final class Session: Sendable {
///   let values = ScopedValues()
///   func logOut() { values.removeAll() }
/// }
/// ```
/// ```swift
/// registry.register(in: .values(session.values)) { Cart() }
/// ```
///
/// It is empty at first. A binding whose scope names it, ``InjectionScope/values(_:)-(ScopedValues)``, makes its
/// value at the first look-up and keeps it here. The value is released when the store is, or with
/// ``removeAll()``; what belongs to an actor is released there. May be used on any thread. Threads that ask for one
/// value wait for the thread that makes it; values in different stores do not wait for each other. The idea is
/// Blindside's `BSScope`.
public final class ScopedValues: Sendable {
  private struct Contents {
    /// The first eight values: to find one of a few takes no hash, and a request has few.
    private var first: [ScopedValue] = []
    private var others: [ScopedValue.Key: ScopedValue] = [:]
    /// A number of its own for each store, and a new one after each ``ScopedValues/removeAll()``.
    let context = SerialNumber.next()
    /// The stores of overrides, which keep what they have made for this one.
    var overrides: [(context: UInt64, store: WeakReference<ScopedValues>)] = []

    subscript(key: ScopedValue.Key) -> ScopedValue? {
      for value in first where value.key == key { return value }
      return others[key]
    }

    mutating func insert(_ value: ScopedValue) {
      if first.count < 8 { first.append(value) } else { others[value.key] = value }
    }

    /// Removes the values of a context, and returns them.
    mutating func remove(_ context: UInt64) -> [ScopedValue] {
      let removed = (first + others.values).filter { $0.key.context == context }
      first.removeAll { $0.key.context == context }
      for value in removed { others[value.key] = nil }
      return removed
    }

    /// Forgets what overrides have made for this store.
    func endOverridden() { for other in overrides { other.store.object?.end(context) } }
  }

  private let contents = Lock(Contents())

  /// An empty store.
  public init() {}

  /// Forgets all values; the next look-up makes them anew.
  ///
  /// A value that is being made during the call is handed to the threads that wait for it, and not kept. Objects
  /// that were filled keep their values. A lazy property of such an object that nothing has read stays nil from now on, and
  /// its first read is reported, ``InjectionIssue/Kind-swift.enum/sessionEnded``.
  public func removeAll() {
    // Released after the lock, because the release may run a `deinit`.
    var forgotten = Contents()
    contents.withLock { swap(&$0, &forgotten) }
    forgotten.endOverridden()
    withExtendedLifetime(forgotten) {}
  }

  deinit { contents.withLock { $0.overrides.isEmpty ? nil : $0 }?.endOverridden() }

  /// The number of the present context.
  var context: UInt64 { contents.withLock { $0.context } }

  /// The place of a binding's value within an override, whose store keeps it: it lasts no longer than the override,
  /// nor than it would in this store.
  func value(of binding: Binding, within override: ScopedValues) -> ScopedValue {
    let number = override.context
    // Released after the lock.
    var others: [ScopedValues] = []
    let context = contents.withLock { contents in
      if !contents.overrides.contains(where: { $0.context == number }) {
        contents.overrides.removeAll { other in
          let store = other.store.object
          others += store.map { [$0] } ?? []
          return store == nil
        }
        contents.overrides.append((number, WeakReference(override)))
      }
      return contents.context
    }
    withExtendedLifetime(others) {}
    return override.value(of: binding, in: context)
  }

  /// Forgets the values of a context.
  private func end(_ context: UInt64) {
    // Released after the lock.
    let ended = contents.withLock { $0.remove(context) }
    withExtendedLifetime(ended) {}
  }

  /// The place of a binding's value, which is made when it is first asked for.
  ///
  /// - Parameter context: That of another store, if the value is for both: an override's, and a session's or a
  ///   request's; nil for this store alone.
  @inline(never)  // A look-up, in many places.
  func value(of binding: Binding, in context: UInt64? = nil) -> ScopedValue {
    contents.withLock { contents in
      let key = ScopedValue.Key(
        binding: binding.number, context: context ?? contents.context)
      if let known = contents[key] { return known }
      let value = ScopedValue(key, of: binding)
      contents.insert(value)
      return value
    }
  }
}

/// A value that a scope keeps, and the making of it while a thread makes it.
package final class ScopedValue: @unchecked Sendable {
  // Unchecked: what changes is guarded by a lock, or by the monitor of all makings.

  /// The value that is kept, strongly or weakly; none at first.
  private struct State {
    var strong: (any Instance)?
    var weak: WeakReference<AnyObject>?
  }

  /// The number of a binding, and of a store or the like.
  struct Key: Hashable {
    let binding: UInt64
    let context: UInt64

    /// Most values of a store have the same context.
    func hash(into hasher: inout Hasher) { hasher.combine(binding) }
  }

  let key: Key
  private let isWeak: Bool
  /// The actor that the value belongs to, and is released on.
  let isolation: Isolation
  // Values that leave the state are released after the lock, because the release may run a `deinit`.
  private let state = Lock(State())
  /// The making that is under way and whose value will be kept; guarded by the monitor of all makings.
  var making: Making?

  init(_ key: Key, of binding: Binding) {
    self.key = key
    isWeak = if case .weak = binding.lifetime { true } else { false }
    isolation = binding.isolation
  }

  /// The value, if it is kept now; it is complete.
  var kept: (any Instance)? {
    state.withLock { $0.strong ?? $0.weak?.object.map { StoredInstance($0) } }
  }

  /// Whether the scope keeps such a value: `weak` keeps class instances only.
  func canKeep(_ instance: any Instance) -> Bool { !isWeak || instance.object != nil }

  /// Keeps a complete value; called with the monitor held, and nothing kept.
  func keep(_ instance: any Instance) {
    let new =
      isWeak ? State(weak: instance.object.map(WeakReference.init)) : State(strong: instance)
    state.withLock { $0 = new }
  }

  /// Forgets the value: the next look-up makes it anew, also if it is being made now.
  func reset() {
    var forgotten: (making: Making?, state: State) = (nil, State())
    MakingThread.monitor.lock()
    swap(&making, &forgotten.making)
    state.withLock { swap(&$0, &forgotten.state) }
    MakingThread.monitor.unlock()
    withExtendedLifetime(forgotten) {}
  }
}

extension Instance {
  /// The value, if it is a class instance.
  var object: AnyObject? { value(as: AnyObject.self, isOnActor: false) }
}
