extension Registry {
  /// A registry with the library's own binding only: the injector that is asked.
  ///
  /// It is used unless the program registers something else under its name.
  static func withBuiltInBindings() -> Registry { Registry(builtIn: ["injector": injector]) }

  private static let injector = Binding(
    BindingKey("injector", PropertyInjector.self),
    to: .factory(ValueFactory(injectsProduct: false) { reader, use in use(reader.injector) }),
    at: nil)
}
