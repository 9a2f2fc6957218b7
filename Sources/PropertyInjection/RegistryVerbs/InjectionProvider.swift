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
