/// Bindings that are made of other bindings or of types, one for each: its source.
struct BindingsBySource: ~Copyable, Sendable {
  private let bindings = Lock<[ObjectIdentifier: Binding]>([:])

  /// The binding that has been made of a source; nil if there is none.
  subscript(source: ObjectIdentifier) -> Binding? { bindings.withLock { $0[source] } }

  /// Keeps the binding of a source, unless another thread was first; returns the binding that stays.
  func keep(_ binding: Binding, of source: ObjectIdentifier) -> Binding {
    bindings.withLock { bindings in
      if let first = bindings[source] { return first }
      bindings[source] = binding
      return binding
    }
  }
}
