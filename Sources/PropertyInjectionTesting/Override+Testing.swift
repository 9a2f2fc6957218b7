import PropertyInjection
import PropertyInjectionSettings

extension Override {
  /// An override of the shared injector for a test: it notes which of its bindings are used, and
  /// reports to the test.
  ///
  /// Within another one of a test it reports as that does, so that a handler which the test has set
  /// stays.
  ///
  /// - Parameters:
  ///   - report: Records an issue of the injector.
  ///   - change: Registers what the test needs.
  @MainActor static func forTest(
    reportingWith report: @escaping @Sendable (InjectionIssue) -> Void,
    _ change: @MainActor (inout Registry) throws -> Void
  ) rethrows -> Override {
    try PropertyInjector.shared.makeOverride(isolation: MainActor.shared) { registry in
      registry.reportToTest(report)
      try change(&registry)
      registry.keepSettingsInMemory()
    }
  }

  /// The same for a closure that awaits what it registers.
  @MainActor static func forTest(
    reportingWith report: @escaping @Sendable (InjectionIssue) -> Void,
    _ change: @MainActor (inout Registry) async throws -> Void
  ) async rethrows -> Override {
    let injector = PropertyInjector.shared.replacementOrSelf
    var registry = injector.registry
    registry.derive()
    registry.reportToTest(report)
    try await change(&registry)
    registry.keepSettingsInMemory()
    // In place of the registry that it derives itself: its closure cannot await.
    return injector.makeOverride(isolation: MainActor.shared) { $0 = registry }
  }
}

extension Registry {
  /// Reports to the test, unless an override around this one does.
  fileprivate mutating func reportToTest(_ report: @escaping @Sendable (InjectionIssue) -> Void) {
    if testLayer != nil { return }
    testLayer = configuration.layer
    let observer = UseObserver()
    self.observer = observer
    testSettings = SettingsOfTest()
    issueHandler = { issue in
      // What a module decorates, a later trait may register: a fake of a protocol.
      if issue.kind == .nothingToDecorate, issue.module != nil, issue.related.isEmpty,
        issue.valueType.map({ TypeKind($0) == .existential }) ?? true
      {
        observer.keep(issue)
      } else {
        report(issue)
      }
    }
  }

  /// Keeps settings in memory that the program keeps elsewhere, unless the test gives a store; no placeholder takes the place
  /// of a store in memory.
  fileprivate mutating func keepSettingsInMemory() {
    if let (source, binding) = settings, source.isLasting, let testLayer,
      binding.layer < testLayer
    {
      let inMemory: any SettingsStore = source.inTest(of: self)
      // A module, because what a test registers itself and does not use is reported.
      let module = InjectionModule("settings in memory") { registry in
        registry.register(.type((any SettingsStore).self), instance: inMemory, replacing: true)
      }
      install(module)
    }
    if let (source, binding) = settings, !source.isLasting {
      keepBesidePlaceholders(binding.key)
    }
  }
}

extension Override {
  /// The observer of the test; nil for an override outside of tests.
  var useObserver: UseObserver? { injector.registry.observer as? UseObserver }

  /// The bindings that the override has registered itself.
  private var ownBindings: [Binding] {
    injectors.map(\.registry).flatMap { registry in
      registry.bindings.bindings(writtenIn: registry.configuration)
    }
  }

  /// The bindings that the override has registered itself: those that look-ups have led to, or that are eager, and the
  /// others.
  var bindingsByUse: (used: [RegistryEntry], unused: [(entry: RegistryEntry, Binding)]) {
    var (used, unused): ([RegistryEntry], [(entry: RegistryEntry, Binding)]) = ([], [])
    for binding in ownBindings {
      let entry = RegistryEntry(binding: binding)
      if binding.lifetime.isEager || useObserver?.accountsFor(binding) == true {
        used.append(entry)
      } else {
        unused.append((entry, binding))
      }
    }
    return (used, unused)
  }

  /// Whether a binding that nothing has used goes before another one of its key, or the configuration knows of something
  /// that asks for its key.
  func hasUse(for binding: Binding) -> Bool {
    let key = binding.key
    func asks(_ asked: BindingKey) -> Bool {
      key.name == nil
        ? asked.type == key.type && (asked.qualifier == .typeAlone || asked.isOwnName)
        : asked.name == key.name
    }
    let registry = injector.registry
    let others = registry.bindings.registered.filter {
      $0.layer < binding.layer || $0.module != nil
    }
    // In a test without a program a type that asks for it may be known to another test only.
    if others.isEmpty || registry.bindings.hasReplaced(binding)
      || key.name != nil && others.contains(where: { $0.name == key.name })
    {
      return true
    }
    return registry.bindings.registered.contains { binding in
      if case .key(let target) = binding.target { return asks(target) }
      return binding.factory?.parameters?.contains { asks($0.wrappedKey) } == true
    }
      || (registry.declarations.types + registry.declarations.ownerTypes).contains { type in
        let survey = TypeSurvey(type, in: registry)
        return survey.properties.contains { asks($0.key) }
          || survey.markedFields.contains {
            asks(BindingKey(.named($0.name), $0.valueType, isOwnName: true))
          }
      }
  }

  /// A binding that may be meant where another one is not used; nil if there is none.
  func near(_ binding: Binding) -> RegistryEntry? {
    let bindings = injector.registry.bindings
    if let name = binding.name {
      let near = NearMisses.ofName(binding.key, in: bindings).related.filter { $0.name != name }
      let slip = near.first { $0.name.map { NearMisses.isSlip(name, of: $0) } ?? false }
      // The test's own are meant as they are.
      let own = ownBindings.map(RegistryEntry.init(binding:))
      if let near = slip ?? near.first(where: { !own.contains($0) }) { return near }
    }
    // The one that it would go before with another key.
    let others = bindings.registered.filter { binding.goesBefore($0) && binding.fits($0) }
    return others.min { $0.order < $1.order }.map(RegistryEntry.init(binding:))
  }
}
