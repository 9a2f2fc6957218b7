/// A wrapper around the values of a key.
final class Decorator: BindingModifier {
  let key: BindingKey
  let location: CodeLocation
  let module: ModuleTag?
  let number = SerialNumber.next()
  private let configuration: Configuration
  private let isolation: Isolation
  private let wrap: @Sendable (Binding) -> Factory

  /// - Parameter wrap: Makes the factory that wraps the values of a binding.
  init(
    _ key: BindingKey, in registry: Registry, at location: CodeLocation,
    _ wrap: @escaping @Sendable (Binding) -> Factory
  ) {
    (self.key, self.location, self.wrap) = (key, location, wrap)
    (configuration, module, isolation) = (
      registry.configuration, registry.module, registry.confinement
    )
  }

  func form(of inner: Binding) -> Binding {
    let newer =
      inner.configuration.flatMap { $0.layer > configuration.layer ? $0 : nil } ?? configuration
    return Binding(
      key, to: .factory(wrap(inner)),
      lifetime: inner.isFactory ? inner.lifetime : .singleton(eager: false),
      isolation: isolation == .none ? inner.isolation : isolation, configuration: newer,
      module: module, formOf: inner.registration, decorating: inner, at: location)
  }
}

extension RegistryProtocol {
  /// Wraps the value that a key has: what a module or an older layer registers, an instance, a factory, an initializer.
  ///
  /// ```swift
  /// registry.decorate(.store) { injector, store in LoggingStore(store) }
  /// ```
  ///
  /// The closure is handed the value that the key leads to without it, whether that is registered before or after this call,
  /// in an older layer, or in a newer one: a fake of a test is wrapped, too. It runs once for each value, and what it returns is kept as that value is: in the same scope, for
  /// good if it is an instance. What it returns is filled like any product. Several decorators wrap each other in the order
  /// of the calls. Uninstalling the module that has decorated takes the wrapper back. It costs a look-up when the
  /// configuration ends, and a call of a factory more for each value. In a test it is a spy around what the configuration
  /// has registered:
  ///
  /// ```swift
  /// @Test(.injecting { $0.decorate { _, store in CountingStore(store) as any TicketStore } })
  /// ```
  ///
  /// Without a key it wraps the value that the type alone has, `registry.decorate { _, store in LoggingStore(store) as any Store }`.
  ///
  /// A property of a narrower type that the wrapped value is known to have, such as the class of an instance, gets that
  /// value itself, and the closure does not run for it: so give a new value, and do not change the one that is handed over.
  /// An override keeps wrappers of its own, as it keeps all values: around an instance the closure runs once more. A key
  /// without a binding is reported; so is a name, if it is the type alone that answers the properties of that name.
  ///
  /// Within ``Registry/onMainActor(_:)`` and ``Registry/confined(to:_:)`` the closure runs on the actor, and the value
  /// belongs to it. A value that belongs to another actor cannot be wrapped there: look-ups of the key are refused, with a
  /// report.
  public mutating func decorate<Value: Sendable>(
    _ key: InjectionKey<Value> = .byType, fileID: StaticString = #fileID, line: UInt = #line,
    with decorator: @escaping @Sendable (PropertyInjector, Value) throws -> Value
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    withRegistry { $0.decorate(key, location, decorator) }
  }
}

extension ConfinedRegistry {
  /// Wraps the value that a key has, on the actor.
  ///
  /// See ``Registry/decorate(_:fileID:line:with:)``.
  public mutating func decorate<Value>(
    _ key: InjectionKey<Value> = .byType, fileID: StaticString = #fileID, line: UInt = #line,
    with decorator: @escaping (PropertyInjector, Value) throws -> Value
  ) {
    registry.decorate(key, CodeLocation(fileID: fileID, line: line), decorator)
  }
}

extension Registry {
  fileprivate mutating func decorate<Value>(
    _ key: InjectionKey<Value>, _ location: CodeLocation,
    _ decorator: @escaping (PropertyInjector, Value) throws -> Value
  ) {
    let confined = Confined(decorator, to: confinement)
    let decorator = Decorator(key.bindingKey, in: self, at: location) { inner in
      Factory(decorating: inner) { (injector, value: Value) in
        try confined.content(injector, value)
      }
    }
    record { $0.bindings.decorate(decorator) }
  }
}

/// A change of the binding that a look-up finds: a scope that was set, or a decorator.
protocol BindingModifier: AnyObject, Sendable {
  /// The form that it gives a binding; of a new form nothing is kept.
  func form(of binding: Binding) -> Binding
}

/// The forms that modifiers have given bindings: one each, so that all who find it share the value that is kept.
final class BindingForms: Sendable {
  private struct Source: Hashable {
    let binding, modifier: ObjectIdentifier
  }

  /// A struct, see ``Lock``.
  private struct Contents {
    /// The form retains the binding, and stands beside the modifier: no other object gets the identity of either.
    var forms: [Source: (form: Binding, modifier: any BindingModifier)] = [:]
  }

  private let contents = Lock(Contents())

  var all: [Binding] { contents.withLock { $0.forms.values.map(\.form) } }

  /// The form that a modifier gives a binding: the same for all who ask.
  func form(of binding: Binding, by modifier: some BindingModifier) -> Binding {
    let source = Source(binding: ObjectIdentifier(binding), modifier: ObjectIdentifier(modifier))
    // No code of the user runs: a form is a new binding, and what it wraps is not asked for.
    return contents.withLock { contents in
      if let known = contents.forms[source] { return known.form }
      let form = modifier.form(of: binding)
      contents.forms[source] = (form, modifier)
      return form
    }
  }
}
