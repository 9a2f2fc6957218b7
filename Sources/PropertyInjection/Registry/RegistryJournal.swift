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

  /// Freezes the present entries, so that copies share them.
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

  /// Moves changes of subjects that no module has touched into the base.
  ///
  /// Taking a module back cannot change their outcome.
  mutating func compact() {
    flatten()
    var touched: Set<BindingKey> = []
    for entry in entries where entry.module != nil {
      if let subject = entry.change.subject { touched.insert(subject) }
    }
    var left: [Entry] = []
    for entry in entries {
      if entry.module == nil, entry.change.subject.map(touched.contains) != true {
        base.apply(entry.change, reportingTo: &issues)
      } else {
        left.append(entry)
      }
    }
    entries = left
    base.eager = base.eager.filter { base.bindings.binding($0.key) === $0 }
  }
}

extension Registry.Change {
  /// The subject of the change: another change of the same subject may have another outcome after it.
  ///
  /// That is the group of a binding's key, because the order of the bindings of a name counts; the
  /// owner's type of a property; a key of nothing for the handlers. Nil for a change that has the same
  /// outcome early or late.
  var subject: BindingKey? {
    switch self {
    case .bind(let binding, replacing: _): binding.key.group
    case .setScope(let setting): setting.key.group
    case .remove(let key): key.group
    case .declare(let property, isListed: _): BindingKey(nil, property.ownerType)
    case .handle, .watch: BindingKey(nil, nil)
    case .declareType, .makePlaceholders: nil
    }
  }
}
