/// Finds out whether an instance conforms to a property's protocol on every thread.
///
/// A conformance may belong to an actor, as `@MainActor P`; a cast finds it on that actor only, and
/// nothing else tells. So as long as nothing is proven, the cast is made anew at each injection, where
/// the injection runs. The proof is a cast on no actor, made once, beside the program: if it succeeds,
/// the supply keeps the value, and injections are as fast as with any other instance.
struct ActorProof<Value>: @unchecked Sendable {
  // Unchecked: the type is only cast to; instance and supply are Sendable.
  private let instance: any Provider
  private let supply: Supply
  private let type: Value.Type

  init(_ instance: any Provider, _ supply: Supply, _ type: Value.Type) {
    self.instance = instance
    self.supply = supply
    self.type = type
  }

  func start() {
    Task.detached {
      if let value = instance.existingValue(as: type) { supply.keep(value) }
    }
  }
}
