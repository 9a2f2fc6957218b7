/// Bindings that are made from others, or from types, one for each.
struct DerivedBindings: ~Copyable, Sendable {
  private let bindings = Lock<[ObjectIdentifier: Binding]>([:])

  /// The binding that has been made from an object or a type; nil if there is none.
  subscript(source: ObjectIdentifier) -> Binding? { bindings.withLock { $0[source] } }

  /// Keeps a binding, unless another thread was first; returns the one that stays.
  func keep(_ binding: Binding, madeFrom source: ObjectIdentifier) -> Binding {
    bindings.withLock { bindings in
      if let first = bindings[source] { return first }
      bindings[source] = binding
      return binding
    }
  }
}
