import PropertyInjection
import PropertyInjectionChecking
import Testing

// Swift before 6.3 has no warnings in tests.
#if compiler(>=6.3)
  extension TestReports {
    /// Warns of a fake with a name or of another type, where properties keep what the program registers for their type alone.
    static func recordPartialFakes(in override: Override, near location: SourceLocation) {
      for injector in override.injectors {
        let registry = injector.registry
        let bindings = registry.bindings
        let fakes = bindings.bindings(writtenIn: registry.configuration).filter {
          override.useObserver?.hasLookedUp($0) == true && !bindings.overridesItsName($0)
        }
        // After each case of a test: most end here.
        if fakes.isEmpty { continue }
        let steps = injector.injectedTypes.flatMap(injector.steps)
          .filter { $0.point.isByType && $0.property.key.isOwnName }
          .sorted { $0.property.fullName < $1.property.fullName }
        for fake in fakes {
          let kept = steps.first { step in
            // What a module of the program decorates may be a fake, too, also one of the suite.
            guard let binding = step.binding, case let written = binding.registration,
              written.module != nil || written.layer < registry.testLayer ?? 0
            else { return false }
            return fake.goesBefore(binding) && fake.fits(binding) && fake.key != binding.key
          }
          let entry = RegistryEntry(binding: fake)
          guard let kept, let binding = kept.binding,
            toldFakes.withLock({ $0.insert(entry).inserted })
          else { continue }
          Issue.record(
            "\(partialText(entry, kept.property.fullName, RegistryEntry(binding: binding)))",
            severity: .warning, sourceLocation: place(entry.location, near: location))
        }
      }
    }

    /// The fakes that have been told of: a test may have many cases.
    private static let toldFakes = Lock<Set<RegistryEntry>>([])

    private static func partialText(
      _ fake: RegistryEntry, _ property: String, _ other: RegistryEntry
    ) -> String {
      """
      The test registers \(fake.key), which \(fake.name == nil ? "fills no property of another type" : "is for its name only"): \
      by its type \(property) keeps \(other). \
      If it is for all of that type, register it \(other.keyInWords).
      """
    }

    /// Warns of a module that was not installed, because the program or the suite has installed one of its name, perhaps with
    /// other values.
    static func recordModulesLeftOut(in override: Override, near location: SourceLocation) {
      let told = override.first.parent?.registry.modules.filter(\.isMadeAgain).map(\.tag) ?? []
      for module in override.injector.registry.modules
      where module.isMadeAgain && !told.contains(where: { $0 === module.tag }) {
        Issue.record(
          "\(InjectionIssue(leavingOut: module))", severity: .warning, sourceLocation: location)
      }
    }

    /// Warns of decorators of modules that decorate nothing, also nothing that a later trait of the test has registered: the
    /// innermost override of the test comes first.
    static func recordIdleDecorators(in override: Override, near location: SourceLocation) {
      for issue in override.useObserver?.takeKept() ?? [] {
        var trail: AliasTrail = ([], nil)
        let isThere =
          switch override.injector.registry.bindings.lookUp(issue.key, &trail) {
          case .success, .failure(.ambiguousType): true
          case .failure: false
          }
        guard !isThere, let place = issue.location,
          toldDecorators.withLock({ $0.insert(place).inserted })
        else { continue }
        Issue.record(
          "\(issue)", severity: .warning, sourceLocation: self.place(place, near: location))
      }
    }

    /// The places of decorators that have been told of.
    private static let toldDecorators = Lock<Set<CodeLocation>>([])

    /// The types that have been told of.
    private static let told = Lock<Set<ObjectIdentifier>>([])

    /// Warns of injected types without a sample that have a mark with a key of its own, where a check takes another
    /// binding to be meant.
    static func recordOtherKeys(in override: Override, near location: SourceLocation) {
      let registry = override.injector.registry
      let modules = override.injector.typeModules
      // After each case of a test: most end here.
      if modules.isEmpty { return }
      let samples = registry.declarations.samples.map(\.type)
      let types = override.injectors.flatMap { injector in
        injector.injectedTypes.map { (type: $0, steps: injector.steps(of: $0)) }
      }
      for (type, steps) in types {
        let other = steps.first(where: { step in
          let property = step.property
          guard step.point.place != nil, !property.key.isOwnName, property.key.qualifier != .all
          else { return false }
          let assumed = BindingKey(.named(property.name), property.valueType, isOwnName: true)
          var trail: AliasTrail = ([], nil)
          return registry.bindings.lookUp(assumed, &trail).binding !== step.binding
        })
        guard let other, modules.contains(TypeName.module(of: type)) else { continue }
        // A sample may be of each type that conforms to its protocol type, or is a subclass of its class.
        let classes = TypeHierarchy.levels(of: type)
        let isOfSample = samples.contains { sample in
          classes.contains { $0 == sample } || Conformance.find(type, to: sample) == .anywhere
        }
        guard !isOfSample, told.withLock({ $0.insert(ObjectIdentifier(type)).inserted }) else {
          continue
        }
        Issue.record(
          "\(otherKeyText(type, other.property))", severity: .warning, sourceLocation: location)
      }
    }

    private static func otherKeyText(_ type: Any.Type, _ property: InjectableProperty) -> String {
      """
      \(property.fullName) asks for \(property.key), which no check knows without an object. \
      Declare a sample: registry.declare { \(TypeName.of(type))(...) }.
      """
    }
  }
#endif
