import PropertyInjection

// The certain facts about the value of a property before it is made, and the finding about it.
extension Wiring {
  /// Why a property's value certainly or perhaps does not come; nil if there is a binding for it, whose factory may
  /// still return nil or throw.
  ///
  /// The kind is ``InjectionIssue/Kind/unverified`` if that cannot be told.
  func verdict(of row: PropertyWiring) -> InjectionIssue.Kind? {
    if let mistake = row.mistake { return mistake }
    if row.isAssumed, !isMissing(row) { return .unverifiedMark }
    guard let binding = row.answer.binding else { return row.answer.miss }
    if row.isUsedLater(binding), binding.isolation.isBeyondCheck {
      return .mayLeaveActor(binding.isolation.text)
    }
    let own = row.actors.first
    if let own, let other = row.actors.first(where: { $0 != own }) {
      return .actorsDoNotMeet(own, other)
    }
    // First, as in an injection: a binding is asked on its actor only.
    if let own, let needed = binding.isolation.ofActor, needed != own {
      return .actorsDoNotMeet(needed, own)
    }
    if row.kind != .intercepted, let refusal = binding.refusal { return refusal }
    let making = making(of: binding, for: .property(ofObject: true))
    if case .cycle(let chain)? = making.obstacle { return .cycle(Self.cycle(chain, from: binding)) }
    if let obstacle = making.obstacle { return obstacle }
    if let needed = making.actor, needed != own {
      if let own { return .actorsDoNotMeet(needed, own) }
      if needed != isolation { return .unverified(.onlyOn(needed.text)) }
    }
    if let doubt = making.doubt { return .unverified(doubt) }
    return doubt(of: binding, for: row.key, on: own).map { .unverified($0) }
  }

  /// Whether a property whose mark is not known has no binding for certain: nothing of its type is registered,
  /// under any name.
  private func isMissing(_ row: PropertyWiring) -> Bool {
    let type = BindingKey(nil, row.key.type)
    if case .notConfigured? = row.answer.miss { return true }
    guard row.answer.miss != nil, case .unknownType? = answer(type).miss else { return false }
    return BindingTable.unregistered(BindingKey(.all, row.key.type)) == nil
      && !registry.bindings.all.contains { $0.fit(type) != nil }
  }

  /// Why it is not certain that a binding's value fits.
  func doubt(of binding: Binding, for key: BindingKey, on actor: Isolation?) -> Doubt? {
    guard let type = key.type, binding.type != type else { return nil }
    if case .instance(let instance) = binding.target, binding.isolation.actor == nil {
      return actor == nil && instance.conformsOnActorOnly(to: type) ? .onlyOn("an actor") : nil
    }
    if let own = binding.type, actor == nil, TypeKind(type) == .existential,
      Conformance.find(own, to: type) == .ofActor
    {
      return .onlyOn("an actor")
    }
    guard let declared = binding.type, binding.fit(key) == .possible,
      !injector.hasFitted(binding, key)
    else { return nil }
    return .product(declared: declared, wanted: type)
  }

  /// The finding about a property; nil if nothing is wrong.
  func finding(
    for row: PropertyWiring, _ verdict: InjectionIssue.Kind?
  ) -> ValidationReport.Finding? {
    guard let verdict, verdict != .boundToNil else { return nil }
    var severity = ValidationReport.Severity.error
    if verdict == .unverified {
      // If its own name is bound, it will hardly ask for another.
      if row.isAssumed && !row.answer.isMistake { return nil }
      severity = row.isAssumed ? .warning : .unverified
    } else if row.mistake != nil {
      severity = row.kind == .declared ? .error : .warning
    } else if row.isOptional && verdict == .noFittingType {
      // That nothing is registered is on purpose; that it is of another type is not.
      severity = .warning
    } else if row.mayStayNil {
      return nil
    }
    var issue = InjectionIssue(verdict, property: row.property, related: row.answer.entries)
    if let maker = row.answer.binding { issue.note(maker: maker) }
    // A property that is left alone would stay nil with a binding, too.
    if row.mistake == nil { issue.add(near(row.answer)) }
    return ValidationReport.Finding(severity, issue)
  }
}

extension Instance {
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
