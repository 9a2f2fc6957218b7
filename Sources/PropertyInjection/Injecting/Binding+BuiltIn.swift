extension Binding {
  /// What the library binds itself, under these names unless something else is registered there: the
  /// injector that is asked, and what makes objects later.
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

  /// A registry that holds nothing else.
  static func emptyRegistry() -> Registry { Registry(builtIn: builtIn) }
}
