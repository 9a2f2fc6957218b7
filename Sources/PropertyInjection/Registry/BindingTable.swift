/// The bindings of a configuration, in layers.
///
/// The oldest layer has the library's own binding. Each configuration adds its own, and below that one with the bindings of
/// its modules and the marks of what it has removed. A look-up asks the newest layer first. Nothing changes in a layer that is
/// inherited: a removal is such a mark, a scope or a decorator is an entry of the own layer, and all count when a key is looked
/// up.
package struct BindingTable {
  /// The configuration's own bindings.
  private var own = BindingLayer(of: 0)
  /// The bindings of its modules, and what was removed; nil without both.
  private var ofModules: BindingLayer?
  private var inherited: Chain<BindingLayer>
  /// Whether a layer has, or has had, scopes or decorators.
  private var isShaped = false
  /// If set, the bindings of configurations below a depth and of all modules are placeholders, which are found and give no
  /// value; not those of some names and types.
  var placeholders: (below: Int, except: Set<BindingKey>)?

  init() {
    let oldest = BindingLayer(of: 0)
    _ = oldest.insert(.injector, replacing: false)
    oldest.freeze()
    inherited = Chain(oldest, after: nil)
  }

  /// The newest first.
  private var layers: Layers { Layers(own: own, ofModules: ofModules, inherited: inherited) }

  /// An iterator of its own: one made of a closure would retain a copy of the table.
  private struct Layers: Sequence, IteratorProtocol {
    var own, ofModules: BindingLayer?
    var inherited: Chain<BindingLayer>?

    @inline(never)  // Its users are many.
    mutating func next() -> BindingLayer? {
      if let own = own.take() { return own }
      if let ofModules = ofModules.take() { return ofModules }
      defer { inherited = inherited?.older }
      return inherited?.newest
    }
  }

  // MARK: Changing

  /// Starts the layers of a derived configuration.
  ///
  /// - Parameter former: The same table before modules were taken back, whose forms stay, with the values kept of them.
  mutating func derive(like former: BindingTable? = nil) {
    freeze()
    let depth = own.depth + 1
    let forms = former?.layers.first { $0.depth == depth }?.forms ?? BindingForms()
    if let ofModules { inherited = Chain(ofModules, after: inherited) }
    if !own.isBlank { inherited = Chain(own, after: inherited) }
    (ofModules, own) = (nil, BindingLayer(of: depth, forms))
  }

  /// A layer that may change; a copy, if another table has it, too.
  private static func changing(_ layer: inout BindingLayer) -> BindingLayer {
    if !isKnownUniquelyReferenced(&layer) { layer = BindingLayer(copying: layer) }
    return layer
  }

  private mutating func changingModules() -> BindingLayer {
    var layer = ofModules.take() ?? BindingLayer(of: own.depth, own.forms)
    defer { ofModules = layer }
    return Self.changing(&layer)
  }

  /// Whether the configuration has ended.
  var isFrozen: Bool { own.isFrozen }

  /// Ends the changes of the configuration.
  mutating func freeze() {
    if isFrozen { return }
    if ofModules != nil { changingModules().freeze() }
    Self.changing(&own).freeze()
  }

  /// Adds a binding.
  ///
  /// A binding of the same name and type is replaced if it is inherited, or if `replacing` says so; else it is kept
  /// and returned. The configuration's own goes before that of a module, whichever comes first.
  mutating func insert(_ binding: Binding, replacing: Bool) -> Binding? {
    let isOfModule = binding.module != nil
    let layer = isOfModule ? changingModules() : Self.changing(&own)
    let kept = layer.insert(binding, replacing: replacing)
    if isOfModule, own.binding(binding.key) != nil { return nil }
    // The scope was set for what has been replaced.
    if isShaped, kept == nil { Self.changing(&own).scopes[binding.key] = nil }
    return kept
  }

  /// Sets the scope of the newest binding of a key, in this configuration and those that are derived.
  mutating func set(_ setting: ScopeSetting) {
    Self.changing(&own).scopes[setting.key] = setting
    isShaped = true
  }

  /// Decorates all bindings of a key, in this configuration and those that are derived.
  mutating func decorate(_ decorator: Decorator) {
    Self.changing(&own).decorators[decorator.key, default: []].append(decorator)
    isShaped = true
  }

  /// Removes the binding of a key; all of its name, if the key is for any type.
  mutating func remove(_ key: BindingKey) {
    Self.changing(&own).remove(key, andOlder: false)
    changingModules().remove(key, andOlder: true)
  }

  // MARK: What is registered

  /// The binding with this name, or with none, and exactly this type.
  package func binding(_ key: BindingKey) -> Binding? {
    for layer in layers {
      if let binding = layer.binding(key) { return binding }
      if layer.removes(key) { return nil }
    }
    return nil
  }

  /// Whether an older binding of its key, or one of a module, would be found without a binding.
  package func hasReplaced(_ binding: Binding) -> Bool {
    layers.reduce(nil) { $1.binding(binding.key) ?? $0 } !== binding
  }

  /// The bindings of each layer that are neither replaced nor removed since, the newest layer first; only layers that have any.
  ///
  /// - Parameter group: The group of the bindings; nil for all of them.
  func visible(in group: BindingKey? = nil) -> [[Binding]] {
    var newer: [BindingLayer] = []
    return layers.compactMap { layer in
      let visible = (group.map(layer.bindings(ofGroup:)) ?? layer.all).filter { binding in
        !newer.contains { $0.hides(binding.key) }
      }
      if layer.hidesAny { newer.append(layer) }
      return visible.isEmpty ? nil : visible
    }
  }

  /// The bindings of a name by layers, the newest first; within a layer in the order of registration.
  package func byLayer(_ name: String) -> [[Binding]] { visible(in: .group(name)) }

  /// The bindings of a name, the newest first.
  package subscript(name: String) -> [Binding] { Array(byLayer(name).joined()) }

  /// About how many bindings are registered, without the library's own.
  var count: Int { layers.reduce(-1) { $0 + $1.count } }

  /// The bindings of one configuration itself, without those of its modules, in no particular order.
  package func bindings(writtenIn configuration: Configuration) -> [Binding] {
    own.all.filter { $0.configuration === configuration }
  }

  /// Whether a binding is only to report that it is asked for.
  package func isPlaceholder(_ binding: Binding) -> Bool {
    let binding = binding.registration
    guard let placeholders, binding.layer >= 0 else { return false }
    if placeholders.except.contains(binding.key.group) { return false }
    return binding.layer < placeholders.below || binding.module != nil
  }

  /// Whether a new binding goes before an older one: of its key, or of its name in an older layer.
  func goesBeforeAny(_ binding: Binding) -> Bool {
    self.binding(binding.key) != nil
      || visible(in: binding.key.group).joined().contains(where: binding.goesBefore)
  }

  /// Whether an older layer has the name of a binding, too: that is for the name then.
  package func overridesItsName(_ binding: Binding) -> Bool {
    guard let name = binding.name else { return false }
    return layers.contains {
      $0.bindings(ofGroup: .group(name)).contains(where: binding.goesBefore)
    }
  }

  // MARK: Forms

  /// The form of a registration with the newest scope that is set for it, and with the decorators of its key and of the
  /// keys that have led to it.
  ///
  /// - Parameter askers: The keys that have led to it, from the last alias's target outwards; none for the form that
  ///   answers for its own key.
  package func form(of binding: Binding, askedBy askers: [BindingKey] = []) -> Binding {
    guard isShaped else { return binding }
    let layers = Array(layers)
    var form = binding
    // The position of the newest layer that has had a part: the form is kept there, for all that are derived from it.
    var home = layers.firstIndex { $0.binding(binding.key) === binding } ?? layers.count - 1
    func apply(_ modifier: some BindingModifier, of position: Int) {
      home = min(home, position)
      form = layers[home].forms.form(of: form, by: modifier)
    }
    // A scope that was set before the registration does not count.
    let newest = layers.firstIndex { $0.scopes[binding.key] != nil }
    if let newest, newest <= home, let setting = layers[newest].scopes[binding.key] {
      apply(setting, of: newest)
    }
    var keys = [binding.key]
    keys += askers.flatMap { [BindingKey(binding.key.qualifier, $0.type), $0] }
    var seen: Set<BindingKey> = []
    for key in keys where seen.insert(key).inserted {
      form = form.answering(key)
      for (position, layer) in layers.enumerated().reversed() {
        for decorator in layer.decorators[key] ?? [] { apply(decorator, of: position) }
      }
    }
    return form
  }

  /// The decorators of the newest configuration, in the order of the calls.
  var newDecorators: [Decorator] {
    own.decorators.isEmpty ? [] : Array(own.decorators.values.joined()).inOrder(of: \.number)
  }

  /// The keys that are decorated, in any layer.
  package var decoratedKeys: Set<BindingKey> { Set(layers.flatMap(\.decorators.keys)) }

  /// Every binding, in the form that answers for its key, and for each key that is decorated, in no particular order.
  ///
  /// - Parameter isWithLists: Whether the forms that only lists collect are among them, which takes long.
  package func all(isWithLists: Bool = true) -> [Binding] {
    let registrations = visible().joined()
    guard isShaped else { return Array(registrations) }
    let decorated = decoratedKeys.flatMap { key in
      [lookUp(key).binding].compactMap(\.self) + (isWithLists ? listed(by: key) : [])
    }
    var seen: Set<ObjectIdentifier> = []
    return (registrations.map { $0.answersByType ? form(of: $0) : $0 } + decorated)
      .filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// What a list collects, and the decorators of a key wrap there.
  func listed(by key: BindingKey) -> [Binding] {
    (key.type.map(all) ?? []).filter { $0.registration.name == key.name && $0.inner != nil }
  }

  /// Every binding of which a value may be kept, inner ones first.
  var keeping: [Binding] {
    let forms = layers.flatMap(\.forms.all).filter {
      binding($0.registration.key).map { [registration = $0.registration] in $0 === registration }
        ?? true
    }
    return (visible().joined() + forms).inOrder(of: \.number)
      // Of a registration whose scope a newer layer sets, older layers keep the values.
      .filter { $0.innermost === form(of: $0.registration).innermost }
  }

  /// Every binding that the library does not bring, in the order of registration.
  package var registered: [Binding] { all().filter { !$0.isBuiltIn }.inOrder(of: \.order) }

  // MARK: Short cuts of look-ups

  /// The binding of exactly a key, if no other can be the answer: in the newest layer that may have an answer it is
  /// the only one of its name, or the one of its type alone, and it gives a value itself.
  package func only(_ key: BindingKey) -> Binding? {
    func answer(_ binding: Binding?) -> Binding? {
      guard let binding, binding.givesValue, !isPlaceholder(binding) else { return nil }
      return form(of: binding)
    }
    // Most are there.
    if let only = own.only(key) { return answer(only) }
    for layer in layers {
      if let only = layer.only(key) { return answer(only) }
      // A newer binding with a name may fit a type alone.
      if key.name == nil && !layer.isEmpty || layer.removesAny { return nil }
    }
    return answer(unnamed(answering: key))
  }

  /// The binding that answers the key of a property's own name by the type alone: the newest that is registered without a
  /// name, for exactly the type; nil for other keys.
  ///
  /// Not a type's own provider, which `setScope` has put into the table.
  func unnamed(answering wanted: BindingKey) -> Binding? {
    guard wanted.isOwnName, let binding = binding(BindingKey(nil, wanted.type)),
      binding.configuration != nil
    else { return nil }
    return binding
  }

  /// The best-fitting bindings for a type, with any name, in the newest layer that has any; the one of the type alone,
  /// if that layer has it.
  func bestFits(byType key: BindingKey) -> [Binding] {
    guard let type = key.type else { return [] }
    for layer in layers where !layer.isEmpty {
      func isVisible(_ binding: Binding) -> Bool {
        !layers.prefix { $0 !== layer }.contains { $0.hides(binding.key) }
      }
      if let exact = layer.binding(key), isVisible(exact) { return [exact] }
      func bestFits(among bindings: [Binding]) -> [Binding] {
        key.bestFits(among: bindings, atWorst: .known) { binding in
          // The library's own binding is no answer to a look-up of a general type, such as `AnyObject`.
          binding.answersByType && (!binding.isBuiltIn || binding.type == type)
            && isVisible(binding)
        }
      }
      // Nothing of the same layer fits better than the exact type.
      var best = bestFits(among: layer.bindings(of: type) ?? [])
      if best.isEmpty { best = bestFits(among: layer.all) }
      let ofTypeAlone = best.filter { $0.name == nil }
      if !best.isEmpty { return ofTypeAlone.isEmpty ? best : ofTypeAlone }
    }
    return []
  }
}
