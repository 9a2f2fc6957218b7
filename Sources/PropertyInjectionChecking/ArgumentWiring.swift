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
  func missing(_ argument: ArgumentWiring) -> MissingArgument? {
    let answer = argument.answer
    let failure = answer.binding?.refusal ?? answer.miss
    guard failure != nil || answer.binding == nil && !argument.isOptional else { return nil }
    return MissingArgument(
      position: argument.position, key: answer.key, isOptional: argument.isOptional,
      signature: argument.maker.signature, reason: failure?.reason ?? .boundToNil,
      suggestion: near(answer).suggestedName, chain: answer.miss?.chain ?? [])
  }
}

extension Binding {
  /// Why it gives no value to a property or an argument; nil if it may give one.
  var refusal: Failure? {
    if isAccessor { return .accessors }
    return factory?.parameters?.contains(where: \.isDynamic) == true ? .arguments : nil
  }
}
