extension RegistryProtocol {
  /// Binds a key to an instance.
  ///
  /// ```swift
  /// registry.register("myService", instance: MyService())
  /// registry.register(.clock, instance: SystemClock())        // under a typed key
  /// registry.register("onTap", instance: { print("tapped") } as @Sendable () -> Void)
  /// ```
  ///
  /// Every object whose property asks for it gets this instance. It fits a property of its own
  /// type, of a superclass, and of a protocol that it conforms to. A value that is passed as
  /// `instance:` is always stored, even a closure. The instance is shared by all threads, so it
  /// must be `Sendable`; an instance that is not is registered within ``Registry/onMainActor(_:)`` or
  /// ``Registry/confined(to:_:)``.
  ///
  /// A second binding for the same name and type is reported and ignored, unless it says
  /// `replacing`. An empty name and a nil instance are reported and bind nothing.
  ///
  /// - Parameters:
  ///   - key: The name, or a typed key.
  ///   - instance: The value that the property gets.
  ///   - replacing: Whether to replace the binding with this name and exactly this type. If there
  ///     is none, the instance is registered all the same, and that is reported.
  ///   - fileID: The file of the registration, for reports.
  ///   - line: The line of the registration, for reports.
  @_disfavoredOverload
  public mutating func register<Value: Sendable>(
    _ key: InjectionKey<Value>, instance: Value, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    withRegistry { $0.bind(key, instance: instance, replacing, location) }
  }
}

extension Registry {
  mutating func bind<Value>(
    _ key: InjectionKey<Value>, instance: Value, _ replacing: Bool, _ location: CodeLocation
  ) {
    let binding = Binding(
      key.bindingKey, to: .instance(StoredInstance(instance).confined(to: confinement)),
      isolation: confinement, origin: origin, module: module, at: location)
    guard !TypeKind(Value.self).mayHoldNil || TypeMatching.flatten(instance) != nil else {
      return note(InjectionIssue(.nilInstance, binding: binding))
    }
    add(binding, replacing: replacing)
  }

  /// Adds a binding to the registry; every registration ends here.
  mutating func add(_ binding: Binding, replacing: Bool) {
    let target = if case .key(let other) = binding.target { other } else { binding.key }
    guard binding.name?.isEmpty != true, target.name?.isEmpty != true else {
      return note(InjectionIssue(.emptyName, binding: binding))
    }
    record(.bind(binding, replacing: replacing))
  }
}
