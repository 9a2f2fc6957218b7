/// The maker of a value that is made once: a binding whose scope keeps it, or a lazy property.
protocol OnceMaker: Maker {
  /// The scoped value, here and now, and the injector that makes it.
  func holding(
    for injector: PropertyInjector
  ) -> Result<(value: ScopedValue, owner: PropertyInjector), Failure>

  /// Makes the value; hands it over before its properties are filled, which may end the making, and when it is finished.
  func makeInstance(
    for call: borrowing InjectionCall, early: (any Instance) -> Failure?,
    _ use: (any Instance) -> Void
  ) -> Failure?

  /// Reports that the value is of a kind which its scope does not keep.
  func reportNotKept(for call: borrowing InjectionCall)
}

extension Binding: OnceMaker {
  @inline(never)
  func holding(
    for injector: PropertyInjector
  ) -> Result<(value: ScopedValue, owner: PropertyInjector), Failure> {
    let owner = injector.owner(of: self)
    switch lifetime {
    case .values(let store):
      var holding: Result<ScopedValue, any Error>?
      let refusal = ResolutionChain.follow(.store(Asker.MakerReference(maker: self))) { _ in
        // An override has values of its own: what it makes does not outlive it.
        holding = Result {
          let store = try store()
          return owner.values?.value(of: self, with: store.context) { newHolder }
            ?? store.value(of: self, with: owner) { newHolder }
        }
      }
      if let refusal { return .failure(refusal) }
      // One of both is set.
      return holding.unsafelyUnwrapped.map { ($0, owner) }.mapError {
        Failure(.outOfScope(ThrownError($0)))
      }
    case .graph:
      let graph = ResolutionChain.calling?.graph
      return .success((graph?.value(of: self, with: owner) { newHolder } ?? newHolder, owner))
    case .unique, .singleton, .weak, .cached:
      return .success((injector.value(of: self), owner))
    }
  }

  /// A holder for a store that decides how long the value is kept.
  private var newHolder: ScopedValue { ScopedValue(confinedTo: isolation) }

  func makeInstance(
    for call: borrowing InjectionCall, early: (any Instance) -> Failure?,
    _ use: (any Instance) -> Void
  ) -> Failure? {
    // Only values that are made are kept.
    factory.unsafelyUnwrapped.makeInstance(for: call, from: self, early: early, use)
  }

  @inline(never)
  func reportNotKept(for call: borrowing InjectionCall) {
    call.report(InjectionIssue(.weakValue, binding: self))
  }
}
