import PropertyInjection
import PropertyInjectionChecking

/// Does the steps with the library, and observes what comes of them.
final class Driver {
  private var injectors: [(id: Int, injector: PropertyInjector, override: Override?)] = []
  private var subjects: [(id: Int, subject: any Subject)] = []
  /// How often the library has been called.
  private var turns = 0
  /// How often it was called within an override that is for another injector.
  private(set) var withinOthers = 0
  let log: IssueLog
  let calls: CallCounts

  init(bindings: Int) {
    log = IssueLog()
    calls = CallCounts(bindings)
  }

  /// The injector that is called; for an override the one that it overrides, see ``within(_:_:)``.
  func injector(_ id: Int) -> PropertyInjector? { injectors.first { $0.id == id }?.injector }

  /// Runs code in which an override is in force, if the injector is one.
  func within<Result>(_ id: Int?, _ body: () -> Result) -> Result {
    let override = injectors.first { $0.id == id }?.override
    return override.map { Override.$current.withValue($0, operation: body) } ?? body()
  }

  /// The same, and three times of four within an override that is for another injector.
  ///
  /// That must make no difference: what the called injector and its parents keep is made without it,
  /// and so are lazy properties, which are read without an injector.
  func withinAnother<Result>(_ id: Int?, _ body: () -> Result) -> Result {
    turns += 1
    let called = id.flatMap(injector)
    let other = injectors.last { $0.override != nil && $0.injector !== called }?.override
    guard !turns.isMultiple(of: 4), let other else { return within(id, body) }
    withinOthers += 1
    return Override.$current.withValue(other) { within(id, body) }
  }

  func subject(_ id: Int) -> (any Subject)? { subjects.first { $0.id == id }?.subject }

  func create(_ id: Int, target: Int) {
    subjects.append((id, Catalog.entries[target].makeSubject()))
  }

  func configure(_ id: Int, from source: Parent?, _ changes: [Change]) {
    let log = log
    let calls = calls
    func configure(_ registry: inout Registry) {
      registry.issueHandler = { log.append($0, from: id) }
      registry.observer = RemarkReporter()
      RegistryChanger(calls: calls).apply(changes, to: &registry)
    }
    if let source {
      guard let injector = injector(source.injector) else { return }
      if source.isOverride {
        let override = injector.makeOverride(isolation: nil) { configure(&$0) }
        injectors.append((id, injector, override))
      } else {
        injectors.append((id, injector.overriding { configure(&$0) }, nil))
      }
    } else {
      injectors.append((id, PropertyInjector { configure(&$0) }, nil))
    }
  }

  func lookUp(_ key: Key, _ lookup: Lookup, with injector: PropertyInjector) -> Token? {
    func find<Kind: ValueKind>(_ kind: Kind.Type) -> Token? {
      let key = key.injectionKey(kind)
      let value: Kind.Value? =
        switch lookup {
        case .instance where key.name == nil: injector.instance(of: Kind.Value.self)
        case .instance: injector.instance(for: key)
        case .subscripted: injector.instance(for: key)
        case .made: injector.instance(for: key)
        }
      return value.map(Kind.token)
    }
    return find(Palette.kind(key.type))
  }
}

extension Driver {
  func collect(_ type: ModelType, byKey isByKey: Bool, in injector: PropertyInjector) -> [Token] {
    func collect<Kind: ValueKind>(_ kind: Kind.Type) -> [Token] {
      injector.instances(of: Kind.Value.self).map(Kind.token)
    }
    return collect(Palette.kind(type))
  }

  func contains(_ key: Key, in injector: PropertyInjector) -> Bool {
    func contains<Kind: ValueKind>(_ kind: Kind.Type) -> Bool {
      injector.contains(key.injectionKey(kind))
    }
    return contains(Palette.kind(key.type))
  }

  func make(_ key: Key, _ arguments: [Token], with injector: PropertyInjector) -> Token? {
    func make<Kind: ValueKind>(_ kind: Kind.Type) -> Token? {
      let arguments = arguments.map { Palette.value($0) as Any? }
      return injector.instance(for: key.injectionKey(kind), arguments: arguments).map(Kind.token)
    }
    return make(Palette.kind(key.type))
  }
}

extension Key {
  /// The key with its type as Swift knows it.
  func injectionKey<Kind: ValueKind>(_ kind: Kind.Type) -> InjectionKey<Kind.Value> {
    name.map { .named($0) } ?? .byType
  }
}

/// Collects what injectors report.
final class IssueLog: @unchecked Sendable {
  // Unchecked: one thread uses it.
  private(set) var issues: [(injector: Int, issue: InjectionIssue)] = []

  func append(_ issue: InjectionIssue, from injector: Int) { issues.append((injector, issue)) }
}

/// Counts the calls of each binding's factory.
final class CallCounts: @unchecked Sendable {
  // Unchecked: one thread uses it.
  private var made: [Weak] = []
  private(set) var counts: [Int]
  /// How many factories have given nil, thrown or asked the injector: no check can foresee that.
  private(set) var surprises = 0

  init(_ bindings: Int) { counts = Array(repeating: 0, count: bindings) }

  /// Counts a call, and returns the number of what it makes.
  func call(_ binding: Int) -> Int {
    counts[binding] += 1
    return productNumber(binding, counts[binding])
  }

  /// Counts a call that no check can foresee.
  func surprise(_ binding: Int) {
    _ = call(binding)
    surprises += 1
  }

  /// Makes an object, with the argument of an initializer.
  func make(_ binding: Int, _ argument: Token?) -> G {
    let new = G(call(binding))
    new.argument = argument
    made.append(Weak(object: new))
    return new
  }

  /// What factories and initializers have made and is still there.
  var living: [G] { made.compactMap(\.object) }

  private struct Weak {
    weak var object: G?
  }
}
