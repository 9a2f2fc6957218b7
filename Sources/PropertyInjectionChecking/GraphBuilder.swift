import PropertyInjection

/// Draws a configuration.
final class GraphBuilder {
  private let registry: Registry
  private let wiring: Wiring
  private var nodes: [InjectionGraph.Node] = []
  private var edges: [InjectionGraph.Edge] = []
  /// The properties, and what their keys lead to.
  private var asked: [(property: Int, answer: Wiring.Answer)] = []
  private var bindings: [ObjectIdentifier: Int] = [:]

  private init(_ injector: PropertyInjector) {
    registry = injector.registry
    wiring = Wiring(injector)
  }

  /// The graph of everything that is registered and declared, and of these types and objects.
  static func graph(
    of injector: PropertyInjector, including subjects: [Any], on isolation: Isolation
  ) -> InjectionGraph {
    let builder = GraphBuilder(injector)
    let types = builder.wiring.types(
      with: subjects.compactMap { builder.wiring.learn($0, on: isolation) })
    for type in types.inOrder(of: { "\(TypeName.of($0))\n\(TypeName.qualified($0))" }) {
      builder.add(type)
    }
    builder.addBindings()
    for (property, answer) in builder.asked { builder.connect(property, answer, .filledBy) }
    builder.connectBindings()
    builder.addModules()
    let edges = builder.edges.inOrder { ($0.from, $0.to) < ($1.from, $1.to) }
    return InjectionGraph(nodes: builder.nodes, edges: edges)
  }

  /// Adds a type with its properties.
  private func add(_ type: Any.Type) {
    let owner = add(.type, TypeName.of(type))
    for row in wiring.properties(of: TypeSurvey(type, in: registry)) where row.ownerType == type {
      let property = add(
        .property, TypeName.shown(row.name), valueType: TypeName.of(row.valueType),
        module: row.module, location: row.location, status: status(of: row))
      connect(owner, property, .has)
      if row.kind != .undeclared { asked.append((property, row.answer)) }
    }
  }

  private func addBindings() {
    let registered = registry.bindings.registered
    // They are followed first: it is found there which types say themselves how they are made.
    for binding in registered { _ = status(of: binding) }
    for binding in (registered + wiring.constructed).inOrder(of: \.sortingText) {
      bindings[ObjectIdentifier(binding)] = add(
        .binding, binding.key.description,
        scope: binding.scopeName, layer: max(0, binding.layer),
        module: binding.module, location: binding.location, status: status(of: binding))
    }
  }

  private func status(of row: PropertyWiring) -> InjectionGraph.Node.Status {
    switch wiring.verdict(of: row) {
    case nil, .boundToNil?: .fine
    case .unverified?: row.isAssumed && row.answer.binding != nil ? .fine : .unverified
    default: row.mayStayNil ? .fine : .missing
    }
  }

  private func status(of binding: Binding) -> InjectionGraph.Node.Status {
    if binding.isAlias {
      return wiring.answer(binding.key).isMistake ? .missing : .fine
    }
    return wiring.canBeMade(binding) ? .fine : .missing
  }

  /// Connects what asks to the binding that its key leads to, or to those that it collects.
  private func connect(
    _ place: Int, _ answer: Wiring.Answer, _ kind: InjectionGraph.Edge.Kind
  ) {
    guard let first = answer.way.first else { return }
    for binding in [first] + registry.bindings.collected(by: first) {
      if let other = bindings[ObjectIdentifier(binding)] { connect(place, other, kind) }
    }
  }

  private func connectBindings() {
    for binding in (registry.bindings.all + wiring.constructed) {
      guard let from = bindings[ObjectIdentifier(binding)] else { continue }
      if binding.isAlias {
        let way = wiring.answer(binding.key).way
        let next = way.firstIndex { $0 === binding }.flatMap { way[($0 + 1)...].first }
        if let to = next.flatMap({ bindings[ObjectIdentifier($0)] }) { connect(from, to, .alias) }
      }
      for argument in wiring.arguments(of: binding) { connect(from, argument.answer, .argument) }
    }
  }

  private func addModules() {
    // Not looked for among the nodes: bindings times modules would be many.
    var modules: [String: Int] = [:]
    for (index, node) in nodes.enumerated() where node.kind == .binding {
      guard let module = node.module else { continue }
      let id = modules[module] ?? add(.module, module)
      modules[module] = id
      connect(id, index, .registers)
    }
  }

  private func connect(_ from: Int, _ to: Int, _ kind: InjectionGraph.Edge.Kind) {
    edges.append(InjectionGraph.Edge(from: from, to: to, kind: kind))
  }

  @inline(never)  // A node is large, and there are four callers.
  private func add(
    _ kind: InjectionGraph.Node.Kind, _ name: String, valueType: String? = nil,
    scope: String? = nil, layer: Int? = nil, module: ModuleTag? = nil,
    location: CodeLocation? = nil, status: InjectionGraph.Node.Status = .fine
  ) -> Int {
    nodes.append(
      InjectionGraph.Node(
        id: nodes.count, kind: kind, name: name, valueType: valueType, scope: scope,
        layer: layer, module: module?.name, location: location?.description, status: status))
    return nodes.count - 1
  }
}

extension Binding {
  fileprivate var sortingText: String {
    "\(key.description)\n\(layer)\n\(location?.description ?? "")"
  }
}
