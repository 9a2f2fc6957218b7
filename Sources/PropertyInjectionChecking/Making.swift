import PropertyInjection

/// The forecast of the making of a binding's value, and what the making asks for.
final class Making {
  let binding: Binding
  /// Why the value is certainly not made: an argument or a required property is missing, the bindings lead back to the
  /// first of them through arguments alone, or two actors do not meet.
  fileprivate(set) var obstacle: InjectionIssue.Kind?
  /// Why the value may not come.
  fileprivate(set) var doubt: Doubt?
  /// Why one of its properties may not get its value for now.
  ///
  /// A value that is kept is not handed out without it; another one is.
  fileprivate(set) var lack: Doubt?
  /// The actor that the value is made on; with a second one it is not made.
  fileprivate(set) var actor: Isolation?

  let isKept: Bool
  /// The making of the value that it decorates.
  fileprivate(set) var inner: Making?
  fileprivate(set) var arguments: [(wiring: ArgumentWiring, making: Making)] = []
  fileprivate(set) var properties: [(wiring: PropertyWiring, making: Making)] = []
  /// The makings without whose values it is not made.
  var needed: [Making] { arguments.map(\.making) + (inner.map { [$0] } ?? []) }

  /// Whether its arguments are being looked at.
  fileprivate var isRunning = false
  /// The number in the order of the search; nil if its properties have not been looked at.
  fileprivate var number: Int?
  fileprivate var lowest = 0
  /// The group of makings that need each other; none before it is complete.
  fileprivate(set) var group = 0

  fileprivate init(_ binding: Binding) {
    self.binding = binding
    isKept = !binding.lifetime.isUnique
    actor = binding.isolation.actor == nil ? nil : binding.isolation
  }

  fileprivate func merge(_ other: Isolation?) {
    guard let other else { return }
    if let own = actor, own != other {
      obstacle = obstacle ?? .actorsDoNotMeet(own, other)
    } else {
      actor = other
    }
  }

  /// Ends the search here: the stack is short.
  fileprivate func giveUp() {
    add(.depth)
    (number, group) = (.max, -1)
  }

  fileprivate func add(_ other: Doubt) { doubt = Doubt.higher(doubt, other) }

  /// Adds a gap of a property, if another call may fill it, in another place or later.
  fileprivate func addLack(_ other: Doubt?) {
    if let other, other.isOfCall { lack = Doubt.higher(lack, other) }
  }
}

/// The state of a check: the makings that it is looking at, and what it has found.
final class MakingSearch {
  /// The marks that objects have told: those of injected ones, and of those at hand.
  var marks: KnownMarks
  private var atHand: Making?
  fileprivate var running: [Making] = []
  fileprivate var open: [Making] = []
  fileprivate var count = 0
  fileprivate var groups = 0
  /// The values that are made anew each time and need each other through properties: a property of one stays nil.
  fileprivate(set) var circles: Circles = [:]

  /// Circles by their members.
  typealias Circles = [Set<ObjectIdentifier>: Circle]

  /// The one making of all values that are not made and belong to no actor.
  fileprivate func atHand(_ binding: Binding) -> Making {
    if let atHand { return atHand }
    let making = Making(binding)
    (making.number, making.group) = (.max, -1)
    atHand = making
    return making
  }

  init(_ marks: KnownMarks) { self.marks = marks }

  struct Circle {
    let way: [Making]
    /// Whether a mark on the way is not known.
    let isAssumed: Bool
    /// The keys on the way, the first once more at the end.
    var chain: [String] { (way + way.prefix(1)).map(\.binding.key.description) }
    /// The properties on the way, with the bindings that they ask.
    var properties: [(PropertyWiring, Binding)] {
      zip(way, way.dropFirst() + way.prefix(1)).flatMap { maker, made in
        maker.properties.filter { $0.making === made }.map { ($0.wiring, made.binding) }
      }
    }
  }
}

extension Wiring {
  /// The forecast of the making of a binding's value.
  func making(of binding: Binding) -> Making {
    let making = argumentsMade(of: binding)
    if making.number == nil { complete(making) }
    return making
  }

  // MARK: Arguments, which decide whether a value can be made at all

  private func argumentsMade(of binding: Binding) -> Making {
    let owner = wiring(of: binding)
    guard owner === self else { return owner.argumentsMade(of: binding) }
    // Instances are many, and alike.
    if !binding.isFactory, binding.isUnconfined { return search.atHand(binding) }
    if let known = makings[ObjectIdentifier(binding)] { return known }
    let making = Making(binding)
    if CurrentThread.isStackShort() {
      making.giveUp()
      return making
    }
    makings[ObjectIdentifier(binding)] = making
    // A value that is kept is at hand.
    guard binding.isFactory, injector.keptValue(of: binding) == nil else { return making }
    making.isRunning = true
    search.running.append(making)
    for argument in arguments(of: binding) { add(argument, to: making) }
    if let inner = binding.inner {
      let made = argumentsMade(of: inner)
      if let cycle = cycle(to: made) {
        making.obstacle = making.obstacle ?? cycle
      } else {
        making.inner = made
        making.obstacle = making.obstacle ?? made.obstacle
        making.merge(made.actor)
      }
    }
    search.running.removeLast()
    making.isRunning = false
    if let type = binding.type { for actor in survey(of: type).actors { making.merge(actor) } }
    return making
  }

  private func add(_ argument: ArgumentWiring, to making: Making) {
    func add(_ obstacle: InjectionIssue.Kind) {
      guard argument.isOptional else { return making.obstacle = making.obstacle ?? obstacle }
      // A temporary gap, as in a cycle or off an actor, must not become a permanent nil; for another the value gets nil.
      switch obstacle.cause {
      case .cycle(let chain) where chain.contains(making.binding.key.description):
        making.obstacle = making.obstacle ?? obstacle
      case .actorsDoNotMeet: making.add(.optionalArgument(argument.text))
      default: break
      }
    }
    if let missing = missing(argument) { return add(missing) }
    guard let found = argument.answer.binding else { return }
    let made = argumentsMade(of: found)
    if let cycle = cycle(to: made) { return add(cycle) }
    making.arguments.append((argument, made))
    if let obstacle = made.obstacle { add(argument.reason(because: obstacle)) }
    making.merge(made.actor)
  }

  /// The cycle that a making closes if another one asks for it whose arguments are being looked at; nil if it closes none.
  private func cycle(to made: Making) -> InjectionIssue.Kind? {
    guard made.isRunning, let start = search.running.firstIndex(where: { $0 === made }) else {
      return nil
    }
    return .cycle(
      MakingSearch.Circle(way: Array(search.running[start...]), isAssumed: false).chain)
  }

  // MARK: Properties, without which a kept value is not handed out

  /// Looks at all that a making leads to, and settles each group of makings that need each other, the innermost first:
  /// Tarjan's algorithm.
  private func complete(_ making: Making) {
    let owner = wiring(of: making.binding)
    guard owner === self else { return owner.complete(making) }
    making.number = search.count
    making.lowest = search.count
    search.count += 1
    if CurrentThread.isStackShort() { return making.giveUp() }
    search.open.append(making)
    if let type = making.binding.type, making.binding.isFactory,
      injector.keptValue(of: making.binding) == nil
    {
      for row in properties(of: type) where row.isFilledAtOnce {
        if let binding = row.answer.binding {
          making.properties.append((row, argumentsMade(of: binding)))
        } else if row.isNeeded, row.answer.miss != .boundToNil {
          making.obstacle = making.obstacle ?? .incomplete
        }
      }
    }
    for other in making.asked {
      if other.number == nil { complete(other) }
      // A group that is settled has its number.
      if other.group == 0 { making.lowest = min(making.lowest, other.lowest) }
    }
    guard making.lowest == making.number,
      let start = search.open.lastIndex(where: { $0 === making })
    else { return }
    let group = Array(search.open[start...])
    search.open.removeSubrange(start...)
    search.groups += 1
    for member in group { member.group = search.groups }
    settle(group)
    if findCircles(in: group) { settle(group) }
  }

  /// Adds the doubts of what each making of a group asks for, until there are no more.
  private func settle(_ group: [Making]) {
    var changed = true
    while changed {
      changed = false
      for member in group {
        let before = (member.doubt, member.lack, member.obstacle == nil, member.actor)
        wiring(of: member.binding).settle(member)
        changed =
          changed
          || group.count > 1
            && (member.doubt !== before.0 || member.lack !== before.1
              || (member.obstacle == nil) != before.2 || member.actor != before.3)
      }
    }
  }

  /// Adds the doubts of what a making asks for.
  private func settle(_ making: Making) {
    for (argument, made) in making.arguments {
      making.addLack(made.lack)
      making.merge(made.actor)
      if !argument.isOptional {
        making.obstacle = making.obstacle ?? made.obstacle.map(argument.reason)
      }
      let doubt =
        made.doubt
        ?? (made.obstacle == nil ? doubt(of: argument, on: made.actor) : nil)
      // If it does not come for good, the value gets nil.
      if let doubt, !argument.isOptional || doubt.isOfCall { making.add(doubt) }
    }
    if let inner = making.inner, let decorated = making.binding.inner {
      making.addLack(inner.lack)
      making.merge(inner.actor)
      making.obstacle = making.obstacle ?? inner.obstacle
      let key = making.binding.key
      let fit =
        making.binding.hasDecorated
        ? nil : doubt(of: decorated, for: key, on: inner.actor)
      if let doubt = inner.doubt ?? fit { making.add(doubt) }
    }
    for (row, made) in making.properties {
      making.addLack(made.doubt)
      making.addLack(made.lack)
      if row.isNeeded, made.obstacle != nil { making.obstacle = making.obstacle ?? .incomplete }
      if made.obstacle == nil, let found = row.answer.binding {
        making.addLack(doubt(of: found, for: row.key, on: making.actor))
      }
      // A value that is kept is complete, so it belongs where its properties come.
      if making.isKept { making.merge(made.actor) }
    }
    // Asked for where there is something to fill only: that looks through all conformances of the process.
    if isOffActors, making.actor == nil, let type = making.binding.type,
      making.binding.isFactory, survey(of: type).hook?.belongsToActor == true
    {
      making.add(.onActor)
    }
    if making.isKept, let lack = making.lack { making.add(lack) }
  }

  /// Why it is not certain that an argument's value fits.
  func doubt(of argument: ArgumentWiring, on actor: Isolation?) -> Doubt? {
    argument.answer.binding.flatMap { doubt(of: $0, for: argument.answer.key, on: actor) }
      .map { .argument(argument, $0) }
  }

  /// Finds the circles through which values that need each other do not come; false if each kept value comes.
  ///
  /// Of values that are made anew each time a property in the circle stays nil. A kept object is shown before its
  /// properties are filled, and a property of an object waits for it; so only arguments, and properties of structs, which
  /// cannot wait, keep it from being made.
  private func findCircles(in group: [Making]) -> Bool {
    var isLacking = false
    for member in group where member.obstacle == nil {
      let way = member.way { made in
        if !member.isKept { return made.asked.filter { !$0.isKept } }
        return made.binding.type is AnyClass ? made.needed : made.asked
      }
      guard let way else { continue }
      let isAssumed = way.contains { $0.properties.contains { $0.wiring.isAssumed } }
      let circle = MakingSearch.Circle(way: way, isAssumed: isAssumed)
      if member.isKept {
        member.add(.cycle(circle))
        isLacking = true
      } else {
        let members = Set(way.map { ObjectIdentifier($0) })
        search.circles[members] = search.circles[members] ?? circle
      }
    }
    return isLacking
  }
}

extension Making {
  /// The makings of the values that it asks for.
  fileprivate var asked: [Making] { needed + properties.map(\.making) }

  /// The shortest way that leads back to it through makings of its group, each with those that may come next.
  fileprivate func way(_ next: (Making) -> [Making]) -> [Making]? {
    var before: [ObjectIdentifier: Making] = [:]
    var queue = [self][...]
    while let making = queue.popFirst() {
      for made in next(making) where made.group == group && made.obstacle == nil {
        let id = ObjectIdentifier(made)
        if before[id] != nil { continue }
        before[id] = making
        queue.append(made)
      }
    }
    guard var last = before[ObjectIdentifier(self)] else { return nil }
    var way = [last]
    while last !== self, let earlier = before[ObjectIdentifier(last)] {
      last = earlier
      way.insert(last, at: 0)
    }
    return way
  }
}
