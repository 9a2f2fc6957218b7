extension Provider {
  /// A factory that knows what it makes a value for.
  ///
  /// ```swift
  /// registry.register(
  ///   "log",
  ///   .request { injector, request in
  ///     Log(for: request.ownerType.map { "\($0)" } ?? "program")
  ///   })
  /// ```
  ///
  /// The value is made anew for each request: no scope keeps it, and one is reported. See
  /// ``InjectionRequest``.
  public static func request(
    _ factory: @escaping @Sendable (PropertyInjector, InjectionRequest) throws -> Value?,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Provider {
    Provider(unprovenRequest: factory, at: CodeLocation(fileID: fileID, line: line))
  }

  /// An object that makes values.
  public static func object(
    _ provider: some InjectionProvider<Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Provider {
    Provider(
      ValueFactory(parameters: nil) { reader, use in
        let product = try provider.provide(with: reader.injector, arguments: reader.arguments)
        if let product { use(product) }
      }, at: CodeLocation(fileID: fileID, line: line))
  }

  /// A factory that knows what it makes a value for.
  ///
  /// The compiler has not proven that it may be called anywhere.
  init(
    unprovenRequest factory: @escaping (PropertyInjector, InjectionRequest) throws -> Value?,
    at location: CodeLocation
  ) {
    self.init(
      ValueFactory(asksForWhat: true) { reader, use in
        if let product = try factory(reader.injector, reader.request) { use(product) }
      }, at: location)
  }
}
