/// The maker of a value that is made once: a binding whose scope keeps it, or a lazy property.
protocol OnceMaker: Maker {
  /// The configuration whose injector makes the value; nil for the injector that is asked.
  var origin: RegistryOrigin? { get }

  /// The holder of the value, here and now.
  func holding() -> ScopedHolders.Holding

  /// Makes the value; hands it over before its properties are filled, and when it is finished.
  func makeInstance(
    for call: borrowing InjectionCall, early: (any Instance) -> Void, _ use: (any Instance) -> Void
  ) -> Failure?

  /// Reports that the value is of a kind which its scope does not keep.
  func reportNotKept(for call: borrowing InjectionCall)
}

extension Binding: OnceMaker {
  /// The binding's own holder, or that of the present request or context.
  @inline(never)
  func holding() -> ScopedHolders.Holding {
    // Only bindings that keep their values are asked for one.
    let own = shared.unsafelyUnwrapped
    switch own.lifetime {
    case .custom: return scoped.unsafelyUnwrapped.holder(of: self)
    case .graph: return .holder(own.inGraph(of: self))
    case .unique, .singleton, .weak, .cached: return .holder(own)
    }
  }

  func makeInstance(
    for call: borrowing InjectionCall, early: (any Instance) -> Void, _ use: (any Instance) -> Void
  ) -> Failure? {
    // Only values that are made are kept.
    factory.unsafelyUnwrapped.makeInstance(for: call, from: self, early: early, use)
  }

  @inline(never)
  func reportNotKept(for call: borrowing InjectionCall) {
    call.report(InjectionIssue(.weakValue, binding: self))
  }
}
