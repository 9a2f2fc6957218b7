extension RangeReplaceableCollection {
  fileprivate static var elementType: Any.Type { Element.self }
}

extension BindingTable {
  /// The binding that a key has without being registered: a ``Constructible`` type's, or a collection's.
  package static func unregistered(_ key: BindingKey) -> LookUp? {
    guard let type = key.type else { return nil }
    return switch key.form {
    case .typeAlone: ConstructibleBindings.lookUp(type)
    case .all: (type as? any Collecting.Type).map { .success(collecting($0)) }
    case .named: nil
    }
  }

  /// The binding of the key ``InjectionKey/all`` of a type of collection.
  private static func collecting<Values: Collecting>(_ type: Values.Type) -> Binding {
    let factory = ValueFactory<Values>(injectsProduct: false) { reader, use in
      let (injector, element) = (reader.injector, Values.Element.self)
      var values = Values()
      let bindings = injector.withAnswer(to: reader.binding.key) { $0.collected }
      if bindings.isEmpty, reader.call.needsEach { throw Failure(.nothingCollected) }
      for binding in bindings {
        let asker = Asker.lookUp(binding.key)
        let isPlaceholder = injector.registry.contents.bindings.isPlaceholder(binding)
        let failure =
          isPlaceholder
          ? Failure(.placeholder)
          : injector.provide(element, from: binding, for: reader.call, asker) {
            values.append($0.assumingMemoryBound(to: element).pointee)
          }
        guard let failure else { continue }
        reader.call.report(
          failure, of: isPlaceholder ? nil : binding, for: asker, wanted: element)
        if reader.call.needsEach, !failure.kind.isQuiet { throw failure.told }
      }
      use(values)
    }
    return Binding(BindingKey(.all, type), to: .factory(factory), at: nil)
  }

  /// The bindings whose values a binding collects; none for nearly all.
  package func collected(by binding: Binding) -> [Binding] {
    let binding = binding.registration
    let type = binding.isBuiltIn && binding.key.form == .all ? binding.type : nil
    return (type as? any Collecting.Type).map { all(fitting: $0.elementType) } ?? []
  }

  /// The bindings that give a value of a type, in the order of registration.
  ///
  /// A factory counts by its declared type, as in a look-up by type. A binding is left out if a newer
  /// layer has one of its name that gives such a value, too. Other keys for a binding, and bindings to
  /// nothing, add nothing.
  package func all(fitting type: Any.Type) -> [Binding] {
    let key = BindingKey(nil, type)
    var all: [Binding] = []
    var names: Set<String> = []
    for layer in visible() {
      let fitting = layer.filter { binding in
        binding.answersByType && !binding.isAccessor && !binding.isBuiltIn
          && binding.name.map { !names.contains($0) } ?? true
          && binding.fit(key).map { $0 < .possible } ?? false
      }
      names.formUnion(fitting.compactMap(\.name))
      all += fitting
    }
    return all.inOrder { $0.number < $1.number }.map { binding in
      form(of: binding, askedBy: [BindingKey(binding.name, type)]).answering(key)
    }
  }
}
