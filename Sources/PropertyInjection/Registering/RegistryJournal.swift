/// What has been done to a registry since its first module was installed.
///
/// Modules are taken back by doing everything again without what they did.
struct RegistryJournal {
  private struct Entry {
    let change: Registry.Change
    let module: ModuleTag?
  }

  private var base: Registry.Contents
  /// What is wrong with what has led to the base.
  private var issues: [InjectionIssue]
  private var entries: [Entry] = []
  // Compacting looks at every entry, so it waits until there are twice as many; a first one for few would not
  // pay.
  private var limit = 256

  /// Starts from what there was before, and what is wrong with the changes that have led there.
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

  /// The contents, and what is wrong with the changes, as if modules had never been installed.
  mutating func outcome(
    without modules: [ModuleTag]
  ) -> (contents: Registry.Contents, issues: [InjectionIssue]) {
    entries.removeAll { entry in modules.contains { $0 === entry.module } }
    var contents = base
    var issues = issues
    for entry in entries { contents.apply(entry.change, reportingTo: &issues) }
    return (contents, issues)
  }

  /// Does for good what has been done to names and types that no module has touched.
  ///
  /// Nothing that is taken back can change what has come of it.
  mutating func compact() {
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

/// What changes are about: keys of bindings, and owners of properties.
private struct TouchedKeys {
  private var keys: Set<BindingKey> = []
  /// Within a name the order of the bindings counts.
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
    case .handle: hasHandler = true
    case .confine: break
    }
  }

  private mutating func insert(_ key: BindingKey) {
    keys.insert(key)
    if let name = key.name { names.insert(name) }
  }

  /// Whether what comes of a change may depend on these.
  func mayAffect(_ change: Registry.Change) -> Bool {
    switch change {
    case .bind(let binding, replacing: _): mayAffect(binding.key)
    case .setScope(let setting): mayAffect(setting.key)
    case .removeKey(let key): mayAffect(key)
    case .remove(let name): names.contains(name)
    case .declare(let property, isListed: _):
      owners.contains(TypeIdentity(type: property.ownerType))
    case .handle: hasHandler
    // A module may have done the same, which then goes, and this must stay; both come to the same.
    case .confine: false
    }
  }

  private func mayAffect(_ key: BindingKey) -> Bool {
    key.name.map(names.contains) ?? keys.contains(key)
  }
}
