import PropertyInjection
import Testing

// Swift before 6.3 has no warnings in tests.
#if compiler(>=6.3)
  extension TestReports {
    /// Warns of a fake with a name, where properties of other names keep what the program registers without one.
    static func recordPartialFakes(in override: Override, near location: SourceLocation) {
      for injector in override.injectors {
        let registry = injector.registry
        let fakes = registry.bindings.bindings(writtenIn: registry.origin)
          .filter { $0.name != nil && $0.isUsed }
        // After each case of a test: most end here.
        if fakes.isEmpty { continue }
        let steps = injector.injectedTypes.flatMap(injector.steps)
          .filter { $0.point.isByType && $0.property.key.isOwnName }
          .sorted { $0.property.fullName < $1.property.fullName }
        for fake in fakes {
          let kept = steps.first { step in
            guard let binding = step.binding else { return false }
            return fake.goesBefore(binding) && fake.fits(binding)
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
      The test registers \(fake.key), which is for its name only: by its type \(property) keeps \(other). \
      If it is for all of that type, register it \(other.keyInWords).
      """
    }

    /// The types that have been told of.
    private static let told = Lock<Set<ObjectIdentifier>>([])

    /// Warns of types with marks that a test has injected, and that the configuration does not declare although it declares
    /// others of their module: a check knows neither their keys nor their actor.
    static func recordUndeclared(in override: Override, near location: SourceLocation) {
      let registry = override.injector.registry
      let unknown = override.injectors.flatMap(\.unknownTypes)
      // After each case of a test: most end here.
      if unknown.isEmpty || registry.declarations.samples.isEmpty { return }
      let modules = Set(registry.declarations.samples.map { moduleName(of: $0.type) })
      let candidates = unknown.filter { modules.contains(moduleName(of: $0)) }
      if candidates.isEmpty { return }
      // A check knows what a binding makes.
      let made = Set(registry.bindings.registered.compactMap { $0.type.map(ObjectIdentifier.init) })
      // A sample may be of each type that conforms to its protocol type, or is a subclass of its class.
      let samples = registry.declarations.samples.map(\.type)
      for type in candidates where !made.contains(ObjectIdentifier(type)) {
        let classes = TypeHierarchy.levels(of: type)
        let isOfSample = samples.contains { sample in
          classes.contains { $0 == sample } || Conformance.find(type, to: sample) == .anywhere
        }
        if isOfSample { continue }
        guard told.withLock({ $0.insert(ObjectIdentifier(type)).inserted }) else { continue }
        Issue.record("\(undeclaredText(type))", severity: .warning, sourceLocation: location)
      }
    }

    private static func moduleName(of type: Any.Type) -> Substring {
      TypeName.qualified(type).prefix { $0 != "." }
    }

    private static func undeclaredText(_ type: Any.Type) -> String {
      let name = TypeName.of(type)
      return """
        \(name) was injected and is not declared, as other types of its module are: no check knows its keys, nor its actor. \
        Declare a sample: registry.declare { \(name)() }.
        """
    }
  }
#endif
