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
  /// ``register(_:confined:to:replacing:fileID:line:)`` for one that is not.
  ///
  /// A second binding for the same name and type is reported and ignored, unless it says `replacing`.
  /// An empty name and a nil instance are reported and bind nothing.
  ///
  /// - Parameters:
  ///   - key: The name, or a typed key.
  ///   - instance: The value that the property gets.
  ///   - replacing: Whether to take the place of the binding with this name and this very type. If
  ///     there is none, the instance is registered all the same, and that is reported.
  ///   - fileID: The file of the registration, for reports. Leave it out.
  ///   - line: The line of the registration, for reports. Leave it out.
  @_disfavoredOverload
  public mutating func register<Value: Sendable>(
    _ key: InjectionKey<Value>, instance: Value, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    bind(key, instance: instance, replacing: replacing, CodeLocation(fileID: fileID, line: line))
  }

  /// Binds a name and a type to an instance that is not `Sendable`, for injections on one actor only.
  ///
  /// ```swift
  /// registry.register("theme", confined: Theme(), to: MainActor.shared)  // in main-actor code
  /// ```
  ///
  /// It is called in code of that actor, which the compiler checks. The instance fills properties in
  /// injections that run there; elsewhere the property stays nil, and a report says which actor is
  /// needed. An injector that an actor configures so, and keeps, keeps the actor.
  @_disfavoredOverload
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, confined instance: Value, to actor: isolated any Actor,
    replacing: Bool = false, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    bind(
      key, instance: instance, replacing: replacing, isolation: Isolation(actor: actor),
      CodeLocation(fileID: fileID, line: line))
  }

  /// Binds a name and a type to an instance that the compiler cannot prove safe to share.
  ///
  /// ```swift
  /// registry.register("parser", instance: parser, sendability: .unchecked)
  /// ```
  ///
  /// You vouch for it: the instance is handed to objects on every thread. It is for instances that
  /// never change after this call, or guard themselves.
  @_disfavoredOverload
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, instance: Value, sendability: UncheckedSendability,
    replacing: Bool = false, fileID: StaticString = #fileID, line: UInt = #line
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
  /// where that is a protocol or a superclass, the product decides whether it fits. A closure of more
  /// than one statement that returns nil somewhere says its type, `{ resolver -> Report? in ... }`.
  /// What belongs to the main actor is made by a factory that is registered `onMainActor:`.
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
  /// registry.register("theme", onMainActor: { Theme() })
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

  /// Binds a name and a type to a factory that runs on the main actor and needs no resolver.
  @_disfavoredOverload
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, replacing: Bool = false, fileID: StaticString = #fileID,
    line: UInt = #line, onMainActor factory: @escaping @MainActor @Sendable () -> Value?
  ) {
    register(key, replacing: replacing, fileID: fileID, line: line, onMainActor: { _ in factory() })
  }

  /// Binds a name and a type to a factory for injections on one actor only.
  ///
  /// ```swift
  /// registry.register("other", confinedTo: MainActor.shared) { Theme() }  // in main-actor code
  /// ```
  ///
  /// It is called in code of that actor, to which the closure then belongs. It serves every actor, and
  /// modules whose default isolation is the main actor. In an actor's own method, name `self`.
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, confinedTo actor: isolated any Actor, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping (Resolver) -> Value?
  ) {
    bind(
      key, replacing: replacing, isolation: Isolation(actor: actor),
      CodeLocation(fileID: fileID, line: line), factory: factory)
  }

  /// Binds a name and a type to a factory for injections on one actor, that needs no resolver.
  public mutating func register<Value>(
    _ key: InjectionKey<Value>, confinedTo actor: isolated any Actor, replacing: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping () -> Value?
  ) {
    bind(
      key, replacing: replacing, isolation: Isolation(actor: actor),
      CodeLocation(fileID: fileID, line: line)
    ) { _ in factory() }
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
    bindings.remove(key.name, Value.self)
  }

  @inline(__always)
  private mutating func bind<Value>(
    _ key: InjectionKey<Value>, instance: Value, replacing: Bool, isolation: Isolation = .none,
    _ location: CodeLocation
  ) {
    let binding = Binding(
      name: key.name, type: Value.self, provider: InstanceProvider(instance), isolation: isolation,
      location: location)
    guard !TypeKind(Value.self).mayHoldNil || TypeMatching.flatten(instance) != nil else {
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
    guard binding.name?.isEmpty != true else {
      issues.append(InjectionIssue(.emptyName, binding: binding))
      return
    }
    if replacing, bindings.binding(binding.name, binding.type) == nil {
      let others = binding.name.map { bindings[$0] }?.filter { $0.location != nil } ?? []
      issues.append(
        InjectionIssue(
          .nothingReplaced, binding: binding,
          related: others.prefix(NearMisses.limit).map(InjectionIssue.Related.init(binding:))))
    }
    guard let kept = bindings.insert(binding, replacing: replacing) else { return }
    issues.append(
      InjectionIssue(
        .duplicateBinding, binding: binding, related: [InjectionIssue.Related(binding: kept)]))
  }
}

/// The word of the user where the compiler has no proof, see
/// ``Registry/register(_:instance:sendability:replacing:fileID:line:)``.
public struct UncheckedSendability: Sendable {
  /// The instance is safe to share between threads, though the compiler cannot see it.
  public static let unchecked = UncheckedSendability()
}
