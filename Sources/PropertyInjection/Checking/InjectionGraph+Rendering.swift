extension InjectionGraph {
  /// The graph in the language of Graphviz, for `dot -Tsvg`.
  ///
  /// What is missing is red, what is not certain is dashed.
  public var dot: String {
    var lines = [
      "digraph injection {", "  rankdir=LR;",
      "  node [shape=box, style=rounded, fontname=\"Helvetica\"];",
    ]
    for group in groups {
      lines.append("  subgraph cluster_\(group.type.id) {")
      lines.append("    label=\(Quoting.dot(group.type.name));")
      for property in group.properties { lines.append("    \(dotNode(property))") }
      if group.properties.isEmpty { lines.append("    n\(group.type.id) [style=invis];") }
      lines.append("  }")
    }
    for node in nodes where node.kind == .binding || node.kind == .module {
      lines.append("  \(dotNode(node))")
    }
    for edge in edges where edge.kind != .has {
      lines.append("  n\(edge.from) -> n\(edge.to)\(edge.dotStyle);")
    }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  /// The graph as a flow chart of Mermaid, which GitHub shows in Markdown.
  public var mermaid: String {
    var lines = ["flowchart LR"]
    for group in groups {
      lines.append("  subgraph t\(group.type.id)[\(Quoting.mermaid(group.type.name))]")
      for property in group.properties { lines.append("    \(mermaidNode(property))") }
      lines.append("  end")
    }
    for node in nodes where node.kind == .binding || node.kind == .module {
      lines.append("  \(mermaidNode(node))")
    }
    for edge in edges where edge.kind != .has {
      lines.append("  n\(edge.from) \(edge.mermaidArrow) n\(edge.to)")
    }
    lines.append("  classDef missing stroke:#d00,color:#d00")
    lines.append("  classDef unverified stroke-dasharray:4")
    return (lines + [""]).joined(separator: "\n")
  }

  private struct Group {
    let type: Node
    let properties: [Node]
  }

  private var groups: [Group] {
    var properties: [Int: [Node]] = [:]
    for edge in edges where edge.kind == .has {
      properties[edge.from, default: []].append(nodes[edge.to])
    }
    return nodes.filter { $0.kind == .type }.map {
      Group(type: $0, properties: properties[$0.id] ?? [])
    }
  }

  private func dotNode(_ node: Node) -> String {
    var attributes = ["label=\(Quoting.dot(node.label))"]
    if node.kind == .module { attributes.append("shape=folder") }
    switch node.status {
    case .fine: break
    case .missing: attributes += ["color=red", "fontcolor=red"]
    case .unverified: attributes.append("style=\"rounded,dashed\"")
    }
    return "n\(node.id) [\(attributes.joined(separator: ", "))];"
  }

  private func mermaidNode(_ node: Node) -> String {
    let text = Quoting.mermaid(node.label)
    let shape =
      switch node.kind {
      case .binding: "n\(node.id)([\(text)])"
      case .module: "n\(node.id)[[\(text)]]"
      case .type, .property: "n\(node.id)[\(text)]"
      }
    return node.status == .fine ? shape : "\(shape):::\(node.status.rawValue)"
  }
}

extension InjectionGraph.Edge {
  fileprivate var dotStyle: String {
    switch kind {
    case .has, .filledBy: ""
    case .alias: " [style=dotted, label=\"alias\"]"
    case .argument: " [label=\"argument\"]"
    case .registers: " [style=dashed, arrowhead=none]"
    }
  }

  fileprivate var mermaidArrow: String {
    switch kind {
    case .has, .filledBy: "-->"
    case .alias: "-. alias .->"
    case .argument: "-- argument -->"
    case .registers: "-.-"
    }
  }
}

extension InjectionGraph.Node {
  /// The text in a picture, of one or more lines.
  fileprivate var label: String {
    let title = valueType.map { "\(name): \($0)" } ?? name
    let details = [
      scope.flatMap { $0 == ".unique" ? nil : $0 }, layer.flatMap { $0 > 0 ? "layer \($0)" : nil },
    ]
    let line = details.compactMap { $0 }.joined(separator: ", ")
    return line.isEmpty ? title : "\(title)\n\(line)"
  }
}

/// Texts in the languages of pictures.
private enum Quoting {
  static func dot(_ text: String) -> String {
    quoted(text) { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      default: nil
      }
    }
  }

  /// Mermaid takes the names of entities between `#` and `;`.
  static func mermaid(_ text: String) -> String {
    quoted(text) { scalar in
      switch scalar {
      case "\"": "#quot;"
      case "#": "#35;"
      case "<": "#lt;"
      case ">": "#gt;"
      case "\n": "<br/>"
      default: nil
      }
    }
  }

  /// A text in quotation marks.
  ///
  /// - Parameter escape: What stands for a character; nil for the character itself.
  private static func quoted(_ text: String, _ escape: (Unicode.Scalar) -> String?) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars { quoted += escape(scalar) ?? String(scalar) }
    return quoted + "\""
  }
}
