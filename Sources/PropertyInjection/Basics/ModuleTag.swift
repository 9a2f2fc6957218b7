/// Marks what a module has contributed.
final class ModuleTag: Sendable {
  let name: String

  init(name: String) {
    self.name = name
  }
}
