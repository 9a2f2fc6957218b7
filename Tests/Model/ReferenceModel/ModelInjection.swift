import PropertyInjection
import TestSupport

/// What an injection tells its caller.
struct ModelResult: Equatable {
  var injected: [String] = []
  var unfilled: [Unfilled] = []

  struct Unfilled: Equatable {
    var name: String
    var reason: Reason?
  }
}

/// A property that an injection looks at.
private struct Candidate {
  let name: String
  let slot: Int
  let key: Key
  let owner: TargetType
  /// Whether it is filled by a key path: its mark, if it has one, is not asked.
  var isDeclared = false
}

extension Model {
  /// Fills an object's properties by the rules.
  ///
  /// - Parameter product: Which one it is, if an initializer has made it.
  func inject(
    _ object: ModelObject, with injector: ModelInjector, deciding decisions: [Decision] = [],
    product: Token? = nil
  ) -> ModelResult {
    var result = ModelResult()
    let late = LateProperty.Product()
    var isPending = false
    remark(on: object, in: injector)
    for candidate in candidates(object, injector) {
      if object.slots[candidate.slot].behaviour == .computed {
        object.counts.reads += 1
        if !decisions.isEmpty { object.counts.readsToDecide += 2 }
      }
      // A key path reads the property, also one with a lazy value.
      if candidate.isDeclared { _ = read(object, candidate.slot) }
      if object.isSet(candidate.slot) && mutation != .fillsSetProperties {
        coverage.count(.leftAlone)
        continue
      }
      isInjectorAsking = product != nil
      isPropertyAsking = true
      switch fill(candidate, of: object, with: injector, decisions) {
      case nil:
        if candidate.owner != object.type { coverage.count(.inherited) }
        result.injected.append(candidate.name)
      case .cycle? where fillLater(candidate, of: object, with: injector, product, late):
        isPending = true
      case .cycle? where product != nil && !isWithinShared && mayComeLater:
        awaited = dependsOn
      case let reason?:
        if let depth = dependsOn, [.cycle, .notMade, .factoryGaveNil].contains(reason) {
          if product != nil { noteLack(for: depth) }
        }
        coverage.count(unfilled: reason)
        result.unfilled.append(.init(name: candidate.name, reason: reason))
        reportUnfilled(candidate, of: object, reason)
      }
    }
    let isFilled = !result.injected.isEmpty
    if product != nil, let shared = innermostShared?.making, isPending || makings.last === shared {
      let hook = { [self] in
        callHook(of: object, isFilled: isFilled || late.isFilledLater)
      }
      shared.hooks.append((shared, hook))
    } else {
      callHook(of: object, isFilled: isFilled)
    }
    return result
  }

  /// Says of an object's properties what is to be said when they are first looked up.
  func remark(on object: ModelObject, in injector: ModelInjector) {
    for candidate in candidates(object, injector) { remark(on: candidate.key, in: injector) }
  }

  /// Leaves a property of a product to be filled when the kept value is there that it needs.
  private func fillLater(
    _ candidate: Candidate, of object: ModelObject, with injector: ModelInjector,
    _ token: Token?, _ product: LateProperty.Product
  ) -> Bool {
    // What it depends on may have ended, where the rules say no more.
    guard token != nil, let depth = dependsOn, depth <= makings.count, isWithinShared,
      let holder = innermostShared?.making, makings[depth - 1].isShared,
      makings[depth - 1].keep.token == nil
    else { return false }
    let making = makings[depth - 1]
    let fill = { [self] () -> Bool in
      // It may be set by now.
      guard !object.isSet(candidate.slot) else { return false }
      isInjectorAsking = true
      isPropertyAsking = true
      guard let reason = self.fill(candidate, of: object, with: injector, []) else { return true }
      if reason == .cycle, fillLater(candidate, of: object, with: injector, token, product) {
        return false
      }
      coverage.count(unfilled: reason)
      reportUnfilled(candidate, of: object, reason)
      return false
    }
    making.late.append(LateProperty(product: product, fill: fill, holder: holder))
    holder.needs.append(making)
    return true
  }

  /// Reports a property that stayed nil.
  private func reportUnfilled(
    _ candidate: Candidate, of object: ModelObject, _ reason: Reason
  ) {
    guard let kind = reason.reported else { return }
    report(Report(kind: kind, name: candidate.name, owner: candidate.owner))
  }

  private func callHook(of object: ModelObject, isFilled: Bool) {
    guard object.type.shape.hasHook else { return }
    let isCalled = mutation == .alwaysCallsHook || isFilled
    coverage.count(isCalled ? .hook : .noHook)
    if isCalled && mutation != .neverCallsHook { object.counts.hooks += 1 }
  }

  /// The properties in the order of the rules: the superclass's declared ones first, marked ones
  /// last.
  private func candidates(_ object: ModelObject, _ injector: ModelInjector) -> [Candidate] {
    var found: [Candidate] = []
    for target in object.chain {
      for declaration in injector.registry.declarations where declaration.target == target {
        let candidate = candidate(declaration, object)
        if let inherited = found.firstIndex(where: { $0.name == declaration.name }) {
          coverage.count(.overridden)
          if mutation != .baseDeclarationWins { found[inherited] = candidate }
        } else {
          found.append(candidate)
        }
      }
    }
    let marked = markedCandidates(object, declared: found)
    return found + marked
  }

  /// The properties of an object that are filled by key paths.
  func declaredProperties(of object: ModelObject, in injector: ModelInjector) -> [Int] {
    candidates(object, injector).filter(\.isDeclared).map(\.slot)
  }

  private func candidate(_ declaration: ModelDeclaration, _ object: ModelObject) -> Candidate {
    let wished: String? =
      switch declaration.other {
      case nil: declaration.name
      case .name(let name): name
      case .type: nil
      }
    return Candidate(
      name: declaration.name, slot: declaration.slot,
      key: Key(
        name: wished, type: object.type.slotType(declaration.slot),
        isOwnName: declaration.other == nil),
      owner: Catalog.entries[declaration.target].type, isDeclared: true)
  }

  /// The marked properties but those that are declared as well.
  private func markedCandidates(_ object: ModelObject, declared: [Candidate]) -> [Candidate] {
    object.slots.indices.compactMap { slot in
      guard case .marked(let wish, _) = object.slots[slot].behaviour else { return nil }
      if declared.contains(where: { $0.slot == slot }) { return nil }
      let label = object.slots[slot].label
      let name: String? =
        switch wish {
        case .ownName: label
        case .name(let name): name
        case .type: nil
        }
      return Candidate(
        name: label, slot: slot,
        key: Key(name: name, type: object.type.slotType(slot), isOwnName: wish == .ownName),
        owner: object.type)
    }
  }

  /// Fills a property that is nil, or says why it stays so.
  private func fill(
    _ candidate: Candidate, of object: ModelObject, with injector: ModelInjector,
    _ decisions: [Decision]
  ) -> Reason? {
    let key = candidate.key
    injecting.append(object)
    defer { injecting.removeLast() }
    for decision in decisions {
      switch decision {
      case .skip(candidate.name): return .skipped
      case .inject(candidate.name, let token):
        if !token.type.always(fits: key.type) { return .productDoesNotFit }
        coverage.count(.decided)
        return put(token, into: candidate.slot, of: object)
      default: continue
      }
    }
    switch find(key, in: injector) {
    case .none(let reason): return reason
    case .binding(let binding, let fit):
      if object.slots[candidate.slot].isLazy, !candidate.isDeclared,
        isAskedLater(binding, key, injector)
      {
        coverage.count(.fillLazy)
        object.isLazilyBound[candidate.slot] = true
        object.isAtHand[candidate.slot] = isKept(binding, key, injector)
        object.pending[candidate.slot] = Pending(binding: binding, key: key, injector: injector)
        return nil
      }
      switch value(of: binding, foundFor: key, in: injector) {
      case .none(let reason): return reason
      case .value(let token):
        let reason = put(token, into: candidate.slot, of: object)
        if reason == nil {
          coverage.count(fit, binding, token, key, object.slots[candidate.slot])
        }
        return reason
      }
    }
  }

  /// Whether a lazy property's value is not there yet, and may be.
  private func isAskedLater(_ binding: ModelBinding, _ key: Key, _ injector: ModelInjector) -> Bool
  {
    form(of: binding, key, injector)?.binding.provider.makesValues ?? false
  }

  private func isKept(_ binding: ModelBinding, _ key: Key, _ injector: ModelInjector) -> Bool {
    form(of: binding, key, injector)?.keep.token != nil
  }

  /// What gives the value in the end.
  private func form(
    of binding: ModelBinding, _ key: Key, _ injector: ModelInjector
  ) -> ModelBinding? {
    var (askers, binding) = ([key], binding)
    guard let end = end(of: binding, key, in: injector.registry) else { return nil }
    while case .alias(let name, let type) = binding.binding.provider,
      case .binding(let next, _) = find(name, type, in: injector)
    {
      askers.insert(Key(name: name, type: type), at: 0)
      binding = next
    }
    let form = injector.registry.form(of: end, askedBy: askers, self)
    return answer(of: form, key.type)?.binding ?? form
  }

  /// Writes a value, which is gone at once where a weak property alone would hold it.
  private func put(
    _ token: Token, into slot: Int, of object: ModelObject
  ) -> Reason? {
    object.fill(slot, with: token.held(as: object.type.slotType(slot)))
    object.isAtHand[slot] = object.slots[slot].isLazy
    releaseWeakValues()
    return object.isSet(slot) ? nil : .valueGone
  }

  /// What a property reads; a lazy one asks for its value now.
  func read(_ object: ModelObject, _ slot: Int) -> Token? {
    if let pending = object.pending[slot] {
      object.pending[slot] = nil
      switch value(of: pending.binding, foundFor: pending.key, in: pending.injector) {
      case .value(let token): object.values[slot] = token
      case .none(let reason):
        if let kind = reason.reported {
          report(kind, name: object.slots[slot].label, owner: object.type)
        }
      }
    }
    return object.values[slot]
  }
}
