import Synchronization

extension PropertyInjector {
  /// The value of a key; a factory gets these arguments.
  ///
  /// - Parameter mayBeNone: Whether it is no mistake that there is no request, session or the like that has the value.
  @inlinable  // Specialized where the type is known: an optional of any type is slow.
  func instance<Value>(
    _ key: BindingKey, _ arguments: [Any?], _ actor: (any Actor)?,
    _ location: CodeLocation, mayBeNone: Bool = false
  ) -> Value? {
    if arguments.isEmpty, let value = valueAtHand(key) {
      return value.assumingMemoryBound(to: Value.self).pointee
    }
    var instance: Value?
    lookUp(key, arguments, actor, location, mayBeNone: mayBeNone) {
      instance = $0.assumingMemoryBound(to: Value.self).pointee
    }
    return instance
  }

  /// Hands over the address of a key's value; every look-up of the program that finds no value at hand
  /// goes here.
  ///
  /// - Parameters:
  ///   - needsEach: Whether each of the values that are collected is needed.
  ///   - reporter: Receives the issues in place of the injector's reporter.
  /// - Returns: Why there is no value; nil if there is one.
  @usableFromInline @inline(never)  // Called in many places.
  @discardableResult
  func lookUp(
    _ key: BindingKey, _ arguments: [Any?], _ actor: (any Actor)?, _ location: CodeLocation,
    needsEach: Bool = false, mayBeNone: Bool = false, reporter: IssueReporter? = nil,
    _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    let injector = replacementOrSelf(calledAt: location)
    // A call does not retain its reporter.
    defer { withExtendedLifetime(reporter) {} }
    let call = InjectionCall(
      injector, on: actor, at: location, arguments: arguments, needsEach: needsEach,
      mayBeNone: mayBeNone, reporter: reporter)
    guard injector.role != .unconfigured else {
      call.reportNotConfigured(lookingFor: key)
      return Failure(.notConfigured)
    }
    var failure: Failure?
    injector.inRequest { failure = injector.lookUp(key, for: call, use) }
    return failure
  }

  /// The value of a key; throws why there is none.
  func require<Value>(
    _ key: BindingKey, _ arguments: [Any?], _ actor: (any Actor)?,
    _ location: CodeLocation, needsEach: Bool = false
  ) throws -> Value {
    // Every issue of the call, also one that has been reported before.
    let last = Lock<InjectionIssue?>(nil)
    let base = replacementOrSelf.reporter
    let reporter = IssueReporter(around: base) { issue in
      last.withLock { $0 = issue }
      base.report(issue)
    }
    var value: Value?
    let failure = lookUp(
      key, arguments, actor, location, needsEach: needsEach, reporter: reporter
    ) {
      value = $0.assumingMemoryBound(to: Value.self).pointee
    }
    if let value { return value }
    // Nothing is reported of a value that is nil on purpose, nor of one whose cause another look-up has reported.
    var lack = InjectionIssue(
      failure.map { $0.kind.isQuiet ? .requiredNil : $0.kind } ?? .requiredNil,
      lookingFor: key, near: ([], nil))
    lack.injectionLocation = location
    let reported = last.withLock { $0 }
    let issue = reported ?? lack
    let error = issue.kind.thrown?.error ?? issue
    if reported != nil || failure?.isReported == true {
      ResolutionChain.calling?.noteThrown(error, to: reporter)
    }
    throw error
  }

  /// The same, without a request; returns why there is no value, which is reported.
  @inline(never)  // Called in two places.
  func lookUp(
    _ key: BindingKey, for call: borrowing InjectionCall, _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    let asker = Asker.lookUp(key)
    return withAnswer(to: key) { answer in
      guard let failure = provide(answer, for: call, asker, use) else { return nil }
      call.report(failure, of: answer.found, for: asker, wanted: key.type)
      return failure
    }
  }

  /// Runs an injection or a look-up as one request, if a binding has the scope `graph`.
  @inline(__always)
  func inRequest(_ body: () -> Void) {
    if registry.contents.hasGraphs { ResolutionChain.inRequest(body) } else { body() }
  }

  /// The value of a key that is looked up, if it has been found before and is the same for every caller.
  ///
  /// The value lives as long as the injector.
  @usableFromInline
  func valueAtHand(_ key: BindingKey) -> UnsafeRawPointer? {
    answerAtHand(key)?._withUnsafeGuaranteedRef { answer in
      guard let value = answer.value else { return nil }
      answer.noteGiven()
      return value
    }
  }

  /// The answer to a key, if it has been found before and no override may take the call.
  @inline(__always)
  func answerAtHand(_ key: BindingKey) -> Unmanaged<Answer>? {
    mayBeOverridden ? nil : answers.entry(for: key)
  }

  /// Hands over the answer to a key, which is looked up once.
  @inline(__always)
  func withAnswer<Result>(to key: BindingKey, _ body: (Answer) -> Result) -> Result {
    var new: Answer?
    defer { withExtendedLifetime(new) {} }
    let answer: Unmanaged<Answer>
    if let known = answers.entry(for: key) {
      answer = known
    } else {
      let found = search(key)
      (new, answer) = (found, .passUnretained(found))
    }
    // Called in one place, because it is large.
    return answer._withUnsafeGuaranteedRef(body)
  }

  @inline(never)  // Once for each key, in many places.
  private func search(_ key: BindingKey) -> Answer {
    // The table in its place: `registry.bindings` is a copy, which retains each of its parts.
    if let only = registry.contents.bindings.only(key) { return remember(only, for: key) }
    var trail: AliasTrail = ([], nil)
    let found = registry.contents.bindings.lookUp(key, &trail)
    switch found {
    case .success(let binding): return remember(binding, for: key, through: trail.aliases)
    case .failure(let miss):
      // Derived from the shared injector before that was configured: the value may be registered there.
      let isEarly = role == .own && parent?.role == .unconfigured
      let kind = isEarly && found.isUnknown ? .notConfigured : miss
      let answer = Answer(key, .failure(kind), in: self)
      registry.observer?.didLookUp(key, in: self, through: trail.aliases, to: [])
      // Each key of a type alone is remembered, and of the names the first ones: a program may ask for any number of
      // names, each of which would take memory.
      let isRemembered =
        !kind.isProvisional
        && (key.name == nil || missedNames.wrappingAdd(1, ordering: .relaxed).oldValue < 1000)
      return isRemembered ? answers.insert(answer).takeUnretainedValue() : answer
    }
  }

  private func remember(
    _ binding: Binding, for key: BindingKey, through aliases: [Binding] = []
  ) -> Answer {
    let answer =
      inheritedAnswer(key, binding, through: aliases)
      ?? Answer(key, .success(binding), through: aliases.first, in: self)
    registry.observer?.didLookUp(
      key, in: self, through: aliases, to: [binding] + answer.collected)
    return answers.insert(answer).takeUnretainedValue()
  }

  /// The answer of the injector that this one is derived from, if it is the same: with an instance of exactly the type, which
  /// nothing changes any more.
  private func inheritedAnswer(
    _ key: BindingKey, _ binding: Binding, through aliases: [Binding]
  ) -> Answer? {
    guard binding.type == key.type, binding.instance != nil, aliases.isEmpty,
      let answer = parent?.answers.entry(for: key)?.takeUnretainedValue(),
      answer.binding === binding, answer.value != nil,
      answer.isByType == key.isAnsweredByType(through: binding)
    else { return nil }
    return answer
  }

  /// Hands over the address of the value of the binding that is the answer to a look-up, with the key's type, or
  /// returns why it gives none.
  @inline(__always)
  func provide(
    _ answer: Answer, for call: borrowing InjectionCall, _ asker: Asker,
    _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    if call.arguments.isEmpty, let value = answer.value {
      if asker.isLookUp { answer.noteGiven() }
      use(value)
      return nil
    }
    if let failure = answer.failure { return failure }
    let failure = provide(answer.type, from: answer.binding, answer.cell, for: call, asker, use)
    if failure == nil {
      answer.cacheIfConstant()
      answer.learnFit()
    }
    return failure
  }
}

/// The answer to a look-up of a key: the binding, with its value as the type of the key, or why there is none.
///
/// An injector makes one for each key, at the first look-up.
package final class Answer: CachedValue, CacheEntry, @unchecked Sendable {
  // Unchecked, like its superclass: what it adds is constant.
  let key: BindingKey
  /// The binding; one that gives nothing, if there is none.
  let binding: Binding
  /// Why there is no binding; nil if there is one.
  let failure: Failure?
  /// The bindings whose values the binding collects, found once: that costs a look at each binding.
  let collected: [Binding]
  /// Whether its type alone has led to the binding.
  let isByType: Bool
  /// The cell of the value, if an injector keeps it.
  let cell: ScopeCell?
  /// Whether a value that was registered with another type has fitted that of the key.
  private let fitted = Atomic(false)

  /// - Parameter alias: The first alias on the way.
  init(
    _ key: BindingKey, _ found: LookUp, through alias: Binding? = nil, in injector: PropertyInjector
  ) {
    self.key = key
    binding = found.binding ?? Self.none
    failure = if case .failure(let kind) = found { Failure(kind) } else { nil }
    isByType = key.isAnsweredByType(through: alias ?? binding)
    collected =
      binding.registration.isBuiltIn
      ? injector.registry.contents.bindings.collected(by: binding) : []
    cell = binding.lifetime.isOfInjector ? injector.cell(of: binding) : nil
    // A key that is looked up has a type.
    super.init(of: key.type ?? Never.self)
    cacheIfConstant()
  }

  private static let none = Binding(BindingKey(nil, nil), to: .nothing, at: nil)

  /// The binding; nil if there is none.
  var found: Binding? { failure == nil ? binding : nil }

  /// Caches the value, if the binding has a constant one that every thread may use.
  @inline(__always)
  func cacheIfConstant() { if binding.mayBeConstant, value == nil { cacheNow() } }

  /// Learns that a value has fitted; for a factory, only a product can tell.
  @inline(__always)
  func learnFit() {
    // Read first: writes of several threads to one place are slow.
    if binding.type != type, !fitted.load(ordering: .relaxed) {
      fitted.store(true, ordering: .relaxed)
    }
  }

  /// Notes that a look-up gives the constant value, if code of a factory asks.
  @inline(__always)
  func noteGiven() { if let chain = ResolutionChain.calling { noteGiven(in: chain) } }

  @inline(never)  // Seldom, and each look-up would have a copy of it.
  private func noteGiven(in chain: ResolutionChain) {
    let holder: AnyObject? = cell ?? binding.instance
    if let holder { chain.noteGiven(by: holder, to: .lookUp(key)) }
  }

  var hasFitted: Bool { fitted.load(ordering: .relaxed) }

  @inline(never)
  private func cacheNow() {
    guard let constant = binding.instance ?? cell?.kept else { return }
    // Off actors: a value that fits only by a conformance of an actor is not cached for every
    // caller.
    _ = constant.hand(as: type, isOnActor: false) { keep(copyOf: $0) }
  }
}
