import PropertyInjection

// The actor of an injection is that of the code, which only an `isolated` parameter can be.

final class Player {}

func inject(
  _ injector: PropertyInjector, on actor: (any Actor)? = #isolation
) {
  // expected-error@+1 {{call to actor-isolated instance method 'injectDependencies(to:isolation:fileID:line:)' in a synchronous nonisolated context}}
  injector.injectDependencies(to: Player(), isolation: actor)
  // expected-error@+1 {{call to actor-isolated instance method 'overriding(isolation:_:)' in a synchronous nonisolated context}}
  _ = injector.overriding(isolation: actor) { _ in }
  // expected-error@+1 {{call to actor-isolated instance method 'instance(for:_:isolation:fileID:line:)' in a synchronous nonisolated context}}
  _ = injector.instance(for: .named("number", Int.self), isolation: actor)
}

func injectThere(
  _ injector: PropertyInjector, on actor: isolated (any Actor)? = #isolation
) {
  injector.injectDependencies(to: Player(), isolation: actor)
  _ = injector.overriding(isolation: actor) { _ in }
}
