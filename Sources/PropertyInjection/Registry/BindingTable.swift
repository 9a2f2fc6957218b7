/// The bindings of a configuration, in layers.
///
/// The oldest layer has the library's own binding. Each configuration adds two: the bindings of its modules, and above
/// them its own. A look-up asks the newest layer first.
/// Inherited layers are shared and do not change: the changes of a derived configuration in them are kept apart.
package struct BindingTable {
  /// The layers, the oldest first.
  private var layers = [BindingLayer(), BindingLayer(), BindingLayer()]
  /// The changed bindings of inherited layers: with another scope, or nil where they are replaced or removed.
  private var changed: [ObjectIdentifier: Binding?] = [:]
  /// Bindings of layers below are placeholders, and so are those of modules then, but for some names and types: they are found,
  /// and give no value.
  var placeholders: (below: Int, except: Set<BindingKey>)?

  init(builtIn: Binding?) {
    if let builtIn { _ = layers[0].insert(builtIn, replacing: false) }
    layers[0].freeze()
  }

  /// Starts the layers of a derived configuration.
  ///
  /// Layers in which all is replaced or removed are dropped: a chain of injectors that each replace one binding would grow
  /// with the square.
  mutating func derive() {
    freeze()
    // Those of the outermost configuration stay.
    var derived = Array(layers.prefix(3))
    for layer in layers.dropFirst(3) {
      if !layer.contains(where: { current($0) != nil }) {
        layer.forEach { binding in
          changed.removeValue(forKey: ObjectIdentifier(binding))
          if !derived[0].dropped.contains(binding.key) { derived[0].dropped.append(binding.key) }
        }
      } else {
        derived.append(layer)
      }
    }
    layers = derived + [BindingLayer(), BindingLayer()]
  }

  /// Ends the changes of a configuration.
  ///
  /// Of derived ones, which have few bindings, no index is made.
  mutating func freeze() {
    layers[1].freeze()
    layers[2].freeze()
  }

  // MARK: Changing

  /// Adds a binding.
  ///
  /// A binding of the same name and type is replaced if it is inherited, or if `replacing` says so; else it is kept
  /// and returned. Of a module's binding and the configuration's own the latter is kept, whichever comes first.
  ///
  /// - Parameter position: That of the layer, one of the last two; nil for the one in which a new binding belongs.
  mutating func insert(_ binding: Binding, replacing: Bool, at position: Int? = nil) -> Binding? {
    let position = position ?? self.position(of: binding)
    if position == layers.count - 2, let own = layers[position + 1].binding(binding.key) {
      own.noteReplacing()
      return nil
    }
    if let kept = layers[position].insert(binding, replacing: replacing) { return kept }
    if let older = place(of: binding.key, below: position) {
      binding.noteReplacing()
      replace(older, by: nil)
    }
    return nil
  }

  /// Puts another scope's binding in the place of that with its key; adds it if there is none.
  mutating func insert(scoped binding: Binding) {
    if let place = place(of: binding.key, below: layers.count) {
      replace(place, by: binding)
    } else {
      _ = insert(binding, replacing: true)
    }
  }

  /// Puts a binding that wraps another one before it; in its place if it has the same key, unless it is inherited.
  mutating func insert(decorated binding: Binding) {
    guard let inner = binding.inner else { return }
    let place = layers.lastIndex { $0.binding(inner.key).flatMap(current) === inner } ?? 0
    // Before an alias of its key as well, and before another wrapper that gives the same value for it.
    let found = layers.lastIndex { layer in
      layer.bindings(ofGroup: binding.key.group).compactMap(current).contains { other in
        other.key == binding.key || other.answering(binding.key) === inner
      }
    }
    let isInItsPlace = place == found && place >= layers.count - 2 && inner.key == binding.key
    _ = insert(
      binding, replacing: true,
      at: isInItsPlace ? place : max(position(of: binding), place, found ?? 0))
  }

  /// Removes the binding of a key; all of its name, if the key is for any type.
  mutating func remove(_ key: BindingKey) {
    for position in layers.indices {
      for binding in layers[position].bindings(ofGroup: key.group)
      where key.type == nil || binding.type == key.type {
        replace((position, binding), by: nil)
      }
    }
  }

  /// A binding as its layer has it, and the layer.
  private typealias Place = (position: Int, binding: Binding)

  /// The newest binding of exactly a key in the layers below one.
  private func place(of key: BindingKey, below end: Int) -> Place? {
    for position in (0..<end).reversed() {
      if let binding = layers[position].binding(key), current(binding) != nil {
        return (position, binding)
      }
    }
    return nil
  }

  private mutating func replace(_ place: Place, by other: Binding?) {
    if place.position >= layers.count - 2 {
      layers[place.position].replace(place.binding, by: other)
    } else {
      changed[ObjectIdentifier(place.binding)] = .some(other)
    }
  }

  /// The present form of a layer's binding; nil if it is gone.
  @inline(never)  // A look-up, in many places.
  private func current(_ binding: Binding) -> Binding? {
    changed.isEmpty ? binding : changed[ObjectIdentifier(binding)] ?? binding
  }

  /// Whether a binding is only to report that it is asked for.
  func isPlaceholder(_ binding: Binding) -> Bool {
    guard let placeholders, binding.layer >= 0 else { return false }
    if placeholders.except.contains(binding.key.group) { return false }
    // Of a wrapper the value that it wraps counts.
    let end = binding.wrapped.last ?? binding
    return end.layer < placeholders.below || end.root.module != nil
  }

  // MARK: Asking

  /// Every binding, in no particular order.
  package var all: [Binding] { Array(ofEachLayer.joined()) }

  /// Every binding that the library does not bring, in no particular order.
  package var registered: [Binding] { all.filter { !$0.isBuiltIn } }

  /// The bindings of each layer, the newest layer first, in no particular order.
  var ofEachLayer: [[Binding]] { layers.reversed().map(present) }

  /// The bindings of a layer in their present form, in no particular order.
  private func present(in layer: BindingLayer) -> [Binding] {
    var bindings: [Binding] = []
    layer.forEach { if let binding = current($0) { bindings.append(binding) } }
    return bindings
  }

  /// About how many bindings are registered.
  var count: Int { layers.dropFirst().reduce(0) { $0 + $1.count } }

  /// The bindings of a name, the newest layer's first; within a layer in the order of registration.
  package subscript(name: String) -> [Binding] { Array(byLayer(name).joined()) }

  /// The bindings of a name in each layer that has any, the newest first.
  package func byLayer(_ name: String) -> [[Binding]] {
    layers.reversed().map { $0.bindings(ofGroup: .group(name)).compactMap(current) }
      .filter { !$0.isEmpty }
  }

  /// Whether there is a binding of a group, in the layers below one or in any.
  func has(_ group: BindingKey, below end: Int? = nil) -> Bool {
    layers.prefix(end ?? layers.count).contains { layer in
      layer.bindings(ofGroup: group).contains { current($0) != nil }
    }
  }

  /// The registered binding of this name, or of none, with exactly this type.
  package func binding(_ key: BindingKey) -> Binding? {
    place(of: key, below: layers.count).flatMap { current($0.binding) }
  }

  /// The binding of exactly a key, if no other can be the answer: in the newest layer that may have an answer it is
  /// the only one of its name, or the one of its type alone, and it gives a value itself.
  package func only(_ key: BindingKey) -> Binding? {
    for position in layers.indices.reversed() where !layers[position].isEmpty {
      guard let only = layers[position].only(key) else {
        // A newer binding with a name may fit a type alone.
        if key.name == nil { return nil }
        continue
      }
      guard let binding = only.flatMap(current), binding.givesValue, !isPlaceholder(binding)
      else { return nil }
      return binding
    }
    guard let binding = unnamed(answering: key), binding.givesValue, !isPlaceholder(binding) else {
      return nil
    }
    return binding
  }

  /// The binding that answers the key of a property's own name by the type alone: the newest that is registered without a
  /// name, for exactly the type; nil for other keys.
  ///
  /// Not a decorator of a binding with a name, or of another type, nor a scope that is set for a type which makes itself.
  func unnamed(answering wanted: BindingKey) -> Binding? {
    guard wanted.isOwnName else { return nil }
    let key = BindingKey(nil, wanted.type)
    return binding(key).flatMap { binding in
      let end = binding.wrapped.last ?? binding
      return end.key == key && end.root.origin != nil ? binding : nil
    }
  }

  /// The best-fitting bindings for a type, with any name, in the newest layer that has any; the one of the type alone,
  /// if that layer has it.
  func bestFits(byType key: BindingKey) -> [Binding] {
    guard let type = key.type else { return [] }
    for position in layers.indices.reversed() where !layers[position].isEmpty {
      if let own = layers[position].binding(key).flatMap(current) { return [own] }
      var best = BestFits(key: key, best: .known)
      // Nothing of the same layer fits better than the exact type.
      let consider = { (binding: Binding) in
        // The library's own binding is no answer to a look-up of a general type, such as `AnyObject`.
        guard let binding = current(binding), binding.answersByType,
          !binding.isBuiltIn || binding.type == type
        else { return }
        best.consider(binding)
      }
      layers[position].bindings(of: type)?.forEach(consider)
      if best.bindings.isEmpty { layers[position].forEach(consider) }
      if !best.bindings.isEmpty {
        let ofTypeAlone = best.bindings.filter { $0.name == nil }
        return ofTypeAlone.isEmpty ? best.bindings : ofTypeAlone
      }
    }
    return []
  }

  /// Whether the newest configuration has registered a binding, which may be wrapped by now.
  func isOfNewest(_ binding: Binding) -> Bool {
    layers.suffix(2).contains { layer in
      let present = layer.binding(binding.key).flatMap(current)
      return present === binding || present?.wrapped.contains { $0 === binding } == true
    }
  }

  /// Whether a new binding goes before an older one: of its key, or of its name in an older layer.
  func goesBeforeAny(_ binding: Binding) -> Bool {
    self.binding(binding.key) != nil || has(binding.key.group, below: position(of: binding))
  }

  /// The position of the layer in which a new binding belongs.
  private func position(of binding: Binding) -> Int {
    binding.module != nil ? layers.count - 2 : layers.count - 1
  }

  /// Whether a binding is for another inherited one of its name than this: it has replaced that, or fits its type.
  @inline(never)  // Only reports need it.
  func overrides(_ binding: Binding, anotherThan taken: Binding) -> Bool {
    let group = binding.key.group
    // Whether it, or its wrapper, has replaced the binding of a key.
    func hasReplaced(_ key: BindingKey) -> Bool {
      key.group == group
        && (key == binding.key || self.binding(key)?.wrapped.contains { $0 === binding } == true)
    }
    let position = layers.lastIndex { $0.binding(binding.key).flatMap(current) === binding }
    return layers[0].dropped.contains(where: hasReplaced)
      || layers[..<(position ?? 0)].contains { layer in
        layer.bindings(ofGroup: group).contains { other in
          guard let other = current(other) else { return hasReplaced(other.key) }
          return other !== taken && other.type != nil && binding.fit(other.key) != nil
        }
      }
  }

  /// The bindings of one configuration itself, in no particular order; not those of its modules.
  package func bindings(writtenIn origin: RegistryOrigin) -> [Binding] {
    present(in: layers[layers.count - 1]).filter { $0.root.origin === origin }
  }
}
