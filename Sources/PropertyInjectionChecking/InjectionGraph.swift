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
/// `property` or `binding`; a `name`: that of the type or the property, or the binding's key, of a decorator with its number; and
/// a `status`: `fine`, `missing`, or `unverified` if only an object or an injection tells. A property has a `valueType`, a
/// binding a `scope` and a `layer`, 0 for an injector of its own, 1 for one that is derived from it; what was written in a
/// module has its `module`, and its `location` is a file and a line. A value that a node does not have is left out. An edge
/// leads `from` a node `to` another; its `kind` is `has` (a type, a property), `filledBy` (a property, its binding),
/// `filledByType` (the same, by its type alone), `alias` (a binding, the other), `argument` (a binding, one that its initializer takes) or `decorates` (a binding, one
/// whose value it wraps). In pictures modules are frames around their bindings.
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
    package fileprivate(set) var id: Int
    /// Its kind.
    package let kind: Kind
    /// The type's name, the property's name, or the binding's key.
    package let name: String
    /// The type of a property, without the optional; nil for others.
    package let valueType: String?
    /// The scope of a binding, as it is written: `.singleton`; nil if its values are not made.
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

  /// The nodes that some have and the connections between them, with new numbers.
  func part(_ isIn: (Node) -> Bool) -> InjectionGraph {
    var numbers: [Int: Int] = [:]
    let nodes = nodes.filter(isIn).enumerated().map { index, node in
      numbers[node.id] = index
      var node = node
      node.id = index
      return node
    }
    return InjectionGraph(
      nodes: nodes,
      edges: edges.compactMap { edge in
        guard let from = numbers[edge.from], let to = numbers[edge.to] else { return nil }
        return Edge(from: from, to: to, kind: edge.kind)
      })
  }
}
