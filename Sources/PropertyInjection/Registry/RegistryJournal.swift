/// The changes of a registry since its first module was installed.
///
/// Modules are taken back by making all other changes again.
struct RegistryJournal {
  private struct Entry {
    let change: Registry.Change
    let module: ModuleTag?
  }

  private var base: Registry.Contents
  private var entries: [Entry] = []
  /// The entries of the configurations that this one is derived from, which share them.
  private var inherited: [Entry] = []

  init(base: Registry.Contents) { self.base = base }

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

  /// The contents as if the modules had never been installed.
  mutating func outcome(without modules: [ModuleTag]) -> Registry.Contents {
    flatten()
    entries = entries.filter { entry in !modules.contains { $0 === entry.module } }
    var contents = base
    for entry in entries { contents.apply(entry.change) }
    return contents
  }
}
