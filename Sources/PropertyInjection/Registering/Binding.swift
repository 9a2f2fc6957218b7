/// One registration: a key, what it leads to, how long that is kept, the actor it is confined
/// to, where it was written.
final class Binding: Sendable {
  /// The name, and the static type that it was registered with.
  let key: BindingKey
  var name: String? { key.name }
  var type: Any.Type? { key.type }
  let target: BindingTarget
  let isolation: Isolation
  /// The configuration that has registered it; nil for what is not registered.
  let origin: RegistryOrigin?
  /// The binding as it was registered, where its scope has been set since.
  private let original: Binding?
  var root: Binding { original ?? self }
  /// How many injectors the one is derived from that it was registered in; below 0 if it was not registered.
  ///
  /// What is newer goes first. A scope that is set changes nothing of it, but for a type that is not registered.
  var layer: Int { (root.origin ?? origin)?.layer ?? -1 }
  /// The module that has registered it; nil for the configuration itself.
  let module: ModuleTag?
  /// Where it was written; nil for what the library binds itself.
  let location: CodeLocation?
  /// What is kept; nil if nothing is.
  ///
  /// Only what is made is kept.
  let shared: SharedInstance?

  init(
    _ key: BindingKey, to target: BindingTarget, lifetime: Lifetime = .unique,
    isolation: Isolation = .none, origin: RegistryOrigin? = nil, module: ModuleTag? = nil,
    original: Binding? = nil, at location: CodeLocation?
  ) {
    self.key = key
    self.target = target
    self.isolation = isolation
    self.origin = origin
    self.original = original
    self.module = module
    self.location = location
    shared = lifetime.isUnique ? nil : SharedInstance(lifetime, confinedTo: isolation)
  }

  convenience init<Value>(
    _ key: BindingKey, _ initializer: InjectableInitializer<Value>, lifetime: Lifetime = .unique,
    confinedTo isolation: Isolation = .none, origin: RegistryOrigin? = nil,
    module: ModuleTag? = nil, at location: CodeLocation?
  ) {
    self.init(
      key, to: .factory(initializer.factory.confined(to: isolation)),
      lifetime: lifetime,
      isolation: initializer.isolation == .none ? isolation : initializer.isolation,
      origin: origin, module: module, at: location ?? initializer.location)
  }

  /// The same binding in another scope, with nothing kept.
  func with(_ setting: ScopeSetting) -> Binding {
    Binding(
      key, to: target, lifetime: setting.lifetime,
      isolation: isolation == .none ? setting.isolation : isolation, origin: setting.origin,
      module: module ?? setting.module,
      original: root, at: location)
  }

  /// What is wrong with a value that is kept, and is to be made with arguments of a caller.
  var issueOfKeptArguments: InjectionIssue? {
    guard shared != nil, let dynamic = factory?.parameters?.filter(\.isDynamic), !dynamic.isEmpty
    else { return nil }
    var issue = InjectionIssue(.wrongArguments, binding: self)
    issue.isAboutKeptValue = true
    issue.wantedTypes = dynamic.map(\.type)
    issue.signature = signature
    return issue
  }

  /// Whether all get the same value, for good, once it is there.
  var mayBeConstant: Bool {
    guard isolation.actor == nil else { return false }
    switch target {
    case .instance: return true
    case .factory: return shared?.lifetime.isSingleton == true
    case .key, .nothing, .accessors: return false
    }
  }

  var isBoundToNothing: Bool {
    if case .nothing = target { true } else { false }
  }

  /// What gives its value from now on, if that is there for good.
  var constant: (any Instance)? {
    if case .instance(let instance) = target { instance } else { shared?.finished }
  }

  var lifetime: Lifetime { shared?.lifetime ?? .unique }

  /// What makes its value, as a function's type: `(Address, Owner) -> House`.
  var signature: String {
    let parameters = isFactory ? factory?.parameters : []
    let list = parameters.map { TypeName.list($0.map(\.type)) } ?? "(...)"
    return "\(list) -> \(key.typeName)"
  }

  /// Whether it is registered in an injector that another one's is derived from.
  func isInherited(by other: Binding) -> Bool { layer >= 0 && layer < other.layer }

  /// Whether the library brings it: then it was written nowhere.
  var isBuiltIn: Bool { location == nil }
}
