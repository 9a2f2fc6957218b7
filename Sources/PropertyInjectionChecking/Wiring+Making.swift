import PropertyInjection

// The reasons why the values of bindings cannot be made, as far as they are certain.
extension Wiring {
  /// The forecast of the making of a binding's value.
  final class Making {
    /// Why the value is certainly not made: the bindings lead back to the first of them through arguments alone, an
    /// argument is missing, or two actors do not meet.
    var obstacle: InjectionIssue.Kind?
    var doubt: Doubt?
    /// Why one of its properties may not get its value.
    ///
    /// A value that is kept is not handed out without it; another one is.
    var lack: Doubt?
    /// The actor that the value is made on; with a second one it is not made.
    var actor: Isolation?
    /// The outermost running binding at which a cycle was cut: of it the rest was not known; `.max` for none.
    var cut: Int

    init(_ doubt: Doubt? = nil, on actor: Isolation? = nil, cut: Int = .max) {
      self.doubt = doubt
      self.actor = actor
      self.cut = cut
    }

    /// Adds a doubt, unless a higher one is there.
    func add(_ other: Doubt) { doubt = Doubt.higher(doubt, other) }

    /// Adds a gap of a property, if another call may fill it, in another place or later.
    func addLack(_ other: Doubt) {
      if other.isOfCall { lack = Doubt.higher(lack, other) }
    }
  }

  /// The kind of point that asks for a binding's value, as far as it matters to a cycle.
  enum Asker: Equatable {
    case argument
    /// A property of an object, which can wait until the value exists, or of a value, which is copied; perhaps one
    /// whose mark is not known.
    case property(ofObject: Bool, isAssumed: Bool = false)

    var isOfObject: Bool { if case .property(true, _) = self { true } else { false } }

    var isAssumed: Bool { if case .property(_, true) = self { true } else { false } }
  }

  /// The forecast of the making of a binding's value.
  func making(of binding: Binding, for asker: Asker) -> Making {
    guard binding.isFactory else {
      return binding.isUnconfined ? atHand : Making(on: binding.isolation.ofActor)
    }
    let owner = wiring(of: binding)
    guard owner === self else { return owner.making(of: binding, for: asker) }
    let id = ObjectIdentifier(binding)
    if let known = makings[id] { return known }
    if let index = running.firstIndex(where: { $0.binding === binding }) {
      return cycle(from: index, closedBy: asker)
    }
    if CurrentThread.isStackShort() { return Making(.depth) }
    let making = Making(on: binding.isolation.ofActor)
    running.append((binding, asker))
    defer { running.removeLast() }
    for argument in arguments(of: binding) { addArgument(argument, to: making) }
    if let type = binding.type { addProperties(of: type, to: making) }
    if !binding.lifetime.isUnique, let lack = making.lack { making.add(lack) }
    // Of a binding within a cycle that is not closed yet it is found out again, when all of the cycle is known.
    if making.cut >= running.count - 1 {
      making.cut = .max
    } else if repeats > 0 {
      repeats -= 1
      return making
    }
    makings[id] = making
    return making
  }

  /// The outcome of a cycle: values that are all kept get each other, if one of them asks through a property of an
  /// object, and if all do, a kept value gets itself; through arguments alone none of them can be made.
  private func cycle(from index: Int, closedBy asker: Asker) -> Making {
    let cycle = running[index...]
    let askers = cycle.dropFirst().map(\.asker) + [asker]
    let areKept = cycle.map { !$0.binding.lifetime.isUnique }
    if askers.contains(where: \.isOfObject) && !areKept.contains(false)
      || askers.allSatisfy(\.isOfObject) && areKept[0]
    {
      return Making(on: running[index].binding.isolation.ofActor, cut: index)
    }
    let links = cycle.map(\.binding.key.description)
    let chain = links + links.prefix(1)
    let making = Making(cut: index)
    if askers.allSatisfy({ $0 == .argument }) {
      making.obstacle = .cycle(chain)
    } else {
      making.doubt = .cycle(chain, isAssumed: askers.contains(where: \.isAssumed))
    }
    return making
  }

  private func addArgument(_ argument: ArgumentWiring, to making: Making) {
    let binding = argument.maker
    let answer = argument.answer
    func add(_ obstacle: InjectionIssue.Kind) {
      // A temporary gap, as in a cycle, must not become a permanent nil.
      var leadsBack = false
      if case .cycle(let chain) = obstacle { leadsBack = chain.contains(binding.key.description) }
      if argument.isOptional, !leadsBack {
        making.add(.optionalArgument(argument.text))
      } else {
        making.obstacle = making.obstacle ?? obstacle
      }
    }
    if let missing = missing(argument, path: [argument.text]) {
      if answer.binding != nil || !argument.isOptional { add(missing) }
      return
    }
    guard let found = answer.binding else { return }
    let made = self.making(of: found, for: .argument)
    making.cut = min(making.cut, made.cut)
    if case .unresolvedArgument(var missing, let reason)? = made.obstacle {
      missing.path.insert(argument.text, at: 0)
      add(.unresolvedArgument(missing, because: reason))
    } else if let obstacle = made.obstacle {
      add(obstacle)
    }
    if let lack = made.lack { making.addLack(lack) }
    if let doubt = made.doubt {
      making.add(doubt)
    } else if made.obstacle == nil,
      let doubt = doubt(of: found, for: answer.key, on: made.actor)
    {
      making.add(.argument(argument.text, doubt))
    }
    merge(made.actor, into: making)
  }

  private func merge(_ actor: Isolation?, into making: Making) {
    guard let actor else { return }
    if let own = making.actor, own != actor {
      making.obstacle = making.obstacle ?? .actorsDoNotMeet(own, actor)
    } else {
      making.actor = actor
    }
  }

  /// Adds the forecasts of a product's properties: cycles, and the actors that it must be injected on.
  ///
  /// A mark that is not known is taken to ask for the property's own name.
  private func addProperties(of type: Any.Type, to making: Making) {
    let survey = survey(of: type)
    for actor in survey.actors { merge(actor, into: making) }
    for row in properties(of: type) where row.isFilledAtOnce {
      if let binding = row.answer.binding {
        addProperty(
          binding, for: .property(ofObject: type is AnyClass, isAssumed: row.isAssumed),
          to: making)
      }
    }
    // Asked for where there is something to fill only: that looks through all conformances of the process.
    if isolation == .none, making.actor == nil, !survey.isEmpty,
      InjectionHook.of(type)?.belongsToActor == true
    {
      making.add(.onlyOn("the actor of its hook"))
    }
  }

  private func addProperty(_ binding: Binding, for asker: Asker, to making: Making) {
    let made = self.making(of: binding, for: asker)
    making.cut = min(making.cut, made.cut)
    for doubt in [made.doubt, made.lack] {
      if let doubt { making.addLack(doubt) }
    }
    if let actor = made.actor, actor != making.actor {
      making.addLack(.onlyOn(actor.text, isAssumed: asker.isAssumed))
    }
  }

  /// The bindings through which a binding certainly leads back to itself; nil if it does not.
  func certainCycle(of binding: Binding) -> [String]? {
    guard case .cycle(let chain)? = making(of: binding, for: .argument).obstacle,
      chain.contains(binding.key.description)
    else { return nil }
    return Self.cycle(chain, from: binding)
  }

  /// The same cycle, told from one of its bindings; as it is if the binding only leads to it.
  static func cycle(_ chain: [String], from binding: Binding) -> [String] {
    guard let start = chain.firstIndex(of: binding.key.description) else { return chain }
    let count = chain.count - 1
    return (0...count).map { chain[(start + $0) % count] }
  }

  /// Whether nothing is known that prevents a binding's value from being made.
  func canBeMade(_ binding: Binding) -> Bool {
    making(of: binding, for: .argument).obstacle == nil
  }
}
