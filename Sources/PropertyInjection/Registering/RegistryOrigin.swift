/// The identity of a configuration; each injector has its own.
final class RegistryOrigin: Sendable {
  /// How many injectors the configuration is derived from.
  let layer: Int

  init(layer: Int = 0) {
    self.layer = layer
  }
}
