/// Makes objects later, for an object that needs new ones after it has been injected itself.
///
/// ```swift
/// final class TicketOffice {
///   @Injected var objectFactory: ObjectFactory?
///
///   func sell(to passenger: String) -> Ticket? {
///     objectFactory?.instance(for: "ticket", passenger)
///   }
/// }
/// ```
///
/// It is registered under the name "objectFactory", unless the program registers something else
/// there; an injector also gives one, ``PropertyInjector/objectFactory``. It does not retain its
/// injector, so a kept value that holds an object factory does not keep itself alive through it.
/// Once the injector has gone, it makes nothing, without a report. The idea is Objection's
/// `JSObjectFactory`.
public struct ObjectFactory: Sendable {
  /// The injector, for all its other methods; nil once it has gone.
  ///
  /// Store the object factory, not the injector.
  public weak let injector: PropertyInjector?

  init(_ injector: PropertyInjector) {
    self.injector = injector
  }

  /// The instance for a key: `objectFactory.instance(for: "ticket", "Jenny")`.
  public func instance<Value>(
    for key: InjectionKey<Value>, _ arguments: Any?...,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Value? {
    injector?.instance(key, arguments, isolation, CodeLocation(fileID: fileID, line: line))
  }

  /// The instance for a type: `objectFactory.instance(of: House.self, "Jenny", 3)`.
  public func instance<Value>(
    of type: Value.Type, _ arguments: Any?...,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Value? {
    injector?.instance(
      .type(type), arguments, isolation, CodeLocation(fileID: fileID, line: line))
  }
}

extension PropertyInjector {
  /// Makes objects later, without retaining the injector, for an object that needs others later.
  public var objectFactory: ObjectFactory { ObjectFactory(self) }
}
