extension Registry {
  /// Binds a key to an instance.
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

  /// Binds a key to an instance that is not `Sendable`, for injections on one actor only.
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

  /// Binds a key to an instance that the compiler cannot prove safe to share.
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

  @inline(__always)
  private mutating func bind<Value>(
    _ key: InjectionKey<Value>, instance: Value, replacing: Bool, isolation: Isolation = .none,
    _ location: CodeLocation
  ) {
    let binding = Binding(
      name: key.name, type: Value.self, provider: InstanceProvider(instance), isolation: isolation,
      origin: origin, module: module, at: location)
    guard !TypeKind(Value.self).mayHoldNil || TypeMatching.flatten(instance) != nil else {
      issues.append(InjectionIssue(.nilInstance, binding: binding))
      return
    }
    bind(binding, replacing: replacing)
  }

  /// The one way for a binding into the registry.
  mutating func bind(_ binding: Binding, replacing: Bool) {
    guard binding.name?.isEmpty != true else {
      issues.append(InjectionIssue(.emptyName, binding: binding))
      return
    }
    record(.bind(binding, replacing: replacing))
  }
}

/// The word of the user where the compiler has no proof, see
/// ``Registry/register(_:instance:sendability:replacing:fileID:line:)``.
public struct UncheckedSendability: Sendable {
  /// The instance is safe to share between threads, though the compiler cannot see it.
  public static let unchecked = UncheckedSendability()
}
