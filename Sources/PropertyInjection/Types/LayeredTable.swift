import Synchronization

/// A dictionary that can be changed in a copy without copying its entries.
///
/// It holds a base, which copies share, and the changes since the last layer was started. So a
/// change of a copy costs the same in a table of any size. A look-up asks the changes, then the base.
struct LayeredTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private final class Base: Sendable {
    let values: [Key: Value?]
    /// Made when it is first needed, for all copies.
    let index = AtomicLazyReference<Index>()

    init(_ values: [Key: Value?]) {
      self.values = values
    }
  }

  /// The keys of a base's values, by the tags of the values.
  private final class Index: Sendable {
    let keys: [ObjectIdentifier: [Key]]

    init(_ values: [Key: Value?], _ tags: (Value) -> [ObjectIdentifier]) {
      var keys: [ObjectIdentifier: [Key]] = [:]
      for (key, value) in values {
        for tag in value.map(tags) ?? [] { keys[tag, default: []].append(key) }
      }
      self.keys = keys
    }
  }

  /// The changes since the layer was started; nil for a key that was removed.
  private var own: [Key: Value?] = [:]
  private var base: Base?

  /// About how many values there are.
  var count: Int { own.count + (base?.values.count ?? 0) }

  subscript(key: Key) -> Value? {
    get {
      guard let base else { return own[key] ?? nil }
      if !own.isEmpty, let value = own[key] { return value }
      return base.values[key] ?? nil
    }
    _modify {
      if base == nil {
        yield &own[key, default: nil]
      } else {
        var value = self[key]
        defer {
          // So that the key of the first change is hashed once.
          if own.isEmpty { own.reserveCapacity(1) }
          own.updateValue(value, forKey: key)
        }
        yield &value
      }
    }
  }

  /// Visits every value, in no particular order.
  func forEach(_ visit: (Value) -> Void) {
    for value in own.values { value.map(visit) }
    guard let base else { return }
    for (key, value) in base.values where own.isEmpty || own[key] == nil { value.map(visit) }
  }

  /// The values that have a tag, in no particular order.
  ///
  /// Those of the base are found in an index, which the first call makes for all copies.
  ///
  /// - Parameter tags: The tags of a value, always the same.
  func values(tagged tag: ObjectIdentifier, _ tags: (Value) -> [ObjectIdentifier]) -> [Value] {
    var values = own.values.compactMap(\.self).filter { tags($0).contains(tag) }
    guard let base else { return values }
    let index = base.index.load() ?? base.index.storeIfNil(Index(base.values, tags))
    for key in index.keys[tag] ?? [] where own.isEmpty || own[key] == nil {
      if let value = base.values[key] ?? nil { values.append(value) }
    }
    return values
  }

  /// Whether this is a copy of another table, and neither has been changed since.
  func isSame(as other: LayeredTable) -> Bool {
    own.isEmpty && other.own.isEmpty && base === other.base
  }

  /// Makes the present entries the base, so that the next change does not copy them.
  mutating func startLayer() {
    guard !own.isEmpty else { return }
    guard let values = base?.values else {
      base = Base(own)
      own = [:]
      return
    }
    // A few changes are copied with the next one, so that there are never more than two layers.
    guard own.count * 8 >= values.count else { return }
    base = Base(values.merging(own) { $1 })
    own = [:]
  }
}
