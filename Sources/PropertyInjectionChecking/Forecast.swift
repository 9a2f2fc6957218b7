import PropertyInjection

/// The forecast for a binding's value: whether it comes, on which actor, and from which values.
final class Forecast {
  let binding: Binding
  /// The wiring in which its needs are looked up, which keeps the forecast.
  fileprivate unowned let wiring: Wiring
  fileprivate var isKept: Bool { !binding.lifetime.isUnique }
  /// Whether the value is made: it is neither an instance nor kept already.
  fileprivate let isMade: Bool
  /// Why the value is certainly not made: an argument or a required property is missing, the bindings lead back to the
  /// first of them through arguments alone, or two actors do not meet.
  private(set) var obstacle: InjectionIssue.Kind?
  /// Why the value may not come.
  private(set) var doubt: Doubt?
  /// Why one of its properties may not get its value for now.
  ///
  /// A value that is kept is not handed out without it; another one is.
  private var lack: Doubt?
  /// The actor that the value is made on; with a second one it is not made.
  private(set) var actor: Isolation?

  /// The values that it is made from.
  fileprivate var needs: [Need] = []
  /// The properties that are filled when it is made.
  fileprivate var properties: [PropertyNeed] = []
  /// The values that it collects, if it is a list, which comes without them, too.
  fileprivate var collected: [Unmanaged<Forecast>] = []
  /// Whether it leads to values that lead back to themselves.
  fileprivate var leadsToCircle = false
  /// How many values are made within each other for it, as far as that is no circle.
  fileprivate var depth = 0
  fileprivate var state: State

  fileprivate enum State { case new, open, complete }

  /// A part of the value, and what is foreseen of it.
  fileprivate struct Need {
    let part: Part
    /// Why it is missing for certain.
    var obstacle: InjectionIssue.Kind?
    // Kept by its wiring: a chain of them would be released one within the other, and a circle not at all.
    unowned let forecast: Forecast?
  }

  /// A property of the value, and what is foreseen of its own value; nothing if a required one has no binding.
  fileprivate struct PropertyNeed {
    let row: PropertyWiring
    unowned let forecast: Forecast?
  }

  fileprivate init(_ binding: Binding, in wiring: Wiring) {
    self.binding = binding
    self.wiring = wiring
    isMade = binding.isFactory && wiring.injector.keptValue(of: binding) == nil
    actor = binding.isolation.actor == nil ? nil : binding.isolation
    // Instances are many, and need nothing.
    state = binding.isFactory ? .new : .complete
  }

  /// The forecasts without whose values it is not made.
  private var needed: [Forecast] { needs.compactMap { $0.obstacle == nil ? $0.forecast : nil } }

  /// The forecasts of all values that it asks for.
  fileprivate var asked: [Forecast] {
    needed + properties.compactMap(\.forecast) + collected.map { $0.takeUnretainedValue() }
  }

  // MARK: What the values that it needs say of it

  /// Adds what is foreseen of the values that it needs; false if that has changed nothing.
  fileprivate func settle() -> Bool {
    // A doubt gives way to one of a higher rank only.
    let before = (doubt?.rank, lack?.rank, obstacle == nil, actor)
    for need in needs { add(need) }
    let survey = binding.isFactory ? binding.type.map(wiring.survey) : nil
    if isMade, let survey { for actor in survey.actors { merge(actor) } }
    // A list that lacks a value is not what is meant.
    for made in collected { merge(made.takeUnretainedValue().actor) }
    for property in properties { add(property) }
    // Asked for where there is something to fill only: that looks through all conformances of the process.
    if wiring.isOffActors, actor == nil, survey?.hook?.belongsToActor == true { add(.onActor) }
    if isKept, let lack { add(lack) }
    if depth > 1000 { add(.depth) }
    return before != (doubt?.rank, lack?.rank, obstacle == nil, actor)
  }

  private func add(_ need: Need) {
    let part = need.part
    let made = need.obstacle == nil ? need.forecast : nil
    if let reason = need.obstacle ?? made?.obstacle.map(part.reason) {
      // A temporary gap, as in a cycle or off an actor, must not become a permanent nil; for another the value gets nil.
      switch reason.cause {
      case _ where !part.isOptional: add(reason)
      case .cycle(let chain) where chain.first == binding.key.description: add(reason)
      case .actorsDoNotMeet: add(reason)
      default: break
      }
    }
    guard let made else { return }
    addLack(made.lack)
    merge(made.actor)
    let doubt = made.doubt ?? (made.obstacle == nil ? wiring.doubt(of: part, on: made.actor) : nil)
    // If it does not come for good, the value gets nil.
    if let doubt, !part.isOptional || doubt.isOfCall { add(doubt) }
  }

  private func add(_ property: PropertyNeed) {
    let obstacle = property.row.route.miss ?? property.forecast?.obstacle
    if let obstacle, property.row.isNeeded {
      add(.incomplete(without: property.row.property, because: obstacle))
    }
    guard let made = property.forecast else { return }
    addLack(made.doubt)
    addLack(made.lack)
    if obstacle == nil {
      addLack(wiring.doubt(of: made.binding, for: property.row.key, on: actor))
    }
    // A value that is kept is complete, so it belongs where its properties come.
    if isKept { merge(made.actor) }
  }

  fileprivate func add(_ other: InjectionIssue.Kind) { obstacle = obstacle ?? other }

  fileprivate func add(_ other: Doubt) { doubt = Doubt.higher(doubt, other) }

  /// Adds a gap of a property, if another call may fill it, in another place or later.
  private func addLack(_ other: Doubt?) {
    if let other, other.isOfCall { lack = Doubt.higher(lack, other) }
  }

  private func merge(_ other: Isolation?) {
    guard let other else { return }
    if let own = actor, own != other {
      add(.actorsDoNotMeet(own, other))
    } else {
      actor = other
    }
  }

  // MARK: Values that need each other

  /// The circles of parts through which it leads back to itself, which are noted: it is not made.
  fileprivate func noteCycles() -> [Circle] {
    var circles: [Circle] = []
    for (index, need) in needs.enumerated() {
      guard let made = need.forecast,
        let circle = circle(from: [made], { $0.needs.compactMap(\.forecast) })
      else { continue }
      needs[index].obstacle = .cycle(circle.chain)
      circles.append(circle)
    }
    return circles
  }

  /// The circle through which a value does not come that nothing else keeps from being made; nil if there is none.
  ///
  /// Of values that are made anew each time a property in the circle stays nil. A kept object is shown before its
  /// properties are filled, and a property of an object waits for it; so only what cannot wait keeps it from being made:
  /// arguments, properties of structs, and lists of objects that are not kept.
  fileprivate var circle: Circle? {
    guard obstacle == nil else { return nil }
    func next(_ made: Forecast) -> [Forecast] {
      let next =
        !isKept
        ? made.asked.filter { !$0.isKept }
        : made.binding.type is AnyClass
          ? made.needed : made.asked
      return next.filter { $0.obstacle == nil }
    }
    return circle(from: next(self), next)
  }

  /// The shortest way that leads back to it, from some forecasts, by those that may come next.
  private func circle(from first: [Forecast], _ next: (Forecast) -> [Forecast]) -> Circle? {
    var makers: [ObjectIdentifier: Forecast] = [:]
    var queue = first.map { (made: $0, maker: self) }[...]
    while makers[ObjectIdentifier(self)] == nil, let (made, maker) = queue.popFirst() {
      guard makers[ObjectIdentifier(made)] == nil else { continue }
      makers[ObjectIdentifier(made)] = maker
      queue += next(made).filter(\.leadsToCircle).map { ($0, made) }
    }
    guard let last = makers[ObjectIdentifier(self)] else { return nil }
    let back = sequence(first: last) { (made: Forecast) in
      made === self ? nil : makers[ObjectIdentifier(made)]
    }
    return Circle(way: back.reversed())
  }

  /// Values that need each other, each the next one, and the last one the first.
  struct Circle {
    fileprivate let way: [Forecast]

    var binding: Binding { way[0].binding }
    /// Why the first value is not made for certain: the circle itself, if parts alone lead around.
    var obstacle: InjectionIssue.Kind? { way[0].obstacle }
    /// Whether it leads through a list, which comes without the value that leads back.
    var hasList: Bool { way.contains { !$0.collected.isEmpty } }
    /// Whether a mark on the way is not known.
    var isAssumed: Bool { way.contains { $0.properties.contains { $0.row.isAssumed } } }
    /// The keys on the way, the first once more at the end.
    var chain: [String] { (way + way.prefix(1)).map(\.binding.key.description) }
    /// The properties on the way, with the bindings that they ask.
    var properties: [(PropertyWiring, Binding)] {
      zip(way, way.dropFirst() + way.prefix(1)).flatMap { maker, made in
        maker.properties.filter { $0.forecast === made }.map { ($0.row, made.binding) }
      }
    }
  }
}

extension Wiring {
  /// The forecast for a binding's value.
  func forecast(of binding: Binding) -> Forecast {
    let wanted = known(binding)
    if wanted.state == .complete { return wanted }
    /// The new ones, each after what it needs, but for circles.
    var found: [Forecast] = []
    // As many bindings may need each other as there are.
    var stack = [wanted]
    while let forecast = stack.last {
      switch forecast.state {
      case .new:
        forecast.state = .open
        forecast.wiring.findNeeds(of: forecast)
        stack += forecast.asked.filter { $0.state == .new }.reversed()
        continue
      case .open:
        let asked = forecast.asked
        forecast.leadsToCircle = asked.contains { $0.state == .open || $0.leadsToCircle }
        forecast.depth = 1 + (asked.map(\.depth).max() ?? 0)
        forecast.state = .complete
        found.append(forecast)
      case .complete: break
      }
      stack.removeLast()
    }
    let toCircles = found.filter(\.leadsToCircle)
    /// Lets each one learn from what it needs, until none learns more.
    func settle(_ forecasts: [Forecast]) {
      var open = forecasts
      // Counted, because each of them is to learn.
      while open.count(where: { $0.settle() }) > 0 { open = toCircles }
    }
    check.circles += toCircles.flatMap { $0.noteCycles() }
    settle(found)
    for forecast in toCircles {
      guard let circle = forecast.circle else { continue }
      if !forecast.isKept || circle.hasList {
        check.circles.append(circle)
      } else if circle.isAssumed {
        forecast.add(.cycle(circle))
      } else {
        forecast.add(InjectionIssue.Kind.cycle(circle.chain))
      }
    }
    settle(toCircles)
    return wanted
  }

  private func known(_ binding: Binding) -> Forecast {
    let owner = wiring(of: binding)
    return owner.forecasts.value(of: ObjectIdentifier(binding)) { Forecast(binding, in: owner) }
  }

  private func findNeeds(of forecast: Forecast) {
    guard forecast.isMade else { return }
    forecast.needs = parts(of: forecast.binding).map { part in
      let missing = missing(part)
      return Forecast.Need(
        part: part, obstacle: missing,
        forecast: missing == nil ? part.route.binding.map(known) : nil)
    }
    forecast.collected = bindings.collected(by: forecast.binding).map { .passUnretained(known($0)) }
    let rows = forecast.binding.type.map(properties) ?? []
    forecast.properties = rows.filter {
      $0.isFilledAtOnce && ($0.route.binding != nil || $0.isNeeded && $0.route.miss != .boundToNil)
    }.map { Forecast.PropertyNeed(row: $0, forecast: $0.route.binding.map(known)) }
  }

  /// Why it is not certain that the value of a part fits.
  func doubt(of part: Part, on actor: Isolation?) -> Doubt? {
    // The decorator has been handed one.
    guard let found = part.route.binding, part.position != nil || !part.maker.hasDecorated else {
      return nil
    }
    let doubt = doubt(of: found, for: part.route.key, on: actor)
    return part.position == nil ? doubt : doubt.map { .argument(part, $0) }
  }
}

/// Why a value may or may not come.
struct Doubt {
  let cause: String
  let remedy: String
  /// The binding that may not give a fitting value; nil for other doubts.
  var binding: Binding?
  /// Which of several doubts is told: the highest, and of those the first.
  ///
  /// First a cycle, which no actor and no further registration ends; then an actor, which no registration ends.
  fileprivate var rank = Rank.ofBinding

  fileprivate enum Rank: Comparable { case ofBinding, ofActor, ofCycle }

  static func higher(_ one: Doubt?, _ other: Doubt) -> Doubt {
    one.map { other.rank > $0.rank ? other : $0 } ?? other
  }

  /// Whether another call may get the value, in another place or later.
  var isOfCall: Bool { rank != .ofBinding }

  /// Only the product of the factory tells whether it fits.
  static func product(of binding: Binding, _ declared: Any.Type, wanted: Any.Type) -> Doubt {
    Doubt(
      cause:
        "its factory is declared to make \(TypeName.of(declared)), and only what it makes tells "
        + "whether it is \(TypeName.of(wanted))",
      remedy: "declare the factory with the type \(TypeName.of(wanted)).", binding: binding)
  }

  /// The type's hook, or the conformance that a property needs, belongs to an actor, and no actor asks.
  static let onActor = Doubt(
    cause: "its value comes on an actor only",
    remedy: "inject it there, or register what all threads may use.", rank: .ofActor)

  /// Its binding leads back to itself, through a property or an optional argument.
  static func cycle(_ circle: Forecast.Circle) -> Doubt {
    Doubt(
      cause: "its binding leads back to itself, \(IssueText.shortened(circle.chain))",
      remedy: IssueWords.remedyOfCycle
        + (circle.isAssumed
          ? " If a mark on the way is lazy or asks for another key, declare a sample of its type: registry.declare { }."
          : ""),
      rank: .ofCycle)
  }

  /// An argument of its initializer may not come.
  static func argument(_ part: Part, _ doubt: Doubt) -> Doubt {
    Doubt(
      cause: "\(part.text) may not come: \(doubt.cause)", remedy: doubt.remedy,
      binding: doubt.binding, rank: doubt.rank)
  }

  /// Initializers are nested so deep that an injection may refuse to go on.
  static let depth = Doubt(
    cause: "what makes it is nested deeper than a thread's stack may allow",
    remedy: "look for an initializer that needs itself.")
}
