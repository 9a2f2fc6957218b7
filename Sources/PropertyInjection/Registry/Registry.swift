/// The configuration of an injector: bindings, and the properties that may be filled.
///
/// A registry exists only while an injector is being configured. It is a value: a derived injector
/// starts from a copy of it. See ``PropertyInjector/configure(isolation:fileID:line:_:)``,
/// ``PropertyInjector/init(isolation:_:)`` and ``PropertyInjector/overriding(isolation:_:)``.
///
/// ```swift
/// PropertyInjector.configure { registry in
///   registry.register(instance: SystemClock() as any Clock)   // type -> instance
///   registry.register("myService", instance: MyService())     // name + type -> instance
///   registry.register("currentDate") { Date() }                // ... or -> factory
///   registry.declare("myService", \ViewController.myService)   // a property that may be filled
///   registry.declare("currentDate", \ViewController.currentDate)
/// }
/// ```
///
/// A binding is a key, what provides the value, a scope, and where it was written. A key is bound
/// to:
///
/// - an instance: ``register(_:instance:replacing:fileID:line:)``
/// - a factory: ``register(_:replacing:fileID:line:factory:)-11upy``
/// - a provider, such as an initializer with its arguments:
///   ``register(_:_:replacing:fileID:line:)``
/// - another key:
///   ``alias(_:to:replacing:fileID:line:)-(InjectionKey<Value>,InjectionKey<Value>,_,_,_)``
/// - nothing: ``registerNil(_:replacing:fileID:line:)``
///
/// All that is registered and declared here is used on every thread, so the compiler demands that
/// instances, what factories capture, what scopes keep, and key paths are `Sendable`. What belongs
/// to an actor is registered and declared within ``onMainActor(_:)`` or ``confined(to:_:)``.
///
/// Registering and declaring cost a dictionary entry each. Mistakes neither throw nor trap: they
/// are reported, as ``InjectionIssue``, when the configuration ends.
public struct Registry {
  private(set) var contents = Contents()
  /// How many issues the configurations have reported that this one is derived from.
  private var reportedCount = 0

  /// The configuration that this registry is for.
  package var configuration = Configuration()

  /// The changes of this configuration since the first module was installed.
  private var changes: [ModuleChange] = []
  /// Those of the configurations that it is derived from.
  private var earlier: Chain<[ModuleChange]>?
  /// The contents before these changes: one element, which a copy of the registry does not copy, or none without a
  /// module.
  private var base: [Contents] = []
  package var modules: [InstalledModule] = []
  /// The module that is configuring now; nil for the configuration itself.
  package var module: ModuleTag?
  /// The actor to which what is registered and declared now belongs.
  var confinement = Isolation.none
  /// Whether the compiler has not proven that values may be shared by threads: they belong to an actor, or the program
  /// vouches for them.
  var isUnproven = false

  /// Watches the look-ups of this injector and of those that are derived from it; nil but for checks and tests.
  package var observer: (any LookUpObserver)?
  /// The layer of the outermost override of a test; nil outside of tests.
  ///
  /// In a test the handler that a module sets does not count, nor do the settings of the user, and modules of the program are
  /// installed anew.
  package var testLayer: Int?
  /// The store with the settings of that test, in memory; the module for settings knows the type.
  package var testSettings: (any AnyObject & Sendable)?

  package var bindings: BindingTable { contents.bindings }
  package var declarations: DeclaredProperties { contents.declarations }

  /// Notes that objects of a type may be injected, on the actor that this registry is confined to.
  mutating func declareType(_ type: Any.Type, _ sample: TypeSample? = nil) {
    record { [confinement] in $0.declarations.insert(type, on: confinement, sample) }
  }

  // MARK: Changes

  /// Makes a change, and remembers it if a module may be taken back; its issues are reported later.
  @inline(never)  // Each caller would have a copy of its change, specialized.
  mutating func record(_ change: @escaping Change) {
    if !base.isEmpty { changes.append((change, module)) }
    change(&contents)
  }

  /// Remembers changes from now on: a module is to be installed.
  mutating func beginRecording() {
    if base.isEmpty { (base, earlier) = ([contents], nil) }
  }

  /// Notes a mistake, which is reported when the configuration ends.
  mutating func note(_ issue: InjectionIssue) { record { $0.issues.append(issue) } }

  /// Takes back the changes of modules, by making all others again: everything is as if the modules had never been
  /// installed.
  ///
  /// - Parameter toReplace: Whether others take their places, so that what uses their contents is no mistake.
  mutating func takeBack(_ tags: [ModuleTag], toReplace: Bool = false) {
    let former = contents.issues
    let reported = former.prefix(reportedCount)
    let bindings = contents.bindings
    let all = sequence(first: Chain(changes, after: earlier), next: \.older)
    (contents, earlier) = (base[0], nil)
    for (index, next) in all.reversed().enumerated() {
      if index > 0 {
        contents.derive(like: bindings)
        earlier = Chain(changes, after: earlier)
      }
      changes = next.newest.filter { change in !tags.contains { $0 === change.module } }
      for (change, _) in changes { change(&contents) }
    }
    let issues = contents.issues
    contents.issues = issues.filter(reported.contains)
    reportedCount = contents.issues.count
    contents.issues += issues.filter {
      !reported.contains($0) && (!toReplace || former.contains($0))
    }
  }

  /// Starts the configuration of a derived injector.
  package mutating func derive() {
    reportedCount = contents.issues.count
    contents.derive()
    earlier = Chain(changes, after: earlier)
    changes = []
    configuration = Configuration(layer: configuration.layer + 1)
  }

  /// Ends the configuration of an injector.
  mutating func freeze() {
    contents.settle()
    // Without modules nothing is taken back; so what has been replaced or removed is not kept.
    if modules.isEmpty { (base, changes, earlier) = ([], [], nil) }
  }

  /// The issues of this configuration.
  var issues: ArraySlice<InjectionIssue> { contents.issues.dropFirst(reportedCount) }

  /// The issues of this configuration, and, each once, of the configurations that it is derived from.
  package var allIssues: [InjectionIssue] {
    var seen: Set<IssueDigest> = []
    return contents.issues.prefix(reportedCount).filter { seen.insert($0.identity).inserted }
      + issues
  }

  /// The bindings of eager singletons, in the order of registration.
  var eagerBindings: [Binding] {
    guard contents.hasEager else { return [] }
    return bindings.all(isWithLists: false)
      .filter {
        $0.lifetime.isEager && $0.configuration === configuration && !bindings.isPlaceholder($0)
      }.inOrder(of: \.order)
  }
}

extension Registry {
  /// The contents of a registry.
  struct Contents {
    var bindings = BindingTable()
    var declarations = DeclaredProperties()
    /// Whether this configuration itself has, or has had, an eager singleton.
    var hasEager = false
    /// Whether a binding has, or has had, the scope `graph`.
    var hasGraphs = false
    var issueHandler: @Sendable (InjectionIssue) -> Void = {
      printError("PropertyInjection: \($0)\n")
    }
    var injectionHandler: (@Sendable (InjectionPoint) -> Void)?
    var issues: [InjectionIssue] = []
  }

  typealias Change = (inout Contents) -> Void
}

extension Registry.Contents {
  /// Starts the contents of a derived configuration.
  ///
  /// - Parameter former: The bindings before modules were taken back.
  @inline(never)  // Each of two callers would have a copy of it.
  mutating func derive(like former: BindingTable? = nil) {
    settle()
    bindings.derive(like: former)
    hasEager = false
  }

  /// Ends the changes of a configuration: what it decorates must be there.
  mutating func settle() {
    if bindings.isFrozen { return }
    for decorator in bindings.newDecorators {
      switch bindings.lookUp(decorator.key) {
      case .success(let binding) where !binding.isAccessor: note(binding.lifetime)
      // A later layer may register it.
      case .failure(.placeholder): break
      // Several values of a type, each of which is wrapped in a list.
      case .failure(.ambiguousType) where !bindings.listed(by: decorator.key).isEmpty: break
      case .success, .failure:
        var issue = InjectionIssue(
          .nothingToDecorate, lookingFor: decorator.key,
          near: bindings.near(decorator.key, without: .unknownName))
        issue.location = decorator.location
        issue.module = decorator.module?.name
        issues.append(issue)
      }
    }
    bindings.freeze()
  }

  mutating func declare(_ property: InjectableProperty) {
    // The same line of code may run again, such as the list of an `Injectable` type.
    guard let kept = declarations.insert(property), kept.location != property.location else {
      return
    }
    issues.append(
      InjectionIssue(.duplicateDeclaration, property: property, related: [kept.entry]))
  }

  mutating func setScope(_ setting: ScopeSetting) {
    let registered = bindings.binding(setting.key)
    let ofType =
      setting.key.qualifier == .typeAlone ? bindings.unregistered(setting.key)?.binding : nil
    // Of a list each value has its own scope.
    let binding = registered ?? (ofType?.elementType == nil ? ofType : nil)
    guard let factory = binding?.factory, let binding,
      !factory.isPerCall || setting.lifetime.isUnique, setting.mayKeepValues(of: binding)
    else { return issues.append(setting.issue(about: binding)) }
    if registered == nil { _ = bindings.insert(binding, replacing: true) }
    bindings.set(setting)
    note(setting.lifetime)
  }

  private mutating func note(_ lifetime: Lifetime) {
    if lifetime.isEager { hasEager = true }
    if case .graph = lifetime { hasGraphs = true }
  }

  mutating func insert(_ binding: Binding, replacing: Bool) {
    if replacing, !bindings.goesBeforeAny(binding) {
      var issue = InjectionIssue(.nothingReplaced, binding: binding)
      issue.add(NearMisses.ofName(binding.key, in: bindings))
      issues.append(issue)
    }
    note(binding.lifetime)
    guard let kept = bindings.insert(binding, replacing: replacing) else { return }
    issues.append(
      InjectionIssue(
        .duplicateBinding, binding: binding, related: [RegistryEntry(binding: kept)]))
  }
}

/// A change of a registry, and the module that has made it; nil for the configuration itself.
private typealias ModuleChange = (change: Registry.Change, module: ModuleTag?)

/// A part of a configuration, and the same part of those that it is derived from, which share it.
final class Chain<Element> {
  let newest: Element
  private(set) var older: Chain?

  init(_ newest: Element, after older: Chain?) { (self.newest, self.older) = (newest, older) }

  // One after the other: a long chain of releases within releases would need a deep stack.
  deinit {
    var next = older.take()
    while isKnownUniquelyReferenced(&next) { next = next?.older.take() }
  }
}

// For the modules that checks and tests use.

/// Code that is told of look-ups: what it learns stays out of injectors and bindings.
package protocol LookUpObserver: AnyObject, Sendable {
  /// An injector has looked up a key for the first time; also called for a name without a binding, each time.
  ///
  /// - Parameters:
  ///   - aliases: The aliases that were followed, and a binding to nil that ends them.
  ///   - found: The binding of the value, before those whose values it collects; empty if there is none.
  func didLookUp(
    _ key: BindingKey, in injector: PropertyInjector, through aliases: [Binding],
    to found: [Binding])
}

extension Registry {
  /// Makes placeholders of the bindings that this configuration inherits, and of those that its
  /// modules register, but for those of some names, and of some types without a name.
  package mutating func makePlaceholders(except keys: [BindingKey]) {
    record { [configuration] in
      $0.bindings.placeholders = (configuration.layer, Set(keys.map(\.group)))
    }
  }

  /// Lets the binding of a key give its value, also where others are placeholders.
  package mutating func keepBesidePlaceholders(_ key: BindingKey) {
    record { _ = $0.bindings.placeholders?.except.insert(key.group) }
  }
}
