/// An object that makes values for a binding, and may keep state between them.
///
/// ```swift
/// final class TicketProvider: InjectionProvider {
///   private let issued = Mutex(0)
///
///   func provide(with injector: PropertyInjector, arguments: [Any?]) -> Ticket? {
///     let number = issued.withLock { issued in
///       issued += 1
///       return issued
///     }
///     return Ticket(number: number)
///   }
/// }
/// ```
/// ```swift
/// registry.register("ticket", .object(TicketProvider()))
/// ```
///
/// It is asked like a factory: on the thread of the injection, with no lock held, and only for a
/// property that is nil; its product is injected. If a closure is enough, register a factory. The idea is Guice's,
/// Blindside's `BSProvider` and Objection's `JSObjectionProvider`.
public protocol InjectionProvider<Value>: Sendable {
  /// The type of the values that it makes.
  associatedtype Value

  /// Makes a value, or returns nil to leave the property nil.
  ///
  /// - Parameters:
  ///   - injector: Looks up what the value needs.
  ///   - arguments: The run-time arguments of a look-up; empty elsewhere.
  /// - Throws: The error that is reported as the reason why there is no value.
  func provide(with injector: PropertyInjector, arguments: [Any?]) throws -> Value?
}

extension Provider {
  /// A factory that makes another value for each injection point.
  ///
  /// ```swift
  /// registry.register(
  ///   "log",
  ///   .perPoint { injector, point in
  ///     Log(for: point.ownerType.map { "\($0)" } ?? "program")
  ///   })
  /// ```
  ///
  /// The value is made anew each time: a kept one would depend on the point that came first. A scope is
  /// reported and ignored. See ``InjectionPoint``.
  public static func perPoint(
    _ factory: @escaping @Sendable (PropertyInjector, InjectionPoint) throws -> Value?,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Provider {
    Provider(
      ValueFactory(isPerCall: true) { reader, use in
        if let product = try factory(reader.injector, reader.point) { use(product) }
      }, at: CodeLocation(fileID: fileID, line: line))
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
}
