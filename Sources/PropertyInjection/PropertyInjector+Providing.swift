extension PropertyInjector {
  // The one way to ask a binding: on its actor only, not from within itself, and what is shared is made
  // once.

  /// Hands over the value of a binding.
  func provide<Target>(
    _ target: Target.Type, from binding: Binding, for call: borrowing InjectionCall, _ asker: Asker,
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
      return provide(target, from: binding, shared, for: call, asker, use)
    }
    var provided = Provided.nothing
    let refusal = ResolutionChain.follow(
      .factory(binding, takesArguments: !call.arguments.isEmpty, for: asker)
    ) { chain in
      provided = provider.provide(target, for: call, from: binding) { value in
        chain.handOver()
        use(value)
      }
    }
    return refusal.map(Provided.refused) ?? provided
  }

  /// What came of one attempt to get a shared value.
  private enum Attempt {
    /// The value, finished when these creations are.
    case made(any Provider, [Creation])
    case failed(Provided)
    case again
  }

  private func provide<Target>(
    _ target: Target.Type, from binding: Binding, _ shared: SharedInstance,
    for call: borrowing InjectionCall, _ asker: Asker, _ use: (Target) -> Void
  ) -> Provided {
    let shared = shared.inGraph(of: binding)
    while true {
      let chain = ResolutionChain.calling
      var attempt = Attempt.again
      if !shared.isKeptByUser, let kept = try? shared.kept(of: binding) {
        attempt = .made(kept.provider, kept.creations)
      } else if let creation = chain?.creation(of: binding), let early = creation.shown {
        attempt = .made(early, [creation])
      } else {
        let refusal = ResolutionChain.follow(
          .factory(binding, takesArguments: false, for: asker)
        ) { chain in
          attempt = make(binding, shared, chain, for: call)
        }
        if let refusal { return .refused(refusal) }
      }
      switch attempt {
      case .again: continue
      case .failed(let provided): return provided
      case .made(let instance, let creations):
        if !creations.isEmpty {
          let progress = Creation.wait(for: creations, chain)
          if progress.isAbandoned { continue }
          chain?.innermostCreation?.add(progress.open)
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
    if shared.isKeptByUser {
      do {
        if let kept = try shared.kept(of: binding) { return .made(kept.provider, kept.creations) }
      } catch {
        return .failed(.refused(.outOfScope(error)))
      }
    }
    let creation = Creation(shared, chain)
    var attempt = Attempt.again
    var isKept = true
    let beginning = creation.make {
      chain.creation = creation
      (attempt, isKept) = make(binding, shared, creation, chain, for: call)
      chain.creation = nil
      if case .made(let instance, _) = attempt { return instance }
      return nil
    }
    if !isKept { reportWeakValue(binding, for: call) }
    switch beginning {
    case .mine:
      return attempt
    case .others(let other):
      let value = creation.wait(for: other)
      // A store of the user's own may mean another value here.
      return shared.isKeptByUser ? .again : value.map { .made($0, [other]) } ?? .again
    case .circle(let other, let early?, _):
      return .made(early, [other])
    case .circle(let other, nil, let names):
      return .failed(.refused(.cycle(names, other, dependsOn: 0)))
    }
  }

  /// Makes the value; also tells whether its scope keeps it.
  private func make(
    _ binding: Binding, _ shared: SharedInstance, _ creation: Creation, _ chain: ResolutionChain,
    for call: borrowing InjectionCall
  ) -> (Attempt, isKept: Bool) {
    do {
      // Another thread may have made it just before.
      if let kept = try shared.kept(of: binding) {
        return (.made(kept.provider, kept.creations), true)
      }
    } catch {
      return (.failed(.refused(.outOfScope(error))), true)
    }
    var made: (any Provider)?
    let asked = InjectionCall(asking: call, owner(of: binding))
    let provided = binding.provider.makeInstance(
      for: asked, from: binding, early: creation.show, { made = $0 })
    guard let made else {
      creation.abandon()
      return (.failed(provided), true)
    }
    if creation.shown == nil { creation.show(made) }
    if let depth = creation.lack(of: made) {
      creation.abandon()
      return (.failed(.failed(.incomplete(dependsOn: depth))), true)
    }
    creation.runHooks(chain)
    return (.made(made, [creation]), shared.keep(made, of: binding, madeBy: creation))
  }

  /// The injector that a binding was registered with: this one, or one that it was derived from.
  func owner(of binding: Binding) -> PropertyInjector {
    var next: PropertyInjector? = self
    while let injector = next {
      if injector.registry.origin === binding.origin { return injector }
      next = injector.parent
    }
    return self
  }

  @inline(never)
  private func reportWeakValue(_ binding: Binding, for call: borrowing InjectionCall) {
    call.report(InjectionIssue(.weakValue, binding: binding))
  }
}
