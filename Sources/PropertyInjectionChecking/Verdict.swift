import PropertyInjection

// The facts about the value of a property before it is made, and the finding about it.
extension Wiring {
  /// Why a property's value certainly or perhaps does not come; nil if there is a binding for it, whose factory may
  /// still return nil or throw.
  ///
  /// The kind is ``InjectionIssue/Kind/unverified`` if that cannot be told.
  func verdict(of row: PropertyWiring) -> (kind: InjectionIssue.Kind?, doubt: Doubt?) {
    if let mistake = row.mistake { return (mistake, nil) }
    if row.isAssumed, row.answer.isMistake, let kind = uncertainty(of: row) { return (kind, nil) }
    guard let binding = row.answer.binding else { return (row.answer.miss, nil) }
    if row.isUsedLater(binding), binding.isolation.isBeyondCheck {
      return (.mayLeaveActor(binding.isolation.text), nil)
    }
    if let own = row.actor {
      // First, as in an injection: a binding is asked on its actor only.
      let others = row.survey.actors + (binding.isolation.actor == nil ? [] : [binding.isolation])
      if let other = others.first(where: { $0 != own }) {
        return (.actorsDoNotMeet(other, own), nil)
      }
    }
    if row.kind != .intercepted, let refusal = binding.refusal { return (refusal, nil) }
    let making = making(of: binding)
    if let obstacle = making.obstacle { return (obstacle.toldFrom(binding), nil) }
    if let needed = making.actor {
      if let own = row.actor, needed != own { return (.actorsDoNotMeet(needed, own), nil) }
      // A type of which nothing else is said belongs to the actor that its values need.
      if row.actor == nil, let isolation, needed != isolation {
        return (.bindingOnAnotherActor(required: needed.text, actual: isolation.name), nil)
      }
    }
    let doubt = making.doubt ?? doubt(of: binding, for: row.key, on: row.actor)
    return (doubt.map { .unverified($0) }, doubt)
  }

  /// The actors that the properties of an object need which are filled at once, beside others.
  func actors(neededBy rows: [PropertyWiring], and others: [Isolation]) -> [Isolation] {
    var actors = others
    for row in rows where row.isFilledAtOnce {
      guard let binding = row.answer.binding else { continue }
      let needed = binding.isolation.actor != nil ? binding.isolation : making(of: binding).actor
      if let needed, !actors.contains(needed) { actors.append(needed) }
    }
    return actors
  }

  /// Why it is not certain that a property whose mark is not known lacks a value: its mark may have another key, or
  /// be optional; nil if it is certain.
  private func uncertainty(of row: PropertyWiring) -> InjectionIssue.Kind? {
    if case .notConfigured? = row.answer.miss { return nil }
    let type = BindingKey(nil, row.key.type)
    guard case .unknownType? = answer(type).miss,
      BindingTable.unregistered(BindingKey(.all, row.key.type)) == nil,
      !bindings.all.contains(where: { mayBeMeant($0, by: type) })
    else { return .unverifiedMark }
    return row.mark?.isRequired == true ? nil : .unverifiedOptional
  }

  /// Whether a mark with another key than its property's name may ask for a binding: its value fits, or the wanted type is
  /// a narrower one.
  ///
  /// That a value of an unrelated type adopts a protocol besides is too far-fetched.
  private func mayBeMeant(_ binding: Binding, by key: BindingKey) -> Bool {
    guard let fit = binding.fit(key) else { return false }
    guard fit == .possible, let wanted = key.type, let own = binding.type else { return true }
    return TypeKind(wanted) != .existential
      && (TypeKind(own) != .existential || Conformance.find(wanted, to: own) != Conformance.none)
  }

  /// Why it is not certain that a binding's value fits.
  func doubt(of binding: Binding, for key: BindingKey, on actor: Isolation?) -> Doubt? {
    guard let type = key.type, binding.type != type else { return nil }
    let kept = injector.keptValue(of: binding)
    let isOff = isOffActors && actor == nil
    if let instance = kept ?? binding.instance, binding.isolation.actor == nil {
      if kept != nil, instance.fitsNow(type, isOnActor: !isOff) { return nil }
      if isOff, instance.conformsOnActorOnly(to: type) { return .onActor }
      if kept == nil { return nil }
    }
    if let own = binding.type, isOff, TypeKind(type) == .existential,
      Conformance.find(own, to: type) == .ofActor
    {
      return .onActor
    }
    guard let declared = binding.type, binding.fit(key) == .possible,
      !injector.hasFitted(binding, key)
    else { return nil }
    return .product(of: binding, declared, wanted: type)
  }

  /// The finding about a property of the values that another injector keeps; nil if nothing is wrong, or if the program
  /// injects objects of the type itself.
  func findingOfKept(_ row: PropertyWiring) -> ValidationReport.Finding? {
    let type = row.survey.type
    if injector.registry.declarations.samples.contains(where: { $0.type == type }) { return nil }
    for binding in bindings.all where binding.isFactory && binding.type == type {
      let place = wiring(of: binding)
      guard place !== self else { continue }
      let same = place.properties(of: type).first {
        $0.name == row.name && $0.ownerType == row.ownerType
      }
      if let same, let found = place.finding(for: same, keeper: binding, asker: self),
        place.isNil(same, in: binding)
      {
        return found
      }
    }
    return nil
  }

  /// Whether a property is not known to be set in the value that the injector keeps of a binding.
  func isNil(_ row: PropertyWiring, in binding: Binding) -> Bool {
    let isOnActor = isolation.map { $0 != .none } ?? false
    let kept = injector.keptValue(of: binding)?.value(as: Any.self, isOnActor: isOnActor)
    return kept.map {
      Sample.open($0, in: self, on: isolation ?? .none) { $0.state(of: row) } != .isSet
    } ?? true
  }

  /// The finding about a property; nil if nothing is wrong.
  ///
  /// - Parameter keeper: The binding that keeps the object in another injector than the one that asks for it.
  func finding(
    for row: PropertyWiring, keeper: Binding? = nil, asker: Wiring? = nil
  ) -> ValidationReport.Finding? {
    let (verdict, doubt) = verdict(of: row)
    // What is incomplete has a finding of its own.
    if verdict?.cause == .incomplete { return nil }
    guard let verdict, verdict != .boundToNil else {
      guard row.key.form == .all, !row.isOptional, let binding = row.answer.binding,
        bindings.collected(by: binding).isEmpty
      else { return nil }
      return ValidationReport.Finding(
        .warning, InjectionIssue(.nothingCollected, property: row.property))
    }
    var severity = ValidationReport.Severity.error
    if verdict == .unverified {
      severity = row.isAssumed && row.answer.isMistake ? .warning : .unverified
    } else if row.mistake != nil {
      severity = row.kind == .declared ? .error : .warning
    } else if row.isOptional && verdict == .noFittingType {
      // That nothing is registered is on purpose; that it is of another type is not.
      severity = .warning
    } else if row.mayStayNil {
      return nil
    } else if row.isAssumed && !row.answer.isMistake {
      // The mark may ask for another key.
      severity = .warning
    }
    var issue = InjectionIssue(verdict, property: row.property, related: row.answer.entries)
    if let maker = row.answer.binding { issue.note(maker: maker) }
    // A property that is left alone would stay nil with a binding, too.
    if row.mistake == nil { issue.add(near(row.answer)) }
    if let culprit = doubt?.binding { issue.related = [RegistryEntry(binding: culprit)] }
    if row.answer.miss != nil, let keeper {
      issue.note(keeper: keeper, lacking: asker?.answer(row.key).binding)
    }
    return ValidationReport.Finding(severity, issue)
  }
}

extension InjectionIssue.Kind {
  /// Why the innermost argument is missing; the kind itself if it is about no argument.
  var cause: InjectionIssue.Kind {
    if case .unresolvedArgument(_, let reason) = self { reason.cause } else { self }
  }

  /// The same cycle, told from one of its bindings; other kinds, and a cycle that the binding only leads to, as they are.
  func toldFrom(_ binding: Binding) -> InjectionIssue.Kind {
    guard case .cycle(let chain) = self,
      let start = chain.firstIndex(of: binding.key.description)
    else { return self }
    let count = chain.count - 1
    return .cycle((0...count).map { chain[(start + $0) % count] })
  }
}

extension Instance {
  /// Whether the value fits a type, on an actor or on none.
  fileprivate func fitsNow(_ type: Any.Type, isOnActor: Bool) -> Bool {
    hand(as: type, isOnActor: isOnActor, to: { _ in }) == nil
  }

  /// Whether the value fits a protocol type through a conformance that belongs to an actor.
  fileprivate func conformsOnActorOnly(to type: Any.Type) -> Bool {
    guard TypeKind(type) == .existential else { return false }
    return if case .onActorOnly? = hand(as: type, isOnActor: false, to: { _ in }) {
      true
    } else {
      false
    }
  }
}

/// Why a value may or may not come.
final class Doubt {
  let cause: String
  let remedy: String
  /// The binding that may not give a fitting value; nil for other doubts.
  let binding: Binding?
  /// Which of several doubts is told: the highest, and of those the first.
  ///
  /// First a cycle, which no actor and no further registration ends; then an actor, which no registration ends.
  private let rank: Rank

  private enum Rank: Int { case ofBinding, ofActor, ofCycle }

  private init(
    _ cause: String, toFix remedy: String, _ rank: Rank = .ofBinding, binding: Binding? = nil
  ) {
    self.cause = cause
    self.remedy = remedy
    self.rank = rank
    self.binding = binding
  }

  static func higher(_ one: Doubt?, _ other: Doubt) -> Doubt {
    one.map { other.rank.rawValue > $0.rank.rawValue ? other : $0 } ?? other
  }

  /// Whether another call may get the value, in another place or later.
  var isOfCall: Bool { rank != .ofBinding }

  /// Only the product of the factory tells whether it fits.
  static func product(of binding: Binding, _ declared: Any.Type, wanted: Any.Type) -> Doubt {
    Doubt(
      "its factory is declared to make \(TypeName.of(declared)), and only what it makes tells "
        + "whether it is \(TypeName.of(wanted))",
      toFix: "declare the factory with the type \(TypeName.of(wanted)).", binding: binding)
  }

  /// The type's hook, or the conformance that a property needs, belongs to an actor, and no actor asks.
  static var onActor: Doubt {
    Doubt(
      "its value comes on an actor only",
      toFix: "inject it there, or register what all threads may use.", .ofActor)
  }

  /// Its binding leads back to itself, through a property or an optional argument.
  static func cycle(_ circle: MakingSearch.Circle) -> Doubt {
    Doubt(
      "its binding leads back to itself, \(IssueText.shortened(circle.chain))",
      toFix: IssueWords.remedyOfCycle
        + (circle.isAssumed
          ? " If a mark on the way is lazy or asks for another key, declare a sample of its type: registry.declare { }."
          : ""),
      .ofCycle)
  }

  /// An argument of its initializer may not come.
  static func argument(_ argument: ArgumentWiring, _ doubt: Doubt) -> Doubt {
    Doubt(
      "\(argument.text) may not come: \(doubt.cause)", toFix: doubt.remedy, doubt.rank,
      binding: doubt.binding)
  }

  /// An argument of its initializer may not come, though the parameter takes nil.
  static func optionalArgument(_ name: String) -> Doubt {
    Doubt("\(name) may not come", toFix: "register that argument.")
  }

  /// Initializers are nested deeper than a check can follow them.
  static var depth: Doubt {
    Doubt(
      "what makes it is nested deeper than this thread's stack lets a check follow it",
      toFix: "look for an initializer that needs itself.")
  }
}

// The mistakes in the declarations of a type, which need no look-up.
extension TypeSurvey {
  /// The key paths that lead to another property than they are declared for; those of a class do not tell.
  var misdirectedKeyPaths: [InjectionIssue] {
    properties.compactMap { property in
      guard let offset = property.offset,
        let field = fields.first(where: { $0.label == property.name }), field.offset != offset,
        TypeMetadata(field.fieldType).wrappedType == property.valueType
      else { return nil }
      let other = fields.first { $0.offset == offset && $0.fieldType == field.fieldType }
      return InjectionIssue(.misdirectedKeyPath(to: other?.label), property: property)
    }
  }

  /// The properties of superclasses that are never filled, because the type has declared one of their name.
  func shadowedProperties(in declarations: DeclaredProperties) -> [InjectionIssue] {
    properties.filter { $0.ownerType == type }.flatMap { property -> [InjectionIssue] in
      let stored = fields.filter { $0.mayStore(property.name) }
      guard stored.contains(where: { $0.ownerType == type }),
        stored.contains(where: { $0.ownerType != type })
      else { return [] }
      return levels.dropLast().compactMap { level in
        declarations.property(property.name, of: level).map { hidden in
          InjectionIssue(
            .shadowedProperty(hiding: property.ownerType), property: hidden,
            related: [property.entry])
        }
      }
    }
  }
}
