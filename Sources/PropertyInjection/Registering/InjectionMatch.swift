/// Which binding a property asks for, when it is not the one under its own name.
///
/// ```swift
/// registry.declare("color", \House.color, from: "houseColor")  // another name
/// registry.declare("clock", \House.clock, from: .byType)       // the type alone
/// ```
/// ```swift
/// @Injected("houseColor") var color: Color?
/// @Injected(.byType) var clock: (any Clock)?
/// ```
///
/// By name, the rule stays "name and type". By type, exactly one binding has to fit: a binding that
/// was registered with the property's very type goes before those that fit as a subclass or through a
/// protocol, and where several are left the property stays nil and all of them are reported. A factory
/// counts by what its type says: one that is declared to make a superclass or a protocol does not fit.
public struct InjectionMatch: Hashable, Sendable {
  enum Rule: Hashable {
    case name(String)
    case type

    /// The name that is looked up; nil by type alone.
    var name: String? {
      if case .name(let name) = self { name } else { nil }
    }
  }

  let rule: Rule

  /// The one binding whose value fits the property's type, whatever its name.
  public static var byType: InjectionMatch { InjectionMatch(rule: .type) }

  /// The binding under a name that is not the property's own.
  public static func named(_ name: String) -> InjectionMatch { InjectionMatch(rule: .name(name)) }
}

extension InjectionMatch: ExpressibleByStringLiteral {
  /// Creates the match for a literal name, like ``named(_:)``.
  public init(stringLiteral name: String) {
    self = .named(name)
  }
}
