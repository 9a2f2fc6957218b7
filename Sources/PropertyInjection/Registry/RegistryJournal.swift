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

  /// A journal that starts from contents, and from the issues of the changes that have led there.
  init(base: Registry.Contents, issues: [InjectionIssue]) {
    self.base = base
    self.issues = issues
  }

  mutating func append(_ change: Registry.Change, _ module: ModuleTag?) {
    entries.append(Entry(change: change, module: module))
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
    entries = entries.filter { entry in !modules.contains { $0 === entry.module } }
    var contents = base
    var issues = issues
    for entry in entries { contents.apply(entry.change, reportingTo: &issues) }
    return (contents, issues)
  }
}
