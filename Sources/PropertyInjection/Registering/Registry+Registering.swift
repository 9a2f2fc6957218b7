extension Registry {
  /// Binds a name and a type to an instance.
  ///
  /// ```swift
  /// registry.register("myService", instance: MyService())
  /// registry.register(.clock, instance: SystemClock())        // under a typed key
  /// registry.register("onTap", instance: { print("tapped") } as @Sendable () -> Void)
  /// ```
  ///
  /// Every object whose property asks for it gets this instance. It fits a property of its own type,
  /// of a superclass, and of a protocol that it conforms to; what is passed as `instance:` is always
  /// stored, also a closure. The instance is shared by all threads, so it has to be `Sendable`; see
  /// ``register(_:confined:isolation:replacing:fileID:line:)`` for one that is not.
  ///
  /// A second binding for the same name and type is reported and ignored, unless it says `replacing`.
  /// An empty name and a nil instance are reported and bind nothing.
  ///
  /// - Parameters:
  ///   - key: The name, or a typed key.
  ///   - instance: The value that the property gets.
  ///   - replacing: Whether to take the place of a binding that is there.
  ///   - fileID: The file of the registration, for reports. Leave it out.
  ///   - line: The line of the registration, for reports. Leave it out.
  @_disfavoredOverload
  public mutating func register<Value: Sendable>(
    _ key: InjectionKey<Value>, instance: Value, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    bind(key, instance: instance, replacing: replacing, CodeLocation(fileID: fileID, line: line))
  }

  /// Binds a name and a type to an instance that is not `Sendable`, for injections on this actor only.
  ///
  /// Called from main-actor code, the instance fills properties in injections that run on the main
  /// actor; elsewhere the property stays nil and a report says which actor is needed. The compiler
  /// refuses it in code that belongs to no actor; register a factory there.
  @_disfavoredOverload
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, confined instance: Value, isolation: any Actor = #isolation,
    replacing: Bool = false, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    bind(
      key, instance: instance, replacing: replacing, isolation: Isolation(actor: isolation),
      CodeLocation(fileID: fileID, line: line))
  }

  /// Binds a name and a type to an instance that the compiler cannot prove safe to share.
  ///
  /// You vouch for it: the instance is handed to objects on every thread. It is for instances that
  /// never change after this call, or guard themselves.
  @_disfavoredOverload
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, uncheckedInstance instance: Value, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    bind(key, instance: instance, replacing: replacing, CodeLocation(fileID: fileID, line: line))
  }

  /// Binds a name and a type to a factory, run anew for each property that it fills.
  ///
  /// ```swift
  /// registry.register("currentDate") { Date() }
  /// registry.register("report") { resolver in
  ///   let report = Report()
  ///   resolver.injectDependencies(to: report)   // who calls the initializer injects
  ///   return report
  /// }
  /// ```
  ///
  /// The factory runs on the thread of the injection, with no lock held, and only for a property that
  /// is nil. Nil as its result leaves the property nil. It may not lead back to itself: that is
  /// reported as a cycle. It is never run to find out its type, which is the one it is declared with;
  /// where that is a protocol or a superclass, the product decides whether it fits.
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, replacing: Bool = false, fileID: StaticString = #fileID,
    line: UInt = #line, factory: @escaping @Sendable (Resolver) -> Value?
  ) {
    bind(key, replacing: replacing, CodeLocation(fileID: fileID, line: line), factory: factory)
  }

  /// Binds a name and a type to a factory that needs no resolver.
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, replacing: Bool = false, fileID: StaticString = #fileID,
    line: UInt = #line, factory: @escaping @Sendable () -> Value?
  ) {
    bind(key, replacing: replacing, CodeLocation(fileID: fileID, line: line)) { _ in factory() }
  }

  /// Binds a name and a type to a factory that runs on the main actor, and only there.
  ///
  /// ```swift
  /// registry.register("theme", onMainActor: { _ in Theme() })
  /// ```
  ///
  /// In an injection that runs elsewhere the property stays nil, and a report says why.
  @_disfavoredOverload
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, replacing: Bool = false, fileID: StaticString = #fileID,
    line: UInt = #line, onMainActor factory: @escaping @MainActor @Sendable (Resolver) -> Value?
  ) {
    bind(
      key, replacing: replacing, isolation: Isolation(actor: MainActor.shared),
      CodeLocation(fileID: fileID, line: line)
    ) { resolver in
      // Unsafe: the value does not leave the actor; the binding's isolation has been asked.
      nonisolated(unsafe) var product: Value?
      MainActor.assumeIsolated { product = factory(resolver) }
      return product
    }
  }

  /// Binds a name and a type to a factory for injections on the actor of the calling code only.
  ///
  /// Like the instance in ``register(_:confined:isolation:replacing:fileID:line:)``. It serves every
  /// actor, and modules whose default isolation is the main actor.
  @_disfavoredOverload
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, isolation: any Actor = #isolation, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line,
    confinedFactory factory: @escaping (Resolver) -> Value?
  ) {
    bind(
      key, replacing: replacing, isolation: Isolation(actor: isolation),
      CodeLocation(fileID: fileID, line: line), factory: factory)
  }

  /// Removes every binding under a name, whatever its type.
  ///
  /// True if there was one.
  @discardableResult
  public mutating func remove(_ name: String) -> Bool {
    bindings.remove(name)
  }

  /// Removes the binding for a name and a type.
  ///
  /// True if there was one.
  @discardableResult
  public mutating func remove<Value>(_ key: InjectionKey<Value>) -> Bool {
    bindings.remove(key.name, type: Value.self)
  }

  @inline(__always)
  private mutating func bind<Value>(
    _ key: InjectionKey<Value>, instance: Value, replacing: Bool, isolation: Isolation = .none,
    _ location: CodeLocation
  ) {
    let binding = Binding(
      name: key.name, type: Value.self, provider: InstanceProvider(instance), isolation: isolation,
      location: location)
    let mayBeNil = Value.self == Any.self || TypeKind(Value.self) == .optional
    guard !mayBeNil || TypeMatching.flatten(instance) != nil else {
      issues.append(InjectionIssue(.nilInstance, binding: binding))
      return
    }
    bind(binding, replacing: replacing)
  }

  @inline(__always)
  private mutating func bind<Value>(
    _ key: InjectionKey<Value>, replacing: Bool, isolation: Isolation = .none,
    _ location: CodeLocation, factory: @escaping (Resolver) -> Value?
  ) {
    bind(
      Binding(
        name: key.name, type: Value.self, provider: FactoryProvider(factory), isolation: isolation,
        location: location),
      replacing: replacing)
  }

  @inline(__always)
  private mutating func bind(_ binding: Binding, replacing: Bool) {
    guard !binding.name.isEmpty else {
      issues.append(InjectionIssue(.emptyName, binding: binding))
      return
    }
    guard let kept = bindings.insert(binding, replacing: replacing) else { return }
    issues.append(
      InjectionIssue(
        .duplicateBinding, binding: binding, related: [InjectionIssue.Related(binding: kept)]))
  }
}
