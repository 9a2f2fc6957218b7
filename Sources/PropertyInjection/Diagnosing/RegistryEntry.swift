/// A binding or a declaration, as reports show it: its name, its type, where it was written.
public struct RegistryEntry: Hashable, Sendable, CustomStringConvertible {
  /// Where it was written; nil for what the library registers itself, and for marked properties.
  public let location: CodeLocation?
  /// The module that has registered or declared it.
  public let module: String?
  private let key: BindingKey

  /// The name it has; nil for a binding of the type alone.
  public var name: String? { key.name }

  /// The type it has; nil for a name that stands for values of any type.
  public var type: Any.Type? { key.type }

  /// The key and the place: `"clock": any Clock (Demo/main.swift:12)`.
  public var description: String {
    key.description + (IssueMessage.place(location, module).map { " (\($0))" } ?? "")
  }

  init(binding: Binding) {
    key = binding.key
    location = binding.location
    module = binding.module?.name
  }

  init(property: InjectableProperty) {
    key = BindingKey(property.name, property.valueType)
    location = property.location
    module = property.module?.name
  }

  /// A property of an injected object, under its full name.
  init(_ site: PropertySite) {
    key = BindingKey("\(TypeName.of(site.ownerType)).\(site.name)", site.valueType)
    location = nil
    module = nil
  }
}
