import PropertyInjection
import Testing

// Swift before 6.3 has no warnings in tests.
#if compiler(>=6.3)
  extension TestReports {
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
      // The sample of a protocol's type may be of each type that conforms.
      let protocols = registry.declarations.samples.map(\.type)
        .filter { TypeKind($0) == .existential }
      for type in candidates where !made.contains(ObjectIdentifier(type)) {
        let isOfProtocol = protocols.contains { Conformance.find(type, to: $0) == .anywhere }
        if isOfProtocol { continue }
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
