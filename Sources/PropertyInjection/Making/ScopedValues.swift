/// A store of kept values, of a session, a request or a window.
///
/// ```swift
/// final class Session: Sendable {
///   let values = ScopedValues()
///   func logOut() { values.removeAll() }
/// }
/// ```
/// ```swift
/// registry.register("cart", in: .values(session.values)) { Cart() }
/// ```
///
/// It is empty at first. A binding whose scope names it, ``InjectionScope/values(_:)-(ScopedValues)``, makes its
/// value at the first look-up and keeps it here. The value is released when the store is, or with
/// ``removeAll()``; what belongs to an actor is released there. May be used on any thread. Threads that ask for one
/// value wait for the thread that makes it; values in different stores do not wait for each other. The idea is
/// Blindside's `BSScope`.
public final class ScopedValues: @unchecked Sendable {
  // Unchecked: what changes is guarded by a lock.

  private struct Key: Hashable {
    let maker: ObjectIdentifier
    let other: ObjectIdentifier
  }

  private struct Entry {
    /// The object that the value goes with, besides the store.
    ///
    /// If it has gone, its address may be reused.
    weak var other: AnyObject?
    let value: ScopedValue
  }

  private struct Contents {
    var entries: [Key: Entry] = [:]
    /// With so many entries it is time to look for those that nothing asks for any more.
    var most = 64
    let context = Context()

    /// Removes the entries of what has gone; returns what must not be released with the lock held.
    mutating func prune() -> Any {
      let old = entries
      // What is looked at may go meanwhile, and would be released here.
      let others = old.compactMapValues(\.other)
      entries = old.filter { others[$0.key] != nil }
      most = max(64, 2 * entries.count)
      return (old, others)
    }
  }

  /// What a store keeps from its start, or from the last ``removeAll()``, to the next.
  final class Context: Sendable {}

  private var contents = Contents()
  private let lock = Lock<Void>(())

  /// An empty store.
  public init() {}

  /// Forgets all values; the next look-up makes them anew.
  ///
  /// A value that is being made during the call is handed to the threads that wait for it, and not kept. Objects
  /// that were filled keep their values.
  public func removeAll() {
    // Released after the lock, because the release may run a `deinit`.
    let forgotten = lock.guarding {
      defer { contents = Contents() }
      return contents
    }
    withExtendedLifetime(forgotten) {}
  }

  /// The present context, with which go the values that an override keeps itself.
  var context: Context { lock.guarding { contents.context } }

  /// The value of a maker, which goes with another object, too: its injector, or the context of a store.
  ///
  /// - Parameter make: Makes the value's place, when it is first asked for; it runs no code of the program.
  func value(
    of maker: AnyObject, with other: AnyObject, _ make: () -> ScopedValue
  ) -> ScopedValue {
    let key = Key(maker: ObjectIdentifier(maker), other: ObjectIdentifier(other))
    var forgotten: [Any] = []
    let value = lock.guarding {
      if let known = contents.entries[key], known.other === other { return known.value }
      if contents.entries.count >= contents.most { forgotten.append(contents.prune()) }
      let value = make()
      let entry = Entry(other: other, value: value)
      if let old = contents.entries.updateValue(entry, forKey: key) { forgotten.append(old) }
      return value
    }
    withExtendedLifetime(forgotten) {}
    return value
  }
}
