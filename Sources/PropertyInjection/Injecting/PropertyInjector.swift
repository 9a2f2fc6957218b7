import Synchronization

/// Fills the nil properties of objects that somebody else created.
///
/// An injector is what a configuration leaves behind: immutable, shareable between threads, asked by
/// the code that creates an object. Programs configure the shared one at process start and inject with the
/// static methods; libraries and tests make their own.
///
/// ```swift
/// PropertyInjector.configure { registry in
///   registry.register("myService", instance: MyService())
///   registry.declare("myService", \ViewController.myService)
/// }
///
/// let controller = ViewController()
/// PropertyInjector.injectDependencies(to: controller)
/// ```
///
/// The rules: a property is filled by the binding with its name and its type; only if it is nil, which
/// is asked once, before a factory runs; superclasses' properties first; and if anything was filled,
/// ``InjectionAware/didInjectDependencies()`` is called once, at the end. What cannot be filled stays
/// nil and is reported as an ``InjectionIssue``. Nothing throws, nothing traps, and no lock is held
/// while code of yours runs, but that those wait who want the very value that it is making.
///
/// The injector itself is registered under the name "injector", and what makes objects later under
/// "objectFactory", unless something else is.
///
/// Cost: the first injection of a type learns from its metadata what it stores and makes a plan, in proportion
/// to its properties; it asks once whether the type has a hook, for which Swift looks through all conformances
/// of the process. After that an injection looks the plan up without a lock, reads each
/// property, and writes those that are nil; `make bench` measures it. Injecting different objects on
/// different threads is safe; one object on two threads at once is a data race of the caller's, as
/// any other write to it would be.
///
/// The idea is OBInjector's.
public final class PropertyInjector: Sendable {
  // Unchecked and never changed: closures in it run only under the isolation that they were written in.
  nonisolated(unsafe) let registry: Registry
  let plans = LockFreeCache<InjectionPlan>()
  let lookups = LockFreeCache<FoundBinding>()
  let misses = LockFreeCache<MissedBinding>()
  /// From where calls have left lazy properties.
  let origins = LockFreeCache<CallOrigin>()
  /// How many names have not been found.
  let missedNames = Atomic(0)
  let reporter: IssueReporter
  let role: Role
  /// The injector that this one was derived from, which makes what both share.
  let parent: PropertyInjector?
  /// Where the process's own was configured.
  let configuredAt: CodeLocation?

  enum Role {
    case own
    /// The process's own, which is never freed.
    case shared
    /// What stands in for it until it is configured.
    case unconfigured
  }

  /// Makes an injector of its own, apart from the shared one.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the calling code. Leave it out.
  ///   - configure: Registers and declares. It runs once, now, in the caller's isolation; what it
  ///     throws is passed on.
  public convenience init(
    isolation: isolated (any Actor)? = #isolation, _ configure: (inout Registry) throws -> Void
  ) rethrows {
    var registry = Registry()
    try configure(&registry)
    self.init(registry, role: .own)
    start(on: isolation)
  }

  init(
    _ registry: Registry, role: Role, parent: PropertyInjector? = nil,
    configuredAt: CodeLocation? = nil
  ) {
    var registry = registry
    registry.compact()
    self.registry = registry
    self.role = role
    self.parent = parent
    self.configuredAt = configuredAt
    reporter = IssueReporter(handler: registry.issueHandler)
  }

  /// Reports what went wrong while the registry was filled, and makes the eager singletons.
  ///
  /// Runs the user's code.
  func start(on actor: (any Actor)?) {
    for issue in registry.issues { reporter.report(issue) }
    for binding in registry.eagerBindings where owner(of: binding) === self {
      let call = InjectionCall(
        injector: self, actor: actor, location: binding.location ?? CodeLocation())
      let asker = Asker.lookUp(binding.key)
      func make<Value>(_ type: Value.Type) {
        let provided = provide(type, from: binding, for: call, asker) { _ in }
        call.report(provided, of: binding, for: asker)
      }
      if let type = binding.type { inRequest { _openExistential(type, do: make) } }
    }
  }

  /// Derives an injector that differs from this one, which stays as it is.
  ///
  /// ```swift
  /// let injector = PropertyInjector.shared.overriding { registry in
  ///   registry.register(.clock, instance: StoppedClock())
  /// }
  /// ```
  ///
  /// What is registered here goes before all that is inherited, for every property and look-up that it fits;
  /// the type of the inherited binding does not count. An override whose type does not fit what asks for its name
  /// is reported.
  ///
  /// Costs a copy of what is changed of the registry, and each type's plan is made anew in the new injector.
  ///
  /// What a binding keeps is the same in both injectors, unless the binding is replaced or its scope
  /// set here; see ``InjectionScope``. The new injector keeps this one alive.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the calling code. Leave it out.
  ///   - change: Gets a copy of this injector's registry; it may register, replace, remove, declare,
  ///     install and uninstall.
  public func overriding(
    isolation: isolated (any Actor)? = #isolation, _ change: (inout Registry) throws -> Void
  ) rethrows -> PropertyInjector {
    let parent = effective
    var registry = parent.registry
    registry.derive()
    try change(&registry)
    let injector = PropertyInjector(registry, role: .own, parent: parent)
    injector.start(on: isolation)
    return injector
  }

  // MARK: Injecting

  /// Fills the nil properties of an object, and tells it.
  ///
  /// The object's dynamic type decides what is filled, however the variable is declared. An object that
  /// belongs to an actor is injected by code of that actor; elsewhere nothing is read, written or
  /// called, and a report says which actor is needed.
  ///
  /// - Parameters:
  ///   - object: A class instance, or an actor that injects itself.
  ///   - isolation: The actor of the calling code. Leave it out.
  ///   - fileID: The file of the call, for reports. Leave it out.
  ///   - line: The line of the call, for reports. Leave it out.
  /// - Returns: What was filled and what was not, for those who care.
  @discardableResult
  public func injectDependencies<Object: AnyObject>(
    to object: Object, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> InjectionResult {
    inject(
      object,
      for: InjectionCall(
        injector: self, actor: isolation, location: CodeLocation(fileID: fileID, line: line)))
  }

  /// Fills the nil properties of a struct, and tells it.
  ///
  /// ```swift
  /// var form = Form()
  /// injector.injectDependencies(to: &form)
  /// ```
  ///
  /// A variable of a class, protocol or optional type is injected according to what it holds. Nil,
  /// enums without declared properties, tuples and closures have nothing to fill. While the call runs,
  /// factories and the hook may not read the same variable: that is Swift's law of exclusivity.
  @discardableResult
  public func injectDependencies<Value>(
    to value: inout Value, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> InjectionResult {
    inject(
      &value,
      for: InjectionCall(
        injector: self, actor: isolation, location: CodeLocation(fileID: fileID, line: line)))
  }

  /// Tells why a struct that is passed as a copy, or a type, does not compile.
  @available(
    *, unavailable,
    message: """
      pass the variable itself, &value: a copy would be filled; for a type's static properties, \
      injectDependencies(toStaticPropertiesOf:)
      """
  )
  @discardableResult
  public func injectDependencies<Value>(to value: Value) -> InjectionResult { .empty }
}
