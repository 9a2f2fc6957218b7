/// What has been done to a registry since its first module was installed.
///
/// Modules are taken back by doing everything again without what they did.
struct RegistryJournal {
  private struct Entry {
    var change: Registry.Change
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

  /// The contents as they would be if modules had never been installed.
  mutating func contents(
    without modules: [ModuleTag], reportingTo issues: inout [InjectionIssue]
  ) -> Registry.Contents {
    entries.removeAll { entry in modules.contains { $0 === entry.module } }
    var contents = base
    for index in entries.indices {
      let made = contents.apply(entries[index].change, reportingTo: &issues)
      // The binding that has come of it stays the one: what it keeps is kept.
      if let made, case .setScope(let lifetime, of: _, _) = entries[index].change {
        entries[index].change = .setScope(lifetime, of: made.old, made.new)
      }
    }
    return contents
  }

  /// Forgets what something that no module did has made void for good.
  mutating func compact() {
    var names: Set<String> = []
    var keys: Set<Key> = []
    var hasHandler = false
    var kept: [Entry] = []
    for entry in entries.reversed() {
      let isFinal = entry.module == nil
      switch entry.change {
      case .bind(let binding, let replacing):
        let key = Key(binding.name, binding.type)
        guard !keys.contains(key), binding.name.map(names.contains) != true else { continue }
        if isFinal, replacing { keys.insert(key) }
      case .setScope(_, of: _, let binding):
        let key = Key(binding.name, binding.type)
        guard !keys.contains(key), binding.name.map(names.contains) != true else { continue }
      case .remove(let name):
        guard !names.contains(name) else { continue }
        if isFinal { names.insert(name) }
      case .removeKey(let name, let type):
        guard !keys.contains(Key(name, type)), name.map(names.contains) != true else { continue }
        if isFinal { keys.insert(Key(name, type)) }
      case .handle:
        guard !hasHandler else { continue }
        hasHandler = isFinal
      case .declare, .doNotReflect, .confine:
        break
      }
      kept.append(entry)
    }
    entries = kept.reversed()
    for name in names { base.bindings.remove(name) }
    for key in keys { base.bindings.remove(key.name, key.type) }
  }

  /// A key without the type of its values.
  private struct Key: Hashable {
    let name: String?
    let type: Any.Type

    init(_ name: String?, _ type: Any.Type) {
      self.name = name
      self.type = type
    }

    static func == (one: Key, other: Key) -> Bool {
      one.type == other.type && one.name == other.name
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(ObjectIdentifier(type))
    }
  }
}
