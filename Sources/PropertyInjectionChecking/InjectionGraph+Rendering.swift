import PropertyInjection

extension InjectionGraph {
  /// The graph in the language of Graphviz, for `dot -Tsvg`.
  ///
  /// Missing things are red, uncertain ones dashed.
  public var dot: String {
    let start = [
      "digraph injection {", "  rankdir=LR;",
      "  node [shape=box, style=rounded, fontname=\"Helvetica\"];",
    ]
    let lines = lines(
      opening: { name, id in
        ["  subgraph cluster_\(id) {", "    label=\(name.quoted(Self.dotEscapes));"]
      }, closing: "  }", empty: { "    n\($0.id) [style=invis];" }, node: dotNode,
      edge: { "n\($0.from) -> n\($0.to)\($0.dotStyle);" })
    return (start + lines + ["}", ""]).joined(separator: "\n")
  }

  /// The graph as a flow chart of Mermaid, which GitHub shows in Markdown.
  public var mermaid: String {
    let lines = lines(
      opening: { name, id in ["  subgraph t\(id)[\(name.quoted(Self.mermaidEscapes))]"] },
      closing: "  end", empty: { _ in nil }, node: mermaidNode,
      edge: { "n\($0.from) \($0.mermaidArrow) n\($0.to)" })
    let styles = [
      "  classDef missing stroke:#d00,color:#d00", "  classDef unverified stroke-dasharray:4",
    ]
    return (["flowchart LR"] + lines + styles + [""]).joined(separator: "\n")
  }

  /// The lines of nodes and edges.
  ///
  /// A type and its properties, which come after it, are a group; the edges between them are not drawn.
  ///
  /// - Parameter opening: The first lines of a type's group, which may be empty.
  private func lines(
    opening: (_ name: String, _ id: String) -> [String], closing: String,
    empty: (_ type: Node) -> String?, node text: (Node) -> String, edge: (Edge) -> String
  ) -> [String] {
    var lines: [String] = []
    for type in nodes where type.kind == .type {
      let properties = nodes[(type.id + 1)...].prefix { $0.kind == .property }
      lines += opening(type.name, "\(type.id)")
      if properties.isEmpty { lines += [empty(type)].compactMap { $0 } }
      lines += properties.map { "    " + text($0) } + [closing]
    }
    let byModule = Dictionary(grouping: nodes.filter { $0.kind == .binding }, by: \.module)
    for module in byModule.keys.compactMap({ $0 }).inOrder(of: { $0 }) {
      lines += opening(module, "m\(byModule[module]?.first?.id ?? 0)")
      lines += (byModule[module] ?? []).map { "    " + text($0) } + [closing]
    }
    lines += (byModule[nil] ?? []).map { "  " + text($0) }
    return lines + edges.filter { $0.kind != .has }.map { "  " + edge($0) }
  }

  private func dotNode(_ node: Node) -> String {
    var attributes = ["label=\(node.label.quoted(Self.dotEscapes))"]
    switch node.status {
    case .fine: break
    case .missing: attributes += ["color=red", "fontcolor=red"]
    case .unverified: attributes.append("style=\"rounded,dashed\"")
    }
    return "n\(node.id) [\(attributes.joined(separator: ", "))];"
  }

  private func mermaidNode(_ node: Node) -> String {
    let text = node.label.quoted(Self.mermaidEscapes)
    let shape =
      switch node.kind {
      case .binding: "n\(node.id)([\(text)])"
      case .type, .property: "n\(node.id)[\(text)]"
      }
    return node.status == .fine ? shape : "\(shape):::\(node.status.rawValue)"
  }

  private static let dotEscapes: [(Unicode.Scalar, String)] = [
    ("\"", "\\\""), ("\\", "\\\\"), ("\n", "\\n"),
  ]

  /// Mermaid takes the names of entities between `#` and `;`.
  private static let mermaidEscapes: [(Unicode.Scalar, String)] = [
    ("\"", "#quot;"), ("#", "#35;"), ("<", "#lt;"), (">", "#gt;"), ("\n", "<br/>"),
  ]
}

extension InjectionGraph.Edge {
  fileprivate var dotStyle: String {
    switch kind {
    case .has, .filledBy: ""
    case .filledByType: " [label=\"by type\"]"
    case .alias: " [style=dotted, label=\"alias\"]"
    case .argument: " [label=\"argument\"]"
    case .decorates: " [label=\"decorates\"]"
    }
  }

  fileprivate var mermaidArrow: String {
    switch kind {
    case .has, .filledBy: "-->"
    case .filledByType: "-- by type -->"
    case .alias: "-. alias .->"
    case .argument: "-- argument -->"
    case .decorates: "-- decorates -->"
    }
  }
}

extension InjectionGraph.Node {
  /// The text in a picture, of one or more lines.
  fileprivate var label: String {
    let title = valueType.map { "\(name): \($0)" } ?? name
    let details = Binding.details(scope: scope, layer: layer)
    return details.isEmpty ? title : "\(title)\n\(details.joined(separator: ", "))"
  }
}

extension Binding {
  /// A binding's scope and layer, unless they are the usual ones.
  static func details(scope: String?, layer: Int?) -> [String] {
    [
      scope.flatMap { $0 == ".unique" ? nil : $0 }, layer.flatMap { $0 > 0 ? "layer \($0)" : nil },
    ].compactMap { $0 }
  }
}

extension String {
  /// The text in quotation marks, with other texts in the place of some characters.
  fileprivate func quoted(_ escapes: [(Unicode.Scalar, String)]) -> String {
    var quoted = "\""
    for scalar in unicodeScalars {
      quoted += escapes.first { $0.0 == scalar }?.1 ?? String(scalar)
    }
    return quoted + "\""
  }
}
