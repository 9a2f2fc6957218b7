import PropertyInjection

/// Draws a configuration.
final class GraphBuilder {
  private let wiring: Wiring
  /// The types that the check has examined.
  private let examined: [Any.Type]
  private var nodes: [InjectionGraph.Node] = []
  private var edges: [InjectionGraph.Edge] = []
  /// The properties, and what their keys lead to.
  private var asked: [(property: Int, row: PropertyWiring)] = []
  private var bindings: [ObjectIdentifier: Int] = [:]
  private var types: [ObjectIdentifier: Int] = [:]
  /// The bindings, and the types of their values that have properties.
  private var products: [(binding: Int, type: Int)] = []

  private init(_ checked: Validator) {
    wiring = checked.wiring
    examined = Array(checked.types.values)
  }

  /// The graph of everything that is registered and declared, and of these types and objects.
  ///
  /// - Parameters:
  ///   - center: The type around which it is drawn; nil for all of it.
  ///   - depth: How many bindings away from the center.
  static func graph(
    of injector: PropertyInjector, including subjects: [Any], on isolation: Isolation,
    around center: Any.Type? = nil, depth: Int = 0
  ) -> InjectionGraph {
    let subjects = subjects + (center.map { [$0] } ?? [])
    let builder = GraphBuilder(Validator(injector, including: subjects, on: isolation))
    builder.addTypes()
    builder.addBindings()
    for (property, row) in builder.asked {
      builder.connect(property, row.route, row.isByType ? .filledByType : .filledBy)
    }
    builder.connectBindings()
    // The values of a list stay in their order.
    let edges = builder.edges.inOrder(of: \.from)
    let graph = InjectionGraph(nodes: builder.nodes, edges: edges)
    guard let center, let start = builder.types[ObjectIdentifier(center)] else { return graph }
    let near = builder.nodes(near: start, depth)
    return graph.part { near.contains($0.id) }
  }

  private func addTypes() {
    let declared = wiring.injector.registry.declarations.types
    for type in examined.inOrder(of: { "\(TypeName.of($0))\n\(TypeName.qualified($0))" })
    where !wiring.survey(of: type).isEmpty || declared.contains(where: { $0 == type }) {
      let owner = add(.type, TypeName.of(type))
      types[ObjectIdentifier(type)] = owner
      // A declared property is drawn with the type that it is declared for, a mark with each class that inherits it.
      for row in wiring.properties(of: type) where row.ownerType == type || row.mark != nil {
        let property = add(
          .property, TypeName.shown(row.name), valueType: TypeName.of(row.valueType),
          scope: row.detail, module: row.module, location: row.location,
          status: status(of: row))
        connect(owner, property, .has)
        if row.kind != .undeclared { asked.append((property, row)) }
      }
    }
  }

  private func addBindings() {
    for binding in wiring.all.inOrder(of: \.sortingText) {
      let node = add(
        .binding, binding.text,
        scope: binding.isBoundToNothing ? InjectionGraph.Node.nilScope : binding.scopeName,
        layer: max(0, binding.layer),
        module: binding.module, location: binding.location, status: status(of: binding))
      bindings[ObjectIdentifier(binding)] = node
      if let type = binding.type.flatMap({ types[ObjectIdentifier($0)] }) {
        products.append((node, type))
      }
    }
  }

  private func status(of row: PropertyWiring) -> InjectionGraph.Node.Status {
    switch wiring.verdict(of: row) {
    case nil: .fine
    case .boundToNil?: row.mark?.isRequired == true ? .missing : .fine
    case .unverified?: .unverified
    default: row.mayStayNil ? .fine : .missing
    }
  }

  private func status(of binding: Binding) -> InjectionGraph.Node.Status {
    let isFine =
      binding.isAlias
      ? !wiring.route(of: binding.key).isMistake : wiring.forecast(of: binding).obstacle == nil
    return isFine ? .fine : .missing
  }

  /// Draws a connection to each binding that gives the value of a key: one, or all that it collects.
  private func connect(_ place: Int, _ route: Route, _ kind: InjectionGraph.Edge.Kind) {
    guard let first = route.first else { return }
    for binding in [first] + wiring.bindings.collected(by: first) {
      if let other = bindings[ObjectIdentifier(binding)] { connect(place, other, kind) }
    }
  }

  private func connectBindings() {
    for binding in wiring.all {
      guard let from = bindings[ObjectIdentifier(binding)] else { continue }
      if case .key(let key) = binding.target { connect(from, wiring.route(of: key), .alias) }
      for part in wiring.wiring(of: binding).parts(of: binding) {
        connect(from, part.route, part.position == nil ? .decorates : .argument)
      }
    }
  }

  private func connect(_ from: Int, _ to: Int, _ kind: InjectionGraph.Edge.Kind) {
    edges.append(InjectionGraph.Edge(from: from, to: to, kind: kind))
  }

  /// The nodes from which a type is not more than some bindings away; a property lies with its type, and that with the
  /// bindings that make it.
  private func nodes(near start: Int, _ depth: Int) -> Set<Int> {
    let steps =
      edges.map { ($0.from, $0.to, $0.kind == .has ? 0 : 1) }
      + products.map { ($0.binding, $0.type, 0) }
    var distances = [start: 0]
    var isComplete = false
    while !isComplete {
      isComplete = true
      for (node, other, length) in steps + steps.map({ ($1, $0, $2) }) {
        guard let distance = distances[node].map({ $0 + length }), distance <= max(0, depth),
          distance < distances[other] ?? .max
        else { continue }
        distances[other] = distance
        isComplete = false
      }
    }
    return Set(distances.keys)
  }

  @inline(never)  // A node is large, and there are three callers.
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
  /// The key, and for a decorator which one it is: those of one value may have one key.
  fileprivate var text: String {
    inner == nil ? key.description : "\(key), decorator \(wrapped.count)"
  }

  /// Sorts bindings: their keys alone may be equal.
  fileprivate var sortingText: String {
    "\(key.description)\n\(layer)\n\(location?.description ?? "")"
  }
}
