/// A type of a module that the program and the plug-in both link.
public final class Store: Sendable {
  /// Makes a store.
  public init() {}
}
