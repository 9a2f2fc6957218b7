import Synchronization

/// Fills the nil properties of objects that other code created.
///
/// An injector is the result of a configuration: immutable, shareable between threads, called by
/// the code that creates an object. Programs configure the shared one at process start and inject
/// with the static methods; libraries and tests make their own.
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
/// The rules: a property is filled by the binding with its name and its type, and only if it is
/// nil, which is read once, before a factory runs. Superclasses' properties come first. If anything
/// was filled, ``InjectionAware/didInjectDependencies()`` is called once, at the end. What cannot
/// be filled stays nil and is reported as an ``InjectionIssue``. Nothing throws and nothing traps.
/// While your code makes a shared value, only threads that want it, or a value that needs it, wait; no
/// other lock is held while your code runs.
///
/// The injector itself is registered under the name "injector", unless the program registers something
/// else there. An object that makes others later asks for it: `weak var injector: PropertyInjector?` in a
/// scoped instance, which would otherwise keep itself alive through the injector.
///
/// Cost: the first injection of a type reads the type's metadata and makes a plan, in proportion to
/// its properties; it asks once whether the type has a hook, for which Swift looks through all
/// conformances of the process. After that an
/// injection looks the plan up without a lock, reads each property, and writes those that are nil;
/// `make bench` measures it. Injecting different objects on different threads is safe; injecting one
/// object on two threads at once is a data race of the caller, like any other write.
///
/// The idea is OBInjector's.
public final class PropertyInjector: Sendable {
  // Unchecked: never changed, and its closures run only under the isolation that they were written
  // in.
  package nonisolated(unsafe) let registry: Registry
  let plans = LockFreeCache<InjectionPlan>()
  /// The types of products that have nothing to fill.
  let emptyTypes = LockFreeCache<TypeShape>()
  let answers = LockFreeCache<Answer>()
  /// The origins of calls that have left lazy properties, of no actor or of the main actor.
  let origins = LockFreeCache<CallOrigin>()
  /// How many look-ups by name have found nothing.
  let missedNames = Atomic(0)
  /// The values of its bindings; of an override also those of inherited ones, which it keeps itself.
  let values: ScopedValues
  let reporter: IssueReporter
  package let role: Role
  /// The injector that this one was derived from, which makes the values that both share.
  package let parent: PropertyInjector?
  /// Where the shared injector was configured; nil for others.
  let configuredAt: CodeLocation?
  /// The override within which it was made, while that is in force in some task; nil for the shared injector, which
  /// outlives all.
  let madeWithin: WeakReference<Override>?

  package enum Role {
    case own
    /// Derived for an override, see ``PropertyInjector/withOverrides(isolation:_:operation:)``; it
    /// keeps no value in common with its parent.
    case override
    /// An override for a check, in which a required property without a value gets another one of its type, so that
    /// code of the program goes on.
    case check
    /// The shared injector of the process, which is never freed.
    case shared
    /// The placeholder for the shared injector until it is configured.
    case unconfigured

    var isOverride: Bool { self == .override || self == .check }
  }

  @inline(never)  // The code would stand in each way to make one.
  init(
    _ registry: consuming Registry, role: Role, parent: PropertyInjector? = nil,
    reporter: IssueReporter? = nil, keeping values: ScopedValues? = nil,
    configuredAt: CodeLocation? = nil
  ) {
    registry.freeze()
    self.reporter = reporter ?? IssueReporter(handler: registry.contents.issueHandler)
    self.registry = consume registry
    self.role = role
    self.values = values ?? ScopedValues()
    self.parent = parent
    self.configuredAt = configuredAt
    madeWithin =
      role == .shared || role == .unconfigured || !Override.mayBeInForce
      ? nil : Override.current.map(WeakReference.init)
  }

  /// Reports what went wrong while the registry was filled, and makes the eager singletons.
  ///
  /// Runs the user's code.
  func start(on actor: (any Actor)?) {
    for issue in registry.issues { reporter.report(issue) }
    for binding in registry.eagerBindings {
      let call = InjectionCall(self, on: actor, at: binding.location ?? CodeLocation())
      let asker = Asker.lookUp(binding.key)
      // Not by its key: a look-up by type may lead to another binding, and a property to this one.
      inRequest {
        let failure = provide(binding.type ?? Never.self, from: binding, for: call, asker) { _ in }
        if let failure { call.report(failure, of: binding, for: asker) }
      }
    }
  }
}

// For the module that checks a configuration: what injections have shown.
extension PropertyInjector {
  /// The steps of a type's plan; none if no object of it has been injected.
  package func steps(of type: Any.Type) -> [InjectionStep] {
    plans.entry(for: ObjectIdentifier(type))?._withUnsafeGuaranteedRef(\.allSteps) ?? []
  }

  /// Makes the value of a binding, or finds it, and drops it; returns why there is none, nil if there is.
  ///
  /// - Parameter key: A key that leads to it.
  package func rehearse(
    _ binding: Binding, by key: BindingKey, on actor: (any Actor)?
  ) -> InjectionIssue.Kind? {
    lookUp(key, [], actor, binding.location ?? CodeLocation()) { _ in }?.kind
  }

  /// The types of which objects have been injected.
  package var injectedTypes: [Any.Type] { plans.all.map(\.type) }

  /// The Swift modules whose types with marks the configuration may inject: those whose code creates an installed module or
  /// configures the shared injector, but for tests, and those that declare their types.
  package var typeModules: Set<String> {
    let places =
      registry.modules.map(\.tag.location)
      + sequence(first: self, next: \.parent).compactMap(\.configuredAt)
    return registry.declarations.typeModules.union(
      places.map(\.moduleName).filter { !$0.hasSuffix("Tests") })
  }

  /// The keys that look-ups and injections have asked for.
  package var askedKeys: [BindingKey] { answers.all.map(\.key) }

  /// Reports an issue that an observer has found, as one of the injector's own.
  package func report(_ issue: InjectionIssue) { reporter.report(issue) }

  /// The value that an injector keeps of a binding now; nil if it keeps none.
  package func keptValue(of binding: Binding) -> Instance? {
    binding.lifetime.isOfInjector ? cell(of: binding).kept : nil
  }

  /// Whether an injection or a look-up has shown that the values of a binding fit a key.
  package func hasFitted(_ binding: Binding, _ key: BindingKey) -> Bool {
    answers.entry(for: key)?._withUnsafeGuaranteedRef {
      $0.binding === binding && ($0.hasFitted || $0.value != nil)
    } ?? false
  }
}

extension PropertyInjector {
  // Every request for a binding's value comes through here. A binding is asked on its actor only
  // and not from within itself, and a shared value is made once.

  // Each case is a function of its own, so that nested factories take little stack.

  /// Hands over the address of a binding's value, as a value of a type, or returns why there is none.
  ///
  /// - Parameter cell: The cell of the binding, if it is known.
  func provide(
    _ target: Any.Type, from binding: Binding, _ cell: ScopeCell? = nil,
    for call: borrowing InjectionCall, _ asker: Asker, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    if !binding.isUnconfined, let refusal = binding.refusal(on: call.isolation) {
      return Failure(refusal)
    }
    if let factory = binding.factory, binding.lifetime.isUnique {
      return provideUnique(target, from: binding, factory, for: call, asker, use)
    }
    guard call.arguments.isEmpty else { return Failure(binding.refusal(of: call.arguments)) }
    return switch binding.target {
    case .factory(let factory):
      if let cell, let kept = cell.kept {
        hand(over: kept, as: target, for: call, asker, of: cell, use)
      } else {
        provideScoped(target, from: binding, factory, cell, for: call, asker, use)
      }
    case .instance(let instance):
      hand(over: instance, as: target, for: call, asker, of: instance, use)
    case .accessors: Failure(.accessorWithoutMark)
    // Look-ups have followed keys and have stopped at bindings to nil.
    case .key, .nothing: Failure(.boundToNil)
    }
  }

  /// - Parameter holder: The cell of a scope, or the registered instance.
  private func hand(
    over instance: Instance, as target: Any.Type, for call: borrowing InjectionCall,
    _ asker: Asker, of holder: AnyObject, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    ResolutionChain.calling?.noteGiven(by: holder, to: asker)
    return instance.hand(as: target, isOnActor: call.isOnActor, to: use).map {
      Failure($0, on: call)
    }
  }

  /// Hands over a value that is made for this use only.
  @inline(never)
  private func provideUnique(
    _ target: Any.Type, from binding: Binding, _ factory: Factory,
    for call: borrowing InjectionCall, _ asker: Asker, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    var failure: Failure?
    let refusal = ResolutionChain.follow(
      .factory(.passUnretained(binding), takesArguments: !call.arguments.isEmpty, for: asker)
    ) { chain in
      failure = factory.makeProduct(as: target, for: call, from: binding) { value in
        chain.handOver()
        use(value)
      }
      failure = failure ?? chain.dropReason
    }
    return refusal ?? failure
  }

  /// Hands over a value that is made once.
  ///
  /// - Parameter known: Its cell, if an injector keeps it, and it is known: it is empty.
  @inline(never)
  private func provideScoped(
    _ target: Any.Type, from binding: Binding, _ factory: Factory, _ known: ScopeCell?,
    for call: borrowing InjectionCall, _ asker: Asker, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    let owner = owner(of: binding)
    let store: ScopedValues?
    do throws(Failure) { store = try self.store(of: binding, for: call) } catch { return error }
    let cell: ScopeCell
    if let store {
      // An override has values of its own: what it makes does not outlive it.
      cell =
        owner.role.isOverride
        ? store.cell(of: binding, within: owner.values) : store.cell(of: binding)
      if let chain = ResolutionChain.calling, let keeper = chain.keptBinding {
        if keeper.lifetime.isOfInjector {
          // A value of a request or a session in a service that lasts: the next one would get it, too.
          call.report(keeper, keeping: binding)
        } else if !asker.isLookUp, let making = chain.innermostMaking,
          making.cell.key.context != cell.key.context
        {
          // Code that looks a value up may only read it.
          making.taken.append((binding, WeakReference(store)))
        }
      }
    } else if case .graph = binding.lifetime {
      let graph = ResolutionChain.calling?.graph ?? ScopedValues()
      cell = graph.cell(of: binding, in: owner.values.context)
    } else {
      cell = known ?? owner.values.cell(of: binding)
    }
    if known == nil {
      let (kept, taken) = cell.content
      for other in taken { reportStale(other, keptBy: binding, for: call) }
      if let kept { return hand(over: kept, as: target, for: call, asker, of: cell, use) }
    }
    return owner.provideOnce(target, from: binding, factory, cell, for: call, asker, use)
  }

  /// Reports that a kept value has got a value of another request or the like than the present one.
  @inline(never)  // Nearly no value has.
  private func reportStale(
    _ taken: ScopeCell.Taken, keptBy keeper: Binding, for call: borrowing InjectionCall
  ) {
    if let now = try? store(of: taken.binding, for: call), now !== taken.store.object {
      call.report(keeper, keeping: taken.binding)
    }
  }

  /// Reports that a lazy property of a value which lasts will keep one of a request or a session.
  func reportKeeping(_ answer: Answer, lazilyFor call: borrowing InjectionCall) {
    // Each lazy property is asked: of most there is one binding, and no store.
    if answer.collected.isEmpty, !answer.binding.lifetime.isOfStore { return }
    guard let keeper = ResolutionChain.calling?.keptBinding, keeper.lifetime.isOfInjector else {
      return
    }
    for binding in [answer.binding] + answer.collected where binding.lifetime.isOfStore {
      call.report(keeper, keeping: binding)
    }
  }

  /// The store of the program that keeps a binding's value now; nil for a value of no store.
  private func store(
    of binding: Binding, for call: borrowing InjectionCall
  ) throws(Failure) -> ScopedValues? {
    guard case .values(let choose, let actor, _) = binding.lifetime else { return nil }
    // The binding may belong to another one.
    if !actor.admits(call.isolation) {
      throw Failure(.bindingOnAnotherActor(required: actor.text, actual: call.isolation.name))
    }
    var chosen: ScopedValues?
    let refusal = ResolutionChain.follow(.store(binding)) { _ in chosen = choose() }
    guard let chosen else { throw refusal ?? Failure(.outOfScope) }
    return chosen
  }

  /// The session or the like that an answer's value would be of now, or the values of a list; nil for values of no store.
  func session(of answer: Answer, for call: borrowing InjectionCall) -> [UInt64]? {
    // Each lazy property is asked: of most there is one binding, and no store.
    if answer.collected.isEmpty, !answer.binding.lifetime.isOfStore { return nil }
    var contexts: [UInt64] = []
    for binding in [answer.binding] + answer.collected where binding.lifetime.isOfStore {
      if let store = try? store(of: binding, for: call) { contexts.append(store.context) }
    }
    return contexts.isEmpty ? nil : contexts
  }

  @inline(never)  // Once for each value, or to wait.
  private func provideOnce(
    _ target: Any.Type, from binding: Binding, _ factory: Factory, _ cell: ScopeCell,
    for call: borrowing InjectionCall, _ asker: Asker, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    let link = ResolutionChain.Link.factory(
      .passUnretained(binding), takesArguments: false, for: asker)
    let reply = MakingThread.ask(cell, link) { making, use in
      var failure: Failure?
      Override.makingValue(of: self) {
        failure = factory.makeInstance(
          for: call.asking(self), from: binding, early: making.show, use)
      }
      return failure
    }
    switch reply {
    case .failed(let failure): return failure
    case .made(let instance, _):
      if !cell.canKeep(instance) { call.report(InjectionIssue(.weakValue, binding: binding)) }
      return hand(over: instance, as: target, for: call, asker, of: cell, use)
    }
  }
}

// The cell of a scoped instance, and the injector that makes it.
extension PropertyInjector {
  /// The injector that makes and keeps a scoped instance: the innermost override, or else the injector that the
  /// binding was registered with.
  ///
  /// So a value that production code keeps is made anew for an override, from what that registers, and goes with it.
  package func owner(of binding: Binding) -> PropertyInjector {
    var next: PropertyInjector? = self
    while let injector = next {
      if injector.registry.configuration === binding.configuration
        || injector.role.isOverride && !binding.lifetime.isUnique
      {
        return injector
      }
      next = injector.parent
    }
    return self
  }

  /// The cell of a binding whose value an injector keeps.
  func cell(of binding: Binding) -> ScopeCell { owner(of: binding).values.cell(of: binding) }
}
