import PropertyInjection

/// Draws a configuration.
final class GraphBuilder {
  private let wiring: Wiring
  /// The nodes, bindings first, because all connections but one lead to them; types and their properties come after them.
  private var nodes: [InjectionGraph.Node] = []
  private var edges: [InjectionGraph.Edge] = []
  /// The nodes of bindings and of types.
  private var numbers: [ObjectIdentifier: Int] = [:]

  private init(_ wiring: Wiring) { self.wiring = wiring }

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
    let checked = Validator(injector, including: subjects, on: isolation)
    let builder = GraphBuilder(checked.wiring)
    builder.add(Array(checked.types.values))
    return builder.graph(of: center.map { builder.nodes(near: $0, depth) } ?? builder.nodes)
  }

  /// The graph of some nodes and the connections between them, with the numbers that they have in it: types come first.
  private func graph(of drawn: [InjectionGraph.Node]) -> InjectionGraph {
    let bindings = drawn.prefix { $0.kind == .binding }
    var numbers: [Int: Int] = [:]
    let nodes = (drawn.dropFirst(bindings.count) + bindings).enumerated().map { index, node in
      numbers[node.id] = index
      var node = node
      node.id = index
      return node
    }
    let edges = edges.compactMap { edge -> InjectionGraph.Edge? in
      guard let from = numbers[edge.from], let to = numbers[edge.to] else { return nil }
      return InjectionGraph.Edge(from: from, to: to, kind: edge.kind)
    }
    // The values of a list stay in their order.
    return InjectionGraph(nodes: nodes, edges: edges.inOrder(of: \.from))
  }

  /// Adds all bindings, and these types.
  private func add(_ examined: [Any.Type]) {
    let declared = wiring.injector.registry.declarations.types
    let types = examined.filter { type in
      !wiring.survey(of: type).isEmpty || declared.contains { $0 == type }
    }.inOrder { "\(TypeName.of($0))\n\(TypeName.qualified($0))" }
    // First, because a look-up may add a binding.
    let rows = types.map(wiring.properties)
    // A list is drawn as its values, unless it is decorated.
    let drawn = wiring.all.filter { $0.elementType == nil || $0.inner != nil }
    for binding in drawn.inOrder(of: \.sortingText) {
      numbers[ObjectIdentifier(binding)] = add(
        .binding, binding.text,
        scope: binding.isBoundToNothing ? InjectionGraph.Node.nilScope : binding.scopeName,
        layer: max(0, binding.layer),
        module: binding.module, location: binding.location, status: status(of: binding))
    }
    for binding in wiring.all {
      guard let from = numbers[ObjectIdentifier(binding)] else { continue }
      if case .key(let key) = binding.target { connect(from, wiring.route(of: key), .alias) }
      for part in wiring.wiring(of: binding).parts(of: binding) {
        connect(from, part.route, part.position == nil ? .decorates : .argument)
      }
    }
    for (type, rows) in zip(types, rows) {
      let owner = add(.type, TypeName.of(type))
      numbers[ObjectIdentifier(type)] = owner
      // A declared property is drawn with the type that it is declared for, a mark with each class that inherits it.
      for row in rows where row.ownerType == type || row.mark != nil {
        let property = add(
          .property, TypeName.shown(row.name), valueType: TypeName.of(row.valueType),
          scope: row.detail, module: row.module, location: row.location,
          status: status(of: row))
        edges.append(InjectionGraph.Edge(from: owner, to: property, kind: .has))
        if row.kind != .undeclared {
          connect(property, row.route, row.isByType ? .filledByType : .filledBy)
        }
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
  private func connect(_ from: Int, _ route: Route, _ kind: InjectionGraph.Edge.Kind) {
    guard let first = route.first else { return }
    if let key = first.lookedUpKey { return connect(from, wiring.route(of: key), kind) }
    let collected = first.inner == nil ? wiring.bindings.collected(by: first) : []
    for binding in [first] + collected {
      if let to = numbers[ObjectIdentifier(binding)] {
        edges.append(InjectionGraph.Edge(from: from, to: to, kind: kind))
      }
    }
  }

  /// The nodes from which a type, or what is registered for it, is not more than some bindings away; a property lies with its
  /// type, and that with the bindings that make it.
  private func nodes(near center: Any.Type, _ depth: Int) -> [InjectionGraph.Node] {
    let products = wiring.all.compactMap { binding in
      binding.type.flatMap { numbers[ObjectIdentifier($0)] }
        .flatMap { type in numbers[ObjectIdentifier(binding)].map { ($0, type, 0) } }
    }
    let registered = wiring.all.filter { $0.type == center }.map { ObjectIdentifier($0) }
    let starts = ([ObjectIdentifier(center)] + registered).compactMap { numbers[$0] }
    let steps = products + edges.map { ($0.from, $0.to, $0.kind == .has ? 0 : 1) }
    var distances = Dictionary(starts.map { ($0, 0) }) { first, _ in first }
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
    return nodes.filter { distances[$0.id] != nil }
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
