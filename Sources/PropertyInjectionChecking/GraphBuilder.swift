import PropertyInjection

/// Draws a configuration.
final class GraphBuilder {
  private let wiring: Wiring
  /// The types that are declared, and those with properties.
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
    let declared = wiring.injector.registry.declarations.types
    examined = checked.types.values.filter { [wiring] type in
      !wiring.survey(of: type).isEmpty || declared.contains { $0 == type }
    }
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
      builder.connect(property, row.answer, row.isByType ? .filledByType : .filledBy)
    }
    builder.connectBindings()
    let edges = builder.edges.inOrder { ($0.from, $0.to) < ($1.from, $1.to) }
    let graph = InjectionGraph(nodes: builder.nodes, edges: edges)
    guard let center, let start = builder.types[ObjectIdentifier(center)] else { return graph }
    let near = builder.nodes(near: start, depth)
    return graph.part { near.contains($0.id) }
  }

  private func addTypes() {
    for type in examined.inOrder(of: { "\(TypeName.of($0))\n\(TypeName.qualified($0))" }) {
      let owner = add(.type, TypeName.of(type))
      types[ObjectIdentifier(type)] = owner
      // A declared property is drawn with the type that it is declared for, a mark with each class that inherits it.
      for row in wiring.properties(of: type) where row.ownerType == type || row.mark != nil {
        let property = add(
          .property, TypeName.shown(row.name), valueType: TypeName.of(row.valueType),
          module: row.module, location: row.location, status: status(of: row))
        connect(owner, property, .has)
        if row.kind != .undeclared { asked.append((property, row)) }
      }
    }
  }

  private func addBindings() {
    let registered = wiring.bindings.registered.flatMap { [$0] + $0.wrapped }
    for binding in (registered + wiring.constructed).inOrder(of: \.sortingText)
    where bindings[ObjectIdentifier(binding)] == nil {
      let node = add(
        .binding, binding.text, scope: binding.scopeName, layer: max(0, binding.layer),
        module: binding.module, location: binding.location, status: status(of: binding))
      bindings[ObjectIdentifier(binding)] = node
      if let type = binding.type.flatMap({ types[ObjectIdentifier($0)] }) {
        products.append((node, type))
      }
    }
  }

  private func status(of row: PropertyWiring) -> InjectionGraph.Node.Status {
    switch wiring.verdict(of: row).kind {
    case nil, .boundToNil?: .fine
    case .unverified?: .unverified
    default: row.mayStayNil ? .fine : .missing
    }
  }

  private func status(of binding: Binding) -> InjectionGraph.Node.Status {
    let isFine =
      binding.isAlias
      ? !wiring.answer(binding.key).isMistake : wiring.making(of: binding).obstacle == nil
    return isFine ? .fine : .missing
  }

  /// Draws a connection to each binding that gives the value of a key: one, or all that it collects.
  private func connect(
    _ place: Int, _ answer: Wiring.Answer, _ kind: InjectionGraph.Edge.Kind
  ) {
    guard let first = answer.aliases.first ?? answer.binding else { return }
    for binding in [first] + wiring.bindings.collected(by: first) {
      if let other = bindings[ObjectIdentifier(binding)] { connect(place, other, kind) }
    }
  }

  private func connectBindings() {
    let all = wiring.bindings.all.flatMap { [$0] + $0.wrapped } + wiring.constructed
    var seen: Set<ObjectIdentifier> = []
    for binding in all where seen.insert(ObjectIdentifier(binding)).inserted {
      guard let from = bindings[ObjectIdentifier(binding)] else { continue }
      if let inner = binding.inner, let to = bindings[ObjectIdentifier(inner)] {
        connect(from, to, .decorates)
      }
      if case .key(let key) = binding.target {
        // Of a chain each is looked up once.
        let next = wiring.bindings.binding(key).map(wiring.bindings.form)
        let answer = next.map { Wiring.Answer(key: key, found: .success($0)) } ?? wiring.answer(key)
        connect(from, answer, .alias)
      }
      for argument in wiring.wiring(of: binding).arguments(of: binding) {
        connect(from, argument.answer, .argument)
      }
    }
  }

  private func connect(_ from: Int, _ to: Int, _ kind: InjectionGraph.Edge.Kind) {
    edges.append(InjectionGraph.Edge(from: from, to: to, kind: kind))
  }

  /// The nodes from which a type is not more than some bindings away.
  private func nodes(near start: Int, _ depth: Int) -> Set<Int> {
    var steps: [Int: [(node: Int, cost: Int)]] = [:]
    let belonging =
      edges.filter { $0.kind == .has }.map { ($0.from, $0.to, 0) }
      + products.map { ($0.binding, $0.type, 0) }
    let leading = edges.filter { $0.kind != .has }.map { ($0.from, $0.to, 1) }
    for (from, to, cost) in belonging + leading {
      steps[from, default: []].append((to, cost))
      steps[to, default: []].append((from, cost))
    }
    var near: Set<Int> = []
    var ring = [start]
    for distance in 0...max(0, depth) {
      var next: [Int] = []
      while let node = ring.popLast() {
        guard near.insert(node).inserted else { continue }
        for step in steps[node] ?? [] {
          if step.cost == 0 {
            ring.append(step.node)
          } else if distance < depth {
            next.append(step.node)
          }
        }
      }
      ring = next
    }
    return near
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
