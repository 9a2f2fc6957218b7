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
  /// The injection looks the binding up, and reports if there is none; the property counts as
  /// filled, and the hook is called. The binding's factory runs when the property is first read:
  /// once, also if two threads read at a time. If the property is never read, no value is made. If
  /// the program sets it first, it keeps that value. A factory that gives nil, or fails, is not
  /// asked again: the property reads nil, and another injection may fill it.
  ///
  /// Until the first read the property retains the injector, unless its object was injected while the
  /// injector made a value that it keeps: then the value goes with the injector. It never retains its
  /// owner. Failures
  /// are reported at the first read. A binding that is confined to the main actor gives no value to
  /// code elsewhere, and that is reported. A registered instance is stored at once, because it need
  /// not be made. The idea is DeluxeInjection's `DILazy`.
  case lazily
}
