import PropertyInjection

/// One argument of a function that makes a value, and the binding that its key leads to.
struct ArgumentWiring {
  /// The binding whose value it is for.
  let maker: Binding
  /// Counted from 1.
  let position: Int
  let parameter: Parameter
  let answer: Wiring.Answer

  /// Whether the parameter takes nil.
  var isOptional: Bool { parameter.wrappedType != nil }

  /// For reports: `argument 1 of House, Address`.
  var text: String {
    "argument \(position) of \(maker.key.typeName), \(TypeName.of(parameter.type))"
  }
}

extension Wiring {
  /// The arguments that are looked up to make the value of a binding.
  func arguments(of binding: Binding) -> [ArgumentWiring] {
    let wiring = wiring(of: binding)
    return (binding.factory?.parameters ?? []).enumerated().compactMap { index, parameter in
      if parameter.isDynamic || parameter.constant != nil { return nil }
      return ArgumentWiring(
        maker: binding, position: index + 1, parameter: parameter,
        answer: wiring.answer(parameter.wrappedKey))
    }
  }

  /// The reason why an argument is missing; nil if it is found, or nil on purpose.
  ///
  /// - Parameter path: The arguments that lead to it from the value of a property, itself the last.
  func missing(_ argument: ArgumentWiring, path: [String] = []) -> InjectionIssue.Kind? {
    let answer = argument.answer
    guard let reason = answer.binding.map(\.refusal) ?? answer.miss,
      reason != .boundToNil || !argument.isOptional
    else { return nil }
    var missing = InjectionIssue.Argument(
      argument.position, answer.key, isOptional: argument.isOptional,
      of: argument.maker.signature)
    missing.suggestion = near(answer).suggestedName
    missing.path = path
    return .unresolvedArgument(missing, because: reason)
  }
}
