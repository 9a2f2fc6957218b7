extension Registry {
  /// A registry with the library's own bindings only: the injector that is asked.
  ///
  /// It is used unless the program registers something else under its name.
  static func withBuiltInBindings() -> Registry { Registry(builtIn: builtIn) }

  private static let builtIn = [
    "injector": binding("injector") { $0 }
  ]

  private static func binding<Value>(
    _ name: String, _ make: @escaping @Sendable (PropertyInjector) -> Value
  ) -> Binding {
    Binding(
      BindingKey(name, Value.self),
      to: .factory(ValueFactory(injectsProduct: false) { $1(make($0.injector)) }), at: nil)
  }
}
