import PropertyInjection
import TestSupport

/// How well a binding fits; the lower, the better.
enum Fit: Int, Comparable {
  case exact, known, maybe

  static func < (one: Fit, other: Fit) -> Bool { one.rawValue < other.rawValue }
}

extension Model {
  /// The binding for a key, or the reason why there is none.
  ///
  /// If nothing fits of a property's own name, what is bound to exactly its type answers, without a name.
  func find(_ key: Key, in injector: ModelInjector) -> Found {
    let found = find(key.name, key.type, in: injector)
    guard key.isOwnName, mutation != .typeAloneNeverAnswers, case .none = found,
      let unnamed = unnamed(key.type, in: injector)
    else { return found }
    coverage.count(.typeAlone)
    return .binding(unnamed, .exact)
  }

  private func unnamed(_ type: ModelType, in injector: ModelInjector) -> ModelBinding? {
    injector.registry.bindings.filter { $0.name == nil && $0.type == type }
      .max { $0.rank < $1.rank }
  }

  func find(_ name: String?, _ type: ModelType, in injector: ModelInjector) -> Found {
    find(name, type, in: injector.registry.bindings)
  }

  func find(_ name: String?, _ type: ModelType, in bindings: [ModelBinding]) -> Found {
    guard let name else { return findByType(type, in: bindings) }
    let named = bindings.filter { $0.name == name }
    if named.isEmpty { return .none(.unknownName) }
    var best: (binding: ModelBinding, fit: Fit)?
    for binding in mutation == .laterRegistrationsFirst ? named.reversed() : named {
      guard let fit = fit(binding, type) else { continue }
      if let found = best, isBetter((found.binding, found.fit), (binding, fit)) { continue }
      if let found = best, found.binding.rank == binding.rank {
        if found.fit == fit || mutation == .ignoresExactness { continue }
      }
      best = (binding, fit)
    }
    return best.map { .binding($0.binding, $0.fit) } ?? .none(.noFittingType)
  }

  /// Whether one goes before another: what is of a higher rank, and within a rank what fits better.
  private func isBetter(
    _ one: (binding: ModelBinding, fit: Fit), _ other: (binding: ModelBinding, fit: Fit)
  ) -> Bool {
    if one.binding.rank != other.binding.rank && mutation != .inheritedFirst {
      return one.binding.rank > other.binding.rank
    }
    return one.fit < other.fit
  }

  /// Reports that others fit a key as well as its binding, and what was to override that and does not fit.
  func remark(on key: Key, in injector: ModelInjector) {
    guard case .binding(let found, let fit) = find(key, in: injector),
      let end = end(of: found, key, in: injector.registry)
    else { return }
    let name = key.name ?? end.name
    let isTypeAlone = key.isOwnName && found.name == nil
    let taken = key.name == nil ? end : found
    let named = injector.registry.bindings.filter { $0.name != nil && $0.name == name }
    let equals = named.filter { $0.rank == taken.rank && self.fit($0, key.type) == fit }
    if key.name != nil && !isTypeAlone && Set(equals.map(\.binding.id)).count > 1 {
      coverage.count(.ambiguousName)
      report(.ambiguousName, name: name)
    }
    let unfit = named.contains { override in
      override.rank > (isTypeAlone ? taken.rank | 1 : taken.rank)
        && !injector.registry.isInPlace(override)
        && self.fit(override, key.type) == nil
        && !injector.registry.decoratedTypes(of: name).contains {
          $0 != taken.type && self.fit(override, $0) != nil
        }
        && !named.contains { other in
          other.binding.id != taken.binding.id && other.rank < override.rank
            && self.fit(override, other.type) != nil
        }
    }
    if unfit {
      coverage.count(.overrideDoesNotFit)
      report(.overrideDoesNotFit, name: name)
    }
  }

  /// The one binding that fits a type.
  ///
  /// Of the highest rank that has any exactly one must fit: of those that fit exactly, or else of those that fit as subclasses or
  /// through protocols. Of equals, what is bound to the type alone goes first. A
  /// factory whose product only may fit does not count, and neither does another key, unless it is the type alone.
  private func findByType(_ type: ModelType, in bindings: [ModelBinding]) -> Found {
    var fitting = bindings.compactMap { binding in
      fit(binding, type).flatMap { isMeant(binding, type) ? (binding: binding, fit: $0) : nil }
    }.filter { $0.fit < .maybe }
    fitting.removeAll { $0.binding.isAlias && ($0.binding.name != nil || $0.fit != .exact) }
    fitting.removeAll { $0.binding.binding.provider == .nothing && $0.fit != .exact }
    let meaningful = fitting.filter {
      $0.binding.binding.provider != .nothing || $0.binding.name == nil
    }
    if !meaningful.isEmpty { fitting = meaningful }
    guard let first = fitting.min(by: isBetter) else { return .none(.unknownType) }
    let equals = fitting.filter { !isBetter(first, $0) }.map(\.binding)
    let unnamed = equals.filter { $0.name == nil }
    let candidates = unnamed.isEmpty ? equals : unnamed
    let given = candidates.filter { $0.binding.provider != .nothing }
    if Set(given.map(\.binding.id)).count > 1 && mutation != .guessesAmbiguities {
      return .none(.ambiguousType)
    }
    return .binding(candidates[0], first.fit)
  }

  /// Whether a binding counts for a type alone: of protocols, an instance counts as the one that it is registered as.
  private func isMeant(_ binding: ModelBinding, _ type: ModelType) -> Bool {
    guard case .instance = binding.binding.provider, binding.type.isExistential, type.isExistential
    else { return true }
    return type == binding.type || type == .any
  }

  /// The binding, or the one that it decorates if only that is known to fit, in its place, and how well it fits.
  func answer(
    of binding: ModelBinding, _ type: ModelType
  ) -> (binding: ModelBinding, fit: Fit)? {
    guard let own = fit(binding, type) else { return nil }
    guard own == .maybe, let inner = binding.inner?.binding,
      var found = answer(of: inner, type), found.fit < .maybe
    else { return (binding, own) }
    coverage.count(.passedWrapper)
    found.binding.rank = binding.rank
    return (found.binding, .known)
  }

  /// The binding that gives the value in the end, if there is one.
  func end(of binding: ModelBinding, _ key: Key, in registry: ModelRegistry) -> ModelBinding? {
    // Of a property's own name the type alone may have answered.
    let asked = Key(name: key.isOwnName ? binding.name : key.name, type: key.type)
    return end(of: binding, askedBy: [asked], key.type, in: registry)
  }

  private func end(
    of binding: ModelBinding, askedBy askers: [Key], _ type: ModelType, in registry: ModelRegistry
  ) -> ModelBinding? {
    if binding.binding.provider == .nothing { return nil }
    guard case .alias(let name, let otherType) = binding.binding.provider else { return binding }
    if following.contains(where: { $0.binding.id == binding.binding.id }) { return nil }
    following.append(binding)
    defer { following.removeLast() }
    let askers = [Key(name: name, type: otherType)] + askers
    guard
      case .binding(let target, _) = find(name, otherType, in: registry.bindings),
      target.isAlias || leads(to: target, askers, type, in: registry)
    else { return nil }
    return end(of: target, askedBy: askers, type, in: registry)
  }

  /// Whether what aliases lead to fits each of them and the wanted type, this also as decorators of the keys on the way make it.
  private func leads(
    to target: ModelBinding, _ askers: [Key], _ type: ModelType, in registry: ModelRegistry
  ) -> Bool {
    ([type] + following.map(\.type)).allSatisfy { fit(target, $0) != nil }
      && fit(registry.form(of: target, askedBy: askers, self), type) != nil
  }

  /// The values of all bindings that give one of a type, in the order of registration.
  ///
  /// A factory whose product only may fit does not count, and neither does what a newer binding of the name,
  /// which gives such a value as well, goes before.
  func collect(_ type: ModelType, in injector: ModelInjector) -> [Token] {
    defer { collected = [] }
    for binding in listed(type, in: injector.registry.bindings)
      .sorted(by: { $0.number < $1.number })
    {
      isInjectorAsking = false
      let key = Key(name: binding.name, type: type)
      switch value(of: binding, askedBy: [key], type, in: injector) {
      case .value(let token): collected.append(token)
      case .none(let reason):
        if let kind = reason.reported { report(kind, name: binding.name) }
      }
    }
    return collected
  }

  /// The bindings of a list.
  func listed(_ type: ModelType, in bindings: [ModelBinding]) -> [ModelBinding] {
    let fitting = bindings.filter { binding in
      switch binding.binding.provider {
      case .nothing, .nilInstance, .alias, .initializer(.dynamic): false
      case .instance, .factory, .asking, .initializer, .decorator:
        fit(binding, type).map { $0 < .maybe && isMeant(binding, type) } == true
      }
    }
    return fitting.filter { binding in
      !fitting.contains { $0.name != nil && $0.name == binding.name && $0.rank > binding.rank }
    }
  }

  /// Whether a look-up would find what gives a value.
  func contains(_ key: Key, in injector: ModelInjector) -> Bool {
    guard case .binding(let binding, _) = find(key, in: injector) else {
      return false
    }
    let isBound = end(of: binding, key, in: injector.registry) != nil
    coverage.count(isBound ? .contained : .notContained)
    return isBound
  }

  /// How a binding fits a type; nil if it does not.
  ///
  /// For a narrower type than its own a wrapper stands for the wrapped value.
  private func fit(_ binding: ModelBinding, _ type: ModelType) -> Fit? {
    let fit = fitOfItself(binding, type)
    guard fit == .maybe, let inner = binding.inner?.binding else { return fit }
    return self.fit(inner, type) == nil ? nil : fit
  }

  private func fitOfItself(_ binding: ModelBinding, _ type: ModelType) -> Fit? {
    let own = binding.type
    if own == type { return .exact }
    if mutation == .ignoresSubclasses && own.isClass && type.isClass { return nil }
    if case .instance(let token) = binding.binding.provider {
      if mutation == .boxesValues && type == .anyObject { return .known }
      return token.type.always(fits: type) ? .known : nil
    }
    if own.isExistential { return type == .any ? .known : .maybe }
    if own.always(fits: type) { return .known }
    return own.may(fit: type) ? .maybe : nil
  }

  /// The value of a binding that was found for the key of a property or a look-up.
  func value(
    of binding: ModelBinding, foundFor key: Key, with arguments: [Token] = [],
    in injector: ModelInjector
  ) -> Outcome {
    // Of a property's own name the type alone may have answered.
    let asked = Key(name: key.isOwnName ? binding.name : key.name, type: key.type)
    return value(of: binding, askedBy: [asked], key.type, with: arguments, in: injector)
  }

  /// The value of a binding for a type.
  ///
  /// - Parameter askers: The keys that have led to it, the last alias's target first; nil if decorators have made it.
  func value(
    of binding: ModelBinding, askedBy askers: [Key]?, _ type: ModelType,
    with arguments: [Token] = [], in injector: ModelInjector
  ) -> Outcome {
    let outcome = provide(binding, askers, type, with: arguments, in: injector)
    guard case .value(let token) = outcome else { return outcome }
    if !token.type.always(fits: type) { return .none(.productDoesNotFit) }
    return .value(token.held(as: type))
  }

  private func provide(
    _ raw: ModelBinding, _ askers: [Key]?, _ type: ModelType, with arguments: [Token],
    in injector: ModelInjector
  ) -> Outcome {
    var binding = raw
    if let askers, raw.binding.provider.isValue {
      let form = injector.registry.form(of: raw, askedBy: askers, self)
      binding = answer(of: form, type)?.binding ?? form
    }
    dependsOn = nil
    switch binding.binding.provider {
    case .instance(let token):
      hasGivenKept = true
      return arguments.isEmpty ? .value(token) : wrongArguments()
    case .nothing: return .none(.boundToNil)
    case .nilInstance: return .none(.unknownName)
    case .alias(let other, let otherType):
      return follow(
        binding, [Key(name: other, type: otherType)] + (askers ?? []), wanted: type,
        with: arguments, in: injector)
    case .factory, .asking, .initializer, .decorator:
      // With arguments it is another question, which may end.
      if arguments.isEmpty, binding.keep.token == nil, let running = making(of: binding) {
        dependsOn = running.depth
        return .none(.cycle)
      }
      guard binding.takes(arguments) else { return wrongArguments() }
      let outcome = kept(binding, with: arguments, in: injector)
      hasGivenKept = binding.keep.scope != .unique || (binding.givesOn && hasGivenKept)
      return outcome
    }
  }

  private func follow(
    _ binding: ModelBinding, _ askers: [Key], wanted: ModelType,
    with arguments: [Token], in injector: ModelInjector
  ) -> Outcome {
    if following.contains(where: { $0.binding.id == binding.binding.id }) { return .none(.cycle) }
    following.append(binding)
    defer { following.removeLast() }
    switch find(askers[0].name, askers[0].type, in: injector) {
    case .binding(let target, _) where target.binding.provider == .nothing:
      return .none(.boundToNil)
    case .binding(let target, _)
    where target.isAlias || leads(to: target, askers, wanted, in: injector.registry):
      return value(of: target, askedBy: askers, wanted, with: arguments, in: injector)
    default: return .none(.deadEnd)
    }
  }

  /// What a binding keeps, or makes.
  private func kept(
    _ binding: ModelBinding, with arguments: [Token], in injector: ModelInjector
  ) -> Outcome {
    let keep = binding.keep
    let isShared = mutation != .sharesNothing || keep.home === injector
    if keep.scope == .unique || mutation == .keepsNothing || !isShared {
      return makeValue(binding, with: arguments, in: injector)
    }
    if keep.making?.isUseless == true { keep.token = nil }
    let isRunning = making(of: binding) != nil
    if let token = keep.token, keep.scope != .weak || isRunning || isHeld(token) {
      coverage.count(.fillKept)
      noteNeed(keep)
      return .value(token)
    }
    if keep.token != nil, keep.scope == .weak {
      hasMadeWeakValueAgain = true
      // How long a request holds what is made in it is not said.
      if keep.request == request { isUndetermined = true }
    }
    keep.token = nil
    let outcome = makeValue(binding, with: arguments, in: keep.home ?? injector)
    if case .value = outcome { noteNeed(keep) }
    return outcome
  }

  private func makeValue(
    _ binding: ModelBinding, with arguments: [Token], in injector: ModelInjector
  ) -> Outcome {
    if arguments.isEmpty, let running = making(of: binding) {
      dependsOn = running.depth
      return .none(.cycle)
    }
    let outer = (following: following, awaited: awaited)
    awaited = nil
    let making = Making(
      binding.keep, isAskedByInjector: isInjectorAsking, isAskedByProperty: isPropertyAsking,
      takesArguments: !arguments.isEmpty)
    isInjectorAsking = false
    makings.append(making)
    if making.isShared { unfinished.append(making) }
    following = []
    var outcome = run(binding, making, with: arguments, in: injector)
    if let depth = awaited, case .value = outcome {
      outcome = .none(.cycle)
      dependsOn = depth
    }
    awaited = outer.awaited
    if making.isShared { outcome = finish(making, outcome) }
    making.hasEnded = true
    makings.removeLast()
    if makings.isEmpty { unfinished = [] }
    let cause = dependsOn
    finishAll()
    dependsOn = cause
    following = outer.following
    return outcome
  }

  /// What becomes of a value that is to be kept.
  private func finish(_ making: Making, _ outcome: Outcome) -> Outcome {
    guard case .value(let token) = outcome else {
      let outer = dependsOn
      if outcome == .none(.cycle) {
        giveWay(making)
      } else {
        giveUp(making)
      }
      dependsOn = outer
      return outcome
    }
    making.product = token
    if let lacking = lacking(making) { return lacking }
    making.keep.token = token
    making.keep.request = request
    making.keep.making = making
    fillLate(making)
    if let lacking = lacking(making) { return lacking }
    askAgain()
    callHooks(making)
    return outcome
  }

  /// The outcome of a value that lacks something which another question would give it; nil if it lacks nothing.
  private func lacking(_ making: Making) -> Outcome? {
    guard let depth = making.lack else { return nil }
    // What waits for it has got it, and is not kept either.
    for property in making.late { property.holder.isGivenUp = true }
    making.late = []
    giveUp(making)
    making.keep.token = nil
    coverage.count(.incomplete)
    dependsOn = depth
    return .none(.notMade)
  }

  /// Makes a value.
  private func run(
    _ binding: ModelBinding, _ making: Making, with arguments: [Token], in injector: ModelInjector
  ) -> Outcome {
    let id = binding.binding.id
    if case .initializer(let argument) = binding.binding.provider {
      return initialized(binding, argument, making, with: arguments, in: injector)
    }
    if case .factory(.value(.g)) = binding.binding.provider {
      return .value(makeObject(binding, nil, making, in: injector))
    }
    if let inner = binding.inner?.binding {
      return decorated(inner, binding, making, with: arguments, in: injector)
    }
    if mutation != .forgetsFactoryCalls { calls[id] += 1 }
    switch binding.binding.provider {
    case .factory(.value(let type)): return .value(Token(type, productNumber(id, calls[id])))
    case .factory(.none): return .none(.factoryGaveNil)
    case .factory(.failure): return .none(.notMade)
    case .asking(let key):
      isInjectorAsking = false
      let outcome = resolve(key, in: injector)
      guard case .value(let token) = outcome else {
        // It gets nil, and is asked again when the value is there.
        if outcome == .none(.cycle), mayComeLater { return outcome }
        report(outcome, for: key)
        return .none(.factoryGaveNil)
      }
      // What is kept or registered has been filled, or is not for the injector to fill.
      if !hasGivenKept { fillGiven(token, making, in: injector) }
      return .value(token)
    default: return .none(.factoryGaveNil)
    }
  }

  /// The value of the binding that another one decorates, for the same asker.
  private func decorated(
    _ inner: ModelBinding, _ binding: ModelBinding, _ making: Making, with arguments: [Token],
    in injector: ModelInjector
  ) -> Outcome {
    isInjectorAsking = making.isAskedByInjector
    isPropertyAsking = making.isAskedByProperty
    let outcome = value(of: inner, askedBy: nil, binding.type, with: arguments, in: injector)
    isInjectorAsking = false
    guard case .value(let token) = outcome else {
      // Of values that need each other through a decorator the rules say no more than of initializers.
      if dependsOn != nil || outcome == .none(.cycle) { isUndetermined = true }
      return outcome
    }
    calls[binding.binding.id] += 1
    if !hasGivenKept { fillGiven(token, making, in: injector) }
    return .value(token)
  }

  /// Fills what a factory gives on, like any product, unless that is under way.
  private func fillGiven(_ token: Token, _ making: Making, in injector: ModelInjector) {
    guard let given = object(of: token), !injecting.contains(where: { $0 === given }),
      !unfinished.contains(where: {
        $0 !== making && $0.product == token && $0.reachable.contains { !$0.hasEnded }
      })
    else { return }
    fill(given, token, making, in: injector, isNew: false)
    // What its properties have got is another value.
    hasGivenKept = false
  }

  /// The object of a value; nil if it has no properties.
  private func object(of token: Token) -> ModelObject? {
    guard token.type == .g else { return nil }
    if let known = made.last(where: { $0.token == token }) { return known.object }
    let instance = Made(
      token: token, argument: nil, object: ModelObject(target: Catalog.made))
    made.append(instance)
    return instance.object
  }

  /// What an initializer makes.
  private func initialized(
    _ binding: ModelBinding, _ argument: Argument, _ making: Making, with arguments: [Token],
    in injector: ModelInjector
  ) -> Outcome {
    let token: Token
    switch argument {
    case .key(let key):
      isInjectorAsking = true
      isPropertyAsking = false
      let outcome = resolve(key, in: injector)
      isInjectorAsking = false
      guard case .value(let found) = outcome else {
        if outcome == .none(.cycle), mayComeLater { return outcome }
        if outcome == .none(.cycle) { hasUnreportedCycle = true }
        if let depth = dependsOn, depth > makings.count { dependsOn = nil }
        return .none(.notMade)
      }
      token = found
    case .dynamic(let type):
      token = arguments[0].held(as: type)
    }
    coverage.count(.initialized)
    return .value(makeObject(binding, token, making, in: injector))
  }

  /// Makes an object, and injects it before anybody else sees it.
  private func makeObject(
    _ binding: ModelBinding, _ argument: Token?, _ making: Making, in injector: ModelInjector
  ) -> Token {
    let id = binding.binding.id
    if argument != nil || mutation != .forgetsFactoryCalls { calls[id] += 1 }
    let new = Made(
      token: Token(.g, productNumber(id, calls[id])), argument: argument,
      object: ModelObject(target: Catalog.made))
    made.append(new)
    fill(new.object, new.token, making, in: injector, isNew: true)
    return new.token
  }

  /// Injects a product.
  ///
  /// - Parameter isNew: Whether it has not been injected before, so that what waits for it is not one of its own
  ///   properties.
  private func fill(
    _ object: ModelObject, _ token: Token, _ making: Making, in injector: ModelInjector, isNew: Bool
  ) {
    // Kept values that need each other through properties get each other.
    making.product = token
    if making.isShared {
      making.keep.token = token
      making.keep.making = making
      if isNew { fillLate(making) }
    }
    if mutation != .forgetsToInjectWhatItMakes {
      _ = inject(object, with: injector, product: token)
    }
    dependsOn = nil
  }

  private func wrongArguments() -> Outcome {
    coverage.count(.wrongArguments)
    return .none(.notMade)
  }

  /// What a look-up gives; what it lacks is reported.
  func lookUp(
    _ key: Key, with arguments: [Token] = [], in injector: ModelInjector
  ) -> Outcome {
    isInjectorAsking = false
    let outcome = resolve(key, with: arguments, in: injector)
    report(outcome, for: key)
    return outcome
  }

  private func report(_ outcome: Outcome, for key: Key) {
    if case .none(let reason) = outcome, let kind = reason.reported { report(kind, name: key.name) }
  }
}

extension Model {
  private func resolve(
    _ key: Key, with arguments: [Token] = [], in injector: ModelInjector
  ) -> Outcome {
    dependsOn = nil
    remark(on: key, in: injector)
    return switch find(key, in: injector) {
    case .binding(let binding, _):
      value(of: binding, foundFor: key, with: arguments, in: injector)
    case .none(let reason): .none(reason)
    }
  }
}

/// The number of what a factory makes at its n-th call.
func productNumber(_ binding: Int, _ call: Int) -> Int { binding * 1000 + call }

/// What was found for a key.
enum Found {
  case binding(ModelBinding, Fit)
  case none(Reason)
}
