/// What has been done to a registry since its first module was installed.
///
/// Modules are taken back by doing everything again without what they did.
struct RegistryJournal {
  private struct Entry {
    let change: Registry.Change
    let module: ModuleTag?
  }

  private var base: Registry.Contents
  private var entries: [Entry] = []
  private var limit = 256

  /// - Parameter base: What there was before.
  init(base: Registry.Contents) {
    self.base = base
  }

  mutating func append(_ change: Registry.Change, _ module: ModuleTag?) {
    entries.append(Entry(change: change, module: module))
    if entries.count > limit {
      compact()
      limit = max(limit, entries.count * 2)
    }
  }

  /// What modules have done something to.
  func keys(touchedBy modules: [ModuleTag]) -> TouchedKeys {
    var keys = TouchedKeys()
    for entry in entries where modules.contains(where: { $0 === entry.module }) {
      keys.insert(entry.change)
    }
    return keys
  }

  /// The contents as they would be if modules had never been installed.
  mutating func contents(
    without modules: [ModuleTag], reportingTo issues: inout [InjectionIssue]
  ) -> Registry.Contents {
    entries.removeAll { entry in modules.contains { $0 === entry.module } }
    var contents = base
    for entry in entries { contents.apply(entry.change, reportingTo: &issues) }
    return contents
  }

  /// Does for good what has been done to names and types that no module has touched.
  ///
  /// Nothing that is taken back can change what has come of it.
  mutating func compact() {
    var touched = TouchedKeys()
    for entry in entries where entry.module != nil { touched.insert(entry.change) }
    var left: [Entry] = []
    var ignored: [InjectionIssue] = []
    for entry in entries {
      if entry.module == nil, !touched.mayAffect(entry.change) {
        base.apply(entry.change, reportingTo: &ignored)
      } else {
        left.append(entry)
      }
    }
    entries = left
    base.eager = base.eager.filter { base.bindings.binding($0.name, $0.type) === $0 }
  }
}

/// What changes are about: keys of bindings, and properties.
struct TouchedKeys {
  private struct Key: Hashable {
    let name: String?
    let type: TypeIdentity

    init(_ name: String?, _ type: Any.Type) {
      self.name = name
      self.type = TypeIdentity(type: type)
    }
  }

  private var keys: Set<Key> = []
  private var removedNames: Set<String> = []
  /// All names; within a name the order of the bindings counts.
  private var names: Set<String> = []
  private var properties: Set<Key> = []
  private var owners: Set<TypeIdentity> = []
  private var hasHandler = false

  mutating func insert(_ change: Registry.Change) {
    switch change {
    case .bind(let binding, replacing: _): insert(binding.name, binding.type)
    case .setScope(let setting): insert(setting.name, setting.valueType)
    case .removeKey(let name, let type): insert(name, type)
    case .remove(let name):
      removedNames.insert(name)
      names.insert(name)
    case .declare(let property, isListed: _):
      properties.insert(Key(property.name, property.ownerType))
      owners.insert(TypeIdentity(type: property.ownerType))
    case .handle: hasHandler = true
    case .doNotReflect, .confine: break
    }
  }

  private mutating func insert(_ name: String?, _ type: Any.Type) {
    keys.insert(Key(name, type))
    if let name { names.insert(name) }
  }

  /// Whether what comes of a change may depend on these.
  func mayAffect(_ change: Registry.Change) -> Bool {
    switch change {
    case .bind(let binding, replacing: _): mayAffect(binding.name, binding.type)
    case .setScope(let setting): mayAffect(setting.name, setting.valueType)
    case .removeKey(let name, let type): mayAffect(name, type)
    case .remove(let name): names.contains(name)
    case .declare(let property, isListed: _):
      owners.contains(TypeIdentity(type: property.ownerType))
    case .handle: hasHandler
    // A module may have done the same, which then goes, and this must stay; both come to the same.
    case .doNotReflect, .confine: false
    }
  }

  private func mayAffect(_ name: String?, _ type: Any.Type) -> Bool {
    name.map(names.contains) ?? keys.contains(Key(nil, type))
  }

  /// Whether an issue is about one of them.
  func include(_ issue: InjectionIssue) -> Bool {
    if let owner = issue.ownerType, let name = issue.name {
      return properties.contains(Key(name, owner))
    }
    guard let type = issue.valueType else { return false }
    return keys.contains(Key(issue.name, type)) || issue.name.map(removedNames.contains) == true
  }
}
