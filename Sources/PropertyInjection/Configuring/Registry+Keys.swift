extension Registry {
  /// Binds a key to another one, or to nil.
  mutating func bind(
    _ key: BindingKey, _ target: BindingTarget, _ replacing: Bool, _ location: CodeLocation
  ) {
    let binding = Binding(
      key, to: target,
      origin: origin, module: module, at: location)
    if case .key(let other) = target, other.name?.isEmpty == true {
      issues.append(InjectionIssue(.emptyNameOfTarget, binding: binding))
    } else {
      bind(binding, replacing: replacing)
    }
  }

  /// Sets the scope of an existing binding: makes it a singleton, for example, or no singleton any
  /// more.
  ///
  /// ```swift
  /// registry.install(NetworkModule())
  /// registry.setScope(.unique, for: .named("session", Session.self))
  /// ```
  ///
  /// What is kept is shared by threads, so its type is `Sendable`. Of a protocol type that is not known
  /// when the program runs, `any Log & Sendable` is `any Log` then. So a factory of such a type is kept
  /// only if it was registered with a scope; otherwise the new scope is reported and ignored. Set
  /// it within ``onMainActor(_:)`` or ``confined(to:_:)``, or vouch for it, within ``unchecked(_:)``.
  ///
  /// A value that the binding has kept is not taken over: in a derived injector it is made anew. A
  /// ``Constructible`` type need not be registered before. Any other key without a binding, and a
  /// binding that makes nothing, is reported. The idea is Objection's `bindClass:inScope:`.
  ///
  /// - Parameters:
  ///   - scope: The new scope.
  ///   - key: The name and the exact type, or the type alone, that the binding was registered with.
  ///   - fileID: The file of the call, for reports. Leave it out.
  ///   - line: The line of the call, for reports. Leave it out.
  public mutating func setScope<Value: Sendable>(
    _ scope: InjectionScope, for key: InjectionKey<Value>, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    setScope(
      scope.lifetime, key, isVouchedFor: false, CodeLocation(fileID: fileID, line: line))
  }

  mutating func setScope<Value>(
    _ lifetime: Lifetime, _ key: InjectionKey<Value>, isVouchedFor: Bool, _ location: CodeLocation
  ) {
    record(
      .setScope(
        ScopeSetting(
          lifetime, key.bindingKey, origin: origin, module: module, isolation: confinement,
          isVouchedFor: isVouchedFor, at: location)))
  }
}
