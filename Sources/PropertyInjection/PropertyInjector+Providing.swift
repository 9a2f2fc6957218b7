extension PropertyInjector {
  // The one way to ask a binding: on its actor only, not from within itself, and what is shared is made
  // once.

  /// Hands over the value of a binding.
  func provide<Target>(
    _ target: Target.Type, from binding: Binding, for call: borrowing InjectionCall,
    _ use: (Target) -> Void
  ) -> Provided {
    guard binding.isolation.admits(call.isolation) else { return .refused(.isolation) }
    let provider = binding.provider
    guard provider.isFactory else {
      guard call.arguments.isEmpty else { return .failed(.arguments) }
      return provider.provide(target, for: call, from: binding, use)
    }
    if let shared = binding.shared {
      guard call.arguments.isEmpty else { return .failed(.arguments) }
      return provide(target, from: binding, shared, for: call, use)
    }
    var provided = Provided.nothing
    let refusal = ResolutionChain.follow(.factory(binding)) { _ in
      provided = provider.provide(target, for: call, from: binding, use)
    }
    return refusal.map(Provided.refused) ?? provided
  }

  /// What came of one attempt to make a shared value.
  private enum Attempt {
    case made(any Provider, unfinished: [Creation])
    case failed(Provided)
    case again
  }

  private func provide<Target>(
    _ target: Target.Type, from binding: Binding, _ shared: SharedInstance,
    for call: borrowing InjectionCall, _ use: (Target) -> Void
  ) -> Provided {
    while true {
      let chain = ResolutionChain.calling
      var attempt = Attempt.again
      if let kept = shared.kept(of: binding) {
        attempt = .made(kept.provider, unfinished: kept.unfinished)
      } else if let creation = chain?.creation(of: binding), let early = creation.shown {
        attempt = .made(early, unfinished: [creation])
      } else {
        let refusal = ResolutionChain.follow(.factory(binding)) { chain in
          attempt = make(binding, shared, chain, for: call)
        }
        if let refusal { return .refused(refusal) }
      }
      switch attempt {
      case .again: continue
      case .failed(let provided): return provided
      case .made(let instance, let unfinished):
        // Who makes something himself may have it at once, and is as little finished as it is. Who
        // makes nothing sees finished values only.
        if let creation = chain?.innermostCreation {
          creation.add(unfinished: unfinished)
        } else {
          for creation in unfinished { creation.waitUntilFinished() }
        }
        return instance.provide(target, for: call, from: binding, use)
      }
    }
  }

  /// Makes a shared value, or waits while another thread does.
  @inline(never)
  private func make(
    _ binding: Binding, _ shared: SharedInstance, _ chain: ResolutionChain,
    for call: borrowing InjectionCall
  ) -> Attempt {
    let creation = Creation(binding, shared, chain)
    var attempt = Attempt.again
    var beginning = Creation.Beginning.mine
    creation.holdingUp {
      beginning = creation.begin()
      guard case .mine = beginning else { return }
      chain.creation = creation
      attempt = make(binding, shared, creation, for: call)
      chain.creation = nil
    }
    switch beginning {
    case .mine:
      return attempt
    case .others(let other):
      creation.wait(for: other)
      return .again
    case .unfinished(let early, let other):
      return .made(early, unfinished: [other])
    case .circle(let chain):
      return .failed(.refused(.cycle(chain)))
    }
  }

  private func make(
    _ binding: Binding, _ shared: SharedInstance, _ creation: Creation,
    for call: borrowing InjectionCall
  ) -> Attempt {
    // Another thread may have made it just before.
    guard shared.kept(of: binding) == nil else {
      _ = creation.end(keeping: nil)
      return .again
    }
    var made: (any Provider)?
    let asked = InjectionCall(asking: call, owner(of: binding))
    let provided = binding.provider.makeInstance(
      for: asked, from: binding, early: creation.show, { made = $0 })
    if !creation.end(keeping: made) { reportWeakValue(binding, for: call) }
    return made.map { .made($0, unfinished: creation.unfinished) } ?? .failed(provided)
  }

  /// The injector that a binding was registered with: this one, or the one it was derived from.
  private func owner(of binding: Binding) -> PropertyInjector {
    var owner = self
    while let parent = owner.parent,
      parent.registry.bindings.binding(binding.name, binding.type) === binding
    {
      owner = parent
    }
    return owner
  }

  @inline(never)
  private func reportWeakValue(_ binding: Binding, for call: borrowing InjectionCall) {
    call.report(InjectionIssue(.weakValue, binding: binding))
  }
}
