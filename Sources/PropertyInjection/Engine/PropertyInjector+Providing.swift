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
