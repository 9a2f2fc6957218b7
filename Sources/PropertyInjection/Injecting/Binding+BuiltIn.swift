extension Binding {
  /// The library's own bindings: the injector that is asked, and its object factory.
  ///
  /// They are used unless the program registers something else under their names.
  private static let builtIn = [
    "injector": builtIn("injector") { $0 },
    "objectFactory": builtIn("objectFactory") { $0.objectFactory },
  ]

  private static func builtIn<Value>(
    _ name: String, _ make: @escaping @Sendable (PropertyInjector) -> Value
  ) -> Binding {
    Binding(
      BindingKey(name, Value.self), to: .factory(ValueFactory { $1(make($0.injector)) }), at: nil)
  }

  /// A registry with the built-in bindings only.
  static func emptyRegistry() -> Registry { Registry(builtIn: builtIn) }
}
