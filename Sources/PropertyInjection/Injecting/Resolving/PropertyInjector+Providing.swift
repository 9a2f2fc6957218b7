extension PropertyInjector {
  // Every request for a binding's value comes through here. A binding is asked on its actor only
  // and not from within itself, and a shared value is made once.

  // Each case is a function of its own, so that nested factories take little stack.

  /// Hands over the address of a binding's value, as a value of a type, or returns why there is none.
  func provide(
    _ target: Any.Type, from binding: Binding, for call: borrowing InjectionCall, _ asker: Asker,
    _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    if !binding.isUnconfined, let refusal = binding.refusal(on: call.isolation) {
      return Failure(refusal)
    }
    guard let factory = binding.factory else {
      return provideConstant(target, from: binding, for: call, use)
    }
    return binding.shared == nil
      ? provideUnique(target, from: binding, factory, for: call, asker, use)
      : provideShared(target, from: binding, for: call, asker, use)
  }

  /// Hands over the value of a binding that makes nothing.
  @inline(never)
  private func provideConstant(
    _ target: Any.Type, from binding: Binding, for call: borrowing InjectionCall,
    _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    guard call.arguments.isEmpty else { return Failure(binding.refusal(of: call.arguments)) }
    return switch binding.target {
    case .instance(let instance): hand(over: instance, as: target, for: call, use)
    case .accessors: Failure(.accessorWithoutMark)
    // Look-ups have followed keys and have stopped at bindings to nil.
    case .factory, .key, .nothing: Failure(.boundToNil)
    }
  }

  private func hand(
    over instance: any Instance, as target: Any.Type, for call: borrowing InjectionCall,
    _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    instance.hand(as: target, isOnActor: call.isOnActor, to: use).map { Failure($0, on: call) }
  }

  /// Hands over a value that is made for this use only.
  @inline(never)
  private func provideUnique(
    _ target: Any.Type, from binding: Binding, _ factory: any Factory,
    for call: borrowing InjectionCall, _ asker: Asker, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    var failure: Failure?
    let refusal = ResolutionChain.follow(
      .factory(.init(maker: binding, takesArguments: !call.arguments.isEmpty, asker: asker))
    ) { chain in
      failure = factory.provide(as: target, for: call, from: binding) { value in
        chain.handOver()
        use(value)
      }
    }
    return refusal ?? failure
  }

  /// Hands over a value that is made once.
  @inline(never)
  private func provideShared(
    _ target: Any.Type, from binding: Binding, for call: borrowing InjectionCall,
    _ asker: Asker, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    guard call.arguments.isEmpty else { return Failure(binding.refusal(of: call.arguments)) }
    return switch provideOnce(from: binding, for: call, asker) {
    case .failed(let failure): failure
    case .made(let instance, _): hand(over: instance, as: target, for: call, use)
    }
  }

  /// The outcome of asking for a value that is made once.
  enum OnceOutcome {
    case made(any Instance, isFinished: Bool)
    case failed(Failure)
  }

  /// The value that is made once; it is made, or waited for, if need be.
  @inline(never)  // Once for each value, or to wait.
  func provideOnce(
    from maker: any OnceMaker, for call: borrowing InjectionCall, _ asker: Asker
  ) -> OnceOutcome {
    while true {
      switch attempt(at: maker, for: call, asker) {
      case .again: continue
      case .failed(let failure): return .failed(failure)
      case .made(let instance, let creation):
        guard let creation else { return .made(instance, isFinished: true) }
        if let isFinished = wait(for: creation) { return .made(instance, isFinished: isFinished) }
      }
    }
  }

  /// The outcome of an attempt to get a value that is made once.
  private enum Attempt {
    /// The value, finished when the creation is.
    case made(any Instance, OnceCreation?)
    case failed(Failure)
    case again
  }

  /// Waits for a value that is being made; tells whether it is finished, nil if it is abandoned.
  @inline(never)
  private func wait(for creation: OnceCreation) -> Bool? {
    if creation.isFinished { return true }
    let chain = ResolutionChain.calling
    let progress = OnceCreation.wait(for: creation, chain)
    if progress.isAbandoned { return nil }
    if progress.open.isEmpty { return true }
    chain?.innermostCreation?.add(progress.open)
    return false
  }

  /// The value, if it is kept or being made by a caller of this code; otherwise it is made now.
  private func attempt(
    at maker: any OnceMaker, for call: borrowing InjectionCall, _ asker: Asker
  ) -> Attempt {
    let (holder, owner): (SharedInstance, PropertyInjector)
    switch maker.holding(for: self) {
    case .failure(let refusal): return .failed(refusal)
    case .success(let holding): (holder, owner) = holding
    }
    if let kept = holder.kept { return .made(kept.instance, kept.creation) }
    if let creation = ResolutionChain.calling?.creation(of: maker, in: holder),
      let early = creation.shown
    {
      return .made(early, creation)
    }
    var attempt = Attempt.again
    let refusal = ResolutionChain.follow(
      .factory(.init(maker: maker, holder: holder, takesArguments: false, asker: asker))
    ) { attempt = makeOrWait(maker, holder, owner, $0, for: call) }
    return refusal.map(Attempt.failed) ?? attempt
  }

  /// Makes a value, or waits while another thread makes it.
  @inline(never)
  private func makeOrWait(
    _ maker: any OnceMaker, _ shared: SharedInstance, _ owner: PropertyInjector,
    _ chain: ResolutionChain, for call: borrowing InjectionCall
  ) -> Attempt {
    let creation = OnceCreation(shared, chain)
    var attempt = Attempt.again
    var isKept = true
    let beginning = creation.make {
      chain.creation = creation
      ActiveOverride.withBarrier(around: owner) {
        (attempt, isKept) = makeNow(maker, shared, creation, chain, for: call.asking(owner))
      }
      chain.creation = nil
      if case .made(let instance, _) = attempt { return instance }
      return nil
    }
    if !isKept { maker.reportNotKept(for: call) }
    switch beginning {
    case .mine:
      // Another thread can go on now; this one makes the value again.
      if creation.isGivenUp, case .failed = attempt { return .again }
      return attempt
    case .others(let other):
      return creation.wait(for: other).map { .made($0, other) } ?? .again
    case .cycle(let other, let early?, _):
      return .made(early, other)
    case .cycle(let other, nil, let names):
      return .failed(Failure(.cycle(names), dependsOn: 0, creation: other))
    }
  }

  /// Makes the value; also tells whether its scope keeps it.
  ///
  /// - Parameter call: The call of the injector that keeps the value.
  private func makeNow(
    _ maker: any OnceMaker, _ shared: SharedInstance, _ creation: OnceCreation,
    _ chain: ResolutionChain, for call: borrowing InjectionCall
  ) -> (Attempt, isKept: Bool) {
    // Another thread may have made it just before.
    if let kept = shared.kept { return (.made(kept.instance, kept.creation), true) }
    // A reset that has forgotten that value has forgotten this creation with it; the next one is kept.
    guard creation.mayBeKept else { return (.again, true) }
    var made: (any Instance)?
    let failure = maker.makeInstance(for: call, early: creation.show) { made = $0 }
    guard let made else {
      if let cause = failure?.creation {
        creation.giveWay(to: cause)
        creation.runHooks(chain)
      } else {
        creation.abandon()
      }
      return (.failed(failure ?? Failure(.factoryGaveNil)), true)
    }
    if !creation.settle() {
      if creation.shown == nil { creation.show(made) }
      if let depth = creation.lack(of: made) {
        creation.abandon()
        return (.failed(Failure(.incomplete, dependsOn: depth)), true)
      }
      creation.runHooks(chain)
    }
    return (.made(made, creation), shared.keep(made, madeBy: creation))
  }
}
