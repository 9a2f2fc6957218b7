/// The wiring of a configuration: types, their properties, bindings, modules, and what leads where.
///
/// ```swift
/// print(injector.graph().mermaid)
/// ```
///
/// It is drawn with Graphviz or Mermaid, or read as JSON. The order is stable: the same configuration
/// gives the same graph, in every run, so that it can be kept in a snapshot test. See
/// ``PropertyInjector/graph(including:)``.
public struct InjectionGraph: Sendable {
  /// A type, a property, a binding or a module.
  package struct Node: Hashable, Sendable {
    /// What a node stands for.
    package enum Kind: String, Sendable {
      /// A type with declared or marked properties.
      case type
      /// A property of a type.
      case property
      /// A binding.
      case binding
      /// A module that has been installed.
      case module
    }

    /// Whether what the node stands for works.
    package enum Status: String, Sendable {
      /// It does.
      case fine
      /// It cannot be told before an injection.
      case unverified
      /// A property stays nil, or a binding cannot be made.
      case missing
    }

    /// The number by which edges name it: its index among the nodes.
    package let id: Int
    /// What it stands for.
    package let kind: Kind
    /// The type's name, the property's name, the binding's key, or the module's name.
    package let name: String
    /// The type of a property, without the optional; nil for others.
    package let valueType: String?
    /// The scope of a binding, as it is written: `.singleton`; nil if its values are not made.
    package let scope: String?
    /// The layer of a binding: 0 for an injector of its own, 1 for one that is derived from it.
    package let layer: Int?
    /// The module that has declared or registered it.
    package let module: String?
    /// Where it was written.
    package let location: CodeLocation?
    /// Whether it works.
    package let status: Status
  }

  /// A connection from one node to another.
  package struct Edge: Hashable, Sendable {
    /// What a connection means.
    package enum Kind: String, Sendable {
      /// The type has the property.
      case has
      /// The property is filled by the binding.
      case filledBy
      /// The binding is an alias of the other.
      case alias
      /// The binding's initializer takes the value of the other.
      case argument
      /// The module has registered the binding.
      case registers
    }

    /// The node that it starts from.
    package let from: Int
    /// The node that it leads to.
    package let to: Int
    /// What it means.
    package let kind: Kind
  }

  /// The nodes: types with their properties, then bindings, then modules; each by name.
  package let nodes: [Node]
  /// The connections, by the nodes that they start from.
  package let edges: [Edge]
}
