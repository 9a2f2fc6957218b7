/// When a marked property gets its value.
public enum InjectionTiming: Sendable {
  /// When the property is first read, by the injector that has injected the object.
  ///
  /// ```swift
  /// final class Player {
  ///   @Injected(.lazily) var album: Album?
  /// }
  /// ```
  ///
  /// The injection looks the binding up, and reports where there is none; the property counts as
  /// filled, and the hook is called. The binding's factory runs when the property is first read: once,
  /// also if two threads read at a time. What is never read is never made; what the program sets first
  /// takes its place. A factory that gives nil, or fails, is not asked again: the property reads nil,
  /// and another injection may fill it.
  ///
  /// Until it is read the property keeps the injector; it never keeps its owner. What fails is reported
  /// at that time. A binding that is confined to the main actor gives nothing to code elsewhere, and
  /// that is reported. An instance is there already, and is stored at once. The idea is
  /// DeluxeInjection's `DILazy`.
  case lazily
}
