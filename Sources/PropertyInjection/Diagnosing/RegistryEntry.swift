/// A binding or a declaration, as reports show it: its name, its type, where it was written.
public struct RegistryEntry: Hashable, Sendable, CustomStringConvertible {
  /// The name it has; nil for a binding of the type alone.
  public let name: String?
  /// Where it was written; nil for what the library registers itself, and for marked properties.
  public let location: CodeLocation?
  /// The module that has registered or declared it.
  public let module: String?
  private let identity: TypeIdentity

  /// The type it has.
  public var type: Any.Type { identity.type }

  /// The key and the place: `"clock": any Clock (Demo/main.swift:12)`.
  public var description: String {
    TypeName.key(name, type) + (IssueMessage.place(location, module).map { " (\($0))" } ?? "")
  }

  init(binding: Binding) {
    name = binding.name
    location = binding.location
    module = binding.module?.name
    identity = TypeIdentity(type: binding.type)
  }

  init(property: InjectableProperty) {
    name = property.name
    location = property.location
    module = property.module?.name
    identity = TypeIdentity(type: property.valueType)
  }

  /// A property of an injected object, under its full name.
  init(_ site: PropertySite) {
    name = "\(TypeName.of(site.ownerType)).\(site.name)"
    location = nil
    module = nil
    identity = TypeIdentity(type: site.valueType)
  }
}
