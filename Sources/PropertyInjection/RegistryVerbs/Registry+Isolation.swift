extension Registry {
  /// Registers and declares what belongs to the main actor.
  ///
  /// ```swift
  /// PropertyInjector.configure { registry in
  ///   registry.register("title", instance: "Departures")   // for everybody
  ///   registry.onMainActor { registry in
  ///     registry.register("draft", instance: Draft())      // a class that is not Sendable
  ///     registry.register("window", in: .singleton) { Window() }
  ///     registry.declare("draft", \Screen.draft)           // a property of a main-actor class
  ///   }
  /// }
  /// ```
  ///
  /// The closure is main-actor code. What it registers is used and released on the main actor only;
  /// an injection that runs elsewhere is refused before anything is touched, and reported. An
  /// application whose classes all belong to the main actor puts its whole configuration here. The
  /// method is called in main-actor code; elsewhere the compiler refuses the call. A factory that
  /// needs the main actor can be registered anywhere, `onMainActor: { ... }`.
  @MainActor public mutating func onMainActor(
    _ configure: @MainActor (inout ConfinedRegistry) throws -> Void
  ) rethrows {
    try confine(to: Isolation(actor: MainActor.shared)) { try configure(&$0) }
  }

  /// Registers and declares what belongs to an actor, in code of that actor.
  ///
  /// ```swift
  /// actor Library {
  ///   private let index = Index()   // not Sendable
  ///
  ///   func makeInjector() -> PropertyInjector {
  ///     PropertyInjector { registry in
  ///       registry.confined(to: self) { registry in
  ///         registry.register("index", instance: index)
  ///       }
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// Like ``onMainActor(_:)``, for any actor: `self` in an actor's own method, `Database.shared` in
  /// code of a global actor. What other code drops is released by a task of the actor. An injector
  /// retains the actors that it is configured for, so an actor that stores such an injector keeps
  /// itself alive.
  public mutating func confined<Owner: Actor>(
    to actor: isolated Owner, _ configure: (inout ConfinedRegistry) throws -> Void
  ) rethrows {
    try confine(to: Isolation(actor: actor)) { try configure(&$0) }
  }

  /// Registers and declares what may be used anywhere, though the compiler cannot prove it.
  ///
  /// ```swift
  /// registry.unchecked { registry in
  ///   registry.register("parser", instance: parser)   // is never changed after this
  /// }
  /// ```
  ///
  /// You vouch for that: instances, factories, scoped instances and key paths are used on every thread
  /// at once. It is for objects that never change, or that guard themselves.
  public mutating func unchecked(
    _ configure: (inout ConfinedRegistry) throws -> Void
  ) rethrows {
    try confine(to: confinement) { try configure(&$0) }
  }
}
