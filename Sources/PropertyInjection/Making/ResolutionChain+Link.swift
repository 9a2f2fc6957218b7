extension ResolutionChain {
  /// The code that a link runs.
  enum Link {
    /// A factory that makes a binding's value; the caller may supply arguments, which may differ in recursion.
    case factory(Unmanaged<Binding>, takesArguments: Bool, for: Asker)
    case hook(Any.Type)
    /// The read of a type's `provider`.
    case construction(Any.Type)
    /// A property that gets its accessors, or its lazy value.
    case property(PropertyPoint)
    /// A store of the program, which is asked for the value of a binding.
    case store(Binding)
    /// A request of the program, with the values that are made once in it.
    case request(Unmanaged<ScopedValues>)
    /// Work on a scoped value that has waited for another one.
    case resumption

    var description: String {
      switch self {
      case .factory(let binding, _, _): binding.takeUnretainedValue().key.description
      case .store(let binding): binding.key.description
      case .hook(let type): "\(TypeName.of(type)).didInjectDependencies()"
      case .construction(let type): "\(TypeName.of(type)).provider"
      case .property(let point): point.description
      case .request, .resumption: ""
      }
    }

    /// Whether the link is not counted as nesting and not shown in reports.
    var isSilent: Bool {
      switch self {
      case .request, .resumption: true
      default: false
      }
    }

    /// The asker that a factory makes a value for; nil if the link runs no factory.
    var asker: Asker? {
      if case .factory(_, _, let asker) = self { asker } else { nil }
    }

    /// Whether both links run the same code, and that code may not lead back to itself.
    func isSame(as other: Link) -> Bool {
      switch (self, other) {
      case (.factory(let own, false, _), .factory(let other, false, _)):
        // Recursion with arguments may end by itself; if it does not, the depth limit ends it. Of a scoped value the
        // making tells whether it is under way, and of all values of a type each one's own factory.
        let binding = own.takeUnretainedValue()
        return own.toOpaque() == other.toOpaque() && binding.shared == nil
          && binding.key.form != .all
      case (.construction(let own), .construction(let type)): return own == type
      case (.store(let own), .store(let other)): return own === other
      default: return false
      }
    }
  }
}
