import PropertyInjection

// The certain facts about the value of a property before it is made, and the finding about it.
extension Wiring {
  /// The certain facts about a value before it is made.
  enum Verdict {
    /// There is a binding for it.
    ///
    /// A factory may still return nil or throw.
    case filled
    /// It is bound to nil, on purpose.
    case nothing
    /// It has no value.
    case failed(Problem)
    case uncertain(Problem)
  }

  /// The certain facts about a property's value.
  func verdict(of row: PropertyWiring) -> Verdict {
    if let mistake = row.mistake { return .failed(mistake) }
    if row.isAssumed, !isMissing(row) { return .uncertain(.unverifiedMark) }
    guard let binding = row.answer.binding else {
      return row.answer.miss.map { .failed($0.problem(of: nil)) } ?? .nothing
    }
    func failed(_ failure: Failure) -> Verdict { .failed(failure.problem(of: binding)) }
    func uncertain(_ doubt: Doubt) -> Verdict { .uncertain(.unverified(doubt)) }
    if row.isUsedLater(binding), binding.isolation.isBeyondCheck { return failed(.mayLeaveActor) }
    let own = row.actors.first
    if let own, let other = row.actors.first(where: { $0 != own }) {
      return .failed(.actorsDoNotMeet(own, other))
    }
    // First, as in an injection: a binding is asked on its actor only.
    if let own, let needed = binding.isolation.ofActor, needed != own {
      return .failed(.actorsDoNotMeet(needed, own))
    }
    if row.kind != .intercepted, let refusal = binding.refusal { return failed(refusal) }
    let making = making(of: binding, for: .property(ofObject: true))
    switch making.obstacle {
    case .cycle(let chain): return .failed(.cycle(Self.cycle(chain, from: binding)))
    case .missing(let argument, let path): return .failed(.bindingLacks(argument, path))
    case .actorsDoNotMeet(let one, let other): return .failed(.actorsDoNotMeet(one, other))
    case nil: break
    }
    if let needed = making.actor, needed != own {
      if let own { return .failed(.actorsDoNotMeet(needed, own)) }
      if needed != isolation { return uncertain(.onlyOn(needed.text)) }
    }
    if let doubt = making.doubt { return uncertain(doubt) }
    return doubt(of: binding, for: row.key, on: own).map(uncertain) ?? .filled
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
  func finding(for row: PropertyWiring, _ verdict: Verdict) -> ValidationReport.Finding? {
    let (severity, problem): (ValidationReport.Severity, Problem)
    switch verdict {
    case .filled, .nothing: return nil
    case .failed(let mistake) where row.mistake != nil:
      (severity, problem) = (row.kind == .declared ? .error : .warning, mistake)
    // That nothing is registered is on purpose; that it is of another type is not.
    case .failed(let miss) where row.isOptional && miss.kind == .noFittingType:
      (severity, problem) = (.warning, miss)
    case .failed where row.mayStayNil: return nil
    case .failed(let failure): (severity, problem) = (.error, failure)
    // If its own name is bound, it will hardly ask for another.
    case .uncertain where row.isAssumed && row.answer.miss == nil: return nil
    case .uncertain(let doubt):
      (severity, problem) = (row.isAssumed ? .warning : .unverified, doubt)
    }
    var issue = InjectionIssue(problem, property: row, related: row.answer.entries)
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
