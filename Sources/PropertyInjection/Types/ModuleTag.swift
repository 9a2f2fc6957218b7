/// The identity of an installed module, which marks its bindings and declarations.
final class ModuleTag: Sendable {
  let name: String

  init(name: String) {
    self.name = name
  }
}
