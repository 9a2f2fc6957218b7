import PropertyInjection

/// The wiring of a configuration: types, their properties, bindings, and what leads where.
///
/// ```swift
/// print(injector.graph().mermaid)
/// ```
///
/// It is drawn with Graphviz or Mermaid, or encoded, `try JSONEncoder().encode(injector.graph())`. The order is
/// stable: the same configuration gives the same graph, in every run, so that it can be kept in a snapshot test. Made by
/// `graph` of an injector.
///
/// Encoded it is an object with the arrays `nodes` and `edges`. A node has an `id`, which is its index; a `kind`: `type`,
/// `property` or `binding`; a `name`: that of the type or the property, or the binding's key, of a decorator with its
/// number; and a `status`: `fine`, `missing`, or `unverified` if only an object or an injection tells. A property has a
/// `valueType`, and a `scope` if it is `lazy`, `weak` or a setting with a key, a binding a `scope` and a `layer`, 0 for an injector of its own, 1 for one that is derived from it; what
/// was written in a module has its `module`, and its `location` is a file and a line. A value that a node does not have is
/// left out. An edge leads `from` a node `to` another; its `kind` is `has` (a type, a property), `filledBy` (a property,
/// its binding), `filledByType` (the same, by its type alone), `alias` (a binding, the other), `argument` (a binding, one
/// that its initializer takes) or `decorates` (a binding, one whose value it wraps). In pictures modules are frames around
/// their bindings.
public struct InjectionGraph: Encodable, Sendable {
  /// A type, a property or a binding.
  package struct Node: Equatable, Encodable, Sendable {
    /// The kind of a node.
    package enum Kind: String, Encodable, Sendable {
      /// A type with declared or marked properties.
      case type
      /// A property of a type.
      case property
      /// A binding.
      case binding
    }

    /// Whether what the node stands for works.
    package enum Status: String, Encodable, Sendable {
      /// It does.
      case fine
      /// It cannot be told before an injection.
      case unverified
      /// A property stays nil, or a binding cannot be made.
      case missing
    }

    /// The number by which edges name it: its index among the nodes.
    package internal(set) var id: Int
    /// Its kind.
    package let kind: Kind
    /// The type's name, the property's name, or the binding's key.
    package let name: String
    /// The type of a property, without the optional; nil for others.
    package let valueType: String?
    /// The scope of a binding, as it is written: `.singleton`; nil if its values are not made; `nil` in a binding to nil.
    ///
    /// Of a property `lazy`, `weak`, or the key of a setting, as far as a sample tells.
    package let scope: String?
    /// The layer of a binding: 0 for an injector of its own, 1 for one that is derived from it.
    package let layer: Int?
    /// The module that has declared or registered it.
    package let module: String?
    /// Where it was written: the file and the line.
    package let location: String?
    /// Whether it works.
    package let status: Status
  }

  /// A connection from one node to another.
  package struct Edge: Encodable, Sendable {
    /// The meaning of a connection.
    package enum Kind: String, Encodable, Sendable {
      /// The type has the property.
      case has
      /// The property is filled by the binding.
      case filledBy
      /// The same, by the property's type alone.
      case filledByType
      /// The binding is an alias of the other.
      case alias
      /// The binding's initializer takes the value of the other.
      case argument
      /// The binding decorates the value of the other.
      case decorates
    }

    /// The node that it starts from.
    package let from: Int
    /// The node that it leads to.
    package let to: Int
    /// Its meaning.
    package let kind: Kind
  }

  /// The nodes: types with their properties, then bindings; each by name.
  package let nodes: [Node]
  /// The connections, by the nodes that they start from.
  package let edges: [Edge]
}

extension InjectionGraph: CustomStringConvertible {
  /// The graph as text: a line for each property, each binding, and each value that one of them gets.
  ///
  /// ```text
  /// Board.store: any Store <- any Store, by type
  /// Services: any Store, .singleton
  /// Services: any Store, decorator 1, .singleton <- any Store, decorates
  /// ```
  public var description: String { textLines.map { $0 + "\n" }.joined() }

  /// Throws what has changed, if the graph is another one than that of a text, its ``description`` before.
  ///
  /// ```swift
  /// try graph.requireSame(as: String(contentsOf: file, encoding: .utf8))
  /// ```
  ///
  /// In a test it finds what `validate` takes to be meant: a decorator, a scope, a member of a list, or an optional mark that
  /// was left out. Costs a comparison of all lines.
  public func requireSame(as text: String) throws(Changes) {
    let known = text.split(whereSeparator: \.isNewline).map(String.init)
    let changes = textLines.difference(from: known)
    if !changes.isEmpty { throw Changes(lines: changes.inferringMoves()) }
  }

  /// The lines that are no longer in a graph, and those that are new.
  public struct Changes: Error, CustomStringConvertible {
    fileprivate let lines: CollectionDifference<String>

    /// Each line, after a minus or a plus, and what to do.
    public var description: String {
      func text(_ change: CollectionDifference<String>.Change) -> String {
        switch change {
        case .remove(_, let line, nil): "  - \(line)\n"
        case .insert(_, let line, nil): "  + \(line)\n"
        case .remove: ""
        case .insert(_, let line, _): "    \(line), in another place\n"
        }
      }
      return "The wiring has changed.\n" + (lines.removals + lines.insertions).map(text).joined()
        + "  to fix         take the change back, or write the graph, as text, in the place of the old text."
    }
  }

  private var textLines: [String] {
    let connections = Dictionary(grouping: edges.filter { $0.kind != .has }, by: \.from)
    var owner = ""
    return nodes.flatMap { node in
      if node.kind == .type { owner = node.name }
      let start =
        switch node.kind {
        case .type: node.name
        case .property: "\(owner).\(node.label)"
        case .binding: (node.module.map { "\($0): " } ?? "") + node.label
        }
      let text = start.split(separator: "\n").joined(separator: ", ")
      let values = (connections[node.id] ?? []).map { edge in
        let value = nodes[edge.to]
        return "\(text) <- \(value.isNil ? "nil" : value.name)"
          + (edge.label.map { ", \($0)" } ?? "")
      }
      if node.kind != .property || !values.isEmpty {
        return (node.kind == .property ? [] : [text]) + values
      }
      // The library's own binding is not among the nodes.
      let isInjector = node.valueType == TypeName.of(PropertyInjector.self)
      let value = node.status == .missing ? "nothing" : isInjector ? "the injector" : "nil"
      return ["\(text) <- \(value)"]
    }
  }
}

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
      edge: { edge in
        let style = edge.kind == .alias ? "style=dotted, " : ""
        let label = edge.label.map { " [\(style)label=\"\($0)\"]" } ?? ""
        return "n\(edge.from) -> n\(edge.to)\(label);"
      })
    return (start + lines + ["}", ""]).joined(separator: "\n")
  }

  /// The graph as a flow chart of Mermaid, which GitHub shows in Markdown.
  public var mermaid: String {
    let lines = lines(
      opening: { name, id in ["  subgraph t\(id)[\(name.quoted(Self.mermaidEscapes))]"] },
      closing: "  end", empty: { _ in nil }, node: mermaidNode,
      edge: { edge in
        let (start, end) = edge.kind == .alias ? ("-.", ".->") : ("--", "-->")
        let arrow = edge.label.map { "\(start) \($0) \(end)" } ?? end
        return "n\(edge.from) \(arrow) n\(edge.to)"
      })
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
    let bindings = nodes.filter { $0.kind == .binding }
    for module in Set(bindings.compactMap(\.module)).sorted() {
      let own = bindings.filter { $0.module == module }
      lines += opening(module, "m\(own[0].id)")
      lines += own.map { "    " + text($0) } + [closing]
    }
    lines += bindings.filter { $0.module == nil }.map { "  " + text($0) }
    return lines + edges.filter { $0.kind != .has }.map { "  " + edge($0) }
  }

  private func dotNode(_ node: Node) -> String {
    let style =
      switch node.status {
      case .fine: ""
      case .missing: ", color=red, fontcolor=red"
      case .unverified: ", style=\"rounded,dashed\""
      }
    return "n\(node.id) [label=\(node.label.quoted(Self.dotEscapes))\(style)];"
  }

  private func mermaidNode(_ node: Node) -> String {
    let text = node.label.quoted(Self.mermaidEscapes)
    let shape = "n\(node.id)" + (node.kind == .binding ? "([\(text)])" : "[\(text)]")
    return node.status == .fine ? shape : "\(shape):::\(node.status.rawValue)"
  }

  private static let dotEscapes: [Unicode.Scalar: String] = [
    "\"": "\\\"", "\\": "\\\\", "\n": "\\n",
  ]

  /// Mermaid takes the names of entities between `#` and `;`.
  private static let mermaidEscapes: [Unicode.Scalar: String] = [
    "\"": "#quot;", "#": "#35;", "<": "#lt;", ">": "#gt;", "\n": "<br/>",
  ]
}

extension InjectionGraph.Edge {
  /// The text in a picture; nil if it says nothing that the nodes do not.
  fileprivate var label: String? {
    switch kind {
    case .has, .filledBy: nil
    case .filledByType: "by type"
    case .alias, .argument, .decorates: kind.rawValue
    }
  }
}

extension InjectionGraph.Node {
  /// The scope that stands in a binding to nil.
  static let nilScope = "nil"
  fileprivate var isNil: Bool { kind == .binding && scope == Self.nilScope }

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
  fileprivate func quoted(_ escapes: [Unicode.Scalar: String]) -> String {
    "\"\(unicodeScalars.map { escapes[$0] ?? String($0) }.joined())\""
  }
}
