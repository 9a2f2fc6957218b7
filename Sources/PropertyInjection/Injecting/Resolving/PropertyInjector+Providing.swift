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
      .factory(.passUnretained(binding), takesArguments: !call.arguments.isEmpty, for: asker)
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
    let (value, owner): (ScopedValue, PropertyInjector)
    switch scopedValue(of: binding) {
    case .failure(let refusal): return refusal
    case .success(let found): (value, owner) = found
    }
    if let kept = value.kept { return hand(over: kept, as: target, for: call, use) }
    return owner.provideOnce(target, from: binding, value, for: call, asker, use)
  }

  @inline(never)  // Once for each value, or to wait.
  private func provideOnce(
    _ target: Any.Type, from binding: Binding, _ value: ScopedValue,
    for call: borrowing InjectionCall, _ asker: Asker, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    let link = ResolutionChain.Link.factory(
      .passUnretained(binding), takesArguments: false, for: asker)
    let outcome = makeOnce(value, link, for: call) { call, early, use in
      // Only values that are made are kept.
      binding.factory.unsafelyUnwrapped.makeInstance(for: call, from: binding, early: early, use)
    }
    switch outcome {
    case .failed(let failure): return failure
    case .made(let instance, _):
      if !value.canKeep(instance) { call.report(InjectionIssue(.weakValue, binding: binding)) }
      return hand(over: instance, as: target, for: call, use)
    }
  }

  /// A value that this injector makes once; it is made, or waited for, if need be.
  ///
  /// - Parameter make: Makes it; hands it over before its properties are filled, which may end the making, and when it
  ///   is finished.
  func makeOnce(
    _ value: ScopedValue, _ link: ResolutionChain.Link, for call: borrowing InjectionCall,
    _ make: (
      borrowing InjectionCall, _ early: (any Instance) -> Failure?, _ use: (any Instance) -> Void
    ) -> Failure?
  ) -> MakingThread.Outcome {
    MakingThread.ask(value, link) { making in
      var made = Result<any Instance, Failure>.failure(Failure(.factoryGaveNil))
      Override.makingValue(of: self) {
        if let failure = make(call.asking(self), making.show, { made = .success($0) }) {
          made = .failure(failure)
        }
      }
      return made
    }
  }
}
