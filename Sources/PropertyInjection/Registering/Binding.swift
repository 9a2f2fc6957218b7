/// One registration: a key, what provides the value, the actor it is confined to, where it was written.
final class Binding: Sendable {
  /// Nil for the type alone.
  let name: String?
  /// The static type it was registered with.
  let type: Any.Type
  let provider: any Provider
  let isolation: Isolation
  /// Where it was written; nil for what the library binds itself.
  let location: CodeLocation?

  init(
    name: String?, type: Any.Type, provider: any Provider, isolation: Isolation = .none,
    location: CodeLocation?
  ) {
    self.name = name
    self.type = type
    self.provider = provider
    self.isolation = isolation
    self.location = location
  }

  /// The key, for reports.
  var key: String { TypeName.key(name, type) }

  /// What the library binds itself, under these names unless something else is registered there: the
  /// injector that resolves it.
  static let builtIn = [
    "injector": Binding(
      name: "injector", type: PropertyInjector.self, provider: FactoryProvider(\.injector),
      location: nil)
  ]

  /// How well it fits.
  ///
  /// What is confined to an actor may conform there, where nobody can look now.
  func fit<Target>(_ target: Target.Type) -> TypeFit? {
    let mayConformThere = isolation != .none && TypeKind(target) == .existential
    return provider.fit(target) ?? (mayConformThere ? .possible : nil)
  }
}
