/// The changes of a registry since its first module was installed.
///
/// Modules are taken back by making all other changes again.
struct RegistryJournal {
  private struct Entry {
    let change: Registry.Change
    let module: ModuleTag?
  }

  private var base: Registry.Contents
  /// The issues of the changes that have led to the base.
  private var issues: [InjectionIssue]
  private var entries: [Entry] = []
  /// The entries of the configurations that this one is derived from, which share them.
  private var inherited: [Entry] = []
  // Compacting reads every entry, so it runs only when their number has doubled; below 256 entries
  // it saves little.
  private var limit = 256

  /// A journal that starts from contents, and from the issues of the changes that have led there.
  init(base: Registry.Contents, issues: [InjectionIssue]) {
    self.base = base
    self.issues = issues
  }

  mutating func append(_ change: Registry.Change, _ module: ModuleTag?) {
    entries.append(Entry(change: change, module: module))
    if entries.count > limit {
      compact()
      limit = max(limit, entries.count * 2)
    }
  }

  /// Sets the present entries apart, so that the next one that is appended does not copy them.
  mutating func startLayer() {
    // A few entries are copied with the next one.
    guard entries.count * 8 >= inherited.count else { return }
    flatten()
    swap(&entries, &inherited)
  }

  private mutating func flatten() {
    guard !inherited.isEmpty else { return }
    entries = inherited + entries
    inherited = []
  }

  /// The contents, and the issues of the changes, as if the modules had never been installed.
  mutating func outcome(
    without modules: [ModuleTag]
  ) -> (contents: Registry.Contents, issues: [InjectionIssue]) {
    flatten()
    entries.removeAll { entry in modules.contains { $0 === entry.module } }
    var contents = base
    var issues = issues
    for entry in entries { contents.apply(entry.change, reportingTo: &issues) }
    return (contents, issues)
  }

  /// Moves changes to names and types that no module has touched into the base.
  ///
  /// Taking a module back cannot change their outcome.
  mutating func compact() {
    flatten()
    var touched = TouchedKeys()
    for entry in entries where entry.module != nil { touched.insert(entry.change) }
    var left: [Entry] = []
    for entry in entries {
      if entry.module == nil, !touched.mayAffect(entry.change) {
        base.apply(entry.change, reportingTo: &issues)
      } else {
        left.append(entry)
      }
    }
    entries = left
    base.eager = base.eager.filter { base.bindings.binding($0.key) === $0 }
  }
}

/// The subjects of changes: keys of bindings, owners of properties.
private struct TouchedKeys {
  private var keys: Set<BindingKey> = []
  /// The names, because the order of the bindings of a name counts.
  private var names: Set<String> = []
  private var owners: Set<TypeIdentity> = []
  private var hasHandler = false

  mutating func insert(_ change: Registry.Change) {
    switch change {
    case .bind(let binding, replacing: _): insert(binding.key)
    case .setScope(let setting): insert(setting.key)
    case .removeKey(let key): insert(key)
    case .remove(let name): names.insert(name)
    case .declare(let property, isListed: _):
      owners.insert(TypeIdentity(type: property.ownerType))
    case .handle, .watch: hasHandler = true
    case .declareType, .makePlaceholders: break
    }
  }

  private mutating func insert(_ key: BindingKey) {
    keys.insert(key)
    if let name = key.name { names.insert(name) }
  }

  /// Whether the outcome of a change may depend on these subjects.
  func mayAffect(_ change: Registry.Change) -> Bool {
    switch change {
    case .bind(let binding, replacing: _): mayAffect(binding.key)
    case .setScope(let setting): mayAffect(setting.key)
    case .removeKey(let key): mayAffect(key)
    case .remove(let name): names.contains(name)
    case .declare(let property, isListed: _):
      owners.contains(TypeIdentity(type: property.ownerType))
    case .handle, .watch: hasHandler
    // Never: applied early or late, they have the same outcome.
    case .declareType, .makePlaceholders: false
    }
  }

  private func mayAffect(_ key: BindingKey) -> Bool {
    key.name.map(names.contains) ?? keys.contains(key)
  }
}
