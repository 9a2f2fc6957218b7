// What prevents the values of bindings from being made, as far as that is certain.
extension Wiring {
  /// What is known of the making of a binding's value.
  ///
  /// - Parameter isOptional: Whether what asks does without it.
  func making(of binding: Binding, isOptional: Bool) -> Making {
    guard binding.isFactory else { return Making(actor: binding.isolation.ofActor) }
    let owner = wiring(of: binding)
    guard owner === self else { return owner.making(of: binding, isOptional: isOptional) }
    let id = ObjectIdentifier(binding)
    if let known = makings[id] { return known }
    if let index = running.firstIndex(where: { $0.binding === binding }) {
      return circle(from: index, isOptional)
    }
    var making = Making(actor: binding.isolation.ofActor)
    guard running.count < Self.deepest else { return Making(doubt: .depth) }
    running.append(Running(binding: binding, isOptional: isOptional))
    defer { running.removeLast() }
    for (_, parameter) in binding.lookedUpParameters {
      add(argument(parameter), isOptional: parameter.wrappedType != nil, to: &making)
    }
    if let type = binding.type { addProperties(of: type, to: &making) }
    makings[id] = making
    return making
  }

  private func circle(from index: Int, _ isOptional: Bool) -> Making {
    let links = running[index...].map(\.binding.key.description)
    let chain = links + links.prefix(1)
    let isCertain = !isOptional && !running[(index + 1)...].contains(where: \.isOptional)
    return isCertain ? Making(obstacle: .cycle(chain)) : Making(doubt: .cycle(chain))
  }

  private func argument(_ parameter: Parameter) -> Making {
    let answer = answer(parameter.wrappedKey)
    guard let found = answer.binding else {
      return Making(obstacle: parameter.wrappedType == nil ? .notMade : nil)
    }
    if answer.lack(for: parameter) != nil { return Making(obstacle: .notMade) }
    var made = making(of: found, isOptional: parameter.wrappedType != nil)
    if made.doubt == nil, made.obstacle == nil {
      made.doubt = doubt(of: found, for: parameter.wrappedKey, on: made.actor)
    }
    return made
  }

  private func add(_ made: Making, isOptional: Bool, to making: inout Making) {
    if let obstacle = made.obstacle {
      if isOptional {
        // What is missing for good is nil; what is missing for now would be a wrong nil.
        making.doubt = making.doubt ?? .argument
      } else if case .cycle = obstacle {
        making.obstacle = making.obstacle ?? obstacle
      } else {
        making.obstacle = making.obstacle ?? .notMade
      }
    }
    making.doubt = making.doubt ?? made.doubt
    making.depth = max(making.depth, made.depth + 1)
    merge(made.actor, into: &making)
  }

  private func merge(_ actor: Isolation?, into making: inout Making) {
    guard let actor else { return }
    if let own = making.actor, own != actor {
      making.obstacle = making.obstacle ?? .actors(own, actor)
    } else {
      making.actor = actor
    }
  }

  /// What the properties of a product add: circles, and the actors that it must be injected on.
  private func addProperties(of type: Any.Type, to making: inout Making) {
    let levels = TypeHierarchy.levels(of: type)
    for level in levels {
      merge(registry.contents.declaredTypes[ObjectIdentifier(level)]?.ofActor, into: &making)
    }
    for property in registry.declarations.properties(of: levels) {
      merge(property.isolation.ofActor, into: &making)
      guard let found = answer(property.key).binding else { continue }
      let made = self.making(of: found, isOptional: true)
      if case .cycle? = made.doubt { making.doubt = making.doubt ?? made.doubt }
      if case .cycle(let chain)? = made.obstacle { making.doubt = making.doubt ?? .cycle(chain) }
      if let actor = made.actor, actor != making.actor, making.doubt == nil {
        making.doubt = .onlyOn(actor.text)
      }
    }
  }
}
