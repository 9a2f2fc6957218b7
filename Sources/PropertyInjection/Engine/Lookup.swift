/// A look-up of a value, made each time that it is called: for code that lasts longer than the value.
///
/// ```swift
/// final class Board: Sendable {
///   private let visitor: Lookup<Visitor>
///   init(visitor: Lookup<Visitor>) { self.visitor = visitor }
///
///   func write(_ text: String) throws -> String { "\(try visitor.require().name): \(text)" }
/// }
/// ```
///
/// Nothing is registered for it: an argument, a property or a look-up of the type gets one, of the injector that makes or fills
/// the object. It asks for the key that the argument or the property would ask for if it had the type of the value. Use it
/// for the value of the present request in a service that is kept, for a value that may end while the object stays, for objects
/// that are made with run-time arguments, and for one that is costly and seldom needed. Checks know what it asks for, which of
/// a look-up in the injector itself only ``RegistryProtocol/declare(asks:fileID:line:)`` tells. It is `Sendable`. It keeps its
/// injector, but not that of an override, which ends with its operation or its test. A call costs as much as a look-up. The
/// idea is Guice's `Provider` and Spring's `@Lookup`.
public struct Lookup<Value>: Sendable {
  @usableFromInline let key: BindingKey
  private let held: PropertyInjector?
  private let reference: WeakReference<PropertyInjector>?
  /// Nil if it was that of an override which has ended.
  @usableFromInline var injector: PropertyInjector? { held ?? reference?.object }

  init(_ key: BindingKey, in injector: PropertyInjector) {
    self.key = key
    // An override ends with its operation or its test; a value that it keeps would keep it.
    let isOverride = injector.role.isOverride
    (held, reference) = isOverride ? (nil, WeakReference(injector)) : (injector, nil)
  }

  /// The value; nil if there is none.
  ///
  /// That is reported as with ``PropertyInjector/instance(of:_:isolation:fileID:line:)``, but not where no request, session or
  /// the like is there that would have the value, nor after the end of the override: then nil is the answer.
  ///
  /// - Parameters:
  ///   - arguments: The run-time arguments.
  ///   - isolation: The actor of the calling code.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  @inlinable  // Specialized where the type is known: an optional of any type is slow.
  public func callAsFunction(
    _ arguments: Any?..., isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value? {
    injector?.instance(
      key, arguments, isolation, CodeLocation(fileID: fileID, line: line), mayBeNone: true)
  }

  /// The value; throws if there is none, as ``PropertyInjector/require(_:_:isolation:fileID:line:)`` does.
  public func require(
    _ arguments: Any?..., isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Value {
    let location = CodeLocation(fileID: fileID, line: line)
    guard let injector else {
      var issue = InjectionIssue(.injectorGone, lookingFor: key, near: ([], nil))
      issue.injectionLocation = location
      throw issue
    }
    return try injector.require(key, arguments, isolation, location)
  }
}

extension TypeMetadata {
  /// The type of the value that a ``Lookup`` looks up; nil for other types.
  package var lookedUpType: Any.Type? {
    isStruct && descriptor == TypeMetadata(Lookup<Any>.self).descriptor ? onlyTypeArgument : nil
  }
}

extension Binding {
  /// The key that a ``Lookup`` asks for, if it is the binding of one.
  package var lookedUpKey: BindingKey? {
    guard isBuiltIn, let wanted = type.flatMap({ TypeMetadata($0).lookedUpType }) else {
      return nil
    }
    return BindingKey(key.qualifier, wanted, isOwnName: key.isOwnName)
  }
}
