/// A binding or a declaration, as reports show it: its name, its type, its place in the code.
public struct RegistryEntry: Hashable, Sendable, CustomStringConvertible {
  /// Where it was written; nil for the library's own bindings, and for marked properties.
  public let location: CodeLocation?
  /// The module that has registered or declared it.
  public let module: String?
  let key: BindingKey

  /// The name; nil for a binding of the type alone.
  public var name: String? { key.name }

  /// The type; nil for a name that stands for values of any type.
  public var type: Any.Type? { key.type }

  /// The key: `"clock": any Clock`.
  package var keyText: String { key.description }

  /// The key and the place: `"clock": any Clock (Demo/main.swift:12)`.
  public var description: String {
    key.description + (IssueText.place(location, module).map { " (\($0))" } ?? "")
  }

  init(_ key: BindingKey, at location: CodeLocation?, _ module: ModuleTag?) {
    self.key = key
    self.location = location
    self.module = module?.name
  }
}
